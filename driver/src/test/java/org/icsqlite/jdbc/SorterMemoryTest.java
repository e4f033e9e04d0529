package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.StatementBudget;
import org.icsqlite.budget.UpdateBudget;
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
