package org.icsqlite.cli;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Hands the rows of a result to a format, one at a time. */
final class ResultPrinter {

  private ResultPrinter() {}

  static void print(ResultSet rows, RowFormat format) throws SQLException, IOException {
    ResultSetMetaData columns = rows.getMetaData();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      names.add(columns.getColumnLabel(i));
    }
    format.begin(names);
    while (rows.next()) {
      Object[] cells = new Object[names.size()];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = cell(rows.getObject(i + 1));
      }
      format.row(cells);
    }
    format.end();
  }

  private static Object cell(Object value) {
    return value instanceof Integer small ? Long.valueOf(small) : value;
  }
}
