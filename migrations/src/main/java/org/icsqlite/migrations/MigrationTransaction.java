package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.icsqlite.migrations.MigrationException.Kind;

/**
 * One SQLite transaction on a connection that commits by itself. BEGIN IMMEDIATE goes as a
 * statement of its own: it takes the write lock before anything is read, so that what is read is
 * the newest state and stays it, and neither sqlite-jdbc nor icsqlite has to be told.
 */
final class MigrationTransaction {

  private static final int PRIMARY_CODE = 0xff;
  private static final int BUSY = 5;
  private static final long PAUSE_MILLIS = 20;

  /** What happens inside. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws SQLException;
  }

  private MigrationTransaction() {}

  /** Reads one state; nothing is written. */
  static <T> T read(Connection connection, Work<T> work) throws SQLException {
    return run(connection, "BEGIN", Duration.ZERO, work);
  }

  /**
   * Holds the write lock.
   *
   * @param lockTimeout how long others are waited for, beyond the connection's busy_timeout
   */
  static <T> T write(Connection connection, Duration lockTimeout, Work<T> work)
      throws SQLException {
    return run(connection, "BEGIN IMMEDIATE", lockTimeout, work);
  }

  private static <T> T run(Connection connection, String begin, Duration lockTimeout, Work<T> work)
      throws SQLException {
    if (!connection.getAutoCommit()) {
      throw MigrationException.of(
          Kind.ACTIVE_TRANSACTION,
          "migrations run in a transaction of their own: commit, and call setAutoCommit(true) on"
              + " the connection");
    }
    begin(connection, begin, lockTimeout);
    T result;
    try {
      result = work.run();
      commit(connection);
    } catch (SQLException | RuntimeException | Error e) {
      rollback(connection, e);
      throw e;
    }
    return result;
  }

  private static void begin(Connection connection, String begin, Duration lockTimeout)
      throws SQLException {
    long deadline = System.nanoTime() + lockTimeout.toNanos();
    while (true) {
      try {
        OwnStatements.run(connection, begin);
        return;
      } catch (SQLException e) {
        if (String.valueOf(e.getMessage()).contains("within a transaction")) {
          throw MigrationException.of(
              Kind.ACTIVE_TRANSACTION,
              "migrations run in a transaction of their own, and the connection has one open",
              e);
        }
        if ((e.getErrorCode() & PRIMARY_CODE) != BUSY || !pause(deadline)) {
          throw e;
        }
      }
    }
  }

  /** Waits a little; false when the deadline is over or the thread was interrupted. */
  static boolean pause(long deadlineNanos) {
    if (System.nanoTime() - deadlineNanos >= 0) {
      return false;
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void commit(Connection connection) throws SQLException {
    try {
      OwnStatements.run(connection, "COMMIT");
    } catch (SQLException e) {
      throw MigrationException.failed(null, "the commit of the migrations", e);
    }
  }

  private static void rollback(Connection connection, Throwable failure) {
    try {
      OwnStatements.run(connection, "ROLLBACK");
    } catch (SQLException e) {
      // SQLite has rolled back by itself after a full disk, an I/O error or OR ROLLBACK.
      if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
        failure.addSuppressed(e);
      }
    }
  }
}
