package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Wrapper;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CapabilitiesTest {

  @Test
  void theProductIsSqliteAndTheDriverIsThisOne() throws SQLException {
    try (Described database = Described.by()) {
      DatabaseMetaData metadata = database.metadata;
      assertEquals("SQLite", metadata.getDatabaseProductName());
      assertEquals("icsqlite", metadata.getDriverName());
      assertEquals("1.2.3", metadata.getDriverVersion());
      assertEquals(1, metadata.getDriverMajorVersion());
      assertEquals(2, metadata.getDriverMinorVersion());
      assertEquals("jdbc:test", metadata.getURL());
      String version = database.connection.getMetaData().getDatabaseProductVersion();
      assertEquals(version, metadata.getDatabaseProductVersion());
      assertTrue(
          version.startsWith(
              metadata.getDatabaseMajorVersion() + "." + metadata.getDatabaseMinorVersion() + "."));
      assertEquals(database.connection, metadata.getConnection());
    }
  }

  @Test
  void everyFunctionThatIsListedExists() throws SQLException {
    try (Described database = Described.by()) {
      DatabaseMetaData metadata = database.metadata;
      List<Object> known =
          database.values(all -> all.getFunctions(null, null, null), "FUNCTION_NAME");
      for (String list :
          List.of(
              metadata.getNumericFunctions(),
              metadata.getStringFunctions(),
              metadata.getSystemFunctions(),
              metadata.getTimeDateFunctions())) {
        for (String function : list.split(",", -1)) {
          String name = function.toLowerCase(Locale.ROOT);
          assertTrue(known.contains(name), function);
        }
      }
    }
  }

  @Test
  void functionsHaveARowForEachArityAndAPattern() throws SQLException {
    try (Described database = Described.by()) {
      assertEquals(
          List.of("count | count/0", "count | count/1"),
          database.rows(
              metadata -> metadata.getFunctions(null, null, "COUNT"),
              "FUNCTION_NAME",
              "SPECIFIC_NAME"));
    }
  }

  @Test
  void keywordsAreThoseThatSqlDoesNotReserve() throws SQLException {
    try (Described database = Described.by()) {
      List<String> listed = List.of(database.metadata.getSQLKeywords().split(",", -1));
      assertTrue(listed.containsAll(List.of("INDEX", "LIMIT", "PRAGMA", "VACUUM", "GLOB")));
      assertTrue(Collections.disjoint(listed, List.of("SELECT", "TABLE", "CREATE", "UNION")));
    }
  }

  @Test
  void theLimitOfColumnsIsTheOneOfSqlite() throws SQLException {
    try (Described database = Described.by()) {
      int limit = database.metadata.getMaxColumnsInTable();
      database.execute("CREATE TABLE widest(" + columns(limit) + ")");
      assertThrows(
          SQLException.class, () -> database.execute("CREATE TABLE t(" + columns(limit + 1) + ")"));
      int joins = database.metadata.getMaxTablesInSelect();
      database.execute("CREATE TABLE one(x)", "SELECT 1 FROM " + tables(joins));
      assertThrows(
          SQLException.class, () -> database.execute("SELECT 1 FROM " + tables(joins + 1)));
    }
  }

  private static String columns(int count) {
    return IntStream.range(0, count).mapToObj(at -> "c" + at).collect(Collectors.joining(","));
  }

  private static String tables(int count) {
    return String.join(",", Collections.nCopies(count, "one"));
  }

  @Test
  void nullsSortLowAndStayWhenAdded() throws SQLException {
    try (Described database =
        Described.by("CREATE TABLE t(x)", "INSERT INTO t VALUES(1), (NULL)")) {
      assertTrue(database.metadata.nullsAreSortedLow());
      assertFalse(database.metadata.nullsAreSortedHigh());
      assertFalse(database.metadata.nullsAreSortedAtStart());
      assertTrue(database.metadata.nullPlusNonNullIsNull());
      try (ResultSet rows =
          database
              .connection
              .createStatement()
              .executeQuery(
                  "SELECT (SELECT x FROM t ORDER BY x LIMIT 1), (SELECT x FROM t ORDER BY x DESC"
                      + " LIMIT 1), NULL || 'x'")) {
        assertTrue(rows.next());
        assertEquals(null, rows.getObject(1));
        assertEquals(1, rows.getInt(2));
        assertEquals(null, rows.getObject(3));
      }
    }
  }

  @Test
  void whatIsSupportedIsSaid() throws SQLException {
    try (Described database = Described.by()) {
      DatabaseMetaData metadata = database.metadata;
      assertTrue(metadata.supportsSavepoints());
      assertTrue(metadata.supportsBatchUpdates());
      assertTrue(metadata.supportsGetGeneratedKeys());
      assertTrue(metadata.supportsCorrelatedSubqueries());
      assertTrue(metadata.supportsLikeEscapeClause());
      assertTrue(metadata.storesMixedCaseIdentifiers());
      assertTrue(metadata.storesMixedCaseQuotedIdentifiers());
      assertFalse(metadata.supportsMixedCaseIdentifiers());
      assertFalse(metadata.supportsStoredProcedures());
      assertFalse(metadata.supportsSubqueriesInQuantifieds());
      assertEquals("\"", metadata.getIdentifierQuoteString());
      assertEquals("\\", metadata.getSearchStringEscape());
      assertTrue(metadata.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE));
      assertFalse(
          metadata.supportsTransactionIsolationLevel(Connection.TRANSACTION_READ_COMMITTED));
      assertEquals(Connection.TRANSACTION_SERIALIZABLE, metadata.getDefaultTransactionIsolation());
      assertTrue(metadata.supportsResultSetType(ResultSet.TYPE_FORWARD_ONLY));
      assertFalse(metadata.supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE));
      assertTrue(
          metadata.supportsResultSetConcurrency(
              ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY));
      assertFalse(
          metadata.supportsResultSetConcurrency(
              ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE));
    }
  }

  @Test
  void theTypesAreTheStorageClasses() throws SQLException {
    try (Described database = Described.by()) {
      assertEquals(
          List.of(
              "NULL | 0 | null",
              "INTEGER | 4 | null",
              "REAL | 7 | null",
              "TEXT | 12 | '",
              "BLOB | 2004 | X'"),
          database.rows(DatabaseMetaData::getTypeInfo, "TYPE_NAME", "DATA_TYPE", "LITERAL_PREFIX"));
    }
  }

  @Test
  void itIsAWrapperOfItselfOnly() throws SQLException {
    try (Described database = Described.by()) {
      Wrapper wrapper = database.metadata;
      assertTrue(wrapper.isWrapperFor(IcSqliteDatabaseMetaData.class));
      assertEquals(wrapper, wrapper.unwrap(DatabaseMetaData.class));
      assertFalse(wrapper.isWrapperFor(String.class));
      assertThrows(SQLException.class, () -> wrapper.unwrap(String.class));
    }
  }
}
