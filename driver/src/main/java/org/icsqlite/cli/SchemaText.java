package org.icsqlite.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The statements that a schema consists of, in the order in which they were made. */
final class SchemaText {

  private final Map<String, String> statements;

  private SchemaText(Map<String, String> statements) {
    this.statements = statements;
  }

  static SchemaText read(Connection connection) throws SQLException {
    Map<String, String> statements = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT type || ' ' || name, sql FROM sqlite_schema"
                    + " WHERE sql IS NOT NULL ORDER BY rowid")) {
      while (rows.next()) {
        statements.put(rows.getString(1), rows.getString(2));
      }
    }
    return new SchemaText(statements);
  }

  /** What is gone, with a minus before each line, then what is new, with a plus. */
  List<String> difference(SchemaText after) {
    List<String> lines = new ArrayList<>();
    append(lines, "- ", statements, after.statements);
    append(lines, "+ ", after.statements, statements);
    return lines;
  }

  private static void append(
      List<String> lines, String sign, Map<String, String> here, Map<String, String> there) {
    here.forEach(
        (name, sql) -> {
          if (!sql.equals(there.get(name))) {
            sql.lines().forEach(line -> lines.add(sign + TextWidth.printable(line)));
          }
        });
  }
}
