package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.UnaryOperator;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cases update_budget of the crate, with their numbers. */
class UpdateBudgetTest {

  private static final String NINETY_NINE_BIG_ROWS =
      "WITH RECURSIVE n(i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < 100)"
          + " INSERT INTO t SELECT i, hex(zeroblob(10000)) FROM n";

  private static final UpdateBudget DEFAULTS = UpdateBudget.defaults();

  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Budgets.open("");
    Budgets.run(connection, "INSERT INTO t VALUES (1, 'one')");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static UpdateBudget budget(UnaryOperator<UpdateBudget.Builder> set) {
    return set.apply(UpdateBudget.builder()).build();
  }

  private long checksum() {
    return Budgets.image(connection).checksum();
  }

  private long rows() throws SQLException {
    return Budgets.number(connection, "SELECT count(*) FROM t");
  }

  @Test
  void returnedRowsAreDrainedAndFiguresReported() throws SQLException {
    UpdateReport report =
        connection.update("INSERT INTO t VALUES (?, ?) RETURNING id", DEFAULTS, 2, "two");
    assertEquals(1, report.changes());
    UpdateMetrics metrics = report.metrics();
    assertEquals(1, metrics.rows());
    assertTrue(metrics.vmSteps() > 0, metrics.toString());
    assertTrue(metrics.peakDirtyPages() >= 2, metrics.toString());
    assertEquals(metrics.peakDirtyPages() * 16_384, metrics.peakDirtyBytes());
    assertEquals(metrics.peakDirtyBytes(), metrics.committedBytes());
    assertTrue(metrics.commitNanos() > 0, metrics.toString());
    assertEquals(2, rows());
  }

  @Test
  void tooManyPagesChangeNothing() throws SQLException {
    long active = Budgets.image(connection).activeBytes();
    long before = checksum();
    BudgetExceededException pages =
        Budgets.exceeded(
            BudgetLimit.DIRTY_PAGES,
            () -> connection.update(NINETY_NINE_BIG_ROWS, budget(b -> b.maxDirtyPages(1))));
    assertTrue(
        pages.getMessage().startsWith("update budget exceeded: DirtyPages"), pages.getMessage());
    assertEquals(1, pages.limitValue());
    assertEquals(2, pages.observed());
    UpdateMetrics metrics = (UpdateMetrics) pages.metrics();
    assertEquals(1, metrics.peakDirtyPages());
    assertEquals(0, metrics.committedBytes());
    BudgetExceededException bytes =
        Budgets.exceeded(
            BudgetLimit.CHANGED_BYTES,
            () -> connection.update(NINETY_NINE_BIG_ROWS, budget(b -> b.maxChangedBytes(4_095))));
    assertEquals(16_384, bytes.observed());
    assertEquals(0, ((UpdateMetrics) bytes.metrics()).peakDirtyPages());
    assertEquals(active, Budgets.image(connection).activeBytes());
    assertEquals(before, checksum());
    assertEquals(1, connection.update("INSERT INTO t VALUES (2, 'two')", DEFAULTS).changes());
    assertEquals("ok", Budgets.text(connection, "PRAGMA integrity_check"));
  }

  @Test
  void spilledPagesCountBeforeTheCommit() throws SQLException {
    Budgets.run(connection, "PRAGMA cache_size=10");
    long before = checksum();
    Budgets.exceeded(
        BudgetLimit.DIRTY_PAGES,
        () -> connection.update(NINETY_NINE_BIG_ROWS, budget(b -> b.maxDirtyPages(60))));
    assertEquals(before, checksum());
    assertEquals(1, rows());
    assertEquals("ok", Budgets.text(connection, "PRAGMA integrity_check"));
  }

  @Test
  void exactlyThePagesPass() throws SQLException {
    long pages =
        connection
            .update(NINETY_NINE_BIG_ROWS, UpdateBudget.unlimited())
            .metrics()
            .peakDirtyPages();
    connection.update("DELETE FROM t WHERE id > 1", UpdateBudget.unlimited());
    Budgets.run(connection, "VACUUM");
    long before = checksum();
    Budgets.exceeded(
        BudgetLimit.DIRTY_PAGES,
        () ->
            connection.update(
                NINETY_NINE_BIG_ROWS,
                budget(b -> b.maxDirtyPages(pages - 1).maxChangedBytes(UpdateBudget.UNLIMITED))));
    assertEquals(before, checksum());
    UpdateReport report =
        connection.update(
            NINETY_NINE_BIG_ROWS,
            budget(b -> b.maxDirtyPages(pages).maxChangedBytes(pages * 16_384)));
    assertEquals(99, report.changes());
    assertEquals(pages * 16_384, report.metrics().committedBytes());
  }

  @Test
  void withoutAPageAnUpdateMayChangeNothing() throws SQLException {
    UpdateBudget none = budget(b -> b.maxDirtyPages(0));
    assertEquals(0, connection.update("UPDATE t SET body = 'x' WHERE id = 77", none).changes());
    Budgets.exceeded(
        BudgetLimit.DIRTY_PAGES, () -> connection.update("UPDATE t SET body = 'x'", none));
    assertEquals("one", Budgets.text(connection, "SELECT body FROM t"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMMIT",
        "END",
        "ROLLBACK",
        "BEGIN",
        "SAVEPOINT s",
        "RELEASE s",
        "PRAGMA user_version=7",
        "PRAGMA data_version=1",
        "ATTACH ':memory:' AS other",
        "DETACH other",
        "CREATE TEMP TABLE u(a)",
        "VACUUM",
        "SELECT 1",
        "INSERT INTO t VALUES (9, 'nine'); COMMIT"
      })
  void nothingGetsOutOfTheTransaction(String sql) throws SQLException {
    long before = checksum();
    SQLException thrown = assertThrows(SQLException.class, () -> connection.update(sql, DEFAULTS));
    assertTrue(ExecutionMetrics.of(thrown).isPresent());
    assertEquals(before, checksum());
    assertEquals(1, rows());
    assertEquals(1, connection.update("INSERT INTO t VALUES (2, 'two')", DEFAULTS).changes());
    assertEquals(2, rows());
  }

  @Test
  void refusalsSayWhatAnUpdateMayBe() {
    SQLException select =
        assertThrows(SQLException.class, () -> connection.update("SELECT 1", DEFAULTS));
    assertEquals(
        "budgeted updates require a write statement without transaction, PRAGMA, ATTACH, DETACH or"
            + " temporary-database operations",
        select.getMessage());
    assertEquals(
        select.getMessage(),
        assertThrows(SQLException.class, () -> connection.update("PRAGMA data_version", DEFAULTS))
            .getMessage());
    SQLException begin =
        assertThrows(SQLException.class, () -> connection.update("BEGIN", DEFAULTS));
    assertEquals(23, begin.getErrorCode());
    assertEquals("not authorized; " + select.getMessage(), begin.getMessage());
  }

  @Test
  void whatWasRefusedInAnUpdateIsAllowedOutside() throws SQLException {
    assertThrows(SQLException.class, () -> connection.update("PRAGMA user_version=7", DEFAULTS));
    Budgets.run(connection, "PRAGMA user_version=7");
    assertEquals(7, Budgets.number(connection, "PRAGMA user_version"));
    Budgets.run(connection, "CREATE TEMP TABLE u(a)");
    assertThrows(SQLException.class, () -> connection.update("INSERT INTO u VALUES (1)", DEFAULTS));
    Budgets.run(connection, "INSERT INTO u VALUES (1)");
  }

  @Test
  void triggersAndSchemaChangesAreUndoneAsAWhole() throws SQLException {
    Budgets.run(
        connection,
        "CREATE TABLE log(body); CREATE TRIGGER g AFTER INSERT ON t BEGIN"
            + " INSERT INTO log VALUES (zeroblob(20000)); END");
    long before = checksum();
    Budgets.exceeded(
        BudgetLimit.DIRTY_PAGES,
        () ->
            connection.update("INSERT INTO t VALUES (2, 'two')", budget(b -> b.maxDirtyPages(1))));
    Budgets.exceeded(
        BudgetLimit.DIRTY_PAGES,
        () ->
            connection.update(
                "CREATE TABLE copy AS SELECT * FROM t", budget(b -> b.maxDirtyPages(0))));
    assertEquals(before, checksum());
    assertEquals(1, rows());
    assertEquals(0, Budgets.number(connection, "SELECT count(*) FROM log"));
    assertEquals(
        0, Budgets.number(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'copy'"));
    assertEquals(1, connection.update("INSERT INTO t VALUES (2, 'two')", DEFAULTS).changes());
  }

  @Test
  void failuresOfSqlBindingAndConstraintsChangeNothing() throws SQLException {
    long before = checksum();
    Budgets.refused(
        "SQL parameter count mismatch: expected 2, actual 1",
        () -> connection.update("INSERT INTO t VALUES (?, ?)", DEFAULTS, 1));
    SQLException duplicate =
        assertThrows(
            SQLException.class,
            () -> connection.update("INSERT INTO t VALUES (?, ?)", DEFAULTS, 1, "x"));
    assertEquals("23505", duplicate.getSQLState());
    assertTrue(ExecutionMetrics.of(duplicate).orElseThrow().vmSteps() > 0);
    assertThrows(SQLException.class, () -> connection.update("INSERT nonsense", DEFAULTS));
    assertThrows(
        SQLException.class,
        () -> connection.update("INSERT INTO t VALUES (?, ?)", DEFAULTS, 2, new Object()));
    Budgets.exceeded(
        BudgetLimit.VALUE_BYTES,
        () ->
            connection.update(
                "INSERT INTO t VALUES (2, ?)",
                budget(b -> b.maxValueBytes(1_000)),
                "x".repeat(10_000)));
    Budgets.exceeded(
        BudgetLimit.SQL_BYTES,
        () -> connection.update("DELETE FROM t", budget(b -> b.maxSqlBytes(12))));
    assertEquals(before, checksum());
    assertEquals(1, connection.update("INSERT INTO t VALUES (?, ?)", DEFAULTS, 2, "two").changes());
  }

  @Test
  void whatCannotBeRunIsRefusedFirst() {
    Budgets.refused(
        "invalid update budget: commit reserve must be positive and smaller than max_instructions",
        () ->
            connection.update(
                "no SQL",
                budget(
                    b -> b.maxInstructions(1).commitReserveInstructions(1).progressInterval(0))));
    Budgets.refused(
        "invalid update budget: commit reserve must be positive and smaller than max_instructions",
        () ->
            connection.update(
                "no SQL", budget(b -> b.maxInstructions(1).commitReserveInstructions(0))));
    Budgets.refused(
        "invalid update budget: progress_interval must be 1..=i32::MAX",
        () ->
            connection.update(
                "no SQL", budget(b -> b.progressInterval(0).commitReserveInstructions(0))));
    Budgets.refused(
        "invalid update budget: SQL/value limits must be 1..=i32::MAX",
        () -> connection.update("no SQL", budget(b -> b.maxSqlBytes(1L << 31))));
    Budgets.refused(
        "IC instruction budgets require wasm32 execution",
        () -> connection.update("no SQL", budget(b -> b.maxInstructions(20_000_000))));
  }

  @Test
  void anUpdateIsRefusedInsideATransaction() throws SQLException {
    connection.setAutoCommit(false);
    assertEquals(
        "25001",
        assertThrows(SQLException.class, () -> connection.update("DELETE FROM t", DEFAULTS))
            .getSQLState());
    connection.setAutoCommit(true);
    Budgets.run(connection, "BEGIN");
    assertEquals(
        "25001",
        assertThrows(SQLException.class, () -> connection.update("DELETE FROM t", DEFAULTS))
            .getSQLState());
    Budgets.run(connection, "ROLLBACK");
    assertEquals(1, connection.update("DELETE FROM t", DEFAULTS).changes());
  }

  @Test
  void schemaChangesCountNoRows() throws SQLException {
    Budgets.run(connection, "INSERT INTO t VALUES (2, 'two'), (3, 'three')");
    assertEquals(
        0, connection.update("CREATE VIRTUAL TABLE words USING fts5(body)", DEFAULTS).changes());
    assertEquals(
        1, connection.update("INSERT INTO words VALUES ('alpha beta')", DEFAULTS).changes());
    assertEquals(
        1, Budgets.number(connection, "SELECT count(*) FROM words WHERE words MATCH 'alpha'"));
    assertEquals(0, connection.update("CREATE TABLE u(a)", DEFAULTS).changes());
    assertEquals(0, connection.update("CREATE TABLE copy AS SELECT * FROM t", DEFAULTS).changes());
    assertEquals(0, connection.update("CREATE INDEX i ON t(body)", DEFAULTS).changes());
    assertEquals(0, connection.update("REINDEX", DEFAULTS).changes());
    assertEquals(0, connection.update("ANALYZE", DEFAULTS).changes());
    assertEquals(0, connection.update("DROP TABLE copy", DEFAULTS).changes());
    // The crate gives the count of the statement before for these two.
    assertEquals(0, connection.update("DROP TABLE IF EXISTS missing", DEFAULTS).changes());
    assertEquals(0, connection.update("EXPLAIN DELETE FROM t", DEFAULTS).changes());
    assertEquals(3, rows());
  }

  @Test
  void alterTableIsAllowed() throws SQLException {
    for (String sql :
        List.of(
            "ALTER TABLE t RENAME COLUMN body TO text",
            "ALTER TABLE t RENAME TO renamed",
            "ALTER TABLE renamed ADD COLUMN extra CHECK (extra > 0)",
            "ALTER TABLE renamed DROP COLUMN extra",
            "ALTER TABLE renamed ADD COLUMN other NOT NULL DEFAULT 5")) {
      assertEquals(0, connection.update(sql, DEFAULTS).changes(), sql);
    }
    assertEquals(5, Budgets.number(connection, "SELECT other FROM renamed WHERE text = 'one'"));
    Budgets.run(connection, "CREATE TEMP TABLE u(a)");
    assertThrows(
        SQLException.class, () -> connection.update("ALTER TABLE temp.u RENAME TO v", DEFAULTS));
    assertEquals(0, Budgets.number(connection, "SELECT count(*) FROM u"));
  }

  @Test
  void changesOfTriggersAreNotCounted() throws SQLException {
    Budgets.run(
        connection,
        "CREATE TABLE log(id); CREATE TRIGGER g AFTER INSERT ON t BEGIN"
            + " INSERT INTO log VALUES (new.id), (new.id); END");
    assertEquals(
        2, connection.update("INSERT INTO t VALUES (2, 'b'), (3, 'c')", DEFAULTS).changes());
    assertEquals(4, Budgets.number(connection, "SELECT count(*) FROM log"));
  }

  @Test
  void stepsOfAnUpdateAreLimitedBeforeItsCommit() throws SQLException {
    long before = checksum();
    BudgetExceededException failure =
        Budgets.exceeded(
            BudgetLimit.VM_STEPS,
            () ->
                connection.update(
                    NINETY_NINE_BIG_ROWS,
                    budget(b -> b.maxVmSteps(500).maxDirtyPages(UpdateBudget.UNLIMITED))));
    assertTrue(failure.getMessage().startsWith("update budget exceeded: VmSteps"));
    Budgets.exceeded(
        BudgetLimit.VM_STEPS,
        () -> connection.update("INSERT INTO t VALUES (2, 'b')", budget(b -> b.maxVmSteps(3))));
    assertEquals(before, checksum());
  }

  @Test
  void aBudgetOfOneUpdateDoesNotBindTheNext() throws SQLException {
    Budgets.exceeded(
        BudgetLimit.DIRTY_PAGES,
        () -> connection.update(NINETY_NINE_BIG_ROWS, budget(b -> b.maxDirtyPages(2))));
    Budgets.run(connection, NINETY_NINE_BIG_ROWS);
    assertEquals(100, rows());
  }

  @Test
  void limitsOfTheDatabaseOfOneMemoryIdDoNotBindThatOfAnother() throws SQLException {
    String url = "jdbc:icsqlite:mem:budget-ids?memory_id=";
    try (Connection narrow = DriverManager.getConnection(url + "30&max_dirty_pages=2");
        Connection wide = DriverManager.getConnection(url + "31")) {
      IcSqliteConnection first = narrow.unwrap(IcSqliteConnection.class);
      IcSqliteConnection second = wide.unwrap(IcSqliteConnection.class);
      for (IcSqliteConnection each : List.of(first, second)) {
        Budgets.run(each, "CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT)");
      }
      Budgets.exceeded(BudgetLimit.DIRTY_PAGES, () -> Budgets.run(first, NINETY_NINE_BIG_ROWS));
      Budgets.exceeded(
          BudgetLimit.DIRTY_PAGES,
          () -> first.update(NINETY_NINE_BIG_ROWS, budget(b -> b.maxDirtyPages(3))));
      Budgets.run(second, NINETY_NINE_BIG_ROWS);
      assertEquals(0, Budgets.number(first, "SELECT count(*) FROM t"));
      assertEquals(99, Budgets.number(second, "SELECT count(*) FROM t"));
      Budgets.run(first, "INSERT INTO t VALUES (1, 'small')");
    }
  }

  @Test
  void aReaderOfTheConnectionReadsOn() throws SQLException {
    Budgets.run(connection, "INSERT INTO t VALUES (2, 'two'), (3, 'three')");
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1);
      try (ResultSet reader = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
        assertTrue(reader.next());
        connection.update("UPDATE t SET body = 'x'", DEFAULTS);
        assertThrows(
            SQLException.class, () -> connection.update("INSERT INTO t VALUES (1, 'x')", DEFAULTS));
        assertTrue(reader.next());
        assertEquals(2, reader.getLong(1));
      }
    }
    assertEquals(3, Budgets.number(connection, "SELECT count(*) FROM t WHERE body = 'x'"));
  }
}
