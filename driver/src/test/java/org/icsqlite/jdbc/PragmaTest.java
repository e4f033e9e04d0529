package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.icsqlite.natives.SqliteNative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PragmaTest {

  @ParameterizedTest
  @CsvSource({
    "PRAGMA journal_mode=WAL, one message",
    "PRAGMA journal_mode(OFF), one message",
    "PRAGMA main.journal_mode='delete', one message",
    "PRAGMA locking_mode=EXCLUSIVE, never see the commits of another",
    "PRAGMA page_size=4096, stays as it is",
    "PRAGMA mmap_size=1000000, cannot be mapped",
    "PRAGMA query_only=1, setReadOnly"
  })
  void aPragmaThatWouldBreakTheModelIsRefusedWithTheReason(String sql, String reason)
      throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      SQLException refused = assertThrows(SQLException.class, () -> Urls.exec(connection, sql));
      assertTrue(refused.getMessage().contains("is refused"), refused.getMessage());
      assertTrue(refused.getMessage().contains(reason), refused.getMessage());
      Urls.exec(connection, "INSERT INTO t VALUES(1)");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PRAGMA journal_mode, memory",
    "PRAGMA journal_mode=MEMORY, memory",
    "PRAGMA locking_mode, normal",
    "PRAGMA page_size, 16384",
    "PRAGMA foreign_keys, 1",
    "PRAGMA temp_store, 0",
    "PRAGMA synchronous, 0",
    "PRAGMA cache_size, -32768",
    "PRAGMA query_only, 0",
    "PRAGMA cell_size_check, 1",
    "PRAGMA trusted_schema, 0",
    "PRAGMA encoding, UTF-8"
  })
  void theConnectionIsSetUpAsTheCrateDoesButForLockingAndTemporaryFiles(String sql, String value)
      throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      assertEquals(List.of(value), Urls.column(connection, sql));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PRAGMA temp.query_only=OFF",
        "PRAGMA Temp.QUERY_ONLY(0)",
        "PRAGMA m.query_only=0",
        "PRAGMA temp.busy_timeout=1"
      })
  void aPragmaOfTheConnectionDoesNotPassByThePolicyThroughAnotherSchema(String sql)
      throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(x)", "ATTACH ':memory:' AS m");
      connection.setReadOnly(true);
      SQLException refused = assertThrows(SQLException.class, () -> Urls.exec(connection, sql));
      assertEquals("42501", refused.getSQLState(), refused.getMessage());
      assertTrue(refused.getMessage().contains("another schema"), refused.getMessage());
      SQLException readOnly =
          assertThrows(SQLException.class, () -> Urls.exec(connection, "INSERT INTO t VALUES(1)"));
      assertEquals("25006", readOnly.getSQLState());
    }
  }

  @Test
  void defensiveModeIsOnUnlessTheUrlSaysOtherwise() throws SQLException {
    String change = "UPDATE sqlite_schema SET name='u' WHERE name='t'";
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(x)", "PRAGMA writable_schema=ON");
      assertThrows(SQLException.class, () -> Urls.exec(connection, change));
    }
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:?defensive=false")) {
      Urls.exec(connection, "CREATE TABLE t(x)", "PRAGMA writable_schema=ON", change);
    }
  }

  @Test
  void theBusyTimeoutCanBeReadAndSetAsInSqlite() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:?busy_timeout=77")) {
      assertEquals(77, Urls.number(connection, "PRAGMA busy_timeout"));
      assertEquals(120, Urls.number(connection, "PRAGMA busy_timeout=120"));
      assertEquals(120, Urls.number(connection, "PRAGMA busy_timeout"));
    }
  }

  @Test
  void pragmasOfTheUrlAreApplied() throws SQLException {
    try (Connection connection =
        Urls.open(
            "jdbc:icsqlite::memory:?foreign_keys=off&page_size=4096&cache_size_kib=100"
                + "&recursive_triggers=on&trusted_schema=true")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      assertEquals(0, Urls.number(connection, "PRAGMA foreign_keys"));
      assertEquals(4096, Urls.number(connection, "PRAGMA page_size"));
      assertEquals(-100, Urls.number(connection, "PRAGMA cache_size"));
      assertEquals(1, Urls.number(connection, "PRAGMA recursive_triggers"));
      assertEquals(1, Urls.number(connection, "PRAGMA trusted_schema"));
    }
  }

  @Test
  void aRefusedPragmaInTheUrlFailsTheConnectionWithTheReason() {
    SQLException refused =
        assertThrows(
            SQLException.class, () -> Urls.open("jdbc:icsqlite::memory:?journal_mode=WAL"));
    assertTrue(refused.getMessage().contains("journal_mode=WAL is refused"), refused.getMessage());
  }

  @Test
  void attachIsRefusedWithTheReasonAndVacuumWorks() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(zeroblob(100000))");
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(connection, "ATTACH 'other.db' AS o"));
      assertEquals("42501", refused.getSQLState());
      assertTrue(refused.getMessage().contains("'other.db'"), refused.getMessage());
      Urls.exec(connection, "DELETE FROM t", "VACUUM");
      assertEquals(2, Urls.number(connection, "PRAGMA page_count"));
      assertEquals("ok", Urls.column(connection, "PRAGMA integrity_check").get(0));
    }
  }

  @Test
  void whatADatabaseBeginsWithIsSetBeforeAnythingIsWritten() throws SQLException {
    String url =
        Urls.fresh() + "?application_id=8&default_cache_size=9&encoding=UTF-16be&page_size=4096";
    try (Connection first = Urls.open(url);
        Connection second = Urls.open(url)) {
      for (Connection connection : new Connection[] {first, second}) {
        assertEquals(8, Urls.number(connection, "PRAGMA application_id"));
        assertEquals(4096, Urls.number(connection, "PRAGMA page_size"));
        assertEquals("UTF-16be", Urls.column(connection, "PRAGMA encoding").get(0));
      }
      Urls.exec(first, "CREATE TABLE t(x)", "INSERT INTO t VALUES('\u00e4\ud83d\ude00')");
      assertEquals("\u00e4\ud83d\ude00", Urls.column(second, "SELECT x FROM t").get(0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 16384, 65536})
  void thePageSizeThatADatabaseHasCanBeAskedForAgain(int bytes) throws SQLException {
    String url = Urls.fresh();
    try (Connection first = Urls.open(url + "?page_size=" + bytes)) {
      Urls.exec(first, "CREATE TABLE t(x)", "PRAGMA page_size=" + bytes);
      Urls.open(url + "?page_size=" + bytes).close();
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.open(url + "?page_size=1024"));
      assertTrue(refused.getMessage().contains("page_size=1024 is refused"), refused.getMessage());
      assertEquals(bytes, Urls.number(first, "PRAGMA page_size"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ATTACH ? AS o", "ATTACH 'a' || 'b' AS o"})
  void aNameToAttachThatIsNoLiteralIsRefusedAndTheErrorSaysSo(String sql) throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      SQLException refused =
          assertThrows(SQLException.class, () -> connection.prepareStatement(sql));
      assertEquals("42501", refused.getSQLState());
      assertEquals(
          "ATTACH of a name that is no literal is refused: nobody can tell whether it is that of a"
              + " file; ':memory:' can be attached",
          refused.getMessage());
    }
  }

  @Test
  void vacuumRunsOnTheStatementThatInserted() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE t(x)");
      statement.executeUpdate("INSERT INTO t VALUES(1)");
      statement.execute("VACUUM");
      statement.executeUpdate("INSERT INTO t VALUES(2)");
      statement.executeUpdate("VACUUM");
      assertEquals(2, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void temporaryTablesLiveBesideTheDatabase() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(
          connection,
          "CREATE TEMP TABLE big(x)",
          "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<3000)"
              + " INSERT INTO big SELECT randomblob(2000) FROM i",
          "CREATE TEMP TABLE sorted AS SELECT x FROM big ORDER BY x");
      assertEquals(3000, Urls.number(connection, "SELECT count(DISTINCT x) FROM sorted"));
      assertEquals(0, Urls.number(connection, "SELECT count(*) FROM sqlite_schema"));
      Urls.exec(connection, "DROP TABLE big");
    }
    assertEquals(0, SqliteNative.instance().privateFiles(NativeLibrary.get().vfsName()));
  }
}
