package org.icsqlite.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.icsqlite.vfs.ResultCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers to pragmas, refusals by the policy, and the busy handler. */
class PragmaAndPolicyTest {

  private static final String ALL = "org.icsqlite.natives.BothAccesses#all";
  private static final int AUTH = 23;
  private static final int ACTION_ATTACH = 24;
  private static final int ACTION_FUNCTION = 31;

  private static TestConnection.SqlFailure refused(TestConnection c, String sql) {
    return assertThrows(TestConnection.SqlFailure.class, () -> c.run(sql));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void theReasonOfARefusedPragmaIsSqlitesMessage(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "heap"))) {
      TestConnection.SqlFailure failure = refused(c, "PRAGMA refused = 12");
      assertEquals("no 12 here: gr\u00fc\u00dfe", failure.getMessage());
      assertEquals(ResultCode.ERROR, failure.code);
      assertEquals("no null here: gr\u00fc\u00dfe", refused(c, "PRAGMA refused").getMessage());
      assertEquals(
          "\u20ac".repeat(341),
          refused(c, "PRAGMA long_refusal").getMessage(),
          "cut between characters");
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void anAnswerIsTheSingleValueOfThePragma(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "heap"))) {
      assertEquals(List.of(List.of("it is 5")), c.run("PRAGMA answered = 5"));
      assertEquals(List.of(), c.run("PRAGMA empty"));
      assertEquals("x".repeat(1024), c.value("PRAGMA full_answer"));
      assertEquals(
          "the answer to PRAGMA long_answer is too long",
          refused(c, "PRAGMA long_answer").getMessage());
      c.run("PRAGMA user_version = 3");
      assertEquals("3", c.value("PRAGMA user_version"), "SQLite's own pragmas run");
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void attachingAFileIsRefusedAndVacuumWorks(SqliteNative sqlite) {
    SqliteApi api = sqlite.api();
    HeapVfs vfs = new HeapVfs();
    long policy = api.newPolicy(SqliteApi.REFUSE_ATTACH | SqliteApi.REFUSE_LOAD_EXTENSION);
    try (TestConnection c = new TestConnection(sqlite, "/a.db", sqlite.register(vfs, "heap"))) {
      c.run("CREATE TABLE t(a)");
      c.run("INSERT INTO t VALUES (1)");
      assertEquals(0, api.setPolicy(c.db, policy));
      assertEquals(0, api.deniedAction(policy));
      assertEquals(AUTH, refused(c, "ATTACH '/b.db' AS b").code);
      assertEquals(ACTION_ATTACH, api.deniedAction(policy));
      assertEquals("/b.db", api.deniedName(policy));
      assertEquals(AUTH, refused(c, "ATTACH ? AS b").code);
      assertEquals("", api.deniedName(policy));
      api.clearDenied(policy);
      c.run("VACUUM");
      c.run("ATTACH ':memory:' AS b");
      assertEquals(0, api.deniedAction(policy));
      assertEquals(AUTH, refused(c, "VACUUM INTO '/copy.db'").code);
      assertEquals("/copy.db", api.deniedName(policy));
      assertEquals(
          "not authorized to use function: load_extension",
          refused(c, "SELECT load_extension('x')").getMessage());
      assertEquals(ACTION_FUNCTION, api.deniedAction(policy));
      assertEquals("load_extension", api.deniedName(policy));
      api.clearDenied(policy);
      assertEquals("", api.deniedName(policy));
      assertEquals("1", c.value("SELECT a FROM t"));

      api.setPolicyFlags(policy, 0);
      c.run("ATTACH '/b.db' AS other");
      assertEquals(0, api.setPolicy(c.db, 0));
    } finally {
      api.freePolicy(policy);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aPolicyIsTheConnectionsOwn(SqliteNative sqlite) {
    SqliteApi api = sqlite.api();
    String name = sqlite.register(new HeapVfs(), "heap");
    long policy = api.newPolicy(SqliteApi.REFUSE_ATTACH);
    try (TestConnection strict = new TestConnection(sqlite, "/a.db", name);
        TestConnection free = new TestConnection(sqlite, "/a.db", name)) {
      api.setPolicy(strict.db, policy);
      refused(strict, "ATTACH '/b.db' AS b");
      free.run("ATTACH '/b.db' AS b");
    } finally {
      api.freePolicy(policy);
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void theBusyHandlerAsksTheVfsWithTheConnectionsNumber(SqliteNative sqlite) {
    SqliteApi api = sqlite.api();
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "heap");
    long largest = (1L << 48) - 1;
    try (TestConnection writer = new TestConnection(sqlite, "/a.db", name);
        TestConnection other = new TestConnection(sqlite, "/a.db", name)) {
      writer.run("BEGIN IMMEDIATE");
      vfs.retryAnswers = "yyy";
      assertEquals(0, api.setBusyHandler(other.db, largest));
      assertEquals(ResultCode.BUSY, refused(other, "BEGIN IMMEDIATE").code);
      assertEquals(largest + ":3", vfs.lastBusy);
      assertEquals(21, api.setBusyHandler(other.db, largest + 1));
      assertEquals(0, api.setBusyHandler(other.db, -1));
      assertEquals(ResultCode.BUSY, refused(other, "BEGIN IMMEDIATE").code);
      assertEquals(4, vfs.counts.get("retryAfterBusy"));
    }
    try (TestConnection memory = new TestConnection(sqlite, ":memory:", null)) {
      assertEquals(21, api.setBusyHandler(memory.db, 1), "not a VFS registered here");
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void eachVfsGetsItsOwnConnectionsBusyCalls(SqliteNative sqlite) {
    HeapVfs first = new HeapVfs();
    HeapVfs second = new HeapVfs();
    String firstName = sqlite.register(first, "heap");
    String secondName = sqlite.register(second, "heap");
    for (String name : List.of(firstName, secondName)) {
      try (TestConnection writer = new TestConnection(sqlite, "/a.db", name);
          TestConnection other = new TestConnection(sqlite, "/a.db", name)) {
        writer.run("BEGIN IMMEDIATE");
        sqlite.api().setBusyHandler(other.db, name.equals(firstName) ? 1 : 2);
        refused(other, "BEGIN IMMEDIATE");
      }
    }
    assertEquals("1:0", first.lastBusy);
    assertEquals("2:0", second.lastBusy);
  }
}
