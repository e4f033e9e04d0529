package org.icsqlite.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.icsqlite.vfs.ResultCode;
import org.icsqlite.vfs.VfsException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a callback throws becomes a result code; the JVM and the connection go on. */
class FailingCallbackTest {

  private static final String ALL = "org.icsqlite.natives.BothAccesses#all";
  private static final int IOERR_CHECK_RESERVED = 3594;

  /** Position of a method in sqlite3_io_methods, and three arguments for it. */
  private record FileMethod(int slot, long a, long b, long c, int ownCode) {}

  private static final Map<String, FileMethod> METHODS =
      Map.of(
          "close", new FileMethod(1, 0, 0, 0, ResultCode.IOERR_CLOSE),
          "read", new FileMethod(2, -1, 8, 0, ResultCode.IOERR_READ),
          "write", new FileMethod(3, -1, 8, 0, ResultCode.IOERR_WRITE),
          "truncate", new FileMethod(4, 512, 0, 0, ResultCode.IOERR_TRUNCATE),
          "size", new FileMethod(6, -1, 0, 0, ResultCode.IOERR_FSTAT),
          "lock", new FileMethod(7, 1, 0, 0, ResultCode.IOERR_LOCK),
          "unlock", new FileMethod(8, 0, 0, 0, ResultCode.IOERR_UNLOCK),
          "reserved", new FileMethod(9, -1, 0, 0, IOERR_CHECK_RESERVED),
          "commitPhaseTwo", new FileMethod(10, 22, 0, 0, ResultCode.IOERR));

  private static final long FILE_POINTER = 7;

  static Stream<Arguments> failures() {
    List<Supplier<Throwable>> kinds =
        List.of(
            () -> new IllegalStateException("unchecked"),
            () -> new IOException("checked"),
            () -> new StackOverflowError("error"),
            () -> new NoClassDefFoundError("linkage"),
            () -> new InternalError("virtual machine"),
            () -> new OutOfMemoryError("memory"),
            () -> new VfsException(ResultCode.FULL, "code"),
            () -> new VfsException(ResultCode.BUSY_SNAPSHOT, "extended code"),
            () -> new VfsException(0, "no code"),
            () -> new VfsException(-5, "negative code"),
            () -> new VfsException(100, "the code of a row"));
    List<Arguments> all = new ArrayList<>();
    BothAccesses.all()
        .forEach(
            sqlite -> {
              for (String method : METHODS.keySet()) {
                for (Supplier<Throwable> kind : kinds) {
                  all.add(Arguments.of(sqlite, method, kind.get()));
                }
              }
            });
    return all.stream();
  }

  private static int expectedCode(Throwable failure, int ownCode) {
    if (failure instanceof OutOfMemoryError) {
      return ResultCode.NOMEM;
    }
    if (failure instanceof VfsException known
        && (known.resultCode() == ResultCode.FULL
            || known.resultCode() == ResultCode.BUSY_SNAPSHOT)) {
      return known.resultCode();
    }
    return ownCode;
  }

  @ParameterizedTest(name = "{1} throws {2}")
  @MethodSource("failures")
  void aFailureGivesItsCodeOrTheOperationsOwn(
      SqliteNative sqlite, String method, Throwable failure) {
    HeapVfs vfs = new HeapVfs();
    NativeCalls calls = sqlite.calls();
    long buffer = calls.allocate(16);
    String name = sqlite.register(vfs, "failing");
    try (TestConnection c = new TestConnection(sqlite, "/a.db", name)) {
      c.run("CREATE TABLE t(a)");
      if (method.equals("unlock")) {
        c.run("BEGIN IMMEDIATE");
      }
      long file = file(sqlite, c, buffer);
      FileMethod m = METHODS.get(method);
      long function = calls.getLong(calls.getLong(file) + 8L * m.slot);
      // SQLite closes the file itself, and would not if this call had closed it.
      if (!method.equals("close")) {
        vfs.fail(() -> failure, method, "report");
        long first = m.a == -1 ? buffer : m.a;
        int rc = (int) calls.call(function, file, first, m.b, m.c);
        vfs.fail(null);
        assertEquals(expectedCode(failure, m.ownCode), rc);
        assertSame(failure, vfs.reported.get(0));
        assertEquals(1, vfs.reported.size());
      } else {
        vfs.fail(() -> failure, method);
      }
    } finally {
      vfs.fail(null);
      calls.free(buffer);
    }
    assertEquals(1, vfs.reported.size());
    assertEquals(0, sqlite.openFiles(name));
  }

  private static long file(SqliteNative sqlite, TestConnection c, long buffer) {
    NativeCalls calls = sqlite.calls();
    long table = calls.call(calls.symbol("icsqlite_api"));
    long fileControl = calls.getLong(table + 8L * ApiSlot.FILE_CONTROL.index());
    assertEquals(0, (int) calls.call(fileControl, c.db, 0, FILE_POINTER, buffer));
    return calls.getLong(buffer);
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aFailedOpenIsACannotOpenAndLeavesNothing(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "failing");
    vfs.fail(() -> new IllegalStateException("not today"), "open", "report");
    TestConnection.SqlFailure failure =
        assertThrows(
            TestConnection.SqlFailure.class, () -> new TestConnection(sqlite, "/a.db", name));
    assertEquals(ResultCode.CANTOPEN, failure.code);
    vfs.fail(() -> new VfsException(ResultCode.CORRUPT, "damaged"), "open");
    failure =
        assertThrows(
            TestConnection.SqlFailure.class, () -> new TestConnection(sqlite, "/a.db", name));
    assertEquals(ResultCode.CORRUPT, failure.code);
    vfs.fail(null);
    assertEquals(0, sqlite.openFiles(name));
    new TestConnection(sqlite, "/a.db", name).close();
    assertEquals(2, vfs.reported.size());
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aStatementThatMeetsAFailureFailsAndTheNextOneWorks(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "failing"))) {
      c.run("PRAGMA journal_mode = MEMORY");
      c.run("CREATE TABLE t(a)");
      for (String operation : List.of("lock", "size", "write", "commitPhaseTwo")) {
        vfs.fail(() -> new IllegalStateException("not now"), operation);
        TestConnection.SqlFailure failure =
            assertThrows(TestConnection.SqlFailure.class, () -> c.run("INSERT INTO t VALUES (1)"));
        assertEquals(METHODS.get(operation).ownCode, failure.code, operation);
        vfs.fail(null);
        c.run("INSERT INTO t VALUES (2)");
        assertEquals("ok", c.value("PRAGMA integrity_check"));
      }
      assertTrue(Integer.parseInt(c.value("SELECT count(*) FROM t WHERE a = 2")) == 4);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aFailingClockGivesNullAndAFailingBusyHandlerGivesBusy(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "failing");
    try (TestConnection first = new TestConnection(sqlite, "/a.db", name);
        TestConnection second = new TestConnection(sqlite, "/a.db", name)) {
      vfs.fail(() -> new IllegalStateException("no clock"), "currentTimeMillis");
      assertEquals(null, first.value("SELECT strftime('%s', 'now')"));
      first.run("BEGIN IMMEDIATE");
      assertEquals(0, sqlite.api().setBusyHandler(second.db, 1));
      vfs.fail(() -> new IllegalStateException("no patience"), "retryAfterBusy");
      TestConnection.SqlFailure failure =
          assertThrows(TestConnection.SqlFailure.class, () -> second.run("BEGIN IMMEDIATE"));
      assertEquals(ResultCode.BUSY, failure.code);
      vfs.fail(null);
      assertEquals(
          Set.of("no clock", "no patience", "another connection writes"),
          vfs.reported.stream().map(Throwable::getMessage).collect(Collectors.toSet()));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aFailingPragmaNamesTheFailure(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "failing"))) {
      vfs.fail(() -> new IllegalStateException("broken"), "pragma", "report");
      TestConnection.SqlFailure failure =
          assertThrows(TestConnection.SqlFailure.class, () -> c.run("PRAGMA user_version"));
      assertEquals(
          "PRAGMA user_version failed: java.lang.IllegalStateException: broken",
          failure.getMessage());
      vfs.fail(() -> new VfsException(ResultCode.BUSY, "said plainly"), "pragma");
      failure = assertThrows(TestConnection.SqlFailure.class, () -> c.run("PRAGMA user_version"));
      assertEquals("said plainly", failure.getMessage());
      vfs.fail(null);
      assertEquals("0", c.value("PRAGMA user_version"));
    }
  }
}
