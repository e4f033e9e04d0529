package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnsTest {

  private static List<String> columns(Described database, String table, String... labels)
      throws SQLException {
    return database.rows(metadata -> metadata.getColumns(null, null, table, null), labels);
  }

  @Test
  void aRowHasAllThatIsKnownOfAColumn() throws SQLException {
    try (Described database =
        Described.by("CREATE TABLE t(a, n DECIMAL(10,2) NOT NULL DEFAULT (1 + 2))")) {
      assertEquals(
          List.of(
              "null | null | t | a | 12 |  | 2000000000 | null | null | null | 1 | null | null"
                  + " | 0 | 0 | 2000000000 | 1 | YES | null | null | null | null | NO | NO",
              "null | null | t | n | 3 | DECIMAL | 10 | null | 2 | 10 | 0 | null | 1 + 2"
                  + " | 0 | 0 | null | 2 | NO | null | null | null | null | NO | NO"),
          columns(database, "t"));
    }
  }

  @Test
  void defaultsAreAsTheyWereWritten() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE t(a DEFAULT 'it''s', b DEFAULT NULL, c DEFAULT CURRENT_TIMESTAMP,"
                + " d DEFAULT -1.50, e DEFAULT x'00ff', f DEFAULT \"word\")")) {
      assertEquals(
          List.of("'it''s'", "NULL", "CURRENT_TIMESTAMP", "-1.50", "x'00ff'", "\"word\""),
          columns(database, "t", "COLUMN_DEF"));
    }
  }

  @Test
  void generatedColumnsAreTold() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE t(a INT, v INT GENERATED ALWAYS AS (a + 1), s TEXT AS (a) STORED)")) {
      assertEquals(
          List.of("a | INT | NO | null", "v | INT | YES | null", "s | TEXT | YES | null"),
          columns(database, "t", "COLUMN_NAME", "TYPE_NAME", "IS_GENERATEDCOLUMN", "COLUMN_DEF"));
    }
  }

  @Test
  void aKeyIsNullableUnlessItIsTheRowidOrSqliteKeepsNullsOut() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE plain(k TEXT PRIMARY KEY)",
            "CREATE TABLE rowid(k INTEGER PRIMARY KEY)",
            "CREATE TABLE down(k INTEGER PRIMARY KEY DESC)",
            "CREATE TABLE strict(k TEXT PRIMARY KEY, o ANY) STRICT",
            "CREATE TABLE without(k, l INTEGER, PRIMARY KEY(l, k)) WITHOUT ROWID")) {
      String[] labels = {"NULLABLE", "IS_NULLABLE"};
      assertEquals(List.of("1 | YES"), columns(database, "plain", labels));
      assertEquals(List.of("0 | NO"), columns(database, "rowid", labels));
      assertEquals(List.of("1 | YES"), columns(database, "down", labels));
      assertEquals(List.of("0 | NO", "1 | YES"), columns(database, "strict", labels));
      assertEquals(List.of("0 | NO", "0 | NO"), columns(database, "without", labels));
    }
  }

  @Test
  void autoincrementIsTheKeywordAtTheRowid() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE plain(k INTEGER PRIMARY KEY, x DEFAULT 'AUTOINCREMENT')",
            "CREATE TABLE auto(x, k INTEGER PRIMARY KEY AUTOINCREMENT)",
            "CREATE TABLE late(\"k 1\" INTEGER, PRIMARY KEY(\"k 1\" AUTOINCREMENT))",
            "CREATE TEMP TABLE there(k INTEGER PRIMARY KEY AUTOINCREMENT)")) {
      assertEquals(List.of("NO", "NO"), columns(database, "plain", "IS_AUTOINCREMENT"));
      assertEquals(List.of("NO", "YES"), columns(database, "auto", "IS_AUTOINCREMENT"));
      assertEquals(List.of("YES"), columns(database, "late", "IS_AUTOINCREMENT"));
      assertEquals(List.of("YES"), columns(database, "there", "IS_AUTOINCREMENT"));
    }
  }

  @Test
  void hiddenColumnsOfVirtualTablesAreLeftOut() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE VIRTUAL TABLE f USING fts5(title, body)",
            "CREATE VIRTUAL TABLE r USING rtree(id, low, high)")) {
      assertEquals(
          List.of("title | 1", "body | 2"),
          columns(database, "f", "COLUMN_NAME", "ORDINAL_POSITION"));
      assertEquals(
          List.of("id | INT", "low | REAL", "high | REAL"),
          columns(database, "r", "COLUMN_NAME", "TYPE_NAME"));
      assertEquals(
          List.of("id | INTEGER", "block | BLOB"),
          columns(database, "f\\_data", "COLUMN_NAME", "TYPE_NAME"));
    }
  }

  @Test
  void columnsOfViewsHaveTheTypesOfTheirTables() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE t(a INTEGER NOT NULL, b VARCHAR(7))",
            "CREATE VIEW v(x, y, z) AS SELECT a, b, a + 1 FROM t")) {
      assertEquals(
          List.of("x | INTEGER | 2000000000", "y | VARCHAR | 7", "z |  | 2000000000"),
          columns(database, "v", "COLUMN_NAME", "TYPE_NAME", "COLUMN_SIZE"));
    }
  }

  @Test
  void aBrokenViewHidesNothingElse() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE VIEW broken AS SELECT * FROM gone",
            "CREATE TABLE t(a, b)",
            "CREATE VIEW whole AS SELECT a FROM t")) {
      assertEquals(
          List.of("t | a", "t | b", "whole | a"),
          database.rows(
              metadata -> metadata.getColumns(null, "main", "%", "_"),
              "TABLE_NAME",
              "COLUMN_NAME"));
      assertEquals(
          List.of("broken", "whole"),
          database.rows(
              metadata -> metadata.getTables(null, null, null, new String[] {"VIEW"}),
              "TABLE_NAME"));
    }
  }

  @Test
  void aPatternKeepsThePositionsOfColumns() throws SQLException {
    try (Described database = Described.by("CREATE TABLE t(a_1, ab1, \"a%1\")")) {
      assertEquals(
          List.of("a_1 | 1"),
          database.rows(
              metadata -> metadata.getColumns(null, null, "T", "A\\_1"),
              "COLUMN_NAME",
              "ORDINAL_POSITION"));
      assertEquals(
          List.of("a%1 | 3"),
          database.rows(
              metadata -> metadata.getColumns(null, null, "t", "a\\%1"),
              "COLUMN_NAME",
              "ORDINAL_POSITION"));
    }
  }

  @Test
  void pseudoColumnsAreTheNamesOfTheRowidAndHiddenColumns() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE t(a, oid)",
            "CREATE TABLE w(a PRIMARY KEY) WITHOUT ROWID",
            "CREATE VIEW v AS SELECT a FROM t",
            "CREATE VIRTUAL TABLE f USING fts5(x)")) {
      assertEquals(
          List.of(
              "f | _rowid_ | NO_USAGE_RESTRICTIONS",
              "f | f | USAGE_UNKNOWN",
              "f | oid | NO_USAGE_RESTRICTIONS",
              "f | rank | USAGE_UNKNOWN",
              "f | rowid | NO_USAGE_RESTRICTIONS",
              "t | _rowid_ | NO_USAGE_RESTRICTIONS",
              "t | rowid | NO_USAGE_RESTRICTIONS"),
          database.rows(
              metadata -> metadata.getPseudoColumns(null, null, "_", null),
              "TABLE_NAME",
              "COLUMN_NAME",
              "COLUMN_USAGE"));
    }
  }

  @Test
  void aClosedConnectionIsAnErrorAndNotAnEmptyAnswer() throws SQLException {
    Described database = Described.by("CREATE VIEW v AS SELECT 1 AS one");
    database.close();
    assertThrows(SQLException.class, () -> database.metadata.getColumns(null, null, null, null));
    assertThrows(SQLException.class, () -> database.metadata.getFunctions(null, null, null));
  }
}
