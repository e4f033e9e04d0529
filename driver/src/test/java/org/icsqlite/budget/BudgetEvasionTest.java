package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Function;

/** Ways around a budget, none of which leads around it. */
class BudgetEvasionTest {

  private static final String WITHOUT_END =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)";
  private static final RowMapper<Long> FIRST = row -> row.getLong(1);

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

  /** Work within a call of a function that SQLite makes. */
  private interface Work {
    long run() throws SQLException;
  }

  private void function(String name, Work work) throws SQLException {
    Function.create(
        connection,
        name,
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            result(work.run());
          }
        });
  }

  private static void swallow(Work work) {
    try {
      work.run();
    } catch (SQLException e) {
      assertTrue(e.getMessage().length() > 0);
    }
  }

  @Test
  void aMapperThatHidesAFailureGetsNoPartOfTheResult() {
    for (int rows : new int[] {1, 3, 100, 999}) {
      List<SQLException> hidden = new ArrayList<>();
      SQLException thrown =
          assertThrows(
              SQLException.class,
              () ->
                  connection.query(
                      "SELECT id FROM t",
                      budget().maxRows(rows).build(),
                      row -> {
                        try {
                          while (row.next()) {
                            assertTrue(row.getLong(1) <= rows);
                          }
                        } catch (SQLException e) {
                          hidden.add(e);
                        }
                        return 0;
                      }));
      Budgets.exceeded(
          BudgetLimit.ROWS,
          () -> {
            throw hidden.get(0);
          });
      assertEquals(rows, ExecutionMetrics.of(thrown).orElseThrow().rows());
    }
    SQLException steps =
        assertThrows(
            SQLException.class,
            () ->
                connection.query(
                    WITHOUT_END + " SELECT i FROM n",
                    budget().maxVmSteps(50_000).build(),
                    row -> {
                      swallow(
                          () -> {
                            while (row.next()) {
                              assertTrue(row.getLong(1) > 0);
                            }
                            return 0;
                          });
                      return 0;
                    }));
    assertTrue(ExecutionMetrics.of(steps).orElseThrow().rows() > 1);
  }

  @Test
  void aMapperThatClosesItsRowsGetsNoPartOfTheResult() {
    assertThrows(
        SQLException.class,
        () ->
            connection.query(
                "SELECT id FROM t",
                QueryBudget.defaults(),
                row -> {
                  row.close();
                  return 0;
                }));
  }

  @Test
  void rowsThatAMapperSkipsCount() throws SQLException {
    RowMapper<Long> everySecond =
        row -> {
          row.next();
          return row.getLong(1);
        };
    QueryReport<Long> report = connection.query("SELECT id FROM t", budget().build(), everySecond);
    assertEquals(500, report.rows().size());
    assertEquals(1_000, report.metrics().rows());
    assertEquals(8_000, report.metrics().payloadBytes());
    Budgets.exceeded(
        BudgetLimit.ROWS,
        () -> connection.query("SELECT id FROM t", budget().maxRows(999).build(), everySecond));
  }

  @Test
  void theMetricsOfAFailureCountTheRowsThatWereSeen() {
    for (int seen : new int[] {1, 2, 9, 10, 73, 74, 500, 1_000}) {
      IllegalStateException thrown =
          assertThrows(
              IllegalStateException.class,
              () ->
                  connection.query(
                      "SELECT id, body FROM t",
                      QueryBudget.defaults(),
                      row -> {
                        boolean last = row.isLast();
                        if (row.getLong(1) == seen) {
                          throw new IllegalStateException("seen, last: " + last);
                        }
                        return 0;
                      }));
      ExecutionMetrics metrics = ExecutionMetrics.of(thrown).orElseThrow();
      assertEquals(seen, metrics.rows());
      long payload = 0;
      for (int i = 1; i <= seen; i++) {
        payload += 8 + ("text " + i).length();
      }
      assertEquals(payload, metrics.payloadBytes());
    }
  }

  @Test
  void aFunctionThatRunsQueriesWithBudgetsDoesNotRenewTheStepsOfTheOneAroundIt()
      throws SQLException {
    AtomicInteger calls = new AtomicInteger();
    try (PreparedStatement inner = connection.prepareStatement("SELECT 7")) {
      inner
          .unwrap(StatementBudget.class)
          .setQueryBudget(budget().maxVmSteps(1_000).progressInterval(40).build());
      function(
          "f",
          () -> {
            if (calls.incrementAndGet() > 100_000) {
              throw new SQLException("goes on and on");
            }
            try (ResultSet row = inner.executeQuery()) {
              row.next();
              return row.getLong(1);
            }
          });
      BudgetExceededException failure =
          Budgets.exceeded(
              BudgetLimit.VM_STEPS,
              () ->
                  connection.query(
                      WITHOUT_END + " SELECT sum(f()) FROM n",
                      budget().maxVmSteps(20_000).build(),
                      FIRST));
      assertTrue(failure.observed() <= 21_000, failure.getMessage());
      assertEquals(1_000, Budgets.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void aQueryWithinAFunctionHasItsOwnStepsAndItsFailureIsNotThatOfTheOneAroundIt()
      throws SQLException {
    QueryBudget small = budget().maxVmSteps(500).progressInterval(10).build();
    function(
        "f",
        () -> {
          Budgets.exceeded(
              BudgetLimit.VM_STEPS,
              () -> {
                try (PreparedStatement inner =
                    connection.prepareStatement(WITHOUT_END + " SELECT sum(i) FROM n")) {
                  inner.unwrap(StatementBudget.class).setQueryBudget(small);
                  inner.executeQuery();
                }
              });
          return 1;
        });
    assertEquals(
        List.of(1_000L),
        connection
            .query("SELECT sum(f()) FROM t", budget().maxVmSteps(100_000).build(), FIRST)
            .rows());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO t SELECT 1000 + id, hex(zeroblob(9000)) FROM t RETURNING id",
        "INSERT INTO t SELECT id, hex(zeroblob(9000)) FROM t WHERE true"
            + " ON CONFLICT(id) DO UPDATE SET body = excluded.body",
        "INSERT OR REPLACE INTO t SELECT id, hex(zeroblob(9000)) FROM t",
        "INSERT OR IGNORE INTO t SELECT 900 + id, hex(zeroblob(9000)) FROM t",
        "INSERT OR FAIL INTO t SELECT 500 - id, hex(zeroblob(9000)) FROM t",
        "INSERT OR ROLLBACK INTO t SELECT 500 - id, hex(zeroblob(9000)) FROM t",
        "UPDATE OR FAIL t SET id = id - 1 + (id = 900) * -700, body = hex(zeroblob(9000))",
        "WITH b(x) AS (SELECT hex(zeroblob(9000))) UPDATE t SET body = (SELECT x FROM b)",
        "UPDATE t SET body = b.x FROM (SELECT hex(zeroblob(9000)) AS x) b RETURNING body",
        "UPDATE v SET body = hex(zeroblob(9000))",
        "INSERT INTO r VALUES (1)",
        "INSERT INTO big VALUES (1)",
        "UPDATE parent SET id = 2",
        "CREATE TABLE copy AS SELECT id, hex(zeroblob(9000)) FROM t",
        "CREATE INDEX bodies ON t(body, id, body || hex(zeroblob(300)))",
        "INSERT INTO f SELECT hex(randomblob(2000)) FROM t",
      })
  void anUpdateThatExceedsItsPagesOrFailsChangesNoByte(String sql) throws SQLException {
    Budgets.run(
        connection,
        "CREATE VIEW v AS SELECT * FROM t; CREATE TRIGGER vu INSTEAD OF UPDATE ON v BEGIN"
            + " UPDATE t SET body = new.body WHERE id = old.id; END;"
            + " CREATE TABLE r(x); CREATE TRIGGER rr AFTER INSERT ON r BEGIN"
            + " UPDATE t SET body = hex(zeroblob(9000)) WHERE id < 100;"
            + " SELECT RAISE(ROLLBACK, 'no'); END;"
            + " CREATE TABLE big(x); CREATE TRIGGER bb AFTER INSERT ON big BEGIN"
            + " INSERT INTO big SELECT hex(zeroblob(9000)) FROM t; END;"
            + " CREATE TABLE parent(id INTEGER PRIMARY KEY); INSERT INTO parent VALUES (1);"
            + " CREATE TABLE child(p REFERENCES parent ON UPDATE CASCADE, b);"
            + " INSERT INTO child SELECT 1, hex(zeroblob(5000)) FROM t;"
            + " CREATE VIRTUAL TABLE f USING fts5(b);"
            + " PRAGMA foreign_keys = ON; PRAGMA cache_size = 10");
    long before = Budgets.image(connection).checksum();
    for (int pages : new int[] {0, 1, 2, 5, 20}) {
      assertThrows(
          SQLException.class,
          () ->
              connection.update(
                  sql,
                  UpdateBudget.builder()
                      .maxDirtyPages(pages)
                      .maxChangedBytes(UpdateBudget.UNLIMITED)
                      .build()));
      assertEquals(before, Budgets.image(connection).checksum(), sql);
      assertTrue(connection.getAutoCommit());
    }
    for (long steps : new long[] {0, 100, 3_000}) {
      assertThrows(
          SQLException.class,
          () -> connection.update(sql, UpdateBudget.builder().maxVmSteps(steps).build()));
      assertEquals(before, Budgets.image(connection).checksum(), sql);
    }
    assertEquals(
        1,
        connection
            .update("UPDATE t SET body = 'x' WHERE id = 5", UpdateBudget.defaults())
            .changes());
    assertEquals("ok", Budgets.text(connection, "PRAGMA integrity_check"));
  }

  @Test
  void temporaryTriggersAndTablesAreOutOfReach() throws SQLException {
    Budgets.run(
        connection,
        "CREATE TEMP TABLE seen(id); CREATE TEMP TRIGGER tt AFTER UPDATE ON main.t BEGIN"
            + " INSERT INTO seen VALUES (new.id); END");
    long before = Budgets.image(connection).checksum();
    for (String sql :
        List.of(
            "UPDATE t SET body = 'x' WHERE id = 1",
            "INSERT INTO seen VALUES (1)",
            "INSERT INTO t SELECT 2000 + id, id FROM seen",
            "DELETE FROM temp.seen",
            "DROP TRIGGER tt",
            "CREATE TEMP VIEW w AS SELECT 1")) {
      SQLException refused =
          assertThrows(
              SQLException.class, () -> connection.update(sql, UpdateBudget.defaults()), sql);
      assertEquals(23, refused.getErrorCode() & 0xff, sql);
      assertEquals(before, Budgets.image(connection).checksum());
      assertEquals(0, Budgets.number(connection, "SELECT count(*) FROM seen"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMMIT",
        "END",
        "ROLLBACK",
        "SAVEPOINT s",
        "RELEASE s",
        "BEGIN",
        "DETACH temp",
        "VACUUM"
      })
  void aFunctionCannotEndTheTransactionThatItRunsIn(String sql) throws SQLException {
    // Compiled before, and kept, so that nobody authorizes it again.
    try (PreparedStatement prepared = connection.prepareStatement(sql);
        Statement fresh = connection.createStatement()) {
      function(
          "f",
          () -> {
            swallow(() -> prepared.execute() ? 1 : 0);
            swallow(() -> fresh.execute(sql) ? 1 : 0);
            swallow(
                () -> {
                  connection.commit();
                  return 0;
                });
            swallow(
                () -> {
                  connection.rollback();
                  return 0;
                });
            return 1;
          });
      long before = Budgets.image(connection).checksum();
      assertThrows(
          SQLException.class,
          () ->
              connection.update(
                  "UPDATE t SET body = hex(zeroblob(9000 * f()))",
                  UpdateBudget.builder().maxDirtyPages(5).build()));
      assertEquals(before, Budgets.image(connection).checksum());
      assertTrue(connection.getAutoCommit());
      assertEquals(
          1, connection.update("DELETE FROM t WHERE id = 3", UpdateBudget.defaults()).changes());
    }
  }

  @Test
  void whatAFunctionWritesCountsInTheUpdateAroundIt() throws SQLException {
    Budgets.run(connection, "CREATE TABLE log(b)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO log VALUES (zeroblob(20000))")) {
      function("f", insert::executeUpdate);
      long before = Budgets.image(connection).checksum();
      Budgets.exceeded(
          BudgetLimit.DIRTY_PAGES,
          () ->
              connection.update(
                  "UPDATE t SET body = f() WHERE id <= 10",
                  UpdateBudget.builder().maxDirtyPages(12).build()));
      assertEquals(before, Budgets.image(connection).checksum());
      UpdateReport report =
          connection.update("UPDATE t SET body = f() WHERE id <= 3", UpdateBudget.defaults());
      assertEquals(3, report.changes());
      assertEquals(3, Budgets.number(connection, "SELECT count(*) FROM log"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | DROP TABLE IF EXISTS missing",
        "0 | EXPLAIN DELETE FROM t",
        "0 | EXPLAIN QUERY PLAN DELETE FROM t",
        "1000 | DELETE FROM t",
        "2 | INSERT INTO t VALUES (5, 'x'), (5000, 'y') ON CONFLICT(id) DO UPDATE SET body = 'z'",
        "1 | INSERT OR IGNORE INTO t VALUES (5, 'x'), (5000, 'y')",
        "2 | REPLACE INTO t VALUES (5, 'x'), (5000, 'y')",
        "3 | WITH b(x) AS (SELECT 3) DELETE FROM t WHERE id <= (SELECT x FROM b) RETURNING id",
        "0 | UPDATE t SET body = 'x' WHERE id < 0",
        "0 | CREATE TABLE copy AS SELECT * FROM t",
        "0 | ANALYZE",
        "0 | REINDEX",
      })
  void theCountIsThatOfTheStatementAndNeverAnOlderOne(long changes, String sql)
      throws SQLException {
    Budgets.run(connection, "CREATE INDEX bodies ON t(body)");
    connection.update("UPDATE t SET body = 'y' WHERE id <= 77", UpdateBudget.defaults());
    assertEquals(changes, connection.update(sql, UpdateBudget.defaults()).changes());
  }

  @Test
  void aBudgetEndsWithItsStatement() throws SQLException {
    QueryBudget one = budget().maxRows(1).maxVmSteps(10).progressInterval(1).build();
    try (PreparedStatement limited = connection.prepareStatement("SELECT id FROM t")) {
      limited.unwrap(StatementBudget.class).setQueryBudget(one);
      assertThrows(SQLException.class, () -> all(limited.executeQuery()));
    }
    // The compiled statement comes from the cache, the budget does not come with it.
    try (PreparedStatement again = connection.prepareStatement("SELECT id FROM t")) {
      assertTrue(again.unwrap(StatementBudget.class).getQueryBudget().isUnlimited());
      assertEquals(1_000, all(again.executeQuery()));
    }
    assertThrows(
        SQLException.class,
        () ->
            connection.update(
                "DELETE FROM t",
                UpdateBudget.builder().maxVmSteps(1).maxDirtyPages(0).maxValueBytes(40).build()));
    Budgets.run(connection, "UPDATE t SET body = hex(zeroblob(5000))");
    assertEquals(10_000, Budgets.number(connection, "SELECT max(length(body)) FROM t"));
    assertFalse(connection.isClosed());
  }

  private static int all(ResultSet rows) throws SQLException {
    int count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }
}
