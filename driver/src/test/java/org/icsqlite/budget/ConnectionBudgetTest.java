package org.icsqlite.budget;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.icsqlite.migrations.Migration;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationHistory;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.junit.jupiter.api.Test;
import org.sqlite.ProgressHandler;

/** Budgets of connections and of single statements, which bind ordinary JDBC. */
class ConnectionBudgetTest {

  private static final String THOUSAND =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
          + " SELECT i FROM n";

  private static void insert(IcSqliteConnection connection, int rows) throws SQLException {
    Budgets.run(
        connection,
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < "
            + rows
            + ") INSERT INTO t SELECT i + (SELECT count(*) FROM t), 'abc' FROM n");
  }

  @Test
  void aResultSetFailsAtTheRowThatIsTooMuch() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_rows=3")) {
      insert(connection, 5);
      try (Statement statement = connection.createStatement()) {
        ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY id");
        for (int i = 1; i <= 3; i++) {
          assertTrue(rows.next());
          assertEquals(i, rows.getInt(1));
        }
        BudgetExceededException failure = Budgets.exceeded(BudgetLimit.ROWS, rows::next);
        assertEquals(3, failure.metrics().rows());
        assertThrows(SQLException.class, rows::next);
        assertEquals(3, count(statement.executeQuery("SELECT id FROM t ORDER BY id LIMIT 3")));
      }
      try (PreparedStatement statement = connection.prepareStatement("SELECT id FROM t")) {
        Budgets.exceeded(BudgetLimit.ROWS, () -> count(statement.executeQuery()));
        Budgets.exceeded(BudgetLimit.ROWS, () -> count(statement.executeQuery()));
      }
    }
  }

  @Test
  void instructionsOfTheIcAreRefusedWithWhatLimitsStepsInstead() {
    SQLException failure =
        assertThrows(SQLException.class, () -> Budgets.open("?max_instructions=5"));
    assertEquals("0A000", failure.getSQLState());
    assertTrue(failure.getMessage().contains("max_vm_steps"), failure.getMessage());
  }

  private static int count(ResultSet rows) throws SQLException {
    int count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  @Test
  void bytesOfAResultAreLimited() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_result_bytes=22")) {
      insert(connection, 3);
      try (Statement statement = connection.createStatement()) {
        assertEquals(2, count(statement.executeQuery("SELECT * FROM t LIMIT 2")));
        BudgetExceededException failure =
            Budgets.exceeded(
                BudgetLimit.RESULT_BYTES, () -> count(statement.executeQuery("SELECT * FROM t")));
        assertEquals(33, failure.observed());
      }
    }
  }

  @Test
  void stepsAreLimitedAndAWriteIsUndone() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_vm_steps=3000")) {
      insert(connection, 50);
      long before = Budgets.image(connection).checksum();
      BudgetExceededException failure =
          Budgets.exceeded(BudgetLimit.VM_STEPS, () -> insert(connection, 100_000));
      assertEquals(3_000, failure.limitValue());
      assertTrue(failure.observed() > 3_000, failure.getMessage());
      assertTrue(failure.observed() <= 4_000, failure.getMessage());
      assertEquals(9, failure.getErrorCode());
      assertEquals(before, Budgets.image(connection).checksum());
      Budgets.exceeded(
          BudgetLimit.VM_STEPS,
          () ->
              Budgets.run(
                  connection, "UPDATE t SET body = (SELECT count(*) FROM (" + THOUSAND + "))"));
      assertEquals(50, Budgets.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void eachExecutionHasItsOwnSteps() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_vm_steps=20000");
        PreparedStatement statement = connection.prepareStatement(THOUSAND)) {
      for (int i = 0; i < 20; i++) {
        assertEquals(1_000, count(statement.executeQuery()));
      }
    }
  }

  @Test
  void stepsAddUpOverAllFetches() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_vm_steps=5000")) {
      try (Statement one = connection.createStatement();
          Statement two = connection.createStatement()) {
        one.setFetchSize(1);
        two.setFetchSize(7);
        ResultSet first = one.executeQuery(THOUSAND);
        ResultSet second = two.executeQuery(THOUSAND);
        BudgetExceededException failure =
            Budgets.exceeded(
                BudgetLimit.VM_STEPS,
                () -> {
                  while (first.next()) {
                    second.next();
                  }
                });
        assertTrue(failure.observed() <= 6_000, failure.getMessage());
      }
    }
  }

  @Test
  void textsAndValuesAreLimited() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_sql_bytes=60&max_value_bytes=100")) {
      Budgets.exceeded(
          BudgetLimit.SQL_BYTES,
          () -> connection.prepareStatement("SELECT '" + "x".repeat(60) + "'"));
      Budgets.exceeded(
          BudgetLimit.SQL_BYTES, () -> Budgets.run(connection, "SELECT '" + "x".repeat(60) + "'"));
      Budgets.exceeded(
          BudgetLimit.VALUE_BYTES, () -> Budgets.run(connection, "SELECT zeroblob(101)"));
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (1, ?)")) {
        insert.setString(1, "x".repeat(101));
        Budgets.exceeded(BudgetLimit.VALUE_BYTES, insert::executeUpdate);
        insert.setString(1, "x".repeat(90));
        assertEquals(1, insert.executeUpdate());
      }
    }
  }

  @Test
  void metadataAndGeneratedKeysAreNotCounted() throws SQLException {
    try (IcSqliteConnection connection =
        Budgets.open("?max_rows=0&max_result_bytes=0&max_vm_steps=200&max_sql_bytes=60")) {
      try (ResultSet columns = connection.getMetaData().getColumns(null, null, "t", "%")) {
        assertEquals(2, count(columns));
      }
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO t VALUES (?, 'x'), (8, 'y')", Statement.RETURN_GENERATED_KEYS)) {
        insert.setInt(1, 7);
        assertEquals(2, insert.executeUpdate());
        assertEquals(2, count(insert.getGeneratedKeys()));
      }
    }
  }

  /**
   * The runner of migrations asks and records whatever there is; the SQL of migrations is bound.
   */
  @Test
  void migrationsAreBoundAndTheirHistoryIsNot() throws SQLException {
    Migration one = Migration.of(1, "one", "CREATE TABLE m(a)");
    Migration two = Migration.of(2, "two", "INSERT INTO m VALUES(1),(2)");
    Migration three = Migration.of(3, "three", "SELECT a FROM m");
    try (IcSqliteConnection connection =
        Budgets.open("?max_rows=1&max_result_bytes=40&max_sql_bytes=30")) {
      assertEquals(2, runner(one, two).migrate(connection).applied().size());
      assertTrue(runner(one, two).migrate(connection).nothingDone());
      assertEquals(2, runner(one, two).status(connection).entries().size());
      MigrationException refused =
          assertThrows(MigrationException.class, () -> runner(one, two, three).migrate(connection));
      assertEquals(
          BudgetLimit.ROWS, ((BudgetFailure) refused.getCause()).limit(), refused::getMessage);
      assertEquals(2, MigrationHistory.read(connection).size());
    }
  }

  private static MigrationRunner runner(Migration... migrations) throws MigrationException {
    return MigrationRunner.of(MigrationSource.of(migrations));
  }

  @Test
  void returnedRowsThatAreTooManyUndoTheirStatement() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_rows=2")) {
      String insert = "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c') RETURNING id";
      Budgets.exceeded(BudgetLimit.ROWS, () -> Budgets.run(connection, insert));
      assertEquals(0, Budgets.number(connection, "SELECT count(*) FROM t"));
      Budgets.run(connection, "INSERT INTO t VALUES (1, 'a'), (2, 'b') RETURNING id");
      connection.setAutoCommit(false);
      Budgets.run(connection, "INSERT INTO t VALUES (9, 'a')");
      Budgets.exceeded(
          BudgetLimit.ROWS, () -> Budgets.run(connection, "DELETE FROM t RETURNING id"));
      SQLException over =
          assertThrows(SQLException.class, () -> Budgets.run(connection, "SELECT 1"));
      assertEquals("25P02", over.getSQLState());
      connection.rollback();
      connection.setAutoCommit(true);
      assertEquals(2, Budgets.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void pagesAreCountedByTransaction() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_dirty_pages=6")) {
      connection.setAutoCommit(false);
      for (int i = 1; i <= 3; i++) {
        Budgets.run(connection, "INSERT INTO t VALUES (" + i + ", hex(zeroblob(8000)))");
      }
      connection.commit();
      long before = Budgets.image(connection).checksum();
      for (int i = 11; i <= 20; i++) {
        Budgets.run(connection, "INSERT INTO t VALUES (" + i + ", hex(zeroblob(8000)))");
      }
      BudgetExceededException failure =
          Budgets.exceeded(BudgetLimit.DIRTY_PAGES, connection::commit);
      assertEquals(7, failure.observed());
      UpdateMetrics metrics = assertInstanceOf(UpdateMetrics.class, failure.metrics());
      assertEquals(6, metrics.peakDirtyPages());
      connection.rollback();
      assertEquals(3, Budgets.number(connection, "SELECT count(*) FROM t"));
      connection.rollback();
      assertEquals(before, Budgets.image(connection).checksum());
      Budgets.run(connection, "INSERT INTO t VALUES (30, 'x')");
      connection.commit();
      assertEquals("ok", Budgets.text(connection, "PRAGMA integrity_check"));
    }
  }

  @Test
  void bytesOfPagesAreLimitedInAutoCommit() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_changed_bytes=40000")) {
      Budgets.run(connection, "INSERT INTO t VALUES (1, 'x')");
      BudgetExceededException failure =
          Budgets.exceeded(BudgetLimit.CHANGED_BYTES, () -> insert(connection, 5_000));
      assertEquals(40_000, failure.limitValue());
      assertEquals(49_152, failure.observed());
      assertEquals(1, Budgets.number(connection, "SELECT count(*) FROM t"));
      // A failure that has nothing to do with pages is not mistaken for one.
      assertEquals(
          "23505",
          assertThrows(
                  SQLException.class,
                  () -> Budgets.run(connection, "INSERT INTO t VALUES (1, 'x')"))
              .getSQLState());
    }
  }

  @Test
  void aTypedUpdateHasItsOwnPagesAndLeavesTheConnectionsLimits() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_dirty_pages=3&max_rows=1")) {
      connection.update("INSERT INTO t VALUES (1, hex(zeroblob(50000)))", UpdateBudget.defaults());
      Budgets.exceeded(
          BudgetLimit.DIRTY_PAGES,
          () -> Budgets.run(connection, "INSERT INTO t VALUES (2, hex(zeroblob(50000)))"));
      assertEquals(1_000, connection.profile(THOUSAND, row -> row.getLong(1)).metrics().rows());
    }
  }

  @Test
  void aStatementMayHaveABudgetOfItsOwn() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_rows=5");
        Statement statement = connection.createStatement()) {
      StatementBudget own = statement.unwrap(StatementBudget.class);
      assertEquals(5, own.getQueryBudget().maxRows());
      own.setQueryBudget(QueryBudget.builder().maxRows(7).build());
      assertEquals(7, count(statement.executeQuery(THOUSAND + " LIMIT 7")));
      Budgets.exceeded(
          BudgetLimit.ROWS, () -> count(statement.executeQuery(THOUSAND + " LIMIT 8")));
      own.setQueryBudget(QueryBudget.unlimited());
      assertEquals(1_000, count(statement.executeQuery(THOUSAND)));
      own.setQueryBudget(null);
      Budgets.exceeded(BudgetLimit.ROWS, () -> count(statement.executeQuery(THOUSAND)));
      Budgets.refused(
          "invalid query budget: progress_interval",
          () -> own.setQueryBudget(QueryBudget.builder().progressInterval(0).build()));
    }
  }

  @Test
  void aBatchIsOneExecution() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?max_vm_steps=5000");
        PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, 'x')")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 5_000; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      BatchUpdateException failure = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals(
          BudgetLimit.VM_STEPS,
          assertInstanceOf(BudgetExceededException.class, failure.getCause()).limit());
      connection.rollback();
      assertEquals(0, Budgets.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void theShorterOneOfTwoTimeoutsCounts() throws SQLException {
    try (IcSqliteConnection connection = Budgets.open("?query_timeout=20");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(60);
      BudgetTimeoutException failure =
          assertThrows(
              BudgetTimeoutException.class,
              () ->
                  statement.executeQuery(
                      THOUSAND.replace("WHERE i < 1000", "") + " LIMIT -1 OFFSET 1000000000000"));
      assertEquals(20, failure.limitValue());
      assertTrue(failure.observed() >= 20, failure.getMessage());
      assertEquals("HYT00", failure.getSQLState());
      assertTrue(failure.getMessage().startsWith("query budget exceeded: Time"));
    }
  }

  @Test
  void aProgressHandlerOfTheUserIsNotLostSilently() throws SQLException {
    AtomicInteger calls = new AtomicInteger();
    try (IcSqliteConnection connection = Budgets.open("")) {
      ProgressHandler.setHandler(
          connection,
          100,
          new ProgressHandler() {
            @Override
            protected int progress() {
              calls.incrementAndGet();
              return 0;
            }
          });
      Budgets.number(connection, THOUSAND + " LIMIT 1 OFFSET 900");
      assertTrue(calls.get() > 0);
      connection.query("SELECT 1", QueryBudget.defaults(), row -> row.getInt(1));
      assertNull(connection.getWarnings());
      int before = calls.get();
      Budgets.number(connection, THOUSAND + " LIMIT 1 OFFSET 900");
      assertTrue(calls.get() > before, "without max_vm_steps the handler stays");

      QueryBudget steps = QueryBudget.builder().maxVmSteps(1_000).build();
      Budgets.exceeded(
          BudgetLimit.VM_STEPS, () -> connection.query(THOUSAND, steps, row -> row.getInt(1)));
      SQLWarning warning = connection.getWarnings();
      assertNotNull(warning);
      assertTrue(warning.getMessage().contains("max_vm_steps"), warning.getMessage());
      int after = calls.get();
      Budgets.number(connection, THOUSAND + " LIMIT 1 OFFSET 900");
      assertEquals(after, calls.get());
      connection.clearWarnings();
      Budgets.exceeded(
          BudgetLimit.VM_STEPS, () -> connection.query(THOUSAND, steps, row -> row.getInt(1)));
      assertNull(connection.getWarnings());
    }
  }

  @Test
  void unsetLimitsAreNone() throws SQLException {
    IcSqliteDataSource source = new IcSqliteDataSource();
    source.setUrl("jdbc:icsqlite::memory:");
    assertNull(source.getMaxRows());
    assertNull(source.getQueryTimeout());
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      assertTrue(statement.unwrap(StatementBudget.class).getQueryBudget().isUnlimited());
      assertDoesNotThrow(() -> count(statement.executeQuery(THOUSAND)));
    }
  }

  @Test
  void aDataSourceSetsTheLimits() throws SQLException {
    IcSqliteDataSource source = new IcSqliteDataSource();
    source.setUrl("jdbc:icsqlite::memory:");
    source.setMaxRows(10L);
    source.setMaxResultBytes(20L);
    source.setMaxVmSteps(30L);
    source.setQueryTimeout(40L);
    source.setMaxDirtyPages(50L);
    source.setMaxChangedBytes(60L);
    source.setMaxSqlBytes(70L);
    source.setMaxValueBytes(80L);
    assertEquals(10L, source.getMaxRows());
    assertEquals(60L, source.getMaxChangedBytes());
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      QueryBudget budget = statement.unwrap(StatementBudget.class).getQueryBudget();
      assertFalse(budget.isUnlimited());
      assertEquals(10, budget.maxRows());
      assertEquals(20, budget.maxResultBytes());
      assertEquals(30, budget.maxVmSteps().orElseThrow());
      assertEquals(40, budget.timeout().orElseThrow().toMillis());
      assertEquals(70, budget.maxSqlBytes().orElseThrow());
      assertEquals(80, budget.maxValueBytes().orElseThrow());
    }
  }

  @Test
  void limitsOutOfRangeAreRefusedWithTheUrl() {
    for (String wrong : new String[] {"max_rows=-1", "query_timeout=0", "max_sql_bytes=0"}) {
      SQLException thrown =
          assertThrows(SQLException.class, () -> Budgets.open("?" + wrong).close());
      assertTrue(thrown.getMessage().contains(wrong), thrown.getMessage());
      assertEquals("08001", thrown.getSQLState());
    }
  }
}
