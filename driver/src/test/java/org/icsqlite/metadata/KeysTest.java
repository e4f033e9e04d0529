package org.icsqlite.metadata;

import static java.sql.DatabaseMetaData.importedKeyCascade;
import static java.sql.DatabaseMetaData.importedKeyNoAction;
import static java.sql.DatabaseMetaData.importedKeyRestrict;
import static java.sql.DatabaseMetaData.importedKeySetDefault;
import static java.sql.DatabaseMetaData.importedKeySetNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeysTest {

  private static final String[] PAIRS = {
    "PKTABLE_NAME", "PKCOLUMN_NAME", "FKTABLE_NAME", "FKCOLUMN_NAME", "KEY_SEQ", "FK_NAME"
  };

  private static List<String> primary(Described database, String table) throws SQLException {
    return database.rows(
        metadata -> metadata.getPrimaryKeys(null, null, table),
        "TABLE_NAME",
        "COLUMN_NAME",
        "KEY_SEQ",
        "PK_NAME");
  }

  private static List<String> imported(Described database, String table, String... labels)
      throws SQLException {
    return database.rows(metadata -> metadata.getImportedKeys(null, null, table), labels);
  }

  @Test
  void aCompositeKeyIsSortedByColumnAndNumberedByTheKey() throws SQLException {
    try (Described database =
        Described.by("CREATE TABLE t(a, c, b, CONSTRAINT \"the key\" PRIMARY KEY(c, b, a))")) {
      assertEquals(
          List.of("t | a | 3 | the key", "t | b | 2 | the key", "t | c | 1 | the key"),
          primary(database, "T"));
    }
  }

  @Test
  void keysOfAllKindsOfTablesAreFound() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE rowid(k INTEGER CONSTRAINT pk_rowid PRIMARY KEY)",
            "CREATE TABLE without(k PRIMARY KEY) WITHOUT ROWID",
            "CREATE TEMP TABLE there(\"k k\" INT CONSTRAINT pk_there PRIMARY KEY) STRICT",
            "CREATE TABLE none(a)",
            "CREATE VIEW v AS SELECT k FROM rowid")) {
      assertEquals(List.of("rowid | k | 1 | pk_rowid"), primary(database, "rowid"));
      assertEquals(List.of("without | k | 1 | null"), primary(database, "without"));
      assertEquals(List.of("there | k k | 1 | pk_there"), primary(database, "there"));
      assertEquals(List.of(), primary(database, "none"));
      assertEquals(List.of(), primary(database, "v"));
      assertEquals(List.of(), primary(database, "missing"));
      assertEquals(List.of(), primary(database, null));
      assertEquals(List.of(), primary(database, "%"));
    }
  }

  @Test
  void renamedTablesAndColumnsKeepTheNamesOfConstraints() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE p(a, b, CONSTRAINT pk_p PRIMARY KEY(a, b))",
            "CREATE TABLE c(x, y, CONSTRAINT fk_c FOREIGN KEY(x, y) REFERENCES p)",
            "ALTER TABLE p RENAME TO \"new (p\"",
            "ALTER TABLE \"new (p\" RENAME COLUMN a TO \"a,\"",
            "ALTER TABLE c ADD COLUMN z CONSTRAINT fk_z REFERENCES q(i)")) {
      assertEquals(
          List.of("new (p | a, | 1 | pk_p", "new (p | b | 2 | pk_p"), primary(database, "new (p"));
      assertEquals(
          List.of(
              "new (p | a, | c | x | 1 | fk_c",
              "new (p | b | c | y | 2 | fk_c",
              "q | i | c | z | 1 | fk_z"),
          imported(database, "c", PAIRS));
    }
  }

  @Test
  void aReferenceWithoutColumnsGoesToThePrimaryKey() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE Parent(A, B, CONSTRAINT pk_parent PRIMARY KEY(B, A))",
            "CREATE TABLE child(x, y, FOREIGN KEY(x, y) REFERENCES PARENT)")) {
      assertEquals(
          List.of("Parent | B | x | 1 | pk_parent", "Parent | A | y | 2 | pk_parent"),
          imported(
              database,
              "child",
              "PKTABLE_NAME",
              "PKCOLUMN_NAME",
              "FKCOLUMN_NAME",
              "KEY_SEQ",
              "PK_NAME"));
    }
  }

  @Test
  void whatCannotBeToldOfTheParentIsNull() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE p(a, b, PRIMARY KEY(a, b))",
            "CREATE TABLE c(x REFERENCES Gone, y REFERENCES gone(I), z REFERENCES p)")) {
      assertEquals(
          List.of(
              "Gone | null | c | x | 1 | fk_c_1",
              "gone | I | c | y | 1 | fk_c_2",
              "p | null | c | z | 1 | fk_c_3"),
          imported(database, "c", PAIRS).stream().sorted().toList());
    }
  }

  @Test
  void twoUnnamedKeysToOneTableAreToldApart() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE p(a, b, PRIMARY KEY(a, b))",
            "CREATE TABLE c(h, i, j, k, l CONSTRAINT fk_c_1 REFERENCES other,"
                + " FOREIGN KEY(j, k) REFERENCES p, FOREIGN KEY(h, i) REFERENCES p)",
            "CREATE TABLE d(h CONSTRAINT fk_d_2 REFERENCES p(a), i REFERENCES p(b))")) {
      assertEquals(
          List.of(
              "other | null | c | l | 1 | fk_c_1",
              "p | a | c | j | 1 | fk_c_2",
              "p | a | c | h | 1 | fk_c_3",
              "p | b | c | k | 2 | fk_c_2",
              "p | b | c | i | 2 | fk_c_3"),
          imported(database, "c", PAIRS));
      assertEquals(
          List.of("p | a | d | h | 1 | fk_d_2", "p | b | d | i | 1 | fk_d_2_"),
          imported(database, "d", PAIRS));
    }
  }

  @Test
  void rulesAndDeferrabilityAreAsDeclared() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE p(k PRIMARY KEY)",
            "CREATE TABLE c("
                + "a REFERENCES p ON UPDATE CASCADE ON DELETE SET NULL,"
                + "b REFERENCES p ON DELETE RESTRICT ON UPDATE SET DEFAULT DEFERRABLE,"
                + "c REFERENCES p ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED,"
                + "d REFERENCES p NOT DEFERRABLE INITIALLY DEFERRED)")) {
      assertEquals(
          List.of(
              "a | " + importedKeyCascade + " | " + importedKeySetNull + " | 7",
              "b | " + importedKeySetDefault + " | " + importedKeyRestrict + " | 6",
              "c | " + importedKeyNoAction + " | " + importedKeyNoAction + " | 5",
              "d | " + importedKeyNoAction + " | " + importedKeyNoAction + " | 7"),
          imported(database, "c", "FKCOLUMN_NAME", "UPDATE_RULE", "DELETE_RULE", "DEFERRABILITY"));
    }
  }

  @Test
  void theReferencedKeyIsNamedByItsConstraintOrIndex() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE p(a CONSTRAINT pk_p PRIMARY KEY, b CONSTRAINT u_b UNIQUE, c UNIQUE,"
                + " d, e, f, CONSTRAINT u_de UNIQUE(e, d))",
            "CREATE UNIQUE INDEX i_f ON p(f)",
            "CREATE TABLE c(v REFERENCES p(A), w REFERENCES p(B), x REFERENCES p(c), d, e,"
                + " y REFERENCES p(f), FOREIGN KEY(d, e) REFERENCES p(d, e))")) {
      assertEquals(
          List.of("a | pk_p", "b | u_b", "c | null", "f | i_f", "d | u_de", "e | u_de"),
          imported(database, "c", "PKCOLUMN_NAME", "PK_NAME"));
    }
  }

  @Test
  void exportedKeysComeFromEveryTableThatReferences() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE node(id INTEGER PRIMARY KEY, up CONSTRAINT fk_up REFERENCES node)",
            "CREATE TABLE \"b.leaf\"(x REFERENCES NODE(ID) ON DELETE CASCADE, y REFERENCES z)",
            "CREATE TABLE alone(x)",
            "CREATE TEMP TABLE t(x REFERENCES node)")) {
      List<String> expected =
          List.of("node | id | b.leaf | x | 1 | fk_b.leaf_1", "node | id | node | up | 1 | fk_up");
      assertEquals(
          expected, database.rows(metadata -> metadata.getExportedKeys(null, null, "Node"), PAIRS));
      assertEquals(
          expected,
          database.rows(
              metadata -> metadata.getCrossReference(null, null, "node", null, null, null), PAIRS));
      assertEquals(
          expected.subList(1, 2),
          database.rows(
              metadata -> metadata.getCrossReference(null, null, "node", null, null, "NODE"),
              PAIRS));
      assertEquals(
          expected.subList(0, 1),
          database.rows(
              metadata -> metadata.getCrossReference("", "", "node", "", "", "b.leaf"), PAIRS));
      assertEquals(
          List.of("z | null | b.leaf | y | 1 | fk_b.leaf_2"),
          database.rows(metadata -> metadata.getExportedKeys(null, null, "z"), PAIRS));
      assertEquals(
          List.of(), database.rows(metadata -> metadata.getExportedKeys(null, null, "alone")));
    }
  }

  @Test
  void catalogAndSchemaOfForeignKeysAreThoseOfTheQuestion() throws SQLException {
    try (Described database =
        Described.by("CREATE TABLE p(a PRIMARY KEY)", "CREATE TABLE c(x REFERENCES p)")) {
      String[] labels = {"PKTABLE_CAT", "PKTABLE_SCHEM", "FKTABLE_CAT", "FKTABLE_SCHEM"};
      assertEquals(
          List.of("c1 | s1 | c1 | s1"),
          database.rows(metadata -> metadata.getImportedKeys("c1", "s1", "c"), labels));
      assertEquals(
          List.of("c1 | s1 | c2 | s2"),
          database.rows(
              metadata -> metadata.getCrossReference("c1", "s1", "p", "c2", "s2", "c"), labels));
    }
  }

  private static List<String> best(Described database, String table, int scope, boolean nullable)
      throws SQLException {
    return database.rows(
        metadata -> metadata.getBestRowIdentifier(null, null, table, scope, nullable),
        "COLUMN_NAME",
        "SCOPE",
        "PSEUDO_COLUMN");
  }

  @Test
  void aRowIsIdentifiedByAKeyWithoutNullsAndElseByTheRowid() throws SQLException {
    try (Described database =
        Described.by(
            "CREATE TABLE k(a INTEGER PRIMARY KEY)",
            "CREATE TABLE n(a, b, PRIMARY KEY(b, a))",
            "CREATE TABLE w(a, b, PRIMARY KEY(b, a)) WITHOUT ROWID",
            "CREATE TABLE plain(rowid, a)",
            "CREATE TABLE taken(rowid, oid, _rowid_)",
            "CREATE VIEW v AS SELECT 1 AS one")) {
      int session = DatabaseMetaData.bestRowSession;
      int transaction = DatabaseMetaData.bestRowTransaction;
      assertEquals(List.of("a | 2 | 1"), best(database, "k", session, false));
      assertEquals(List.of("rowid | 1 | 2"), best(database, "n", transaction, false));
      assertEquals(List.of("b | 2 | 1", "a | 2 | 1"), best(database, "n", session, true));
      assertEquals(List.of("b | 2 | 1", "a | 2 | 1"), best(database, "w", session, false));
      assertEquals(List.of("oid | 1 | 2"), best(database, "plain", transaction, true));
      assertEquals(List.of(), best(database, "plain", session, true));
      assertEquals(List.of(), best(database, "taken", transaction, true));
      assertEquals(List.of(), best(database, "v", transaction, true));
    }
  }
}
