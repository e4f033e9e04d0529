package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.sql.PooledConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Collation;
import org.sqlite.Function;
import org.sqlite.SQLiteLimits;

/** What the next user of a pooled connection finds. */
class ConnectionPoolDataSourceTest {

  /** Uses a handle, closes it, and looks at the next one. */
  private static void inTurn(String url, Use first, Use second) throws SQLException {
    PooledConnection pooled = new IcSqliteConnectionPoolDataSource(url).getPooledConnection();
    try {
      try (Connection handle = pooled.getConnection()) {
        first.of(handle);
      }
      try (Connection handle = pooled.getConnection()) {
        second.of(handle);
      }
    } finally {
      pooled.close();
    }
  }

  private interface Use {
    void of(Connection handle) throws SQLException;
  }

  private static Set<String> properties(Class<?> bean) throws Exception {
    return Arrays.stream(Introspector.getBeanInfo(bean, Object.class).getPropertyDescriptors())
        .filter(property -> property.getWriteMethod() != null)
        .map(PropertyDescriptor::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void itHasTheSettingsOfTheDataSource() throws Exception {
    Set<String> settings = properties(IcSqliteConnectionPoolDataSource.class);
    assertEquals(properties(IcSqliteDataSource.class), settings);
    assertTrue(settings.containsAll(Set.of("url", "mode", "memoryId", "busyTimeout")));
    IcSqliteConnectionPoolDataSource source = new IcSqliteConnectionPoolDataSource();
    SQLException without = assertThrows(SQLException.class, source::getPooledConnection);
    assertEquals("08001", without.getSQLState());
    source.setUrl(Urls.fresh());
    source.setMemoryId(7);
    PooledConnection pooled = source.getPooledConnection("any", "body");
    assertEquals(7, pooled.getConnection().unwrap(IcSqliteConnection.class).image().memoryId());
    pooled.close();
  }

  @Test
  void whatWasNotCommittedIsRolledBackAndAutoCommitIsOn() throws SQLException {
    inTurn(
        Urls.fresh(),
        handle -> {
          Urls.exec(handle, "CREATE TABLE t(x)");
          handle.setAutoCommit(false);
          Urls.exec(handle, "INSERT INTO t VALUES (1)");
          handle.setSavepoint("here");
        },
        handle -> {
          assertTrue(handle.getAutoCommit());
          assertEquals(0, Urls.number(handle, "SELECT count(*) FROM t"));
          handle.setAutoCommit(false);
          handle.setSavepoint("here");
        });
  }

  @Test
  void aBeginOfTheUsersOwnIsRolledBack() throws SQLException {
    inTurn(
        Urls.fresh(),
        handle -> {
          Urls.exec(handle, "CREATE TABLE t(x)");
          Urls.exec(handle, "BEGIN IMMEDIATE", "INSERT INTO t VALUES (1)");
        },
        handle -> {
          assertEquals(0, Urls.number(handle, "SELECT count(*) FROM t"));
          Urls.exec(handle, "BEGIN", "INSERT INTO t VALUES (2)", "COMMIT");
        });
  }

  @Test
  void aTransactionThatSqliteRolledBackIsForgotten() throws SQLException {
    inTurn(
        Urls.fresh(),
        handle -> {
          Urls.exec(handle, "CREATE TABLE t(x UNIQUE ON CONFLICT ROLLBACK)");
          handle.setAutoCommit(false);
          Urls.exec(handle, "INSERT INTO t VALUES (1)");
          assertThrows(SQLException.class, () -> Urls.exec(handle, "INSERT INTO t VALUES (1)"));
          SQLException refused =
              assertThrows(SQLException.class, () -> Urls.exec(handle, "SELECT 1"));
          assertEquals("25P02", refused.getSQLState());
        },
        handle -> assertEquals(0, Urls.number(handle, "SELECT count(*) FROM t")));
  }

  @Test
  void anotherConnectionMayWriteOnceTheHandleIsClosed() throws SQLException {
    String url = Urls.fresh() + "?busy_timeout=0";
    inTurn(
        url,
        handle -> {
          Urls.exec(handle, "CREATE TABLE t(x)");
          handle.setAutoCommit(false);
          Urls.exec(handle, "INSERT INTO t VALUES (1)");
        },
        handle -> {
          try (Connection other = Urls.open(url)) {
            Urls.exec(other, "INSERT INTO t VALUES (2)");
          }
          assertEquals("[2]", Urls.column(handle, "SELECT x FROM t").toString());
        });
  }

  @Test
  void whatWasSetThroughJdbcIsAsOpened() throws SQLException {
    inTurn(
        Urls.fresh() + "?busy_timeout=1234",
        handle -> {
          IcSqliteConnection physical = handle.unwrap(IcSqliteConnection.class);
          handle.setReadOnly(true);
          physical.setBusyTimeout(1);
          physical.setStatementCacheSize(0);
          handle.setTypeMap(Map.of("x", String.class));
          handle.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
          handle.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
        },
        handle -> {
          assertFalse(handle.isReadOnly());
          Urls.exec(handle, "CREATE TABLE t(x)");
          assertEquals(1234, handle.unwrap(IcSqliteConnection.class).getBusyTimeout());
          assertEquals(Map.of(), handle.getTypeMap());
          assertEquals(Connection.TRANSACTION_SERIALIZABLE, handle.getTransactionIsolation());
          assertNull(handle.getWarnings());
          assertEquals(0, handle.getNetworkTimeout());
          assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, handle.getHoldability());
        });
  }

  @Test
  void aConnectionInQueryModeStaysReadOnly() throws SQLException {
    String url = Urls.fresh();
    try (Connection keeps = Urls.open(url)) {
      Urls.exec(keeps, "CREATE TABLE t(x)");
      inTurn(
          url + "?mode=query",
          handle -> assertEquals(0, Urls.number(handle, "SELECT count(*) FROM t")),
          handle -> {
            assertTrue(handle.isReadOnly());
            SQLException refused =
                assertThrows(
                    SQLException.class, () -> Urls.exec(handle, "INSERT INTO t VALUES (1)"));
            assertEquals("25006", refused.getSQLState());
          });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "analysis_limit, 100",
    "automatic_index, 0",
    "busy_timeout, 77",
    "cache_size, -100",
    "cell_size_check, 0",
    "checkpoint_fullfsync, 1",
    "count_changes, 1",
    "defer_foreign_keys, 1",
    "empty_result_callbacks, 1",
    "foreign_keys, 0",
    "full_column_names, 1",
    "fullfsync, 1",
    "ignore_check_constraints, 1",
    "journal_size_limit, 100",
    "legacy_alter_table, 1",
    "max_page_count, 100000",
    "read_uncommitted, 1",
    "recursive_triggers, 1",
    "reverse_unordered_selects, 1",
    "secure_delete, 1",
    "short_column_names, 0",
    "synchronous, 3",
    "temp_store, 1",
    "trusted_schema, 1"
  })
  void aPragmaIsAsOpened(String pragma, String changed) throws SQLException {
    String[] before = new String[1];
    inTurn(
        Urls.fresh(),
        handle -> {
          before[0] = Urls.column(handle, "PRAGMA " + pragma).get(0);
          Urls.exec(handle, "CREATE TABLE t(x)", "PRAGMA " + pragma + "=" + changed);
          assertEquals(changed, Urls.column(handle, "PRAGMA " + pragma).get(0));
        },
        handle -> assertEquals(before[0], Urls.column(handle, "PRAGMA " + pragma).get(0), pragma));
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "off"})
  void likeIsAsOpened(String opened) throws SQLException {
    String query = "SELECT 'a' LIKE 'A'";
    inTurn(
        Urls.fresh() + "?case_sensitive_like=" + opened,
        handle -> {
          assertEquals(opened.equals("on") ? 0 : 1, Urls.number(handle, query));
          Urls.exec(handle, "PRAGMA case_sensitive_like=" + (opened.equals("on") ? "off" : "on"));
          assertEquals(opened.equals("on") ? 1 : 0, Urls.number(handle, query));
        },
        handle -> assertEquals(opened.equals("on") ? 0 : 1, Urls.number(handle, query)));
  }

  @Test
  void secureDeleteOfTheUrlComesBack() throws SQLException {
    inTurn(
        Urls.fresh() + "?secure_delete=fast",
        handle -> Urls.exec(handle, "PRAGMA secure_delete=0"),
        handle -> assertEquals(2, Urls.number(handle, "PRAGMA secure_delete")));
  }

  @Test
  void theSchemaTempIsEmpty() throws SQLException {
    inTurn(
        Urls.fresh(),
        handle ->
            Urls.exec(
                handle,
                "CREATE TABLE t(x)",
                "CREATE TEMP TABLE \"a \"\" b\"(id INTEGER PRIMARY KEY AUTOINCREMENT, x)",
                "INSERT INTO \"a \"\" b\"(x) VALUES (1)",
                "CREATE INDEX temp.i ON \"a \"\" b\"(x)",
                "CREATE TEMP VIEW v AS SELECT * FROM t",
                "CREATE VIRTUAL TABLE temp.words USING fts5(word)",
                "CREATE TEMP TRIGGER g AFTER INSERT ON main.t BEGIN SELECT raise(ABORT, 'no');"
                    + " END"),
        handle -> {
          assertEquals(
              "[sqlite_sequence]",
              Urls.column(handle, "SELECT name FROM sqlite_temp_schema").toString());
          assertEquals(0, Urls.number(handle, "SELECT count(*) FROM temp.sqlite_sequence"));
          Urls.exec(handle, "INSERT INTO t VALUES (1)");
        });
  }

  @Test
  void aHandleThatChangedNothingLeavesTheDatabaseAlone() throws SQLException {
    String url = Urls.fresh();
    try (Connection keeps = Urls.open(url);
        Statement statement = keeps.createStatement()) {
      statement.execute("CREATE TABLE t(x)");
      long version = keeps.unwrap(IcSqliteConnection.class).statistics().commits();
      inTurn(
          url,
          handle -> assertEquals(0, Urls.number(handle, "SELECT count(*) FROM t")),
          handle -> assertEquals(0, Urls.number(handle, "SELECT count(*) FROM t")));
      assertEquals(version, keeps.unwrap(IcSqliteConnection.class).statistics().commits());
    }
  }

  @Test
  void whatWasAttachedIsGone() throws SQLException {
    inTurn(
        Urls.fresh(),
        handle ->
            Urls.exec(
                handle,
                "ATTACH ':memory:' AS \"a \"\" b\"",
                "ATTACH ':memory:' AS other",
                "CREATE TEMP TABLE t(x)",
                "CREATE TABLE other.u(x)"),
        handle ->
            assertEquals(
                "[]",
                Urls.column(
                        handle,
                        "SELECT name FROM pragma_database_list WHERE name NOT IN ('main', 'temp')")
                    .toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max_rows=0",
        "max_result_bytes=0",
        "max_sql_bytes=22",
        "max_vm_steps=1",
        "max_value_bytes=1"
      })
  void noBudgetOfTheUrlKeepsAConnectionFromComingBack(String budget) throws SQLException {
    String create = "CREATE TEMP TABLE t(x)";
    Use use =
        handle -> {
          if (!budget.startsWith("max_value_bytes")) {
            Urls.exec(handle, create, create.replace("t(", "u("));
          }
        };
    inTurn("jdbc:icsqlite::memory:?" + budget, use, use);
  }

  @Test
  void nothingWasInserted() throws SQLException {
    inTurn(
        Urls.fresh(),
        handle -> {
          Urls.exec(handle, "CREATE TABLE t(x)", "INSERT INTO t VALUES (1), (2)");
          assertEquals(2, Urls.number(handle, "SELECT last_insert_rowid()"));
        },
        handle -> assertEquals(0, Urls.number(handle, "SELECT last_insert_rowid()")));
  }

  private static void defineEverything(Connection handle, List<String> heard) throws SQLException {
    IcSqliteConnection physical = handle.unwrap(IcSqliteConnection.class);
    Function.create(
        physical,
        "lower",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            result("mine");
          }
        });
    Collation.create(
        physical,
        "mine",
        new Collation() {
          @Override
          protected int xCompare(String one, String other) {
            return 0;
          }
        });
    physical.addUpdateListener((type, database, table, row) -> heard.add("update"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mem:", "file"})
  void whatWasSetThroughSqliteJdbcIsGone(String kind, @TempDir Path directory) throws SQLException {
    String url =
        kind.equals("file") ? "jdbc:icsqlite:" + directory.resolve("stable.bin") : Urls.fresh();
    List<String> heard = new ArrayList<>();
    inTurn(
        url,
        handle -> {
          Urls.exec(handle, "CREATE TABLE t(x)");
          defineEverything(handle, heard);
          assertEquals("[mine]", Urls.column(handle, "SELECT lower('A')").toString());
          Urls.exec(handle, "INSERT INTO t VALUES (1)");
          handle.setAutoCommit(false);
          Urls.exec(handle, "INSERT INTO t VALUES (2)");
        },
        handle -> {
          assertEquals("[a]", Urls.column(handle, "SELECT lower('A')").toString());
          assertThrows(
              SQLException.class,
              () -> Urls.exec(handle, "SELECT x FROM t ORDER BY x COLLATE mine"));
          heard.clear();
          Urls.exec(handle, "INSERT INTO t VALUES (3)");
          assertEquals(List.of(), heard);
          assertEquals("[1, 3]", Urls.column(handle, "SELECT x FROM t").toString());
        });
  }

  @Test
  void aListenerOrALimitAloneIsGoneAsWell() throws SQLException {
    List<String> heard = new ArrayList<>();
    inTurn(
        Urls.fresh(),
        handle -> {
          Urls.exec(handle, "CREATE TABLE t(x)");
          handle
              .unwrap(IcSqliteConnection.class)
              .addUpdateListener((type, database, table, row) -> heard.add("update"));
        },
        handle -> Urls.exec(handle, "INSERT INTO t VALUES (1)"));
    assertEquals(List.of(), heard);
    inTurn(
        Urls.fresh(),
        handle ->
            handle.unwrap(IcSqliteConnection.class).setLimit(SQLiteLimits.SQLITE_LIMIT_COLUMN, 2),
        handle -> Urls.exec(handle, "SELECT 1, 2, 3"));
  }

  @Test
  void aConnectionThatIsReplacedLendsNoMoreOfTheOld() throws SQLException {
    PooledConnection pooled =
        new IcSqliteConnectionPoolDataSource(Urls.fresh()).getPooledConnection();
    try {
      Connection handle = pooled.getConnection();
      IcSqliteConnection first = handle.unwrap(IcSqliteConnection.class);
      assertFalse(first.getDatabase().isClosed());
      handle.close();
      assertTrue(first.isClosed());
      Connection next = pooled.getConnection();
      IcSqliteConnection second = next.unwrap(IcSqliteConnection.class);
      next.close();
      assertSame(second, pooled.getConnection().unwrap(IcSqliteConnection.class));
    } finally {
      pooled.close();
    }
  }

  @Test
  void aPrivateMemoryKeepsItsConnection() throws SQLException {
    inTurn(
        "jdbc:icsqlite::memory:",
        handle -> {
          Urls.exec(handle, "CREATE TABLE t(x)", "INSERT INTO t VALUES (1)");
          defineEverything(handle, new ArrayList<>());
        },
        handle -> {
          assertEquals("[1]", Urls.column(handle, "SELECT x FROM t").toString());
          assertEquals("[mine]", Urls.column(handle, "SELECT lower('A')").toString());
        });
  }
}
