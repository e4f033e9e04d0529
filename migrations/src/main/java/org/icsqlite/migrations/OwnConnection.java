package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** A connection taken from a DataSource for one run, in auto-commit mode meanwhile. */
final class OwnConnection {

  private static final String CANNOT_CONNECT = "08001";

  /** What is done with it. */
  @FunctionalInterface
  interface Run<T> {
    T on(Connection connection) throws SQLException;
  }

  private OwnConnection() {}

  static <T> T with(DataSource dataSource, Duration lockTimeout, Run<T> run) throws SQLException {
    try (Connection connection = open(dataSource, lockTimeout)) {
      boolean autoCommit = connection.getAutoCommit();
      if (!autoCommit) {
        // Nothing was done on it yet, so there is nothing that this commits.
        connection.setAutoCommit(true);
      }
      T result = run.on(connection);
      if (!autoCommit) {
        connection.setAutoCommit(false);
      }
      return result;
    }
  }

  /** A file that another process writes to cannot be opened, and is tried again. */
  private static Connection open(DataSource dataSource, Duration lockTimeout) throws SQLException {
    long deadline = System.nanoTime() + lockTimeout.toNanos();
    while (true) {
      try {
        return dataSource.getConnection();
      } catch (SQLException e) {
        if (!CANNOT_CONNECT.equals(e.getSQLState()) || !MigrationTransaction.pause(deadline)) {
          throw e;
        }
      }
    }
  }
}
