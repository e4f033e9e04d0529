package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cases query_budget of the crate, with their numbers. */
class QueryBudgetTest {

  private static final RowMapper<Long> FIRST = row -> row.getLong(1);

  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Budgets.open("");
    Budgets.run(connection, "INSERT INTO t VALUES (1, 'abc'), (2, 'abc'), (3, 'abc')");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static QueryBudget.Builder budget() {
    return QueryBudget.builder();
  }

  @Test
  void exactlyTheLimitsPass() throws SQLException {
    QueryBudget exact = budget().maxRows(3).maxResultBytes(33).build();
    QueryReport<String> report =
        connection.query(
            "SELECT id, body FROM t ORDER BY body, id DESC", exact, row -> row.getString(2));
    assertEquals(List.of("abc", "abc", "abc"), report.rows());
    QueryMetrics metrics = report.metrics();
    assertEquals(3, metrics.rows());
    assertEquals(33, metrics.payloadBytes());
    assertTrue(metrics.vmSteps() > 0, metrics.toString());
    assertTrue(metrics.fullScanSteps() > 0, metrics.toString());
    assertEquals(1, metrics.sorts());
    assertEquals(1, metrics.runs());
    assertEquals(0, metrics.reprepares());
    assertTrue(metrics.executeNanos() > 0, metrics.toString());
    assertTrue(metrics.prepareNanos() > 0, metrics.toString());
  }

  @Test
  void oneRowTooManyFailsAfterTheOthersWereMapped() throws SQLException {
    List<Long> mapped = new ArrayList<>();
    BudgetExceededException failure =
        Budgets.exceeded(
            BudgetLimit.ROWS,
            () ->
                connection.query(
                    "SELECT id FROM t ORDER BY id",
                    budget().maxRows(2).build(),
                    row -> mapped.add(row.getLong(1))));
    assertEquals(List.of(1L, 2L), mapped);
    assertTrue(
        failure.getMessage().startsWith("query budget exceeded: Rows"), failure.getMessage());
    assertEquals(2, failure.limitValue());
    assertEquals(3, failure.observed());
    assertEquals(2, failure.metrics().rows());
    assertEquals(16, failure.metrics().payloadBytes());
    assertTrue(failure.metrics().vmSteps() > 0);
    assertEquals(
        List.of(1L, 2L, 3L),
        connection.query("SELECT id FROM t ORDER BY id", QueryBudget.defaults(), FIRST).rows());
  }

  @Test
  void oneByteTooManyFails() {
    BudgetExceededException failure =
        Budgets.exceeded(
            BudgetLimit.RESULT_BYTES,
            () ->
                connection.query(
                    "SELECT id, body FROM t", budget().maxResultBytes(32).build(), FIRST));
    assertTrue(failure.getMessage().startsWith("query budget exceeded: ResultBytes"));
    assertEquals(22, failure.metrics().payloadBytes());
    assertEquals(33, failure.observed());
  }

  @Test
  void theRowsAreLookedAtBeforeTheBytes() {
    Budgets.exceeded(
        BudgetLimit.ROWS,
        () -> connection.query("SELECT 1", budget().maxRows(0).maxResultBytes(0).build(), FIRST));
  }

  @Test
  void anOversizedBlobIsNotMapped() {
    List<Integer> mapped = new ArrayList<>();
    BudgetExceededException failure =
        Budgets.exceeded(
            BudgetLimit.RESULT_BYTES,
            () ->
                connection.query(
                    "SELECT zeroblob(10000)",
                    budget().maxResultBytes(9_999).build(),
                    row -> mapped.add(1)));
    assertEquals(List.of(), mapped);
    assertEquals(0, failure.metrics().payloadBytes());
    assertEquals(0, failure.metrics().rows());
  }

  @Test
  void valuesCountAsTheCrateCountsThem() throws SQLException {
    String sql = "SELECT NULL, 1, 1.5, 'あ', x'0001'";
    QueryReport<byte[]> report =
        connection.query(sql, budget().maxResultBytes(21).build(), row -> row.getBytes(5));
    assertEquals(21, report.metrics().payloadBytes());
    Budgets.exceeded(
        BudgetLimit.RESULT_BYTES,
        () -> connection.query(sql, budget().maxResultBytes(20).build(), FIRST));
  }

  @Test
  void limitsMayBeZero() throws SQLException {
    QueryBudget none = budget().maxRows(0).maxResultBytes(0).build();
    assertEquals(List.of(), connection.query("SELECT 1 WHERE 0", none, FIRST).rows());
    Budgets.exceeded(BudgetLimit.ROWS, () -> connection.query("SELECT NULL", none, FIRST));
    QueryBudget oneRow = budget().maxRows(1).maxResultBytes(0).build();
    assertEquals(1, connection.query("SELECT NULL", oneRow, FIRST).metrics().rows());
  }

  @Test
  void failuresOfBindingAndMappingKeepTheMetrics() {
    QueryBudget budget = QueryBudget.defaults();
    Budgets.refused(
        "SQL parameter count mismatch: expected 1, actual 0",
        () -> connection.query("SELECT ?", budget, FIRST));
    SQLException type =
        assertThrows(
            SQLException.class,
            () -> connection.query("SELECT 'x'", budget, row -> row.getObject(1, Long.class)));
    ExecutionMetrics metrics = ExecutionMetrics.of(type).orElseThrow();
    assertEquals(1, metrics.rows());
    assertEquals(1, metrics.payloadBytes());
    assertTrue(metrics.vmSteps() > 0);
    assertThrows(
        SQLException.class, () -> connection.query("SELECT 1", budget, row -> row.getLong(2)));
    Budgets.refused(
        "SQL contains trailing text after the first statement",
        () -> connection.query("SELECT 1; SELECT 2", budget, FIRST));
    Budgets.refused(
        "SQL contains no statement", () -> connection.query(" -- nothing", budget, FIRST));
    assertThrows(
        SQLException.class, () -> connection.query("SELECT nothing FROM t", budget, FIRST));
  }

  @Test
  void textsAndValuesHaveLimitsThatAreTakenBack() throws SQLException {
    BudgetExceededException text =
        Budgets.exceeded(
            BudgetLimit.SQL_BYTES,
            () -> connection.query("SELECT 12345", budget().maxSqlBytes(10).build(), FIRST));
    assertTrue(text.getMessage().startsWith("SQL exceeds max_sql_bytes"), text.getMessage());
    assertEquals(12, text.observed());
    assertEquals(
        List.of(1L),
        connection.query("SELECT  1 ", budget().maxSqlBytes(10).build(), FIRST).rows());
    BudgetExceededException value =
        Budgets.exceeded(
            BudgetLimit.VALUE_BYTES,
            () ->
                connection.query(
                    "SELECT zeroblob(1000)", budget().maxValueBytes(100).build(), FIRST));
    assertEquals(18, value.getErrorCode());
    assertEquals(100, value.limitValue());
    QueryReport<byte[]> unlimited =
        connection.profile("SELECT zeroblob(1000)", row -> row.getBytes(1));
    assertEquals(1_000, unlimited.rows().get(0).length);
  }

  @Test
  void valuesThatAreBoundObeyTheLimit() throws SQLException {
    QueryBudget hundred = budget().maxValueBytes(100).build();
    Budgets.exceeded(
        BudgetLimit.VALUE_BYTES,
        () -> connection.query("SELECT length(?)", hundred, FIRST, new byte[1_000]));
    assertEquals(
        List.of(100L), connection.query("SELECT length(?)", hundred, FIRST, new byte[100]).rows());
  }

  @Test
  void aMapperCannotRunAnotherBudgetedQueryButAnOrdinaryOne() throws SQLException {
    QueryReport<Long> report =
        connection.query(
            "SELECT id FROM t",
            QueryBudget.defaults(),
            row -> {
              Budgets.refused(
                  "a query observer is already active on this connection",
                  () -> connection.query("SELECT 1", QueryBudget.defaults(), FIRST));
              Budgets.refused(
                  "cannot mutate database while a query connection is active",
                  () -> connection.update("DELETE FROM t", UpdateBudget.defaults()));
              return Budgets.number(connection, "SELECT count(*) FROM t");
            });
    assertEquals(List.of(3L, 3L, 3L), report.rows());
  }

  @Test
  void everythingIsTakenBackWhenAMapperThrows() throws SQLException {
    IllegalStateException thrown = new IllegalStateException("mapper");
    QueryBudget small = budget().maxValueBytes(100).maxVmSteps(10_000).build();
    assertSame(
        thrown,
        assertThrows(
            IllegalStateException.class,
            () ->
                connection.query(
                    "SELECT id FROM t",
                    small,
                    row -> {
                      throw thrown;
                    })));
    assertEquals(1, ExecutionMetrics.of(thrown).orElseThrow().rows());
    assertEquals(1_000, Budgets.number(connection, "SELECT length(zeroblob(1000))"));
    assertEquals(
        20_000,
        Budgets.number(
            connection,
            "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
                + " SELECT count(*) FROM n"));
    assertEquals(List.of(1L, 2L, 3L), connection.query("SELECT id FROM t", small, FIRST).rows());
  }

  @Test
  void theMetricsOfAStatementThatIsUsedAgainBeginAnew() throws SQLException {
    QueryMetrics first =
        connection.query("SELECT id FROM t", QueryBudget.defaults(), FIRST).metrics();
    QueryMetrics second =
        connection.query("SELECT id FROM t", QueryBudget.defaults(), FIRST).metrics();
    assertEquals(1, second.runs());
    assertEquals(first.vmSteps(), second.vmSteps());
    assertEquals(first.fullScanSteps(), second.fullScanSteps());
  }

  @Test
  void whatCannotBeRunIsRefusedFirst() throws SQLException {
    for (long interval : new long[] {0, 4_294_967_295L}) {
      SQLException invalid =
          Budgets.refused(
              "invalid query budget: progress_interval must be 1..=i32::MAX",
              () ->
                  connection.query(
                      "no SQL",
                      budget().progressInterval(interval).maxSqlBytes(0).maxInstructions(1).build(),
                      FIRST));
      assertEquals("22023", invalid.getSQLState());
    }
    for (QueryBudget wrong :
        List.of(
            budget().maxSqlBytes(0).maxInstructions(1).build(),
            budget().maxValueBytes(0).build(),
            budget().maxValueBytes(1L << 31).build())) {
      Budgets.refused(
          "invalid query budget: SQL/value limits must be 1..=i32::MAX",
          () -> connection.query("no SQL", wrong, FIRST));
    }
    SQLException instructions =
        Budgets.refused(
            "IC instruction budgets require wasm32 execution",
            () -> connection.query("no SQL", budget().maxInstructions(1).build(), FIRST));
    assertTrue(instructions.getMessage().contains("max_vm_steps"), instructions.getMessage());
    assertEquals("0A000", instructions.getSQLState());
    Budgets.refused(
        "measured queries require a read-only statement",
        () -> connection.query("DELETE FROM t", QueryBudget.defaults(), FIRST));
    assertEquals(3, Budgets.number(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void theReadsOfTheDatabaseAreCounted() throws SQLException {
    Budgets.run(
        connection,
        "WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
            + " INSERT INTO t SELECT i, hex(zeroblob(1000)) FROM n");
    connection.createStatement().execute("PRAGMA shrink_memory");
    QueryMetrics cold =
        connection
            .query("SELECT sum(length(body)) FROM t", QueryBudget.defaults(), FIRST)
            .metrics();
    assertTrue(cold.vfsReadCalls() > 20, cold.toString());
    assertTrue(cold.vfsReadBytes() >= 20 * 16_384, cold.toString());
    assertTrue(cold.vfsReadBytes() <= cold.vfsReadCalls() * 16_384, cold.toString());
    QueryMetrics warm =
        connection
            .query("SELECT sum(length(body)) FROM t", QueryBudget.defaults(), FIRST)
            .metrics();
    assertTrue(warm.vfsReadCalls() <= 1, "at most the look at the version: " + warm);
  }

  @Test
  void budgetsOfTwoConnectionsDoNotMeet() throws SQLException {
    try (IcSqliteConnection other = Budgets.open("")) {
      List<Long> nested =
          connection
              .query(
                  "SELECT id FROM t",
                  QueryBudget.defaults(),
                  row -> other.query("SELECT 7", QueryBudget.defaults(), FIRST).rows().get(0))
              .rows();
      assertEquals(List.of(7L, 7L, 7L), nested);
    }
  }

  @Test
  void stepsAreLimitedExactlyWhenTheQueryEnds() throws SQLException {
    String sql = "SELECT sum(length(body)) FROM t";
    long steps = connection.profile(sql, FIRST).metrics().vmSteps();
    assertEquals(
        List.of(9L), connection.query(sql, budget().maxVmSteps(steps).build(), FIRST).rows());
    BudgetExceededException failure =
        Budgets.exceeded(
            BudgetLimit.VM_STEPS,
            () -> connection.query(sql, budget().maxVmSteps(steps - 1).build(), FIRST));
    assertEquals(steps, failure.observed());
    assertTrue(failure.getMessage().startsWith("query budget exceeded: VmSteps"));
  }

  @Test
  void theResultSetOfAMapperReadsAsAnyOther() throws SQLException {
    QueryReport<String> report =
        connection.query(
            "SELECT body FROM t WHERE id = ?",
            QueryBudget.defaults(),
            (ResultSet row) -> new String(row.getBytes("body"), StandardCharsets.UTF_8),
            2);
    assertEquals(List.of("abc"), report.rows());
  }
}
