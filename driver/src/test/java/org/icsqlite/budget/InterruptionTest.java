package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.icsqlite.jdbc.NativeHeap;
import org.icsqlite.jdbc.OpenStatements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that would not end. */
class InterruptionTest {

  private static final String WITHOUT_END =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)";
  private static final String SUM = WITHOUT_END + " SELECT sum(i) FROM n";
  private static final String CROSS_JOIN =
      "SELECT count(*) FROM t a, t b, t c, t d WHERE a.id + b.id + c.id + d.id < 0";
  private static final String SORT =
      "SELECT a.id FROM t a, t b, t c, t d ORDER BY a.body || b.body || c.id || d.id LIMIT 1";
  private static final long LATEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int TRIES = 5;

  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Budgets.open("");
    Budgets.run(
        connection, WITHOUT_END + " INSERT INTO t SELECT i, 'text ' || i FROM n LIMIT 1000");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static QueryBudget.Builder budget() {
    return QueryBudget.unlimited().toBuilder();
  }

  @ParameterizedTest
  @ValueSource(strings = {SUM, CROSS_JOIN, SORT})
  void aRunawayQueryStopsSoonAfterItsTimeout(String sql) throws SQLException {
    QueryBudget timeout = budget().timeout(Duration.ofMillis(100)).build();
    long best = Long.MAX_VALUE;
    // A machine with other work may be late once; it is not late each time.
    for (int i = 0; i < TRIES && best > LATEST_NANOS; i++) {
      long start = System.nanoTime();
      assertThrows(
          BudgetTimeoutException.class,
          () -> connection.query(sql, timeout, row -> row.getLong(1)));
      long late = System.nanoTime() - start - TimeUnit.MILLISECONDS.toNanos(100);
      assertTrue(late >= 0, "stopped " + -late + " ns before its timeout");
      best = Math.min(best, late);
      assertEquals(1_000, Budgets.number(connection, "SELECT count(*) FROM t"));
    }
    assertTrue(best <= LATEST_NANOS, "late by " + best + " ns at least");
  }

  @ParameterizedTest
  @ValueSource(strings = {SUM, CROSS_JOIN, SORT, WITHOUT_END + " SELECT i FROM n"})
  void aRunawayQueryStopsWithinOneIntervalOfItsSteps(String sql) throws SQLException {
    for (long interval : new long[] {50, 1_000, 7_777}) {
      for (long steps : new long[] {0, 1, 1_000, 99_999, 100_000}) {
        QueryBudget limited = budget().maxVmSteps(steps).progressInterval(interval).build();
        BudgetExceededException failure =
            Budgets.exceeded(
                BudgetLimit.VM_STEPS, () -> connection.query(sql, limited, row -> row.getLong(1)));
        assertTrue(failure.observed() > steps, failure.getMessage());
        // A query whose rows go to Java ends with the batch of rows at the latest.
        assertTrue(
            failure.observed() <= steps + interval,
            sql + ", interval " + interval + ": " + failure.getMessage());
      }
    }
    assertEquals(1_000, Budgets.number(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void aThousandInterruptionsLeakNothing() throws SQLException {
    QueryBudget steps = budget().maxVmSteps(2_000).build();
    QueryBudget time = budget().timeout(Duration.ofMillis(1)).build();
    connection.setStatementCacheSize(0);
    int compiled = OpenStatements.of(connection);
    for (int i = 0; i < 500; i++) {
      Budgets.exceeded(
          BudgetLimit.VM_STEPS, () -> connection.query(SUM, steps, row -> row.getLong(1)));
      assertThrows(
          BudgetTimeoutException.class,
          () -> connection.query(CROSS_JOIN, time, row -> row.getLong(1)));
      if (i % 50 == 0) {
        assertEquals(1_000, Budgets.number(connection, "SELECT count(*) FROM t"));
      }
    }
    assertEquals(compiled, OpenStatements.of(connection));
    assertEquals(0, Budgets.image(connection).openSnapshots());
    assertEquals(
        1_000,
        connection
            .query("SELECT id FROM t", QueryBudget.defaults(), row -> row.getLong(1))
            .rows()
            .size());
  }

  @Test
  void aThousandInterruptionsKeepNoNativeMemory() throws Exception {
    QueryBudget steps = budget().maxVmSteps(2_000).build();
    QueryBudget time = budget().timeout(Duration.ofNanos(200_000)).build();
    long slack = 1_000 * 20;
    List<Long> growth =
        NativeHeap.growth(
            slack,
            () -> {
              for (int i = 0; i < 500; i++) {
                assertThrows(
                    BudgetExceededException.class,
                    () -> connection.query(SORT, steps, row -> row.getLong(1)));
                assertThrows(
                    BudgetTimeoutException.class,
                    () -> connection.query(SUM, time, row -> row.getLong(1)));
              }
            });
    assertTrue(Collections.min(growth) < slack, "the native heap grew by " + growth);
  }

  /** A query over views of two views each, which takes SQLite some seconds to compile. */
  private String overDoublingViews() throws SQLException {
    Budgets.run(connection, "CREATE VIEW v0 AS SELECT 1 AS x");
    for (int i = 1; i <= 12; i++) {
      String below = "(SELECT x FROM v" + (i - 1) + ")";
      Budgets.run(connection, "CREATE VIEW v" + i + " AS SELECT " + below + " + " + below + " x");
    }
    return "SELECT 0" + " + (SELECT x FROM v12)".repeat(12);
  }

  @Test
  void compilingIsStoppedToo() throws SQLException {
    String sql = overDoublingViews();
    QueryBudget timeout = budget().timeout(Duration.ofMillis(50)).build();
    assertThrows(
        BudgetTimeoutException.class, () -> connection.query(sql, timeout, row -> row.getLong(1)));
    try (Statement statement = connection.createStatement()) {
      statement.unwrap(StatementBudget.class).setQueryBudget(timeout);
      assertThrows(BudgetTimeoutException.class, () -> statement.executeQuery(sql));
    }
    assertEquals(1_000, Budgets.number(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void anUpdateThatWouldNotEndChangesNothing() throws SQLException {
    long before = Budgets.image(connection).checksum();
    UpdateBudget timeout =
        UpdateBudget.unlimited().toBuilder().timeout(Duration.ofMillis(30)).build();
    assertThrows(
        BudgetTimeoutException.class,
        () ->
            connection.update(WITHOUT_END + " INSERT INTO t SELECT 1000 + i, 'x' FROM n", timeout));
    assertEquals(before, Budgets.image(connection).checksum());
    assertEquals(
        1, connection.update("DELETE FROM t WHERE id = 1", UpdateBudget.defaults()).changes());
  }
}
