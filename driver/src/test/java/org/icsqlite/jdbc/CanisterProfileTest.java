package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.UpdateBudget;
import org.icsqlite.jdbc.CanisterBuild.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Function;

/** What profile=canister refuses, and that the rest works. */
class CanisterProfileTest {

  private static final Set<String> LOST_PRAGMAS =
      Set.of("default_cache_size", "wal_autocheckpoint", "wal_checkpoint");

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:?profile=canister");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private SQLException fails(String sql) {
    return fails(connection, sql);
  }

  private static SQLException fails(Connection connection, String sql) {
    return assertThrows(SQLException.class, () -> Urls.exec(connection, sql), sql);
  }

  private static void assertRefused(SQLException failure) {
    assertInstanceOf(SQLFeatureNotSupportedException.class, failure);
    assertEquals("0A000", failure.getSQLState(), failure.getMessage());
    assertTrue(failure.getMessage().contains("canister"), failure.getMessage());
  }

  /** Null when it runs, or the failure. */
  private SQLException tried(String sql) {
    try {
      Urls.exec(connection, sql);
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  private static boolean refusedByProfile(SQLException failure) {
    return failure != null && failure.getMessage().contains("profile=canister");
  }

  // ---- the lists ------------------------------------------------------------------------------

  private static List<List<String>> inOpenProfile(String sql) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (Connection open = Urls.open(Urls.fresh());
        Statement statement = open.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.add(result.getString(column));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  @Test
  void theFunctionsThatAreRefusedAreThoseThatTheCanisterHasNot() throws SQLException {
    Set<String> allowed = CanisterBuild.instance().names(Kind.FUNCTION);
    Set<String> refused = new TreeSet<>();
    Set<String> expected = new TreeSet<>();
    for (List<String> function :
        inOpenProfile("SELECT DISTINCT name, narg FROM pragma_function_list")) {
      String name = function.get(0);
      int count = Math.max(0, Integer.parseInt(function.get(1)));
      String call =
          name.startsWith("-")
              ? "NULL " + name + " NULL"
              : name + "(" + String.join(",", Collections.nCopies(count, "NULL")) + ")";
      SQLException failure = tried("SELECT " + call);
      if (refusedByProfile(failure)) {
        assertRefused(failure);
        assertTrue(failure.getMessage().contains("would refuse it too"), failure.getMessage());
        refused.add(name);
      }
      if (!allowed.contains(name)) {
        expected.add(name);
      }
    }
    assertEquals(expected, refused);
    assertTrue(refused.containsAll(Set.of("sin", "log10", "load_extension", "median", "reverse")));
    assertEquals(61, refused.size(), "as docs/canister-profile.md lists them");
  }

  @Test
  void theModulesThatAreRefusedAreThoseThatTheCanisterHasNot() throws SQLException {
    Set<String> refused = new TreeSet<>();
    for (List<String> module : inOpenProfile("PRAGMA module_list")) {
      String name = module.get(0);
      SQLException failure = tried("CREATE VIRTUAL TABLE v_" + name + " USING " + name + "(a,b,c)");
      if (refusedByProfile(failure)) {
        assertRefused(failure);
        refused.add(name);
      }
    }
    assertEquals(
        Set.of("dbstat", "fts3", "fts3tokenize", "fts4", "fts4aux", "rtree", "rtree_i32"), refused);
    assertRefused(fails("SELECT * FROM dbstat"));
    assertRefused(fails("SELECT * FROM main.dbstat"));
    assertFalse(refusedByProfile(fails("SELECT * FROM nowhere")));
  }

  @Test
  void thePragmasThatAreRefusedAreThoseThatTheCanisterHasNot() throws SQLException {
    Set<String> refused = new TreeSet<>();
    for (List<String> pragma : inOpenProfile("PRAGMA pragma_list")) {
      SQLException failure = tried("PRAGMA " + pragma.get(0));
      if (refusedByProfile(failure)) {
        assertRefused(failure);
        refused.add(pragma.get(0));
      }
    }
    assertEquals(LOST_PRAGMAS, refused);
    assertRefused(fails("PRAGMA main.WAL_Checkpoint(TRUNCATE)"));
    assertNull(tried("PRAGMA nobody_knows_this"), "does nothing, as in the canister");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1000000000", "1, 1000000000", "2, 2000", "3, 1000", "4, 500", "5, 250000000",
    "6, 127", "7, 10", "8, 50000", "9, 32766", "10, 1000", "11, 0"
  })
  void theLimitsAreNoHigherThanTheCanisters(int limit, int value) throws SQLException {
    IcSqliteConnection own = connection.unwrap(IcSqliteConnection.class);
    assertEquals(value, NativeLibrary.get().api().limit(own.session().handle(), limit, -1));
  }

  @Test
  void aLowerLimitOfTheUsersStays() throws SQLException {
    try (Connection limited = Urls.open(Urls.fresh() + "?profile=canister&limit_column=5")) {
      fails(limited, "CREATE TABLE t(a, b, c, d, e, f)");
    }
    fails("CREATE TABLE t(" + String.join(",", columns(2001)) + ")");
    assertNull(tried("CREATE TABLE t(" + String.join(",", columns(2000)) + ")"));
    fails("SELECT ?32767");
  }

  private static List<String> columns(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("c" + i);
    }
    return names;
  }

  // ---- refusals -------------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT sin(1)",
        "EXPLAIN SELECT Sin(1)",
        "SELECT a FROM t WHERE cos(a) > 0",
        "INSERT INTO t SELECT pow(a, 2) FROM t",
        "CREATE TABLE c(a CHECK (sqrt(a) > 1))",
        "CREATE TABLE c(a, b AS (log(a)))",
        "CREATE INDEX i ON t(floor(a))",
        "DELETE FROM t LIMIT 1",
        "WITH x AS (SELECT 1) UPDATE t SET a = 1 ORDER BY a LIMIT 1",
        "SELECT 1; DELETE FROM t ORDER BY a LIMIT 1",
        "CREATE VIRTUAL TABLE v USING rtree(id, a, b)",
        "PRAGMA wal_checkpoint",
        "SELECT * FROM pragma_default_cache_size",
      })
  void aRefusalNamesTheCanisterAndChangesNothing(String sql) throws SQLException {
    Urls.exec(connection, "CREATE TABLE t(a)", "INSERT INTO t VALUES (1), (2)");
    List<String> schema = Urls.column(connection, "SELECT sql FROM sqlite_schema");
    assertRefused(fails(sql));
    assertEquals(schema, Urls.column(connection, "SELECT sql FROM sqlite_schema"));
    assertEquals(List.of("1", "2"), Urls.column(connection, "SELECT a FROM t"));
    SQLException prepared =
        assertThrows(
            SQLException.class,
            () -> {
              try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.execute();
              }
            });
    if (!sql.contains(";")) {
      assertRefused(prepared);
    }
  }

  @Test
  void aRefusalSaysWhereAndKeepsTheCause() {
    SQLException refused = fails("SELECT 1,\n  sin(1)");
    assertTrue(refused.getMessage().contains("sin(), at line 2, column 3,"), refused.getMessage());
    assertTrue(refused.getMessage().contains("3.53.4"), refused.getMessage());
    assertEquals(1, refused.getErrorCode());
    assertNotNull(refused.getCause());
    assertEquals(23, fails("PRAGMA wal_checkpoint").getErrorCode());
  }

  @Test
  void whatNobodyKnowsFailsAsInTheOpenProfile() throws SQLException {
    try (Connection open = Urls.open(Urls.fresh())) {
      for (String sql :
          List.of("SELECT nothing(1)", "SELECT * FROM nowhere", "SELEC 1", "ATTACH 'x' AS y")) {
        SQLException expected = fails(open, sql);
        SQLException failure = fails(sql);
        assertEquals(expected.getMessage(), failure.getMessage());
        assertEquals(expected.getSQLState(), failure.getSQLState());
      }
    }
  }

  @Test
  void aRefusalBeforeExplainsNoOtherFailure() {
    assertRefused(fails("SELECT sin(1)"));
    SQLException attach = fails("ATTACH 'x' AS y");
    assertTrue(attach.getMessage().contains("a connection has one database"), attach.getMessage());
    assertFalse(refusedByProfile(fails("SELECT abs()")));
  }

  @Test
  void whatATriggerSaysIsLeftAsItIs() throws SQLException {
    Urls.exec(connection, "CREATE TABLE t(a)");
    for (String text :
        List.of("no such function: sin", "not authorized to use function: sin", "not authorized")) {
      Urls.exec(
          connection,
          "DROP TRIGGER IF EXISTS tr",
          "CREATE TRIGGER tr BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, '" + text + "'); END");
      assertRefused(fails("SELECT sin(1)"));
      SQLException raised = fails("INSERT INTO t VALUES (1)");
      assertEquals(text, raised.getMessage());
      assertEquals("23000", raised.getSQLState());
    }
  }

  @Test
  void aFunctionOfTheUsersIsNothingThatACanisterHas() throws SQLException {
    Function.create(
        connection,
        "mine",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            result(1);
          }
        });
    assertRefused(fails("SELECT mine()"));
  }

  @Test
  void aSchemaFromElsewhereIsReadAndWhatItLacksIsRefusedInUse(@TempDir Path directory)
      throws SQLException {
    String url = Urls.of(directory.resolve("stable_memory.bin"));
    try (Connection open = Urls.open(url)) {
      Urls.exec(
          open,
          "CREATE TABLE c(a CHECK (sin(a) > -2))",
          "INSERT INTO c VALUES (1)",
          "CREATE INDEX i ON c(cos(a))",
          "CREATE TABLE g(a, b AS (sqrt(a)))",
          "INSERT INTO g VALUES (4)",
          "CREATE VIEW v AS SELECT pi() FROM c",
          "CREATE VIEW m AS SELECT median(a) FROM c",
          "CREATE TABLE d(a, b DEFAULT (exp(1)))",
          "CREATE TRIGGER tr AFTER DELETE ON d BEGIN SELECT log2(old.a); END",
          "CREATE VIRTUAL TABLE f USING fts4(body)");
    }
    try (Connection canister = Urls.open(url + "?profile=canister")) {
      assertEquals(List.of("1"), Urls.column(canister, "SELECT a FROM c"));
      assertEquals(List.of("4"), Urls.column(canister, "SELECT a FROM g"));
      for (String sql :
          List.of(
              "INSERT INTO c VALUES (2)",
              "SELECT b FROM g",
              "SELECT * FROM v",
              "SELECT * FROM m",
              "INSERT INTO d(a) VALUES (1)",
              "DELETE FROM d",
              "SELECT * FROM f",
              "DROP TABLE f",
              "REINDEX")) {
        assertRefused(fails(canister, sql));
      }
      assertEquals(List.of("1"), Urls.column(canister, "SELECT a FROM c"));
    }
  }

  @Test
  void whatASchemaFromElsewhereNeedsIsRefusedOverNoRowsAsWell(@TempDir Path directory)
      throws SQLException {
    String url = Urls.of(directory.resolve("stable_memory.bin"));
    try (Connection open = Urls.open(url)) {
      Urls.exec(
          open,
          "CREATE TABLE c(a CHECK (sin(a) > -2), b)",
          "CREATE TABLE \"it's\"(a INT CHECK (sin(a) > -2)) STRICT",
          "CREATE TABLE i(a, b)",
          "CREATE INDEX ii ON i(cos(a))",
          "CREATE TABLE g(a, b AS (sqrt(a)), c)");
    }
    try (Connection canister = Urls.open(url + "?profile=canister")) {
      for (String sql :
          List.of(
              "UPDATE c SET a = 1",
              "INSERT INTO c SELECT 1, 2 WHERE 0",
              "DELETE FROM i WHERE a = 1",
              "SELECT b FROM g",
              "EXPLAIN SELECT b FROM g",
              "PRAGMA integrity_check",
              "ALTER TABLE c ADD COLUMN d CHECK (d > 1)",
              "alter table main . [c] add d as (1) not null",
              "ALTER TABLE \"it's\" ADD b INT",
              "REINDEX")) {
        SQLException refused = fails(canister, sql);
        assertRefused(refused);
        assertTrue(refused.getMessage().startsWith("the function "), refused.getMessage());
        assertEquals(1, refused.getErrorCode());
        assertRefused(assertThrows(SQLException.class, () -> canister.prepareStatement(sql)));
      }
      for (String sql :
          List.of(
              "DELETE FROM i",
              "SELECT a FROM g",
              "UPDATE c SET b = 1",
              "ANALYZE",
              "ALTER TABLE c ADD COLUMN d DEFAULT (1 AND 'CHECK')",
              "ALTER TABLE g ADD COLUMN d AS (1)")) {
        Urls.exec(canister, sql);
      }
      int compiled = canister.unwrap(IcSqliteConnection.class).session().statements().count();
      fails(canister, "SELECT b FROM g");
      assertEquals(
          compiled, canister.unwrap(IcSqliteConnection.class).session().statements().count());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE TABLE n(a CHECK (datetime(a, '+1 day') > ''), b) | datetime() in a CHECK constraint",
        "CREATE TABLE n(a, b, c AS (datetime(a, '+1 day')) STORED) | datetime() in a generated column",
        "CREATE TABLE n(a, b, UNIQUE(a)); CREATE INDEX i ON n(datetime(a, '+1 day'))"
            + " | datetime() in an index",
      })
  void thePresentIsRefusedWhereTheResultMustNotChange(String table, String place)
      throws SQLException {
    Urls.exec(connection, table.split(";"));
    String insert = "INSERT INTO n(a, b) VALUES (?, datetime('now', '+1 day'))";
    try (PreparedStatement prepared = connection.prepareStatement(insert)) {
      prepared.setString(1, "2000-01-01");
      assertEquals(1, prepared.executeUpdate());
      for (String present : List.of("now", "NOW", "subsec")) {
        prepared.setString(1, present);
        SQLException refused = assertThrows(SQLException.class, prepared::executeUpdate);
        assertEquals("non-deterministic use of " + place, refused.getMessage());
      }
      prepared.setString(1, "2000-01-02");
      assertEquals(1, prepared.executeUpdate());
    }
    assertEquals(
        List.of("2000-01-01", "2000-01-02"),
        Urls.column(
            connection,
            "SELECT a FROM n WHERE datetime(a, '+1 day') < datetime('now', '+2 days')"));
  }

  @Test
  void whatIsJustWithinALimitRunsAsInTheOpenProfile() throws SQLException {
    String sql =
        "SELECT 7 WHERE abs(1) = 1 OR (SELECT count(*) FROM (SELECT DISTINCT "
            + String.join(", ", Collections.nCopies(90, "column1 + 1"))
            + " FROM (VALUES (1), (2))))";
    String limits = "limit_sql_length=" + sql.length() + "&limit_length=150";
    for (String profile : List.of("open", "canister")) {
      try (Connection limited =
          Urls.open("jdbc:icsqlite::memory:?profile=" + profile + "&" + limits)) {
        assertEquals(List.of("7"), Urls.column(limited, sql));
        fails(limited, sql + " ");
        fails(limited, "SELECT zeroblob(151)");
      }
    }
  }

  @Test
  void budgetedCallsAreRefusedTheSame() throws SQLException {
    Urls.exec(connection, "CREATE TABLE t(a)", "INSERT INTO t VALUES (1)");
    IcSqliteConnection own = connection.unwrap(IcSqliteConnection.class);
    QueryBudget query = QueryBudget.builder().build();
    UpdateBudget update = UpdateBudget.builder().build();
    assertRefused(
        assertThrows(
            SQLException.class, () -> own.query("SELECT sin(1)", query, row -> row.getInt(1))));
    assertRefused(
        assertThrows(SQLException.class, () -> own.update("DELETE FROM t LIMIT 1", update)));
    assertRefused(
        assertThrows(SQLException.class, () -> own.update("UPDATE t SET a = sin(a)", update)));
    assertEquals(1, own.update("UPDATE t SET a = abs(a)", update).changes());
    assertRefused(fails("SELECT sin(1)"));
  }

  // ---- what works -----------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE s(id INTEGER PRIMARY KEY AUTOINCREMENT, n TEXT NOT NULL) STRICT",
        "CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID",
        "CREATE TABLE g(a, b AS (a * 2) STORED, c AS (json_array(a)), d AS (date(a, '+1 day')))",
        "CREATE INDEX i ON t(lower(b)) WHERE a > 1",
        "CREATE INDEX i ON t(date(b, '+1 day'))",
        "CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE t SET b = random() WHERE a = 1; END",
        "CREATE VIEW x AS SELECT a, row_number() OVER (ORDER BY b) FROM t",
        "CREATE VIRTUAL TABLE f USING fts5(body, tokenize = 'trigram')",
        "CREATE TEMP TABLE x AS SELECT json_each.value FROM json_each('[1,2]')",
        "INSERT INTO t VALUES (3, 'c') ON CONFLICT DO NOTHING RETURNING a, b",
        "UPDATE t SET b = x.b FROM (SELECT * FROM t LIMIT 1) AS x RETURNING *",
        "DELETE FROM t WHERE a IN (SELECT a FROM t ORDER BY a LIMIT 1)",
        "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9)"
            + " INSERT INTO t SELECT i, i FROM n",
        "ALTER TABLE t RENAME COLUMN b TO c",
        "ALTER TABLE t ADD COLUMN c DEFAULT 1 CHECK (c > 0)",
        "ALTER TABLE t DROP COLUMN b",
        "ALTER TABLE t RENAME TO tt",
        "ALTER TABLE t ALTER COLUMN b SET NOT NULL",
        "ANALYZE",
        "VACUUM",
        "REINDEX",
        "PRAGMA foreign_key_check",
        "SAVEPOINT s; ROLLBACK TO s; RELEASE s",
        "SELECT a FROM t GROUP BY a HAVING count(*) FILTER (WHERE b > 'a') > 0",
        "SELECT CURRENT_TIME, unixepoch(), date('now', 'start of month', '+1 month', '-1 day')",
        "SELECT jsonb_extract('{\"a\":1}', '$.a'), '{\"a\":1}' ->> 'a', json('[1]')",
        "ATTACH ':memory:' AS m; CREATE TABLE m.x(a); DETACH m",
      })
  void whatACanisterUnderstandsWorks(String sql) throws SQLException {
    Urls.exec(connection, "CREATE TABLE t(a, b)", "INSERT INTO t VALUES (1, 'a'), (2, 'b')", sql);
  }

  @Test
  void metadataAndGeneratedKeysWork() throws SQLException {
    Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY, b TEXT REFERENCES t(id))");
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null);
        ResultSet columns = connection.getMetaData().getColumns(null, null, "t", "%");
        ResultSet keys = connection.getMetaData().getImportedKeys(null, null, "t");
        ResultSet indexes = connection.getMetaData().getIndexInfo(null, null, "t", false, true)) {
      assertTrue(tables.next());
      assertTrue(columns.next());
      assertTrue(keys.next());
      indexes.next();
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO t(b) VALUES (NULL)", Statement.RETURN_GENERATED_KEYS)) {
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertTrue(keys.next());
        assertEquals(1, keys.getLong(1));
      }
    }
  }

  /** SQLite evaluates functions while it compiles, for what ANALYZE has found of the values. */
  @Test
  void aColumnThatIsAnalyzedIsComparedWithThePresent() throws SQLException {
    Urls.exec(
        connection,
        "CREATE TABLE n(a)",
        "INSERT INTO n WITH RECURSIVE i(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM i LIMIT 1000)"
            + " SELECT date(i * 86400, 'unixepoch') FROM i",
        "CREATE INDEX x ON n(a)",
        "ANALYZE");
    for (String now : List.of("date('now', '-1 day')", "date('subsec')")) {
      assertEquals(0, Urls.number(connection, "SELECT count(*) FROM n WHERE a > " + now));
      assertEquals(1000, Urls.number(connection, "SELECT count(*) FROM n WHERE a < " + now));
    }
    SQLException failure = fails("CREATE INDEX y ON n(a) WHERE a < date('now', '-1 day')");
    assertEquals("non-deterministic use of date() in an index", failure.getMessage());
  }

  @Test
  void aStatementMayAskForThePresentThousandsOfTimes() throws SQLException {
    Urls.exec(connection, "CREATE TABLE n(a, b CHECK (b <> 1 OR a < date('now')))");
    StringBuilder insert = new StringBuilder("INSERT INTO n VALUES (1, 2)");
    for (int i = 1; i < 4000; i++) {
      insert.append(", (datetime('now', '+").append(i).append(" seconds'), 2)");
    }
    assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> Urls.exec(connection, insert.toString()));
    assertEquals(4000, Urls.number(connection, "SELECT count(DISTINCT a) FROM n"));
    SQLException failure = fails(insert.append(", (datetime('now'), 1)").toString());
    assertEquals("non-deterministic use of date() in a CHECK constraint", failure.getMessage());
  }

  @Test
  void whatIsJustShortEnoughForALimitOfSqliteRuns() throws SQLException {
    int most = 400;
    String sql = "SELECT date('now') > '2000' --";
    try (Connection limited =
        Urls.open("jdbc:icsqlite::memory:?profile=canister&limit_sql_length=" + most)) {
      String longest = sql + "-".repeat(most - sql.length());
      assertEquals(1, Urls.number(limited, longest));
      assertEquals("54000", fails(limited, longest + "-").getSQLState());
    }
  }
}
