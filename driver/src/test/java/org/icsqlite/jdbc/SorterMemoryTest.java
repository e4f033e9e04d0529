package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.StatementBudget;
import org.icsqlite.budget.UpdateBudget;
import org.icsqlite.budget.UpdateReport;
import org.icsqlite.natives.SqliteApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.Function;

/**
 * A statement that sorts within a short time begins with a small page cache, by which SQLite sorts
 * few rows in one step. The statements here tell the size that they see themselves.
 */
class SorterMemoryTest {

  private static final String SEEN = "SELECT cache_size FROM pragma_cache_size";
  private static final String SORTED = SEEN + " ORDER BY cache_size";
  private static final String ENDLESS_SORT =
      "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n)"
          + " SELECT i FROM n ORDER BY i * 7919 % 1000003";

  private static void limit(Statement statement, long millis) throws SQLException {
    QueryBudget budget = QueryBudget.builder().timeout(Duration.ofMillis(millis)).build();
    statement.unwrap(StatementBudget.class).setQueryBudget(budget);
  }

  private static long first(ResultSet rows) throws SQLException {
    assertTrue(rows.next());
    return rows.getLong(1);
  }

  private static long size(Connection connection) throws SQLException {
    return Urls.number(connection, "PRAGMA cache_size");
  }

  @ParameterizedTest
  @CsvSource({
    "PRAGMA cache_size=-32768, -4096",
    "PRAGMA cache_size=-4097, -4096",
    "PRAGMA cache_size=-4096, -4096",
    "PRAGMA cache_size=-100, -100",
    "PRAGMA cache_size=251, 250",
    "PRAGMA cache_size=250, 250",
    "PRAGMA cache_size=3, 3"
  })
  void aSortOfLittleTimeSeesASmallCacheAndNobodyElseDoes(String setting, long seen)
      throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      statement.execute(setting);
      long own = size(connection);
      for (int i = 0; i < 3; i++) {
        limit(statement, 4_000);
        try (ResultSet rows = statement.executeQuery(SORTED)) {
          assertEquals(own, size(connection));
          assertEquals(seen, first(rows));
        }
        assertEquals(own, size(connection));
        assertEquals(own, first(statement.executeQuery(SEEN)));
        limit(statement, 6_000);
        assertEquals(own, first(statement.executeQuery(SORTED)));
      }
    }
  }

  @Test
  void aSortOfHardlyAnyTimeHasTheWholeCache() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      limit(statement, 151);
      assertEquals(-4096, untilInTime(statement));
      limit(statement, 150);
      assertEquals(-32768, untilInTime(statement));
    }
  }

  /** Such a query takes far less than its time, unless the computer is busy elsewhere. */
  private static long untilInTime(Statement statement) throws SQLException {
    while (true) {
      try (ResultSet rows = statement.executeQuery(SORTED)) {
        return first(rows);
      } catch (SQLTimeoutException e) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void whatAViewSortsAndAQueryTimeoutCountToo() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:?trusted_schema=true")) {
      Urls.exec(
          connection,
          "CREATE TABLE t(a)",
          "INSERT INTO t VALUES(2),(1)",
          "CREATE VIEW v AS SELECT a, (SELECT cache_size FROM pragma_cache_size) AS seen FROM t"
              + " ORDER BY a");
      try (PreparedStatement statement = connection.prepareStatement("SELECT seen FROM v")) {
        assertEquals(-32768, first(statement.executeQuery()));
        statement.setQueryTimeout(2);
        assertEquals(-4096, first(statement.executeQuery()));
        Urls.exec(connection, "CREATE INDEX i ON t(a)"); // nothing to sort any more
        statement.executeQuery().close(); // SQLite notices, and compiles anew
        assertEquals(-32768, first(statement.executeQuery()));
      }
    }
  }

  @Test
  void anExplainedSortAndAFailedOneLeaveTheCacheAlone() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      limit(statement, 1_000);
      assertTrue(statement.executeQuery("EXPLAIN " + SORTED).next());
      assertThrows(
          SQLException.class,
          () -> statement.executeQuery(SORTED + ", abs(-9223372036854775807 - 1)"));
      assertEquals(-32768, size(connection));
      limit(statement, 30);
      assertThrows(SQLTimeoutException.class, () -> statement.executeQuery(ENDLESS_SORT).next());
      assertEquals(-32768, size(connection));
      limit(statement, 1_000);
      assertEquals(-4096, first(statement.executeQuery(SORTED)));
    }
  }

  @Test
  void aSortWithinATransactionSeesWhatTheTransactionWrote() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(a, b)");
      connection.setAutoCommit(false);
      Urls.exec(
          connection,
          "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 1500)"
              + " INSERT INTO t SELECT i, zeroblob(9000) FROM n");
      try (Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(4);
        try (ResultSet rows = statement.executeQuery("SELECT a, b FROM t ORDER BY a * 7 % 1500")) {
          int count = 0;
          while (rows.next()) {
            int a = rows.getInt(1);
            assertEquals(count, a * 7 % 1500);
            assertEquals(9000, rows.getBytes(2).length);
            count++;
          }
          assertEquals(1500, count);
        }
      }
      connection.commit();
      assertEquals(1500, Urls.number(connection, "SELECT count(DISTINCT a) FROM t"));
    }
  }

  @Test
  void aSortWithParametersIsASortToo() throws SQLException {
    String sql = SEEN + " WHERE cache_size <> ? AND ?2 <> 'x' ORDER BY cache_size";
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout(2);
      for (int i = 0; i < 3; i++) {
        statement.setInt(1, i);
        statement.setBytes(2, new byte[100_000]);
        assertEquals(-4096, first(statement.executeQuery()));
      }
      statement.setInt(1, -4096);
      assertFalse(statement.executeQuery().next());
    }
  }

  @ParameterizedTest
  @CsvSource({";", "'; ;\n-- sorted;\n;'", "/* first */", "'\uFEFF'"})
  void aStatementBehindOtherSignsRunsAsItDoesWithoutALimit(String before) throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      assertEquals(-32768, first(statement.executeQuery(before + SORTED)));
      statement.setQueryTimeout(2);
      assertEquals(-4096, first(statement.executeQuery(before + SORTED)));
    }
  }

  @Test
  void whatIsJustShortEnoughForALimitOfSqliteRuns() throws SQLException {
    int most = 400;
    String sorted = "SELECT 7 AS x FROM (VALUES(2), (1)) ORDER BY column1 --";
    String sql = sorted + "-".repeat(most - sorted.length());
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:?limit_sql_length=" + most);
        Statement statement = connection.createStatement()) {
      assertEquals(7, first(statement.executeQuery(sql)));
      statement.setQueryTimeout(2);
      assertEquals(7, first(statement.executeQuery(sql)));
      assertThrows(SQLException.class, () -> statement.executeQuery(sql + "-"));
    }
  }

  /** What runs another statement, with two seconds, and gives its first value. */
  private static void createRunFunction(Connection connection) throws SQLException {
    Function.create(
        connection,
        "run",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            try (Statement statement = connection.createStatement()) {
              statement.setQueryTimeout(2);
              result(
                  statement.execute(value_text(0))
                      ? first(statement.getResultSet())
                      : Long.MIN_VALUE);
            }
          }
        });
  }

  @Test
  void aFunctionOfABudgetedUpdateMaySort() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(a)");
      createRunFunction(connection);
      UpdateBudget budget = UpdateBudget.builder().timeout(Duration.ofSeconds(4)).build();
      connection
          .unwrap(IcSqliteConnection.class)
          .update(
              "INSERT INTO t VALUES(run(?))",
              budget,
              "SELECT column1 FROM (VALUES(2), (1)) ORDER BY column1");
      assertEquals(1, Urls.number(connection, "SELECT a FROM t"));
    }
  }

  /**
   * What sees the cache from within an update, where the policy refuses every pragma: without the
   * policy, which the connection lacks from then on.
   */
  private static void createSeenFunction(Connection connection) throws SQLException {
    SqliteApi api = NativeLibrary.get().api();
    long handle = connection.unwrap(IcSqliteConnection.class).session().handle();
    Function.create(
        connection,
        "seen",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            assertEquals(0, api.setPolicy(handle, 0));
            long pragma = api.prepare(handle, "PRAGMA cache_size");
            assertEquals(100, api.step(pragma));
            long size = api.columnInt64(pragma, 0);
            assertEquals(0, api.finalizeStatement(pragma));
            result(size);
          }
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO t SELECT seen() FROM (VALUES(2), (1)) ORDER BY column1 | 4000 | -4096",
        "INSERT INTO t SELECT seen() FROM (VALUES(2), (1)) ORDER BY column1 | 6000 | -32768",
        "INSERT INTO t SELECT seen() FROM (VALUES(2), (1)) ORDER BY column1 | 0    | -32768",
        "INSERT INTO t SELECT seen() FROM (VALUES(2), (1))                  | 4000 | -32768",
        "CREATE TABLE s AS SELECT seen() AS a FROM t ORDER BY a * 3         | 4000 | -4096",
      })
  void aBudgetedUpdateThatSortsSeesASmallCache(String sql, long millis, long seen)
      throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(a)", "INSERT INTO t VALUES(7)");
      createSeenFunction(connection);
      UpdateBudget.Builder budget = UpdateBudget.builder();
      if (millis > 0) {
        budget.timeout(Duration.ofMillis(millis));
      }
      UpdateReport report = connection.unwrap(IcSqliteConnection.class).update(sql, budget.build());
      boolean insert = sql.startsWith("INSERT");
      assertEquals(insert ? 2 : 0, report.changes());
      String rows = "SELECT max(a) FROM " + (insert ? "t WHERE a <> 7" : "s");
      assertEquals(seen, Urls.number(connection, rows));
      assertEquals(-32768, size(connection));
    }
  }

  /** The policy is as strict as before, and the next statement of the update's is refused. */
  @Test
  void aBudgetedUpdateThatSortsIsStillOneUpdate() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(a)", "CREATE TABLE u(a)");
      createRunFunction(connection);
      UpdateBudget budget = UpdateBudget.builder().timeout(Duration.ofSeconds(4)).build();
      IcSqliteConnection own = connection.unwrap(IcSqliteConnection.class);
      String sql = "INSERT INTO t SELECT run(?) FROM (VALUES(2), (1)) ORDER BY column1";
      for (String refused : List.of("PRAGMA cache_size", "COMMIT", "CREATE TEMP TABLE x(a)")) {
        SQLException failure =
            assertThrows(SQLException.class, () -> own.update(sql, budget, refused));
        assertTrue(failure.getMessage().contains("not authorized"), failure.getMessage());
        assertEquals(-32768, size(connection));
      }
      assertThrows(SQLException.class, () -> own.update("PRAGMA cache_size=7", budget));
      assertEquals(
          2,
          own.update(
                  sql,
                  budget,
                  SORTED
                      .replace("cache_size", "a")
                      .replace("pragma_a", "(SELECT 5 AS a UNION ALL SELECT 4)"))
              .changes());
      assertEquals(4, Urls.number(connection, "SELECT max(a) FROM t"));
      assertEquals(-32768, size(connection));
    }
  }

  @Test
  void aBatchThatSortsSeesASmallCacheUpToItsEnd() throws SQLException {
    String sql = "INSERT INTO t SELECT cache_size FROM pragma_cache_size ORDER BY cache_size + ?";
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:?trusted_schema=true")) {
      Urls.exec(connection, "CREATE TABLE t(a)");
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int seconds : new int[] {2, 0, 5, 6}) {
          statement.setQueryTimeout(seconds);
          for (int i = 0; i < 3; i++) {
            statement.setInt(1, i);
            statement.addBatch();
          }
          assertEquals(3, statement.executeBatch().length);
          long seen = seconds == 2 || seconds == 5 ? -4096 : -32768;
          assertEquals(3, Urls.number(connection, "SELECT count(*) FROM t WHERE a = " + seen));
          assertEquals(-32768, size(connection));
          Urls.exec(connection, "DELETE FROM t");
        }
        connection.setAutoCommit(false);
        statement.setQueryTimeout(2);
        statement.setInt(1, 1);
        statement.addBatch();
        statement.executeBatch();
        connection.commit();
        assertEquals(-4096, Urls.number(connection, "SELECT min(a) FROM t"));
      }
    }
  }

  @Test
  void aBatchThatFailsGivesTheCacheBack() throws SQLException {
    String sql = "INSERT INTO t SELECT abs(?) FROM (VALUES(2), (1)) ORDER BY column1";
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        PreparedStatement statement = prepared(connection, sql)) {
      statement.setQueryTimeout(2);
      for (long value : new long[] {-1, Long.MIN_VALUE, -3}) {
        statement.setLong(1, value);
        statement.addBatch();
      }
      BatchUpdateException failure =
          assertThrows(BatchUpdateException.class, statement::executeBatch);
      assertArrayEquals(new int[] {2}, failure.getUpdateCounts());
      assertEquals(-32768, size(connection));
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql) throws SQLException {
    Urls.exec(connection, "CREATE TABLE t(a)");
    return connection.prepareStatement(sql);
  }

  @Test
  void aSizeThatAFunctionSetsWithinASortStays() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      createRunFunction(connection);
      statement.setQueryTimeout(2);
      String sql = "SELECT run(?) FROM (VALUES(1)) GROUP BY column1 + 1 ORDER BY column1";
      String set = sql.replace("?", "'PRAGMA cache_size=555'");
      assertEquals(Long.MIN_VALUE, first(statement.executeQuery(set)));
      assertEquals(555, size(connection));
      String nested = sql.replace("?", "'" + SORTED + "'");
      assertEquals(250, first(statement.executeQuery(nested)));
      assertEquals(555, size(connection));
    }
  }
}
