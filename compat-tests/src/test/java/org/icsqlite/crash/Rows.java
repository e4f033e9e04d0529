package org.icsqlite.crash;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows that one database must hold: tables with an id, a value, and a body whose bytes follow
 * from the value and its length. Not thread-safe; {@link #copy} gives a state that stays.
 */
final class Rows {

  record Row(long value, int length) {}

  private final Map<String, TreeMap<Integer, Row>> tables = new TreeMap<>();

  Rows copy() {
    Rows copy = new Rows();
    tables.forEach((name, rows) -> copy.tables.put(name, new TreeMap<>(rows)));
    return copy;
  }

  Map<String, TreeMap<Integer, Row>> tables() {
    return tables;
  }

  TreeMap<Integer, Row> table(String name) {
    return tables.get(name);
  }

  static byte[] body(Row row) {
    byte[] body = new byte[row.length()];
    long state = row.value() * 0x9E3779B97F4A7C15L + row.length();
    for (int i = 0; i < body.length; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      body[i] = (byte) (state >>> 56);
    }
    return body;
  }

  /**
   * Compares with a database.
   *
   * @return what differs, or null
   */
  String differenceFrom(Connection connection) throws SQLException {
    List<String> integrity = strings(connection, "PRAGMA integrity_check");
    if (!integrity.equals(List.of("ok"))) {
      return "integrity_check says " + integrity;
    }
    List<String> found =
        strings(
            connection,
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
                + " ORDER BY name");
    if (!found.equals(new ArrayList<>(tables.keySet()))) {
      return "the tables are " + found + ", not " + tables.keySet();
    }
    for (String table : tables.keySet()) {
      String difference = differenceFrom(connection, table);
      if (difference != null) {
        return "in table " + table + ": " + difference;
      }
    }
    return null;
  }

  private String differenceFrom(Connection connection, String table) throws SQLException {
    TreeMap<Integer, Row> expected = tables.get(table);
    int count = 0;
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("SELECT id, v, body FROM " + table)) {
      while (found.next()) {
        int id = found.getInt(1);
        Row row = expected.get(id);
        count++;
        if (row == null
            || row.value() != found.getLong(2)
            || !Arrays.equals(body(row), found.getBytes(3))) {
          return "row " + id + " is not " + row;
        }
      }
    }
    return count == expected.size() ? null : count + " rows, not " + expected.size();
  }

  private static List<String> strings(Connection connection, String sql) throws SQLException {
    List<String> strings = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
    }
    return strings;
  }
}
