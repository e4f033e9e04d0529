package org.icsqlite.natives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** SQLite over files in the heap, through both accesses. */
class DatabaseTest {

  private static final String ALL = "org.icsqlite.natives.BothAccesses#all";
  private static final int CONSTRAINT_CHECK = 19 | (1 << 8);

  @ParameterizedTest
  @MethodSource(ALL)
  void rowsWrittenThroughTheVfsAreReadBackByAnotherConnection(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "heap");
    try (TestConnection first = new TestConnection(sqlite, "/a.db", name)) {
      first.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)");
      first.run("INSERT INTO t VALUES (1, ?), (2, 'two')", "eins\0\u00e4");
      assertEquals(2, first.api.changes64(first.db));
    }
    try (TestConnection second = new TestConnection(sqlite, "/a.db", name)) {
      assertEquals(
          List.of(List.of("1", "eins\0\u00e4"), List.of("2", "two")),
          second.run("SELECT a, b FROM t ORDER BY a"));
      assertEquals("ok", second.value("PRAGMA integrity_check"));
    }
    assertEquals(0, sqlite.openFiles(name));
    assertArrayEquals(
        "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII),
        Arrays.copyOf(vfs.bytes("/a.db"), 16));
    assertEquals(List.of(), vfs.reported);
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aRollbackAfterACacheSpillRestoresEveryRow(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "heap"))) {
      c.run("PRAGMA journal_mode = TRUNCATE");
      c.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b BLOB)");
      c.run("INSERT INTO t VALUES (1, 'kept')");
      byte[] before = vfs.bytes("/a.db");
      c.run("PRAGMA cache_size = 4");
      int commits = vfs.counts.get("commitPhaseTwo");
      int writes = vfs.counts.get("write");
      c.run("BEGIN");
      c.run(
          "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)"
              + " INSERT INTO t SELECT i, zeroblob(2000) FROM n");
      assertTrue(vfs.counts.get("write") > writes, "pages were spilled");
      assertNotEquals(before.length, vfs.bytes("/a.db").length);
      c.run("ROLLBACK");
      assertEquals(commits, vfs.counts.get("commitPhaseTwo"));
      assertEquals(List.of(List.of("1", "kept")), c.run("SELECT a, b FROM t"));
      assertEquals("ok", c.value("PRAGMA integrity_check"));
      assertArrayEquals(before, vfs.bytes("/a.db"));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void theApiTellsTheStateOfConnectionAndStatement(SqliteNative sqlite) {
    SqliteApi api = sqlite.api();
    assertTrue(api.libversionNumber() >= 3_054_000, () -> "" + api.libversionNumber());
    assertEquals("database disk image is malformed", api.errstr(11));
    assertEquals(0, api.memoryUsed(), "sqlite-jdbc is built without memory statistics");
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "heap"))) {
      assertTrue(api.getAutocommit(c.db));
      assertEquals(0, api.txnState(c.db));
      c.run("CREATE TABLE t(a INTEGER CHECK (a > 0), b)");
      c.run("BEGIN IMMEDIATE");
      assertEquals(false, api.getAutocommit(c.db));
      assertEquals(2, api.txnState(c.db));
      c.run("COMMIT");

      long stmt = api.prepare(c.db, "SELECT ?1, x'0102', NULL, x''");
      assertEquals(c.db, api.dbHandle(stmt));
      assertEquals(stmt, api.nextStmt(c.db, 0));
      assertEquals(0, api.nextStmt(c.db, stmt));
      assertTrue(api.stmtReadonly(stmt));
      assertEquals(0, api.bindInt64(stmt, 1, Long.MIN_VALUE));
      assertEquals(TestConnection.ROW, api.step(stmt));
      assertEquals(Long.MIN_VALUE, api.columnInt64(stmt, 0));
      assertEquals(1, api.columnType(stmt, 0));
      assertArrayEquals(new byte[] {1, 2}, api.columnBlob(stmt, 1));
      assertEquals(null, api.columnText(stmt, 2));
      assertEquals(5, api.columnType(stmt, 2));
      assertEquals(4, api.columnType(stmt, 3));
      assertTrue(api.stmtStatus(stmt, 4, true) > 0, "steps of the virtual machine");
      assertEquals(0, api.stmtStatus(stmt, 4, false));
      assertEquals(0, api.reset(stmt));
      assertEquals(0, api.finalizeStatement(stmt));
      assertEquals(0, api.nextStmt(c.db, 0));

      long insert = api.prepare(c.db, "INSERT INTO t VALUES (?, ?)");
      assertEquals(false, api.stmtReadonly(insert));
      assertEquals(0, api.bindInt64(insert, 1, -1));
      assertEquals(0, api.bindText(insert, 2, null));
      assertEquals(19, api.step(insert));
      assertEquals(19, api.errcode(c.db));
      assertEquals(CONSTRAINT_CHECK, api.extendedErrcode(c.db));
      api.finalizeStatement(insert);

      assertEquals(0, api.prepare(c.db, "SELECT absent FROM t"));
      assertEquals("no such column: absent", api.errmsg(c.db));
      assertEquals(7, api.errorOffset(c.db));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void limitsAndOnOffSettingsAreSetAndAsked(SqliteNative sqlite) {
    SqliteApi api = sqlite.api();
    try (TestConnection c = new TestConnection(sqlite, ":memory:", null)) {
      int before = api.limit(c.db, 1, 40);
      assertTrue(before > 40);
      assertEquals(40, api.limit(c.db, 1, -1));
      assertEquals(-1, api.limit(c.db, 99, -1));
      TestConnection.SqlFailure tooBig =
          assertThrows(
              TestConnection.SqlFailure.class, () -> c.run("SELECT '" + "x".repeat(60) + "'"));
      assertEquals(18, tooBig.code);

      int defensive = 1010;
      assertEquals(0, api.dbConfig(c.db, defensive, -1));
      assertEquals(1, api.dbConfig(c.db, defensive, 1));
      assertEquals(1, api.dbConfig(c.db, defensive, -1));
      assertEquals(-21, api.dbConfig(c.db, 1000, 1), "the name of main is no on/off setting");
      assertEquals(-21, api.dbConfig(c.db, 1001, 1), "lookaside is no on/off setting");
      assertEquals(-1, api.dbConfig(c.db, 9999, 1));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aRunningStatementCanBeInterrupted(SqliteNative sqlite) throws InterruptedException {
    SqliteApi api = sqlite.api();
    try (TestConnection c = new TestConnection(sqlite, ":memory:", null)) {
      long stmt =
          api.prepare(
              c.db, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i FROM n");
      assertEquals(TestConnection.ROW, api.step(stmt));
      Thread other = new Thread(() -> api.interrupt(c.db));
      other.start();
      other.join();
      assertEquals(9, api.step(stmt));
      api.finalizeStatement(stmt);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void theClockOfTheVfsIsTheClockOfSqlite(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "heap"))) {
      assertEquals(
          "2023-11-14 22:13:20.123", c.value("SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')"));
      vfs.now = -1;
      assertEquals(
          "1969-12-31 23:59:59.999", c.value("SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')"));
      vfs.now = Long.MAX_VALUE;
      assertEquals(null, c.value("SELECT strftime('%s', 'now')"));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aTakenNameGetsANumber(SqliteNative sqlite) {
    String first = sqlite.register(new HeapVfs(), "taken");
    String second = sqlite.register(new HeapVfs(), first);
    String third = sqlite.register(new HeapVfs(), first);
    assertEquals(first + "-2", second);
    assertEquals(first + "-3", third);
    assertNotEquals(0, sqlite.api().vfsFind(third));
    assertEquals(0, sqlite.api().vfsFind(first + "-4"));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aNameSqliteCannotTakeIsRefused(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    assertThrows(RuntimeException.class, () -> sqlite.register(vfs, "x".repeat(256)));
    assertThrows(IllegalArgumentException.class, () -> sqlite.register(vfs, "a\0b"));
    assertThrows(NullPointerException.class, () -> sqlite.register(null, "a"));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aPathLongerThanTheVfsTakesIsRefusedAndNothingIsOpened(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "heap");
    TestConnection.SqlFailure failure =
        assertThrows(
            TestConnection.SqlFailure.class,
            () -> new TestConnection(sqlite, "/" + "x".repeat(600), name));
    assertEquals(14, failure.code & 0xff);
    assertEquals(null, vfs.counts.get("open"));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void writeAheadLoggingIsRefused(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "heap"))) {
      c.run("CREATE TABLE t(a)");
      assertEquals("delete", c.value("PRAGMA journal_mode = WAL"));
      c.run("INSERT INTO t VALUES (1)");
      assertEquals("1", c.value("SELECT a FROM t"));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aStatementAsksTheFileOnceForWhatALockKeeps(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "heap"))) {
      c.run("CREATE TABLE t(a)");
      c.run("INSERT INTO t VALUES (1)");
      vfs.counts.clear();
      c.run("UPDATE t SET a = 2");
      assertEquals(
          Map.of("lock", 2, "size", 1, "read", 1, "write", 2, "commitPhaseTwo", 1, "unlock", 2),
          Map.copyOf(vfs.counts));
      vfs.counts.clear();
      assertEquals("2", c.value("SELECT a FROM t"));
      assertEquals(Map.of("lock", 1, "size", 1, "read", 1, "unlock", 1), Map.copyOf(vfs.counts));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void journalsAndTemporaryFilesStayInTheExtensionUntilTheyAreClosed(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "heap");
    assertEquals(0, sqlite.privateFiles("unknown"));
    try (TestConnection c = new TestConnection(sqlite, "/a.db", name)) {
      c.run("CREATE TABLE t(a)");
      c.run("BEGIN");
      c.run("INSERT INTO t VALUES (1)");
      assertEquals(1, sqlite.privateFiles(name));
      c.run("COMMIT");
      assertEquals(0, sqlite.privateFiles(name));
      c.run("PRAGMA temp_store = FILE");
      c.run("PRAGMA temp.cache_size = 1");
      c.run(
          "CREATE TEMP TABLE u AS WITH RECURSIVE n(i) AS"
              + " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
              + " SELECT i, zeroblob(2000) FROM n");
      assertTrue(sqlite.privateFiles(name) > 0);
      assertEquals("300", c.value("SELECT count(*) FROM u"));
    }
    assertEquals(0, sqlite.privateFiles(name));
    assertEquals(1, vfs.counts.get("open"));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void manyOpenedAndClosedConnectionsLeaveNoFile(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "heap");
    try (TestConnection c = new TestConnection(sqlite, "/a.db", name)) {
      c.run("CREATE TABLE t(a)");
      c.run("INSERT INTO t VALUES (1)");
      assertEquals(1, sqlite.openFiles(name));
    }
    for (int i = 0; i < 1000; i++) {
      try (TestConnection c = new TestConnection(sqlite, "/a.db", name)) {
        assertEquals("1", c.value("SELECT a FROM t"));
      }
    }
    assertEquals(0, sqlite.openFiles(name));
    assertEquals(vfs.counts.get("open"), vfs.counts.get("close"));
    assertEquals(0, sqlite.openFiles("unknown"));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void threadsUseTheirOwnDatabasesAtOnce(SqliteNative sqlite) throws Exception {
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "heap");
    for (int i = 0; i < 3; i++) {
      new TestConnection(sqlite, "/" + i, name).close();
    }
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<String>> results = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String path = "/" + i;
        results.add(
            threads.submit(
                () -> {
                  try (TestConnection c = new TestConnection(sqlite, path, name)) {
                    c.run("CREATE TABLE t(a)");
                    for (int row = 0; row < 200; row++) {
                      c.run("INSERT INTO t VALUES (?)", path + row);
                    }
                    return c.value("SELECT count(DISTINCT a) FROM t");
                  }
                }));
      }
      for (Future<String> result : results) {
        assertEquals("200", result.get());
      }
    } finally {
      threads.shutdown();
    }
    assertEquals(0, sqlite.openFiles(name));
  }
}
