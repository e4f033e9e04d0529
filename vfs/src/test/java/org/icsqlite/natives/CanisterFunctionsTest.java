package org.icsqlite.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.icsqlite.vfs.Randomness;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Functions from a seed, a clock of a connection's own, and lists of names. */
class CanisterFunctionsTest {

  private static final String ALL = "org.icsqlite.natives.BothAccesses#all";

  private static byte[] seed(long number) {
    byte[] seed = new byte[44];
    Randomness.seeded(number).fill(seed);
    return seed;
  }

  private static TestConnection open(SqliteNative sqlite) {
    return new TestConnection(sqlite, "/a.db", sqlite.register(new HeapVfs(), "heap"));
  }

  /** The numbers were printed by SQLite 3.53.4 in the crate ic-sqlite-vfs 2.1.0. */
  @ParameterizedTest
  @MethodSource(ALL)
  void randomNumbersAreThoseOfSqliteWithTheSameSeed(SqliteNative sqlite) {
    try (TestConnection c = open(sqlite)) {
      long functions = c.api.canisterFunctions(c.db, seed(32769));
      assertTrue(functions > 0);
      assertEquals("1972094657460039664", c.value("SELECT random()"));
      assertEquals("5562718103889661222", c.value("SELECT random()"));
      c.api.canisterSeed(functions, seed(0));
      assertEquals("5232534419525442604", c.value("SELECT random()"));
      c.api.canisterSeed(functions, seed(32769));
      assertEquals("1972094657460039664", c.value("SELECT random()"));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void aFixedClockIsOfOneConnectionAndGoesWithIt(SqliteNative sqlite) {
    HeapVfs vfs = new HeapVfs();
    String name = sqlite.register(vfs, "heap");
    String time = "SELECT datetime('now', 'subsec')";
    FixedClock first = sqlite.fixClock(name, 1);
    FixedClock second = sqlite.fixClock(name, 86_400_000);
    assertNotEquals(first.vfsName(), second.vfsName());
    try (TestConnection a = new TestConnection(sqlite, "/a.db", first.vfsName());
        TestConnection b = new TestConnection(sqlite, "/a.db", second.vfsName());
        TestConnection c = new TestConnection(sqlite, "/a.db", name)) {
      assertEquals("1970-01-01 00:00:00.001", a.value(time));
      assertEquals("1970-01-02 00:00:00.000", b.value(time));
      assertEquals("2023-11-14 22:13:20.123", c.value(time));
      a.run("CREATE TABLE t(a DEFAULT CURRENT_TIMESTAMP, b)");
      a.run("INSERT INTO t(b) VALUES (1)");
      assertEquals("1970-01-01 00:00:00", c.value("SELECT a FROM t"));
      assertEquals(3, sqlite.openFiles(name));
      assertEquals(0, a.api.setBusyHandler(a.db, 3));
    }
    first.close();
    first.close();
    second.close();
    assertEquals(0, sqlite.api().vfsFind(first.vfsName()));
    assertEquals(0, sqlite.api().vfsFind(second.vfsName()));
    assertEquals(0, sqlite.openFiles(name));
    assertEquals(0, sqlite.privateFiles(name));
    assertThrows(NativeUnavailableException.class, () -> sqlite.fixClock("nowhere", 1));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void localTimeIsNull(SqliteNative sqlite) {
    try (TestConnection c = open(sqlite)) {
      assertTrue(c.api.canisterFunctions(c.db, seed(1)) > 0);
      assertEquals(null, c.value("SELECT datetime(0, 'unixepoch', ?)", "localtime"));
      assertEquals("1970-01-02", c.value("SELECT date(0, 'unixepoch', ?)", "+1 day"));
      assertEquals("2023-11-14 22:13:20", c.value("SELECT datetime('now', '+0 days')"));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void listsDecideAboutFunctionsPragmasAndModules(SqliteNative sqlite) {
    SqliteApi api = sqlite.api();
    long policy = api.newPolicy(0);
    api.setPolicyLists(
        policy, api.newNames(List.of("abs", "count")), api.newNames(List.of("wal_checkpoint")));
    try (TestConnection c = open(sqlite)) {
      assertEquals(0, api.setPolicy(c.db, policy));
      assertEquals("1", c.value("SELECT ABS(-1)"));
      assertThrows(TestConnection.SqlFailure.class, () -> c.run("SELECT upper('a')"));
      assertEquals(SqliteApi.OTHER_FUNCTION, api.deniedBy(policy));
      assertEquals("upper", api.deniedName(policy));
      assertThrows(TestConnection.SqlFailure.class, () -> c.run("PRAGMA wal_checkpoint"));
      assertEquals(SqliteApi.OTHER_PRAGMA, api.deniedBy(policy));
      assertEquals("0", c.value("PRAGMA user_version"));
      assertEquals(0, api.keepModules(c.db, api.newNames(List.of("fts5"))));
      c.run("CREATE VIRTUAL TABLE f USING fts5(a)");
      assertThrows(
          TestConnection.SqlFailure.class,
          () -> c.run("CREATE VIRTUAL TABLE r USING rtree(a,b,c)"));
      assertEquals(0, api.setPolicy(c.db, 0));
      assertEquals(0, api.loseFunctions(c.db, api.newNames(List.of("\u0003upper"))));
      assertEquals(
          "no such function: upper",
          assertThrows(TestConnection.SqlFailure.class, () -> c.run("SELECT upper('a')"))
              .getMessage());
      assertEquals("a", c.value("SELECT lower('A')"));
    } finally {
      api.freePolicy(policy);
    }
  }
}
