package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexesTest {

  private static final String[] LABELS = {
    "NON_UNIQUE", "INDEX_NAME", "ORDINAL_POSITION", "COLUMN_NAME", "ASC_OR_DESC", "FILTER_CONDITION"
  };

  private static List<String> indexes(Described database, String table, boolean unique)
      throws SQLException {
    return database.rows(
        metadata -> metadata.getIndexInfo(null, null, table, unique, true), LABELS);
  }

  @Test
  void uniqueIndexesComeFirstAndThenByName() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE t(a PRIMARY KEY, b, c UNIQUE)",
            "CREATE INDEX z ON t(b DESC, a)",
            "CREATE UNIQUE INDEX \"an \"\"index\" ON t(c COLLATE NOCASE, b ASC)",
            "CREATE INDEX m ON t(c)")) {
      List<String> unique =
          List.of(
              "0 | an \"index | 1 | c | A | null",
              "0 | an \"index | 2 | b | A | null",
              "0 | sqlite_autoindex_t_1 | 1 | a | A | null",
              "0 | sqlite_autoindex_t_2 | 1 | c | A | null");
      assertEquals(unique, indexes(database, "T", true));
      List<String> all = indexes(database, "t", false);
      assertEquals(unique, all.subList(0, 4));
      assertEquals(
          List.of(
              "1 | m | 1 | c | A | null", "1 | z | 1 | b | D | null", "1 | z | 2 | a | A | null"),
          all.subList(4, all.size()));
    }
  }

  @Test
  void expressionsAndConditionsAreAsTheyWereWritten() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE \"on (t\"(a, b)",
            "CREATE INDEX i ON \"on (t\" ( lower( a ) DESC , a, /* , */ b || ',)' COLLATE NOCASE )"
                + " WHERE b IS NOT NULL AND a > ')' ")) {
      String condition = "b IS NOT NULL AND a > ')'";
      assertEquals(
          List.of(
              "1 | i | 1 | lower( a ) | D | " + condition,
              "1 | i | 2 | a | A | " + condition,
              "1 | i | 3 | b || ',)' COLLATE NOCASE | A | " + condition),
          indexes(database, "on (t", false));
    }
  }

  @Test
  void indexesOfTemporaryAndRowidlessTablesAreFoundAndOthersHaveNone() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TEMP TABLE t(a UNIQUE)",
            "CREATE INDEX temp.i ON t(a DESC) WHERE a > 1",
            "CREATE TABLE w(a, b, PRIMARY KEY(b DESC, a)) WITHOUT ROWID",
            "CREATE VIEW v AS SELECT * FROM w",
            "CREATE VIRTUAL TABLE f USING fts5(x)")) {
      assertEquals(
          List.of("0 | sqlite_autoindex_t_1 | 1 | a | A | null", "1 | i | 1 | a | D | a > 1"),
          indexes(database, "t", false));
      assertEquals(
          List.of(
              "0 | sqlite_autoindex_w_1 | 1 | b | D | null",
              "0 | sqlite_autoindex_w_1 | 2 | a | A | null"),
          indexes(database, "w", true));
      assertEquals(List.of(), indexes(database, "v", false));
      assertEquals(List.of(), indexes(database, "f", false));
      assertEquals(List.of(), indexes(database, "missing", false));
    }
  }

  @Test
  void aTextThatIsNotUnderstoodSaysNothing() {
    for (String sql :
        List.of(
            "", "CREATE INDEX", "CREATE INDEX i ON", "CREATE INDEX i ON t", "CREATE TABLE t(a)")) {
      assertNull(CreateIndexText.parse(sql).term(0));
      assertNull(CreateIndexText.parse(sql).condition());
    }
    assertNull(CreateIndexText.parse(null).term(3));
    assertNull(CreateIndexText.parse("CREATE INDEX i ON t(a) WHERE").condition());
  }
}
