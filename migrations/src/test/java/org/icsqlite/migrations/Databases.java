package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Plain SQLite databases, and what is in them. */
final class Databases {

  private Databases() {}

  static Connection inMemory() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite::memory:");
  }

  static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The rows of a query, their cells joined by bars. */
  static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          cells.add(rows.getString(i));
        }
        found.add(String.join("|", cells));
      }
    }
    return found;
  }

  static List<String> schema(Connection connection) throws SQLException {
    return rows(
        connection,
        "SELECT rootpage || ' ' || ifnull(sql, name) FROM sqlite_schema ORDER BY rowid");
  }
}
