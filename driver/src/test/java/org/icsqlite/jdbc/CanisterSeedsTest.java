package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Properties;
import javax.sql.PooledConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random numbers and the clock of profile=canister. */
class CanisterSeedsTest {

  private static final String CANISTER = "jdbc:icsqlite::memory:?profile=canister";
  private static final String TWO = "SELECT random() UNION ALL SELECT random()";

  private static List<String> in(String url, String sql) throws SQLException {
    try (Connection connection = Urls.open(url)) {
      return Urls.column(connection, sql);
    }
  }

  /** The numbers were printed by SQLite 3.53.4 in the crate ic-sqlite-vfs 2.1.0. */
  @ParameterizedTest
  @CsvSource({
    "&random_seed=0, 5232534419525442604, 1066245370977598374",
    "'', 5232534419525442604, 1066245370977598374",
    "&random_seed=32769, 1972094657460039664, 5562718103889661222",
  })
  void theNumbersAreThoseOfTheCanistersSqlite(String seed, String first, String second)
      throws SQLException {
    assertEquals(List.of(first, second), in(CANISTER + seed, TWO));
  }

  @Test
  void theSeedIsTheLastTransactionAndTheSizeUnlessGiven(@TempDir Path directory)
      throws SQLException {
    String url = Urls.of(directory.resolve("stable_memory.bin"));
    try (Connection open = Urls.open(url)) {
      open.setAutoCommit(false);
      Urls.exec(open, "CREATE TABLE t(a, b)", "INSERT INTO t VALUES (1, 2), (3, 4)");
      open.commit();
    }
    List<String> ofTransactionOneAndTwoPages =
        List.of("1972094657460039664", "5562718103889661222");
    assertEquals(ofTransactionOneAndTwoPages, in(url + "?profile=canister", TWO));
    assertEquals(ofTransactionOneAndTwoPages, in(url + "?profile=canister&mode=query", TWO));
    try (Connection open = Urls.open(url)) {
      Urls.exec(open, "DELETE FROM t");
    }
    assertNotEquals(ofTransactionOneAndTwoPages, in(url + "?profile=canister", TWO));
  }

  @Test
  void connectionsWithOneSeedGiveTheSameAndDoNotDisturbEachOther() throws SQLException {
    String url = CANISTER + "&random_seed=18446744073709551615";
    try (Connection a = Urls.open(url);
        Connection b = Urls.open(url);
        Connection open = Urls.open(Urls.fresh())) {
      for (String sql :
          List.of(
              TWO,
              "SELECT hex(randomblob(100))",
              "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
                  + " SELECT random() % i FROM n ORDER BY random()")) {
        List<String> expected = Urls.column(a, sql);
        Urls.column(open, sql);
        assertEquals(expected, Urls.column(b, sql));
        assertNotEquals(expected, Urls.column(a, sql));
        Urls.column(b, sql);
      }
    }
  }

  @Test
  void aPreparedStatementGivesTheNextNumberEachTime() throws SQLException {
    try (Connection connection = Urls.open(CANISTER + "&random_seed=32769");
        PreparedStatement random = connection.prepareStatement("SELECT random()")) {
      for (long expected : new long[] {1972094657460039664L, 5562718103889661222L}) {
        try (ResultSet row = random.executeQuery()) {
          row.next();
          assertEquals(expected, row.getLong(1));
        }
      }
    }
  }

  @Test
  void aPooledConnectionBeginsAnewForItsNextUser() throws SQLException {
    IcSqliteConnectionPoolDataSource source =
        new IcSqliteConnectionPoolDataSource("jdbc:icsqlite::memory:");
    source.setProfile(Profile.CANISTER);
    source.setRandomSeed(32769L);
    source.setClock(86_400_000L);
    PooledConnection pooled = source.getPooledConnection();
    try {
      for (int user = 0; user < 3; user++) {
        try (Connection handle = pooled.getConnection()) {
          assertEquals(
              List.of("1972094657460039664", "5562718103889661222"), Urls.column(handle, TWO));
          assertEquals(List.of("1970-01-02"), Urls.column(handle, "SELECT CURRENT_DATE"));
          assertThrows(SQLException.class, () -> Urls.column(handle, "SELECT sin(1)"));
          Urls.exec(handle, "CREATE TEMP TABLE x(a)", "PRAGMA cache_size = 7");
        }
      }
    } finally {
      pooled.close();
    }
  }

  // ---- the clock ------------------------------------------------------------------------------

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CURRENT_TIMESTAMP | 2023-11-14 22:13:20",
        "datetime('now', 'subsec') | 2023-11-14 22:13:20.123",
        "datetime('now', '+1 day', 'subsec') | 2023-11-15 22:13:20.123",
        "datetime('subsec') | 2023-11-14 22:13:20.123",
        "datetime() | 2023-11-14 22:13:20",
        "unixepoch() | 1700000000",
        "strftime('%f', 'now') | 20.123",
        "strftime('%f', 'now', '-1 second') | 19.123",
        "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) | 1700000000123",
        "timediff('now', '2023-11-14') | +0000-00-00 22:13:20.123",
      })
  void theClockStandsWhereItWasPut(String expression, String value) throws SQLException {
    assertEquals(List.of(value), in(CANISTER + "&clock=1700000000123", "SELECT " + expression));
  }

  @Test
  void eachConnectionHasItsOwnClock() throws SQLException {
    String memory = Urls.fresh() + "?profile=canister";
    try (Connection first = Urls.open(memory + "&clock=0");
        Connection last = Urls.open(memory + "&mode=query&clock=253402300799999");
        Connection real = Urls.open(memory)) {
      Urls.exec(
          first,
          "CREATE TABLE t(a DEFAULT CURRENT_TIMESTAMP, b DEFAULT (date('now', '+1 day')), c)",
          "INSERT INTO t(c) VALUES (1)");
      String rows = "SELECT a || ' ' || b FROM t";
      assertEquals(List.of("1970-01-01 00:00:00 1970-01-02"), Urls.column(last, rows));
      assertEquals(
          List.of("9999-12-31 23:59:59.999"),
          Urls.column(last, "SELECT datetime('now', 'subsec')"));
      long before = Instant.now().getEpochSecond();
      long now = Urls.number(real, "SELECT unixepoch('now', '+0 days')");
      assertTrue(before <= now && now <= before + 60, now + " is not about " + before);
    }
  }

  @Test
  void theRealClockStandsStillWithinAStatement() throws SQLException {
    assertEquals(
        List.of("1"),
        in(
            CANISTER,
            "WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
                + " SELECT count(DISTINCT strftime('%J', 'now', (i * 0) || ' days')) FROM n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"datetime('now', ?)", "strftime('%H', 0, 'unixepoch', ?)", "julianday(1.5, ?)"})
  void localTimeIsUnknownHoweverItIsAskedFor(String call) throws SQLException {
    try (Connection connection = Urls.open(CANISTER);
        PreparedStatement query = connection.prepareStatement("SELECT " + call)) {
      for (String modifier : List.of("localtime", "LocalTime", "utc", "UTC")) {
        query.setString(1, modifier);
        try (ResultSet row = query.executeQuery()) {
          row.next();
          assertNull(row.getString(1));
        }
      }
      query.setString(1, "+0 days");
      try (ResultSet row = query.executeQuery()) {
        row.next();
        assertTrue(row.getString(1) != null);
      }
    }
  }

  // ---- settings -------------------------------------------------------------------------------

  private static ConnectionSettings parse(String url) throws SQLException {
    return ConnectionSettings.parse(url, new Properties());
  }

  @Test
  void theProfileIsOpenUnlessGiven() throws SQLException {
    ConnectionSettings open = parse("jdbc:icsqlite:a");
    assertEquals(Profile.OPEN, open.profile());
    assertEquals(OptionalLong.empty(), open.clock());
    assertEquals(OptionalLong.empty(), open.randomSeed());
    ConnectionSettings canister =
        parse("jdbc:icsqlite:a?profile=Canister&clock=5&random_seed=18446744073709551615");
    assertEquals(Profile.CANISTER, canister.profile());
    assertEquals(OptionalLong.of(5), canister.clock());
    assertEquals(OptionalLong.of(-1), canister.randomSeed());
  }

  @ParameterizedTest
  @CsvSource({
    "profile=strict, 'profile=strict; allowed are open, canister'",
    "clock=5, clock is for profile=canister",
    "random_seed=5, random_seed is for profile=canister",
    "profile=open&random_seed=5, random_seed is for profile=canister",
    "profile=canister&clock=-1, 'clock=-1; it takes a whole number from 0 to 253402300799999'",
    "profile=canister&clock=now, 'clock=now; it takes a whole number'",
    "profile=canister&random_seed=-1, 'random_seed=-1; it takes a whole number from 0 to 1844'",
    "profile=canister&random_seed=18446744073709551616, 'it takes a whole number from 0 to 1844'",
    "profil=canister, did you mean 'profile'?",
  })
  void aSettingThatCannotBeMeantIsRefused(String query, String reason) {
    SQLException refused =
        assertThrows(SQLException.class, () -> parse("jdbc:icsqlite:a?" + query));
    assertEquals("08001", refused.getSQLState());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void theDataSourceSetsAndTells() throws SQLException {
    IcSqliteDataSource source = new IcSqliteDataSource("jdbc:icsqlite::memory:");
    assertEquals(Profile.OPEN, source.getProfile());
    assertNull(source.getClock());
    assertNull(source.getRandomSeed());
    source.setProfile(Profile.CANISTER);
    source.setClock(1L);
    source.setRandomSeed(-1L);
    assertEquals(Profile.CANISTER, source.getProfile());
    assertEquals(1L, source.getClock());
    assertEquals(-1L, source.getRandomSeed());
    try (Connection connection = source.getConnection()) {
      assertEquals(
          in(CANISTER + "&random_seed=18446744073709551615", TWO), Urls.column(connection, TWO));
      assertEquals(List.of("0.001"), Urls.column(connection, "SELECT unixepoch('now', 'subsec')"));
    }
    source.setClock(null);
    source.setRandomSeed(null);
    assertNull(source.getClock());
    assertNull(source.getRandomSeed());
  }
}
