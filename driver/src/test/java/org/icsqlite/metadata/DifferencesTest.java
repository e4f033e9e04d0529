package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.icsqlite.metadata.Described.Call;
import org.junit.jupiter.api.Test;

/** What differs from sqlite-jdbc's own metadata, and why; everything else is the same. */
class DifferencesTest {

  /** Methods with another answer, and the reason. */
  private static final Map<String, String> CAPABILITIES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(
                  "autoCommitFailureClosesAllResultSets", "answered where sqlite-jdbc refuses"),
              Map.entry("generatedKeyAlwaysReturned", "answered where sqlite-jdbc refuses"),
              Map.entry("getRowIdLifetime", "answered where sqlite-jdbc refuses"),
              Map.entry(
                  "supportsStoredFunctionsUsingCallSyntax", "answered where sqlite-jdbc refuses"),
              Map.entry("getDriverMajorVersion", "another driver"),
              Map.entry("getDriverMinorVersion", "another driver"),
              Map.entry("getDriverName", "another driver"),
              Map.entry("getDriverVersion", "another driver"),
              Map.entry("getURL", "another driver"),
              Map.entry("getJDBCMinorVersion", "the methods of JDBC 4.3 are there"),
              Map.entry("getMaxColumnsInGroupBy", "SQLite has this limit"),
              Map.entry("getMaxColumnsInIndex", "SQLite has this limit"),
              Map.entry("getMaxColumnsInOrderBy", "SQLite has this limit"),
              Map.entry("getMaxColumnsInSelect", "SQLite has this limit"),
              Map.entry("getMaxColumnsInTable", "SQLite has this limit"),
              Map.entry("getMaxLogicalLobSize", "SQLite has this limit"),
              Map.entry("getMaxRowSize", "SQLite has this limit"),
              Map.entry("getMaxStatementLength", "SQLite has this limit"),
              Map.entry("getMaxTablesInSelect", "SQLite has this limit"),
              Map.entry("doesMaxRowSizeIncludeBlobs", "the limit of a row counts its blobs"),
              Map.entry("getNumericFunctions", "SQLite has these"),
              Map.entry("getStringFunctions", "SQLite has these"),
              Map.entry("getSystemFunctions", "SQLite has these"),
              Map.entry("getTimeDateFunctions", "SQLite has these"),
              Map.entry("getExtraNameCharacters", "a dollar sign needs no quotes"),
              Map.entry("getProcedureTerm", "a term rather than a remark"),
              Map.entry("getSQLKeywords", "keywords of later versions of SQLite"),
              Map.entry("locatorsUpdateCopy", "a Blob is a copy"),
              Map.entry("nullsAreSortedAtStart", "null is the lowest value"),
              Map.entry("nullsAreSortedHigh", "null is the lowest value"),
              Map.entry("nullsAreSortedLow", "null is the lowest value"),
              Map.entry(
                  "storesMixedCaseQuotedIdentifiers", "names are kept as written, quoted or not"),
              Map.entry(
                  "supportsMixedCaseIdentifiers", "names are compared without regard to case"),
              Map.entry(
                  "supportsNamedParameters",
                  "it asks about CallableStatement, which there is none of"),
              Map.entry(
                  "supportsMultipleResultSets",
                  "a text of several statements gives several results"),
              Map.entry("getResultSetHoldability", "rows outlive a commit, in sqlite-jdbc as well"),
              Map.entry("supportsOpenCursorsAcrossCommit", "rows outlive a commit"),
              Map.entry("supportsOpenStatementsAcrossCommit", "statements outlive a transaction"),
              Map.entry("supportsOpenStatementsAcrossRollback", "statements outlive a transaction"),
              Map.entry("supportsCorrelatedSubqueries", "SQLite can"),
              Map.entry("supportsGroupByBeyondSelect", "SQLite can"),
              Map.entry("supportsGroupByUnrelated", "SQLite can"),
              Map.entry("supportsIntegrityEnhancementFacility", "SQLite can"),
              Map.entry("supportsLikeEscapeClause", "SQLite can"),
              Map.entry("supportsOrderByUnrelated", "SQLite can"),
              Map.entry("supportsSubqueriesInComparisons", "SQLite can"),
              Map.entry("supportsTableCorrelationNames", "SQLite can")));

  /** Columns with other values, and the reason. */
  private static final Map<String, String> COLUMNS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("getColumns.BUFFER_LENGTH", "JDBC does not use it"),
              Map.entry("getColumns.CHAR_OCTET_LENGTH", "null where it does not apply"),
              Map.entry("getColumns.DECIMAL_DIGITS", "null where it does not apply"),
              Map.entry("getColumns.NUM_PREC_RADIX", "null where it does not apply"),
              Map.entry(
                  "getColumns.COLUMN_SIZE", "the precision as declared, without the scale added"),
              Map.entry(
                  "getColumns.DATA_TYPE", "blobs, decimals and reals have types of their own"),
              Map.entry("getColumns.IS_NULLABLE", "the rowid is never null"),
              Map.entry("getColumns.NULLABLE", "the rowid is never null"),
              Map.entry("getExportedKeys.DEFERRABILITY", "as declared"),
              Map.entry("getImportedKeys.DEFERRABILITY", "as declared"),
              Map.entry("getExportedKeys.PK_NAME", "null when there is no name"),
              Map.entry("getImportedKeys.PK_NAME", "null when there is no name"),
              Map.entry("getIndexInfo.ASC_OR_DESC", "known"),
              Map.entry("getIndexInfo.COLUMN_NAME", "sorted as JDBC says"),
              Map.entry("getIndexInfo.INDEX_NAME", "sorted as JDBC says"),
              Map.entry("getIndexInfo.NON_UNIQUE", "sorted as JDBC says"),
              Map.entry("getIndexInfo.ORDINAL_POSITION", "sorted as JDBC says"),
              Map.entry("getTypeInfo.LITERAL_PREFIX", "SQLite has such literals"),
              Map.entry("getTypeInfo.LITERAL_SUFFIX", "SQLite has such literals"),
              Map.entry("getTypeInfo.PRECISION", "SQLite has this limit")));

  private static final String[] SCHEMA = {
    "CREATE TABLE author(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE)",
    "CREATE TABLE book(isbn VARCHAR(13) PRIMARY KEY, author INT NOT NULL DEFAULT 0,"
        + " price DECIMAL(10,2), cover BLOB, raw, double_price REAL AS (price * 2),"
        + " CONSTRAINT fk_author FOREIGN KEY(author) REFERENCES author(id) ON DELETE CASCADE)",
    "CREATE TABLE shelf(room INT, place INT, CONSTRAINT pk_shelf PRIMARY KEY(room, place))",
    "CREATE VIEW cheap AS SELECT * FROM book WHERE price < 10",
    "CREATE TEMP TABLE cart(isbn TEXT)",
    "CREATE INDEX i_author ON book(author, price)",
  };

  /** The answers over tables that both describe. */
  private static final Map<String, Call> CALLS =
      new TreeMap<>(
          Map.of(
              "getTables",
              metadata ->
                  metadata.getTables(
                      null, null, "%", new String[] {"TABLE", "VIEW", "GLOBAL TEMPORARY"}),
              "getTableTypes",
              DatabaseMetaData::getTableTypes,
              "getCatalogs",
              DatabaseMetaData::getCatalogs,
              "getSchemas",
              DatabaseMetaData::getSchemas,
              "getColumns",
              metadata -> metadata.getColumns(null, null, "%o%", "%"),
              "getPrimaryKeys",
              metadata -> metadata.getPrimaryKeys(null, null, "shelf"),
              "getImportedKeys",
              metadata -> metadata.getImportedKeys(null, null, "book"),
              "getExportedKeys",
              metadata -> metadata.getExportedKeys(null, null, "author"),
              "getIndexInfo",
              metadata -> metadata.getIndexInfo(null, null, "book", false, true),
              "getTypeInfo",
              DatabaseMetaData::getTypeInfo));

  @Test
  void rowsOfSqliteJdbcThatAreNoTablesAreLeftOut() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE t(a UNIQUE)",
            "CREATE VIRTUAL TABLE f USING fts5(x)",
            "CREATE TEMP VIEW v AS SELECT 1 AS one")) {
      Call tables = metadata -> metadata.getTables(null, null, null, null);
      List<String> theirs = new ArrayList<>();
      try (ResultSet rows = tables.on(database.connection.getMetaData())) {
        while (rows.next()) {
          theirs.add(rows.getString("TABLE_NAME") + " | " + rows.getString("TABLE_TYPE"));
        }
      }
      List<String> ours = database.rows(tables, "TABLE_NAME", "TABLE_TYPE");
      List<String> onlyTheirs = new ArrayList<>(theirs);
      onlyTheirs.removeAll(ours);
      List<String> onlyOurs = new ArrayList<>(ours);
      onlyOurs.removeAll(theirs);
      assertEquals(
          List.of(
              "v | GLOBAL TEMPORARY",
              "sqlite_autoindex_t_1 | SYSTEM TABLE",
              "f_config | TABLE",
              "f_content | TABLE",
              "f_data | TABLE",
              "f_docsize | TABLE",
              "f_idx | TABLE"),
          onlyTheirs);
      assertEquals(
          List.of(
              "f_config | SYSTEM TABLE",
              "f_content | SYSTEM TABLE",
              "f_data | SYSTEM TABLE",
              "f_docsize | SYSTEM TABLE",
              "f_idx | SYSTEM TABLE",
              "v | VIEW"),
          onlyOurs);
    }
  }

  @Test
  void aForeignKeyHasANameAndItsParentTheNameItWasCreatedWith() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE Parent(Id INTEGER PRIMARY KEY)",
            "CREATE TABLE child(a REFERENCES PARENT(ID))")) {
      Call keys = metadata -> metadata.getImportedKeys(null, null, "child");
      try (ResultSet theirs = keys.on(database.connection.getMetaData())) {
        assertTrue(theirs.next());
        assertEquals("PARENT", theirs.getString("PKTABLE_NAME"));
        assertEquals("ID", theirs.getString("PKCOLUMN_NAME"));
        assertEquals("", theirs.getString("FK_NAME"));
      }
      assertEquals(
          List.of("Parent | Id | fk_child_1"),
          database.rows(keys, "PKTABLE_NAME", "PKCOLUMN_NAME", "FK_NAME"));
    }
  }

  @Test
  void columnsOfManyTablesAreDescribed() throws SQLException {
    try (Described database = Described.by()) {
      database.connection.setAutoCommit(false);
      for (int at = 0; at < 60; at++) {
        database.execute("CREATE TABLE t" + at + "(a, b, c, d, e, f, g, h, i, j)");
      }
      Call columns = metadata -> metadata.getColumns(null, null, "t%", "%");
      assertThrows(SQLException.class, () -> columns.on(database.connection.getMetaData()).close());
      assertEquals(600, database.rows(columns).size());
    }
  }

  @Test
  void capabilitiesDifferWhereSqliteJdbcIsWrongOrRefuses() throws Exception {
    Map<String, String> found = new TreeMap<>();
    try (Described database = Described.by()) {
      DatabaseMetaData theirs = database.connection.getMetaData();
      for (Method method : DatabaseMetaData.class.getMethods()) {
        if (method.getParameterCount() == 0 && method.getReturnType() != ResultSet.class) {
          Object expected = invoke(method, theirs);
          Object actual = invoke(method, database.metadata);
          if (!Objects.equals(expected, actual)) {
            found.put(method.getName(), expected + " -> " + actual);
          }
        }
      }
    }
    assertEquals(CAPABILITIES.keySet(), found.keySet(), found::toString);
  }

  private static Object invoke(Method method, DatabaseMetaData metadata) throws Exception {
    try {
      return method.invoke(metadata);
    } catch (InvocationTargetException e) {
      return e.getCause().getClass().getSimpleName();
    }
  }

  @Test
  void rowsDifferInTheseColumnsOnly() throws SQLException {
    Set<String> found = new TreeSet<>();
    try (Described database = Described.by(SCHEMA)) {
      DatabaseMetaData theirs = database.connection.getMetaData();
      for (Map.Entry<String, Call> entry : CALLS.entrySet()) {
        List<String> labels = database.labels(entry.getValue());
        for (int at = 0; at < labels.size(); at++) {
          String label = labels.get(at);
          List<String> expected = new ArrayList<>();
          try (ResultSet rows = entry.getValue().on(theirs)) {
            assertEquals(label, rows.getMetaData().getColumnLabel(at + 1), entry.getKey());
            while (rows.next()) {
              expected.add(rows.getString(label));
            }
          }
          List<Object> actual = database.values(entry.getValue(), label);
          assertEquals(expected.size(), actual.size(), entry.getKey());
          if (!expected.equals(actual.stream().map(DifferencesTest::text).toList())) {
            found.add(entry.getKey() + "." + label);
          }
        }
      }
    }
    assertEquals(COLUMNS.keySet(), found);
  }

  private static String text(Object value) {
    return value == null ? null : value.toString();
  }
}
