package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same SQL runs in the crate and here with profile=canister. */
class CanisterExchangeTest {

  private static final int ID = 120;
  private static final String CANISTER = "?profile=canister&memory_id=" + ID;
  private static final String RANDOM = "SELECT random(), hex(randomblob(70)), random(), random()";

  private static final String BASE =
      """
      CREATE TABLE t(a INTEGER, b TEXT);
      INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three');
      CREATE TABLE g(a INTEGER PRIMARY KEY, c TEXT GENERATED ALWAYS AS ('g' || a) STORED);
      INSERT INTO g(a) VALUES (1), (2);
      CREATE TABLE strict_t(id INTEGER PRIMARY KEY, name ANY) STRICT;
      INSERT INTO strict_t VALUES (1, 'a');
      CREATE TABLE kv(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
      INSERT INTO kv VALUES ('k', 'v');
      CREATE TABLE parent(id INTEGER PRIMARY KEY);
      CREATE TABLE child(id INTEGER PRIMARY KEY, parent REFERENCES parent(id));
      CREATE VIRTUAL TABLE notes USING fts5(body);
      INSERT INTO notes VALUES ('hello world'), ('hello there'), ('good bye');
      """;

  /** Made with profile=open, of what a canister has not. */
  private static final List<String> FOREIGN_SCHEMA =
      List.of(
          "CREATE TABLE log(a)",
          "CREATE TABLE with_check(a CHECK (sin(a) > -2))",
          "INSERT INTO with_check VALUES (1)",
          "CREATE TABLE with_default(a DEFAULT (sin(1)), b)",
          "CREATE TABLE with_index(a)",
          "INSERT INTO with_index VALUES (1)",
          "CREATE INDEX on_sine ON with_index(sin(a))",
          "CREATE TABLE with_partial(a)",
          "CREATE INDEX on_part ON with_partial(a) WHERE sin(a) > 0",
          "CREATE TABLE with_generated(a, b AS (sqrt(a)))",
          "INSERT INTO with_generated VALUES (4)",
          "CREATE TABLE empty_check(a CHECK (sin(a) > -2), b)",
          "CREATE TABLE empty_strict(a INT CHECK (sin(a) > -2)) STRICT",
          "CREATE TABLE plain_strict(a INT CHECK (a > -2)) STRICT",
          "CREATE TABLE empty_index(a, b)",
          "CREATE INDEX on_cosine ON empty_index(cos(a))",
          "CREATE TABLE empty_partial(a, b)",
          "CREATE INDEX on_empty ON empty_partial(b) WHERE tan(a) > 0",
          "CREATE TABLE empty_generated(a, b AS (sqrt(a)), c)",
          "CREATE TABLE empty_unique(a, b AS (sqrt(a)) UNIQUE, c)",
          "CREATE TABLE with_stored(a, b AS (sqrt(a)) STORED, c)",
          "INSERT INTO with_stored(a) VALUES (4)",
          "CREATE VIEW with_view AS SELECT pi() AS x, a FROM with_index",
          "CREATE VIEW with_aggregate AS SELECT median(a) AS x FROM with_index",
          "CREATE TABLE with_trigger(a)",
          "CREATE TRIGGER tr AFTER INSERT ON with_trigger"
              + " BEGIN INSERT INTO log VALUES (log10(new.a)); END",
          "CREATE VIRTUAL TABLE with_fts3 USING fts3(body)",
          "CREATE VIRTUAL TABLE with_rtree USING rtree(id, a, b)",
          "CREATE TABLE with_local(a DEFAULT (datetime(0, 'unixepoch', 'localtime')), b)");

  private static RustPeer peer;

  @TempDir Path directory;

  @BeforeAll
  static void startPeer() throws IOException {
    peer = RustPeer.start();
  }

  @AfterAll
  static void stopPeer() throws IOException {
    if (peer != null) {
      peer.close();
    }
  }

  private static String resource(String path) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(CanisterExchangeTest.class.getResourceAsStream(path), path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static List<String> statements(String file) throws IOException {
    return resource(file).lines().filter(line -> !line.startsWith("--")).toList();
  }

  private static JdbcImage open(Path image, String options) throws SQLException {
    return JdbcImage.of(DriverManager.getConnection("jdbc:icsqlite:" + image + CANISTER + options));
  }

  private Path base(String name) throws RustPeer.Refused {
    Path image = directory.resolve(name);
    peer.create(image, 1, ID);
    peer.exec(image, ID, BASE);
    return image;
  }

  // ---- the build ------------------------------------------------------------------------------

  @Test
  void theListedBuildIsThatOfTheCrate() throws Exception {
    Path image = base("image.bin");
    String file = resource("/org/icsqlite/jdbc/canister-build.tsv");
    StringBuilder expected = new StringBuilder();
    file.lines().filter(line -> line.startsWith("#")).forEach(line -> add(expected, line));
    list(expected, "version", image, "SELECT sqlite_version()");
    list(expected, "function", image, "SELECT DISTINCT name FROM pragma_function_list");
    // SQLite lists them nowhere: that ALTER TABLE works, for which they are, is tested below.
    file.lines().filter(line -> line.startsWith("internal")).forEach(line -> add(expected, line));
    list(
        expected,
        "module",
        image,
        "SELECT name FROM pragma_module_list WHERE name NOT LIKE 'pragma@_%' ESCAPE '@'");
    list(
        expected,
        "option",
        image,
        "SELECT compile_options FROM pragma_compile_options"
            + " WHERE compile_options NOT LIKE 'COMPILER=%'"
            + " AND compile_options NOT LIKE 'ATOMIC%'");
    list(expected, "pragma", image, "SELECT name FROM pragma_pragma_list");
    if (!expected.toString().equals(file)) {
      Path right = Path.of("target", "canister-build.tsv");
      Files.writeString(right, expected);
      assertEquals(expected.toString(), file, "the right list is in " + right.toAbsolutePath());
    }
  }

  private static void add(StringBuilder lines, String line) {
    lines.append(line).append('\n');
  }

  private void list(StringBuilder lines, String kind, Path image, String sql) throws Exception {
    peer.query(image, ID, sql).stream()
        .map(row -> ((Cell.TextCell) row.get(0)).value())
        .sorted()
        .forEach(name -> add(lines, kind + "\t" + name));
  }

  // ---- statements -----------------------------------------------------------------------------

  private record Outcome(String refusal, List<List<Cell>> rows) {
    boolean accepted() {
      return refusal == null;
    }
  }

  private static Outcome there(Path image, String sql) {
    try {
      return new Outcome(null, peer.query(image, ID, sql));
    } catch (RustPeer.Refused e) {
      return new Outcome(e.getMessage(), null);
    }
  }

  private static Outcome here(JdbcImage image, String sql) {
    try {
      return new Outcome(null, image.rows(sql));
    } catch (SQLException e) {
      return new Outcome(e.getMessage(), null);
    }
  }

  /** Adds to the differences what one side accepts and the other does not. */
  private static boolean bothAccept(
      String sql, Outcome there, Outcome here, List<String> differences) {
    if (there.accepted() != here.accepted()) {
      differences.add(sql + "\n  the crate: " + there.refusal() + "\n  here: " + here.refusal());
    }
    return there.accepted() && here.accepted();
  }

  @Test
  void everyQueryGivesTheSameRowsOrIsRefusedByBoth() throws Exception {
    Path image = base("image.bin");
    List<String> differences = new ArrayList<>();
    int accepted = 0;
    int refused = 0;
    for (String sql : statements("canister-queries.sql")) {
      Outcome there = there(image, sql);
      Outcome here;
      try (JdbcImage opened = open(image, "&mode=query")) {
        here = here(opened, sql);
      }
      if (bothAccept(sql, there, here, differences) && !there.rows().equals(here.rows())) {
        differences.add(sql + "\n  the crate: " + there.rows() + "\n  here: " + here.rows());
      }
      if (there.accepted()) {
        accepted++;
      } else {
        refused++;
      }
    }
    assertEquals("", String.join("\n", differences));
    assertTrue(accepted >= 50 && refused >= 40, accepted + " accepted, " + refused + " refused");
  }

  @Test
  void everyUpdateLeavesTheSameContentOrIsRefusedByBoth() throws Exception {
    Path image = base("image.bin");
    List<String> differences = new ArrayList<>();
    int accepted = 0;
    int refused = 0;
    for (String sql : statements("canister-updates.sql")) {
      Path a = Files.copy(image, directory.resolve("there.bin"));
      Path b = Files.copy(image, directory.resolve("here.bin"));
      Outcome there = run(a, sql);
      Outcome here = runHere(b, sql);
      if (bothAccept(sql, there, here, differences)) {
        accepted++;
        try {
          Agreement.assertSameContent(peer.dump(a, ID), peer.dump(b, ID));
        } catch (AssertionError e) {
          differences.add(sql + "\n  " + e.getMessage());
        }
      } else {
        refused++;
      }
      Files.delete(a);
      Files.delete(b);
    }
    assertEquals("", String.join("\n", differences));
    assertTrue(accepted > 30 && refused > 20, accepted + " accepted, " + refused + " refused");
  }

  private static Outcome run(Path image, String sql) {
    try {
      peer.exec(image, ID, sql);
      return new Outcome(null, null);
    } catch (RustPeer.Refused e) {
      return new Outcome(e.getMessage(), null);
    }
  }

  private static Outcome runHere(Path image, String sql) throws SQLException {
    try (JdbcImage opened = open(image, "")) {
      Connection connection = opened.connection();
      connection.setAutoCommit(false);
      try {
        opened.execute(List.of(sql));
        connection.commit();
        return new Outcome(null, null);
      } catch (SQLException e) {
        connection.rollback();
        return new Outcome(e.getMessage(), null);
      }
    }
  }

  @Test
  void whatStaysDifferentIsNoMoreThanTheDocumentSays() throws Exception {
    Path image = base("image.bin");
    // Refused here, where it would do something; unknown and so without effect there.
    for (String sql : List.of("PRAGMA wal_checkpoint", "PRAGMA default_cache_size = 5")) {
      assertNull(run(image, sql).refusal());
      assertNotNull(runHere(image, sql).refusal());
    }
    // Refused here when it is declared, there when it is used.
    Path there = Files.copy(image, directory.resolve("there.bin"));
    String declared = "CREATE TABLE d(a DEFAULT (reverse('x')), b)";
    assertNull(run(there, declared).refusal());
    assertNotNull(run(there, "INSERT INTO d(b) VALUES (1)").refusal());
    assertNotNull(runHere(image, declared).refusal());
  }

  /** Columns and indexes that need a lost function, which the crate does not call. */
  @Test
  void whatStaysDifferentInASchemaFromElsewhereIsNoMoreThanTheDocumentSays() throws Exception {
    Path image = foreign();
    for (String sql :
        List.of(
            "INSERT INTO log SELECT b FROM with_stored",
            "INSERT INTO log SELECT a FROM with_default",
            "ANALYZE with_index")) {
      Path there = Files.copy(image, directory.resolve("there.bin"));
      assertNull(run(there, sql).refusal());
      Files.delete(there);
      assertNotNull(runHere(image, sql).refusal());
    }
  }

  private Path foreign() throws SQLException {
    Path image = directory.resolve("image.bin");
    try (JdbcImage opened = JdbcImage.create(image, ID, 1)) {
      opened.execute(FOREIGN_SCHEMA);
    }
    return image;
  }

  /** What a schema has from elsewhere can be left alone, and not be used. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO with_check VALUES (1)",
        "INSERT INTO with_default(b) VALUES (1)",
        "INSERT INTO with_default VALUES (1, 1)",
        "INSERT INTO with_index VALUES (1)",
        "UPDATE with_index SET a = 2",
        "INSERT INTO with_partial VALUES (1)",
        "INSERT INTO with_trigger VALUES (1)",
        "INSERT INTO with_local(b) VALUES (1)",
        "INSERT INTO with_fts3 VALUES ('x')",
        "INSERT INTO log SELECT x FROM with_view",
        "INSERT INTO log SELECT x FROM with_aggregate",
        "INSERT INTO log SELECT a FROM with_generated",
        "INSERT INTO log SELECT b FROM with_generated",
        "INSERT INTO log SELECT a FROM with_check",
        "INSERT INTO log SELECT body FROM with_fts3",
        "INSERT INTO log SELECT id FROM with_rtree",
        "DROP TABLE with_fts3",
        "DROP TABLE with_index",
        "DROP VIEW with_view",
        "REINDEX",
        "ALTER TABLE with_check RENAME TO checked",
        "INSERT INTO empty_check SELECT 1, 2 WHERE 0",
        "INSERT INTO empty_check(b) SELECT 1 WHERE 0",
        "UPDATE empty_check SET a = 2",
        "UPDATE empty_check SET b = 2",
        "UPDATE OR IGNORE empty_check SET a = 1",
        "DELETE FROM empty_check WHERE a = 1",
        "INSERT INTO log SELECT a FROM empty_check",
        "CREATE INDEX more ON empty_check(b)",
        "ALTER TABLE empty_check ADD COLUMN c",
        "ALTER TABLE empty_check ADD c DEFAULT ('CHECK')",
        "ALTER TABLE empty_check ADD COLUMN c CHECK (c > 1)",
        "alter /* */ table main.\"empty_check\" add c check (c > 1)",
        "ALTER TABLE empty_check ADD COLUMN c AS (1)",
        "ALTER TABLE empty_check ADD COLUMN c NOT NULL DEFAULT 1",
        "ALTER TABLE empty_check ADD COLUMN c NOT NULL AS (1)",
        "ALTER TABLE empty_strict ADD COLUMN c INT",
        "ALTER TABLE plain_strict ADD COLUMN c INT",
        "ALTER TABLE empty_generated ADD COLUMN d CHECK (d > 1)",
        "ALTER TABLE empty_index ADD COLUMN d CHECK (d > 1)",
        "ALTER TABLE log ADD COLUMN d CHECK (d > 1)",
        "ALTER TABLE empty_check DROP COLUMN b",
        "ALTER TABLE empty_check RENAME COLUMN a TO c",
        "DROP TABLE empty_check",
        "INSERT INTO empty_index SELECT 1, 2 WHERE 0",
        "UPDATE empty_index SET a = 1",
        "UPDATE empty_index SET b = 1",
        "DELETE FROM empty_index",
        "DELETE FROM empty_index WHERE a = 1",
        "REINDEX empty_index",
        "DROP INDEX on_cosine",
        "ANALYZE empty_index",
        "INSERT INTO empty_partial SELECT 1, 2 WHERE 0",
        "UPDATE empty_partial SET a = 1",
        "DELETE FROM empty_partial WHERE b = 1",
        "INSERT INTO empty_generated(a) SELECT 1 WHERE 0",
        "UPDATE empty_generated SET a = 1",
        "UPDATE empty_generated SET c = 1",
        "DELETE FROM empty_generated WHERE c = 1",
        "INSERT INTO log SELECT a FROM empty_generated",
        "INSERT INTO log SELECT b FROM empty_generated",
        "INSERT INTO log SELECT c FROM empty_generated WHERE b > 1",
        "CREATE INDEX more ON empty_generated(b)",
        "CREATE INDEX more ON empty_generated(c)",
        "CREATE TABLE copied AS SELECT * FROM empty_generated",
        "DELETE FROM empty_unique WHERE c = 1",
        "UPDATE empty_unique SET c = 1",
        "INSERT INTO log SELECT a FROM empty_unique",
        "INSERT INTO log SELECT b FROM empty_unique",
        "INSERT INTO with_stored(a) SELECT 1 WHERE 0",
        "UPDATE with_stored SET c = 1",
        "DELETE FROM with_stored",
        "PRAGMA integrity_check",
        "PRAGMA integrity_check(empty_index)",
        "PRAGMA quick_check(log)",
        "EXPLAIN INSERT INTO empty_check VALUES (1, 1)",
        "EXPLAIN QUERY PLAN SELECT b FROM empty_generated",
      })
  void aSchemaFromElsewhereCanBeUsedAsFarAsInTheCrate(String sql) throws Exception {
    Path image = foreign();
    Path here = Files.copy(image, directory.resolve("here.bin"));
    List<String> differences = new ArrayList<>();
    boolean accepted = bothAccept(sql, run(image, sql), runHere(here, sql), differences);
    assertEquals("", String.join("\n", differences));
    if (accepted) {
      String rows = "SELECT (SELECT group_concat(a) FROM log), (SELECT a FROM with_local)";
      assertEquals(peer.query(image, ID, rows), peer.query(here, ID, rows));
    }
  }

  // ---- random numbers -------------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "3, 7", "4, 60"})
  void randomNumbersOfTheFirstQueryAreThoseOfTheCrate(long seed, int steps) throws Exception {
    Path image = directory.resolve("image.bin");
    peer.create(image, 1, ID);
    if (steps > 0) {
      peer.workload(image, ID, seed, steps);
    }
    List<List<Cell>> expected;
    // Only the first connection of a process seeds the crate's SQLite.
    try (RustPeer fresh = RustPeer.start()) {
      expected = fresh.query(image, ID, RANDOM);
    }
    RawImage.Database raw = RawImage.read(image).database(ID);
    String named = "&random_seed=" + Long.toUnsignedString(raw.lastTransaction() ^ raw.size());
    for (String options : List.of("", "&mode=query", named)) {
      try (JdbcImage opened = open(image, options)) {
        assertEquals(expected, opened.rows(RANDOM), options);
        assertNotEquals(expected, opened.rows(RANDOM), "the sequence goes on");
      }
    }
    try (Connection elsewhere =
        DriverManager.getConnection("jdbc:icsqlite::memory:" + CANISTER + named)) {
      assertEquals(expected, JdbcImage.of(elsewhere).rows(RANDOM));
    }
  }

  @Test
  void randomNumbersOfTheFirstUpdateAreThoseOfTheCrate() throws Exception {
    Path image = base("image.bin");
    Path here = Files.copy(image, directory.resolve("here.bin"));
    List<String> statements =
        List.of(
            "CREATE TABLE r(id INTEGER PRIMARY KEY, n DEFAULT (random()), b)",
            "INSERT INTO r(b) SELECT randomblob(a) FROM t ORDER BY a",
            "INSERT INTO r(n, b) VALUES (random(), randomblob(100)), (random(), random())",
            "UPDATE r SET b = random() WHERE id = 2");
    try (RustPeer fresh = RustPeer.start()) {
      fresh.exec(image, ID, String.join(";", statements));
    }
    try (JdbcImage opened = open(here, "")) {
      opened.connection().setAutoCommit(false);
      opened.execute(statements);
      opened.connection().commit();
    }
    String rows = "SELECT id, n, b FROM r ORDER BY id";
    assertEquals(peer.query(image, ID, rows), peer.query(here, ID, rows));
  }
}
