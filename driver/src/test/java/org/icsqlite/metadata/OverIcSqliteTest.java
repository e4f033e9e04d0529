package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.sql.SQLException;
import java.util.List;
import org.icsqlite.metadata.Described.Call;
import org.junit.jupiter.api.Test;

/** The same metadata over this driver as over plain SQLite. */
class OverIcSqliteTest {

  private static final String[] SCHEMA = {
    "CREATE TABLE p(a INTEGER CONSTRAINT pk_p PRIMARY KEY AUTOINCREMENT, b VARCHAR(9) UNIQUE)",
    "CREATE TABLE \"c 😀\"(x INT REFERENCES p, y AS (x + 1), z TEXT NOT NULL DEFAULT 'z')",
    "CREATE UNIQUE INDEX i ON \"c 😀\"(lower(z) DESC, x) WHERE x > 1",
    "CREATE TABLE w(k ANY PRIMARY KEY) STRICT, WITHOUT ROWID",
    "CREATE VIEW v AS SELECT * FROM p",
    "CREATE VIRTUAL TABLE f USING fts5(title)",
    "CREATE TEMP TABLE t(a)",
  };

  private static final List<Call> CALLS =
      List.of(
          metadata -> metadata.getTables(null, null, null, null),
          metadata -> metadata.getColumns(null, null, null, null),
          metadata -> metadata.getPseudoColumns(null, null, null, null),
          metadata -> metadata.getPrimaryKeys(null, null, "p"),
          metadata -> metadata.getImportedKeys(null, null, "c 😀"),
          metadata -> metadata.getExportedKeys(null, null, "p"),
          metadata -> metadata.getIndexInfo(null, null, "c 😀", false, true),
          metadata -> metadata.getBestRowIdentifier(null, null, "w", 0, false),
          metadata -> metadata.getTypeInfo());

  @Test
  void answersAreThoseOverPlainSqlite() throws SQLException {
    try (Described plain = Described.at(Described.PLAIN, SCHEMA);
        Described own = Described.at(Described.ICSQLITE, SCHEMA)) {
      for (Call call : CALLS) {
        List<String> expected = plain.rows(call);
        assertFalse(expected.isEmpty());
        assertEquals(expected, own.rows(call));
      }
      assertEquals(1, own.rows(metadata -> metadata.getFunctions(null, null, "fts5")).size());
    }
  }

  @Test
  void nothingIsLeftOpenThatKeepsATableFromBeingDropped() throws SQLException {
    for (String url : List.of(Described.PLAIN, Described.ICSQLITE)) {
      try (Described database = Described.at(url, SCHEMA)) {
        for (Call call : CALLS) {
          database.rows(call);
        }
        database.execute("DROP TABLE w", "DROP TABLE f", "BEGIN", "COMMIT", "VACUUM");
      }
    }
  }

  @Test
  void aTransactionGoesOnAfterAnAnswer() throws SQLException {
    for (String url : List.of(Described.PLAIN, Described.ICSQLITE)) {
      try (Described database = Described.at(url, SCHEMA)) {
        database.connection.setAutoCommit(false);
        database.execute("CREATE TABLE later(x)", "CREATE VIEW broken AS SELECT * FROM gone");
        for (Call call : CALLS) {
          database.rows(call);
        }
        assertEquals(
            1, database.rows(metadata -> metadata.getTables(null, null, "later", null)).size());
        database.connection.rollback();
        assertEquals(
            0, database.rows(metadata -> metadata.getTables(null, null, "later", null)).size());
      }
    }
  }
}
