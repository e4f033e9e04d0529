package org.icsqlite.isolation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** SQL on a connection, for tests to which its statements do not matter. */
final class Sql {

  private Sql() {}

  static void exec(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of the first row, which there must be. */
  static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertTrue(rows.next(), sql);
      return rows.getString(1);
    }
  }

  static long number(Connection connection, String sql) throws SQLException {
    return Long.parseLong(text(connection, sql));
  }
}
