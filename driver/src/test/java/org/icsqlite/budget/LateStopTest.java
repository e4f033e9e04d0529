package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.Function;
import org.sqlite.ProgressHandler;

/** SQLite looks for a stop between its steps; here one step lasts longer than the time. */
class LateStopTest {

  private static final String MANY =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
          + " SELECT i FROM n";
  private static final String WITHOUT_END =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n";

  private static final long LATEST_MILLIS = 50;
  private static final int TRIES = 5;

  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Budgets.open("?query_timeout=50");
    Function.create(
        connection,
        "late",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(250);
            while (System.nanoTime() < end) {
              Thread.onSpinWait();
            }
            result(1);
          }
        });
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void requireUsable() throws SQLException {
    assertEquals(7, Budgets.number(connection, "SELECT 7"));
    Budgets.run(connection, "INSERT INTO t(body) VALUES ('usable')");
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
  }

  private BudgetTimeoutException timeout(Statement statement, String sql) {
    return assertThrows(
        BudgetTimeoutException.class,
        () -> {
          try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
              assertEquals(0, rows.getInt(1), "a row of a step that ended too late");
            }
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"true, 0", "true, 1", "true, 100", "false, 0", "false, 1"})
  void aStatementThatStandsAtARowAfterItsTimeFails(boolean autoCommit, int fetchSize)
      throws SQLException {
    connection.setAutoCommit(autoCommit);
    try (Statement bystander = connection.createStatement();
        Statement statement = connection.createStatement()) {
      bystander.unwrap(StatementBudget.class).setQueryBudget(QueryBudget.unlimited());
      bystander.setFetchSize(1);
      ResultSet open = bystander.executeQuery(MANY);
      assertTrue(open.next());
      statement.setFetchSize(fetchSize);
      BudgetTimeoutException failure = timeout(statement, "SELECT late() UNION ALL SELECT 2");
      assertEquals("HYT00", failure.getSQLState());
      assertTrue(failure.metrics().executeNanos() >= TimeUnit.MILLISECONDS.toNanos(250));
      requireUsable();
      int rows = 1;
      while (open.next()) {
        rows++;
      }
      assertEquals(500, rows);
    }
  }

  @Test
  void aFetchThatEndsAfterTheTimeFails() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1);
      ResultSet rows =
          statement.executeQuery("SELECT 1 UNION ALL SELECT late() UNION ALL SELECT 3");
      assertTrue(rows.next());
      assertThrows(BudgetTimeoutException.class, rows::next);
      requireUsable();
      assertThrows(SQLException.class, rows::next);
    }
  }

  @Test
  void aWriteWithReturningThatStandsAtARowAfterItsTimeChangesNothing() throws SQLException {
    long before = Budgets.image(connection).checksum();
    try (Statement statement = connection.createStatement()) {
      timeout(statement, "INSERT INTO t(body) VALUES (late()), (2) RETURNING id");
    }
    assertEquals(before, Budgets.image(connection).checksum());
    requireUsable();
  }

  @Test
  void aQueryThatHasEndedAfterItsTimeFails() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      timeout(statement, "SELECT 1 WHERE late() = 0");
    }
    QueryBudget budget = QueryBudget.builder().timeout(Duration.ofMillis(50)).build();
    assertThrows(
        BudgetTimeoutException.class,
        () -> connection.query("SELECT 1 WHERE late() = 0", budget, row -> row.getLong(1)));
    requireUsable();
  }

  @Test
  void aTimeoutOfLessThanAMillisecondIsNotSaidToBeNone() {
    QueryBudget budget = QueryBudget.builder().timeout(Duration.ofNanos(200_000)).build();
    BudgetTimeoutException failure =
        assertThrows(
            BudgetTimeoutException.class,
            () -> connection.query("SELECT late()", budget, row -> row.getLong(1)));
    assertEquals(1, failure.limitValue());
    assertTrue(failure.getMessage().contains("timeout is 1 ms"), failure.getMessage());
  }

  @Test
  void theFailureOfABatchHasTheMetricsOfItsCause() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t(body) " + WITHOUT_END)) {
      insert.addBatch();
      SQLException failure = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertTrue(ExecutionMetrics.of(failure).orElseThrow().vmSteps() > 0);
      assertEquals(Optional.empty(), ExecutionMetrics.of(new SQLException("another")));
    }
  }

  @Test
  void anUpdateThatHasEndedAfterItsTimeChangesNothing() throws SQLException {
    UpdateBudget budget = UpdateBudget.builder().timeout(Duration.ofMillis(50)).build();
    long before = Budgets.image(connection).checksum();
    for (String returning : new String[] {"", " RETURNING id"}) {
      assertThrows(
          BudgetTimeoutException.class,
          () -> connection.update("INSERT INTO t(body) VALUES (late())" + returning, budget));
      assertEquals(before, Budgets.image(connection).checksum());
    }
    requireUsable();
  }

  @Test
  void anOrdinaryWriteThatWasCommittedAfterItsTimeDoesNotClaimToHaveFailed() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      assertEquals(1, statement.executeUpdate("INSERT INTO t(body) VALUES (late())"));
    }
    assertEquals(1, Budgets.number(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void behindAHandlerOfTheUsersAnInterruptEndsWithTheCallThatWasMeant() throws SQLException {
    try (Statement bystander = connection.createStatement();
        Statement statement = connection.createStatement()) {
      bystander.unwrap(StatementBudget.class).setQueryBudget(QueryBudget.unlimited());
      bystander.setFetchSize(1);
      ResultSet open = bystander.executeQuery(MANY);
      assertTrue(open.next());
      ProgressHandler.setHandler(
          connection,
          1_000,
          new ProgressHandler() {
            @Override
            protected int progress() {
              return 0;
            }
          });
      timeout(statement, "SELECT late() UNION ALL SELECT 2");
      requireUsable();
      assertEquals("57014", assertThrows(SQLException.class, open::next).getSQLState());
      long best = Long.MAX_VALUE;
      for (int i = 0; i < TRIES && best > LATEST_MILLIS; i++) {
        long start = System.nanoTime();
        timeout(statement, WITHOUT_END);
        best = Math.min(best, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) - 50);
      }
      assertTrue(best >= 0 && best <= LATEST_MILLIS, "late by " + best + " ms at least");
      requireUsable();
    } finally {
      ProgressHandler.clearHandler(connection);
    }
  }
}
