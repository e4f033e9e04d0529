package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.junit.jupiter.api.function.Executable;

/** What the tests of budgets share. */
final class Budgets {

  private static final AtomicLong NAMES = new AtomicLong();

  private Budgets() {}

  /** A connection to a fresh database with a table t(id, body). */
  static IcSqliteConnection open(String settings) throws SQLException {
    IcSqliteConnection connection =
        DriverManager.getConnection(
                "jdbc:icsqlite:mem:budget-" + NAMES.incrementAndGet() + settings)
            .unwrap(IcSqliteConnection.class);
    try (Statement statement = connection.createStatement()) {
      statement.unwrap(StatementBudget.class).setQueryBudget(QueryBudget.unlimited());
      statement.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT NOT NULL)");
    }
    return connection;
  }

  static void run(IcSqliteConnection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static long number(IcSqliteConnection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  static String text(IcSqliteConnection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  static DatabaseImage image(IcSqliteConnection connection) {
    return (DatabaseImage) connection.image();
  }

  static BudgetExceededException exceeded(BudgetLimit limit, Executable call) {
    SQLException thrown = assertThrows(SQLException.class, call);
    BudgetExceededException failure = assertInstanceOf(BudgetExceededException.class, thrown);
    assertEquals(limit, failure.limit(), failure.getMessage());
    assertEquals("54000", failure.getSQLState());
    return failure;
  }

  static SQLException refused(String text, Executable call) {
    SQLException thrown = assertThrows(SQLException.class, call);
    if (!thrown.getMessage().startsWith(text)) {
      throw new AssertionError("expected " + text, thrown);
    }
    return thrown;
  }
}
