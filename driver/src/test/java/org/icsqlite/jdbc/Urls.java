package org.icsqlite.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Set-up shared by the driver's tests. */
final class Urls {

  private static final AtomicInteger NAMES = new AtomicInteger();

  private Urls() {}

  static String of(Path file) {
    return "jdbc:icsqlite:" + PercentEncoding.encode(file.toString());
  }

  /** A heap memory that no other test uses. */
  static String fresh() {
    return "jdbc:icsqlite:mem:test-" + NAMES.incrementAndGet();
  }

  static Connection open(String url) throws SQLException {
    return DriverManager.getConnection(url);
  }

  static void exec(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The first column of all rows as text. */
  static List<String> column(Connection connection, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  static long number(Connection connection, String sql) throws SQLException {
    return Long.parseLong(column(connection, sql).get(0));
  }
}
