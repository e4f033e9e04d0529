package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {

  private static List<String> tables(Described database, String pattern, String... types)
      throws SQLException {
    return database.rows(
        metadata -> metadata.getTables(null, null, pattern, types.length == 0 ? null : types),
        "TABLE_NAME",
        "TABLE_TYPE");
  }

  @Test
  void tablesAreSortedByTypeAndName() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE b(x INTEGER PRIMARY KEY AUTOINCREMENT)",
            "CREATE TABLE a(x UNIQUE)",
            "CREATE VIEW v AS SELECT 1 AS one",
            "CREATE TEMP TABLE t(x)",
            "CREATE TEMP VIEW tv AS SELECT 1 AS one",
            "CREATE VIRTUAL TABLE f USING fts5(x)",
            "CREATE TABLE w(x PRIMARY KEY) WITHOUT ROWID")) {
      assertEquals(
          List.of(
              "t | GLOBAL TEMPORARY",
              "f_config | SYSTEM TABLE",
              "f_content | SYSTEM TABLE",
              "f_data | SYSTEM TABLE",
              "f_docsize | SYSTEM TABLE",
              "f_idx | SYSTEM TABLE",
              "sqlite_schema | SYSTEM TABLE",
              "sqlite_sequence | SYSTEM TABLE",
              "a | TABLE",
              "b | TABLE",
              "f | TABLE",
              "w | TABLE",
              "tv | VIEW",
              "v | VIEW"),
          tables(database, null));
    }
  }

  @Test
  void typesFilterWithoutRegardToCaseAndUnknownOnesFindNothing() throws SQLException {
    try (Described database =
        Described.by("CREATE TABLE a(x)", "CREATE VIEW v AS SELECT 1 AS one")) {
      assertEquals(List.of("a | TABLE"), tables(database, "%", "TABLE"));
      assertEquals(List.of("v | VIEW"), tables(database, "%", "view", "ALIAS"));
      assertEquals(List.of(), tables(database, "%", "ALIAS"));
      assertEquals(
          List.of(), database.rows(metadata -> metadata.getTables(null, null, "%", new String[0])));
    }
  }

  @Test
  void anOddNameIsFoundByItself() throws SQLException {
    List<String> names =
        List.of("a\"b", "a.b", "a b", "100%", "x_y", "😀", "select", "it's", "[z]", "`t`", "É");
    try (Described database = Described.by()) {
      for (String name : names) {
        database.execute("CREATE TABLE \"" + name.replace("\"", "\"\"") + "\"(x, \"y.'z\")");
      }
      for (String name : names) {
        String escaped = name.replace("%", "\\%").replace("_", "\\_");
        assertEquals(List.of(name + " | TABLE"), tables(database, escaped));
        assertEquals(
            List.of("x", "y.'z"),
            database.rows(
                metadata -> metadata.getColumns(null, null, escaped, null), "COLUMN_NAME"));
      }
      assertEquals(names.size(), tables(database, "%", "TABLE").size());
    }
  }

  @Test
  void aTemporaryTableHidesOneOfMainUnlessTheSchemaIsNamed() throws SQLException {
    try (Described database =
        Described.by("CREATE TABLE Twice(old)", "CREATE TEMP TABLE tWICE(new, newer)")) {
      assertEquals(List.of("tWICE | GLOBAL TEMPORARY"), tables(database, "twice"));
      assertEquals(
          List.of("new", "newer"),
          database.rows(metadata -> metadata.getColumns(null, "", "twice", null), "COLUMN_NAME"));
      assertEquals(
          List.of("old"),
          database.rows(
              metadata -> metadata.getColumns(null, "main", "twice", null), "COLUMN_NAME"));
      assertEquals(
          List.of("tWICE"),
          database.rows(metadata -> metadata.getTables(null, "TEMP", "twice", null), "TABLE_NAME"));
    }
  }

  @Test
  void anyOtherSchemaOrCatalogIsNotLookedAt() throws SQLException {
    try (Described database = Described.by("CREATE TABLE a(x)")) {
      for (String other : new String[] {null, "", "%", "public"}) {
        assertEquals(
            List.of("null | null | a"),
            database.rows(
                metadata -> metadata.getTables(other, other, "a", null),
                "TABLE_CAT",
                "TABLE_SCHEM",
                "TABLE_NAME"));
      }
      assertEquals(List.of(), database.rows(metadata -> metadata.getSchemas()));
      assertEquals(List.of(), database.rows(metadata -> metadata.getCatalogs()));
    }
  }

  @Test
  void theEmptyPatternIsEveryTable() throws SQLException {
    try (Described database = Described.by("CREATE TABLE a(x)", "CREATE TABLE b(x)")) {
      assertEquals(List.of("a | TABLE", "b | TABLE"), tables(database, "", "TABLE"));
    }
  }

  @Test
  void theTableOfTheSchemaIsDescribedByBothItsNames() throws SQLException {
    try (Described database = Described.by("CREATE TABLE a(x)")) {
      for (String name : List.of("sqlite_schema", "SQLITE_MASTER")) {
        assertEquals(
            List.of("rowid"),
            database.rows(
                metadata -> metadata.getBestRowIdentifier(null, "main", name, 0, true),
                "COLUMN_NAME"));
      }
    }
  }

  @Test
  void theTypesOfTablesAreSorted() throws SQLException {
    try (Described database = Described.by()) {
      assertEquals(
          List.of("GLOBAL TEMPORARY", "SYSTEM TABLE", "TABLE", "VIEW"),
          database.rows(metadata -> metadata.getTableTypes()));
    }
  }
}
