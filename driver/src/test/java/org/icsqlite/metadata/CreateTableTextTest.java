package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.DatabaseMetaData;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreateTableTextTest {

  private static final String BUSY =
      """
      CREATE TABLE "a (odd, name" ( -- CONSTRAINT no PRIMARY KEY (x)
        [first col] INTEGER CONSTRAINT one NOT NULL CONSTRAINT "the ""pk\""" PRIMARY KEY
          ON CONFLICT REPLACE AUTOINCREMENT,
        x VARCHAR(10, 2) DEFAULT ('CONSTRAINT q UNIQUE,') CONSTRAINT u UNIQUE,
        y INT DEFAULT -1 CONSTRAINT fy REFERENCES p(a) ON DELETE SET NULL ON UPDATE NO ACTION
          DEFERRABLE INITIALLY DEFERRED CHECK (y IN (1, 2)),
        z /* REFERENCES q, */ REFERENCES q NOT NULL,
        g AS (x || ', UNIQUE') STORED,
        CONSTRAINT c CHECK (x <> ')') CONSTRAINT `u 2` UNIQUE (y, z COLLATE NOCASE DESC),
        CONSTRAINT f FOREIGN KEY (x, y) REFERENCES "p p" (a, b) MATCH FULL ON UPDATE CASCADE
          DEFERRABLE,
        FOREIGN KEY (z) REFERENCES r NOT DEFERRABLE INITIALLY DEFERRED
      ) STRICT
      """;

  @Test
  void namesOfKeysAreFoundWhereTheyBelong() {
    CreateTableText text = CreateTableText.parse(BUSY);
    assertEquals("the \"pk\"", text.primaryKeyName(List.of("first col")));
    assertNull(text.primaryKeyName(List.of("x")));
    assertEquals("u", text.uniqueName(List.of("x")));
    assertEquals("u 2", text.uniqueName(List.of("Z", "y")));
    assertNull(text.uniqueName(List.of("y")));
    assertTrue(text.autoIncrement());
  }

  @Test
  void foreignKeysAreFoundInTheirOrder() {
    assertEquals(
        List.of(
            new CreateTableText.ForeignKey(
                "fy", List.of("y"), "p", DatabaseMetaData.importedKeyInitiallyDeferred),
            new CreateTableText.ForeignKey(
                null, List.of("z"), "q", DatabaseMetaData.importedKeyNotDeferrable),
            new CreateTableText.ForeignKey(
                "f", List.of("x", "y"), "p p", DatabaseMetaData.importedKeyInitiallyImmediate),
            new CreateTableText.ForeignKey(
                null, List.of("z"), "r", DatabaseMetaData.importedKeyNotDeferrable)),
        CreateTableText.parse(BUSY).foreignKeys());
  }

  @Test
  void autoIncrementIsAKeywordAndNotAName() {
    assertFalse(
        CreateTableText.parse("CREATE TABLE t(\"autoincrement\" DEFAULT 'AUTOINCREMENT')")
            .autoIncrement());
    assertTrue(
        CreateTableText.parse("CREATE TABLE t(a INTEGER, PRIMARY KEY(a AUTOINCREMENT))")
            .autoIncrement());
  }

  @Test
  void aNameBelongsToTheNextConstraintOnly() {
    CreateTableText text =
        CreateTableText.parse("CREATE TABLE t(a CONSTRAINT n NOT NULL UNIQUE, b PRIMARY KEY)");
    assertNull(text.uniqueName(List.of("a")));
    assertNull(text.primaryKeyName(List.of("b")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "CREATE",
        "CREATE TABLE",
        "CREATE TABLE t",
        "CREATE TABLE t(",
        "CREATE TABLE t(a REFERENCES",
        "CREATE TABLE t(CONSTRAINT",
        "CREATE TABLE t(a, PRIMARY KEY (b",
        "CREATE TABLE t(a, FOREIGN KEY (b) REFERENCES \"open",
        "CREATE TABLE t(a DEFAULT",
        "CREATE TABLE t(a /* open",
        "CREATE VIRTUAL TABLE f USING fts5(CONSTRAINT x PRIMARY KEY)",
        "CREATE VIEW v AS SELECT 1",
      })
  void aTextThatIsNotUnderstoodNamesNothing(String sql) {
    CreateTableText text = CreateTableText.parse(sql);
    assertNull(text.primaryKeyName(List.of("a")));
    assertNull(text.uniqueName(List.of("a")));
    assertFalse(text.autoIncrement());
  }

  @Test
  void noTextNamesNothing() {
    assertEquals(List.of(), CreateTableText.parse(null).foreignKeys());
  }

  @Property(tries = 200)
  void everyCutOfATextIsRead(@ForAll int seed) {
    int length = Math.floorMod(seed, BUSY.length());
    assertTrue(CreateTableText.parse(BUSY.substring(0, length)).foreignKeys().size() <= 4);
  }

  @Property(tries = 200)
  void everyTextIsRead(@ForAll @Size(max = 30) List<@StringLength(max = 12) String> parts) {
    String text = "CREATE TABLE t(" + String.join(" REFERENCES ", parts);
    assertTrue(CreateTableText.parse(text).foreignKeys().size() < 31);
  }
}
