package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.icsqlite.memory.Durability;
import org.icsqlite.value.TemporalSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteConfig;

class ConnectionSettingsTest {

  private static ConnectionSettings parse(String url) throws SQLException {
    return ConnectionSettings.parse(url, new Properties());
  }

  @Test
  void aPlainPathTakesTheDefaults() throws SQLException {
    ConnectionSettings settings = parse("jdbc:icsqlite:dir/stable_memory.bin");

    assertEquals(Path.of("dir/stable_memory.bin"), settings.path());
    assertEquals(Mode.UPDATE, settings.mode());
    assertEquals(120, settings.memoryId());
    assertEquals(128, settings.bucketPages());
    assertEquals(5000, settings.busyTimeoutMillis());
    assertEquals(32768, settings.cacheSizeKib());
    assertTrue(settings.create());
    assertNull(settings.sharedMemoryName());
    assertFalse(settings.privateMemory());
  }

  @Test
  void keysAreReadFromTheUrlAndPropertiesWin() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("memory_id", "7");
    properties.setProperty("user", "ignored");
    properties.setProperty("password", "ignored");

    ConnectionSettings settings =
        ConnectionSettings.parse(
            "jdbc:icsqlite:a.bin?memory_id=5&mode=query&bucket_pages=1", properties);

    assertEquals(7, settings.memoryId());
    assertEquals(Mode.QUERY, settings.mode());
    assertEquals(1, settings.bucketPages());
    assertFalse(settings.create(), "query mode creates nothing");
  }

  @Test
  void percentSequencesAreDecodedAndOtherPercentSignsStay() throws SQLException {
    assertEquals("a?b&c%d", parse("jdbc:icsqlite:a%3Fb%26c%d").location());
    assertEquals("grün", parse("jdbc:icsqlite:gr%C3%BCn").location());
    assertEquals("100%", parse("jdbc:icsqlite:100%").location());
  }

  @Test
  void memoryNamesAreTold() throws SQLException {
    assertEquals("x", parse("jdbc:icsqlite:mem:x").sharedMemoryName());
    assertTrue(parse("jdbc:icsqlite::memory:").privateMemory());
    assertTrue(parse("jdbc:icsqlite:").privateMemory());
    assertTrue(parse("jdbc:icsqlite:?foreign_keys=on").privateMemory());
    assertEquals(Path.of("./:x"), parse("jdbc:icsqlite:./:x").path());
  }

  @Test
  void thePropertiesOfAnSqliteConfigAreTaken() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.enforceForeignKeys(true);
    ConnectionSettings settings =
        ConnectionSettings.parse("jdbc:icsqlite:a", config.toProperties());

    assertEquals(Mode.UPDATE, settings.mode());
    assertTrue(settings.create());
    assertEquals("true", settings.pragmas().get("foreign_keys"));
    assertEquals(3000, settings.busyTimeoutMillis());

    config.setReadOnly(true);
    assertEquals(
        Mode.QUERY, ConnectionSettings.parse("jdbc:icsqlite:a", config.toProperties()).mode());
    assertFalse(parse("jdbc:icsqlite:a?open_mode=2").create(), "READWRITE without CREATE");
    assertTrue(parse("jdbc:icsqlite:a?open_mode=2&create=true").create(), "create goes first");
  }

  @Test
  void whatTheSettersOfAnSqliteConfigGiveIsTaken() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setCacheSize(100);
    config.setDefaultCacheSize(100);
    config.enableCaseSensitiveLike(true);
    config.setEncoding(SQLiteConfig.Encoding.UTF_16LE);
    config.deferForeignKeys(true);
    config.enableFullSync(true);
    config.incrementalVacuum(1);
    config.setJournalMode(SQLiteConfig.JournalMode.MEMORY);
    config.setJournalSizeLimit(100);
    config.useLegacyFileFormat(false);
    config.setLockingMode(SQLiteConfig.LockingMode.NORMAL);
    config.setPageSize(4096);
    config.setMaxPageCount(1000);
    config.setReadUncommitted(true);
    config.enableRecursiveTriggers(true);
    config.enableReverseUnorderedSelects(false);
    config.enableShortColumnNames(true);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setHexKeyMode(SQLiteConfig.HexKeyMode.NONE);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    config.setUserVersion(7);
    config.setApplicationId(8);
    config.setCacheSpill(true);
    config.setWalAutocheckpoint(0);
    config.setLegacyAlterTable(false);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    Properties properties = config.toProperties();
    for (String key : List.of("count_changes", "empty_result_callback", "full_column_names")) {
      properties.setProperty(key, "false"); // their setters are deprecated
    }

    try (Connection connection = new IcSqliteDriver().connect("jdbc:icsqlite:", properties)) {
      assertEquals(List.of("7"), Urls.column(connection, "PRAGMA user_version"));
      assertEquals(List.of("UTF-16le"), Urls.column(connection, "PRAGMA encoding"));
      assertEquals(List.of("0"), Urls.column(connection, "PRAGMA wal_autocheckpoint"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "utf8, UTF-8",
    "UTF-8, UTF-8",
    "utf_16, UTF-16",
    "UTF-16le, UTF-16le",
    "UTF16BE, UTF-16be",
    "utf16_little_endian, UTF-16le",
    "UTF16_BIG_ENDIAN, UTF-16be",
    "%27UTF-16%27, UTF-16",
    "\" UTF8\", UTF-8",
  })
  void anEncodingIsTakenInEachFormThatPeopleWrite(String given, String meant) throws SQLException {
    assertEquals(
        "'" + meant + "'", parse("jdbc:icsqlite:a?encoding=" + given).pragmas().get("encoding"));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:icsqlite:a?memoryid=1, did you mean 'memory_id'?",
    "jdbc:icsqlite:a?Mod=query, did you mean 'mode'?",
    "jdbc:icsqlite:a?max_rowz=1, unknown key 'max_rowz'",
    "jdbc:icsqlite:a?durabilty=full, did you mean 'durability'?",
    "jdbc:icsqlite:a?durability=fast, 'durability=fast; allowed are full, relaxed, none'",
    "jdbc:icsqlite:mem:a?durability=full, durability=full is for files; memory in the heap ends",
    "jdbc:icsqlite::memory:?durability=RELAXED, durability=relaxed is for files; memory in the",
    "jdbc:icsqlite:a?max_snapshot_bytes=-1, 'max_snapshot_bytes=-1; it takes a whole number from 0'",
    "jdbc:icsqlite:a?max_snapshot_bytes=64M, 'max_snapshot_bytes=64m; it takes a whole number'",
    "jdbc:icsqlite:a?redo_log_bytes=65535, 'redo_log_bytes=65535; it takes a whole number from 65536'",
    "jdbc:icsqlite:a?mode=read, 'mode=read; allowed are update, query'",
    "jdbc:icsqlite:a?memory_id=255, 'memory_id=255; it takes a whole number from 0 to 254'",
    "jdbc:icsqlite:a?memory_id=x, 'memory_id=x; it takes a whole number from 0 to 254'",
    "jdbc:icsqlite:a?bucket_pages=0, 'bucket_pages=0; it takes a whole number from 1 to 65535'",
    "jdbc:icsqlite:a?busy_timeout=-1, busy_timeout=-1",
    "jdbc:icsqlite:a?mode=query&mode=update, the key mode stands in it twice",
    "jdbc:icsqlite:a?mode, 'mode' has no value",
    "jdbc:icsqlite:a?synchronous=x;DROP, is not a plain value",
    "jdbc:icsqlite:a?encoding=latin1, 'encoding=latin1; allowed are UTF-8, UTF-16, UTF-16le, UTF-16be'",
    "jdbc:icsqlite:a?encoding=UTF-8;DROP, encoding=UTF-8;DROP; allowed are UTF-8",
    "jdbc:icsqlite:a?fullsync=2, 'fullsync=2; allowed are true, false'",
    "jdbc:icsqlite::resource:a.db, ':resource:a.db' is no file",
    "jdbc:icsqlite:file:a.db, it takes no URI",
    "jdbc:icsqlite:a?open_mode=x, open_mode=x; it takes SQLite's flags as one number",
    "jdbc:icsqlite:a?open_mode=131078, open_mode=131078; the flags 131072 of it have no meaning",
    "jdbc:icsqlite:a?shared_cache=1, 'shared_cache=1; allowed are true, false'",
    "jdbc:icsqlite:a?enable_load_extension=true, enable_load_extension=true; allowed are false",
    "jdbc:icsqlite:a%FF, the bytes that %XX stand for in 'a%FF' are not UTF-8",
    "jdbc:icsqlite:a?mode=%C3, the bytes that %XX stand for in '%C3' are not UTF-8",
    "jdbc:icsqlite:a?transaction_mode=foo, 'foo; allowed are deferred, immediate, exclusive'",
    "jdbc:icsqlite:a?date_class=foo, 'date_class=foo; allowed are text, integer, real'",
    "jdbc:icsqlite:a?date_precision=foo, 'date_precision=foo; allowed are seconds, milliseconds'",
    "jdbc:icsqlite:a?jdbc.get_generated_keys=1, '_keys=1; allowed are true, false'",
    "jdbc:icsqlite:a?date_string_format=foo, date_string_format=foo; it takes a pattern such as",
    "jdbc:icsqlite:a?limit_length=abc, 'limit_length=abc; it takes a whole number from 0'",
    "jdbc:icsqlite:a?limit_attached=2147483648, limit_attached=2147483648; it takes a whole number",
    "jdbc:icsqlite:a?limit_column=-1, limit_column=-1; it takes a whole number",
  })
  void aUrlThatCannotBeMeantIsRefusedWithTheReason(String url, String reason) {
    SQLException refused = assertThrows(SQLException.class, () -> parse(url));

    assertEquals("08001", refused.getSQLState());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void whatTheFirstConnectionSettlesIsEmptyUnlessGiven() throws SQLException {
    ConnectionSettings plain = parse("jdbc:icsqlite:a");
    assertEquals(Optional.empty(), plain.durability());
    assertEquals(OptionalLong.empty(), plain.maxSnapshotBytes());
    assertEquals(OptionalLong.empty(), plain.redoLogBytes());
    assertEquals("full", plain.value(Setting.DURABILITY));
    assertEquals("67108864", plain.value(Setting.MAX_SNAPSHOT_BYTES));
    assertEquals("4194304", plain.value(Setting.REDO_LOG_BYTES));
    assertEquals("none", parse("jdbc:icsqlite:mem:a").value(Setting.DURABILITY));
    assertEquals("none", parse("jdbc:icsqlite::memory:").value(Setting.DURABILITY));

    ConnectionSettings given =
        parse(
            "jdbc:icsqlite:a?durability=Relaxed&max_snapshot_bytes=9223372036854775807"
                + "&redo_log_bytes=65536");
    assertEquals(Optional.of(Durability.RELAXED), given.durability());
    assertEquals(OptionalLong.of(Long.MAX_VALUE), given.maxSnapshotBytes());
    assertEquals(OptionalLong.of(65_536), given.redoLogBytes());
    assertEquals(
        Optional.of(Durability.NONE), parse("jdbc:icsqlite:mem:a?durability=none").durability());
  }

  @Test
  void valuesForSqliteJdbcAreHandedOnInTheFormItTakes() throws SQLException {
    Properties handedOn =
        parse(
                "jdbc:icsqlite:a?transaction_mode=Immediate&limit_length= 1000&foreign_keys=OFF"
                    + "&date_class=integer")
            .sqliteJdbcProperties();

    Properties expected = new Properties();
    expected.setProperty("transaction_mode", "IMMEDIATE");
    expected.setProperty("limit_length", "1000");
    assertEquals(expected, handedOn);
  }

  @Test
  void theFormOfDatesIsRead() throws SQLException {
    assertEquals(TemporalSettings.DEFAULT, parse("jdbc:icsqlite:a").temporal());
    assertEquals(
        new TemporalSettings(
            TemporalSettings.Storage.INTEGER, TemporalSettings.EpochUnit.MICROSECONDS, "yyyy"),
        parse(
                "jdbc:icsqlite:a?date_class=Integer&date_precision= MICROSECONDS"
                    + "&date_string_format=yyyy")
            .temporal());
  }

  @Test
  void numbersBooleansAndConstantsInThePropertiesCount() throws SQLException {
    Properties defaults = new Properties();
    defaults.setProperty("memory_id", "5");
    defaults.setProperty("bucket_pages", "3");
    Properties properties = new Properties(defaults);
    properties.put("memory_id", 7);
    properties.put("max_stable_pages", 4_000_000_000L);
    properties.put("create", false);
    properties.put("mode", Mode.QUERY);
    properties.put("durability", Durability.FULL);
    properties.put("redo_log_bytes", 100_000);
    properties.put("user", new Object());

    ConnectionSettings settings = ConnectionSettings.parse("jdbc:icsqlite:a", properties);

    assertEquals(7, settings.memoryId());
    assertEquals(3, settings.bucketPages());
    assertEquals(4_000_000_000L, settings.maximumStablePages());
    assertEquals(Mode.QUERY, settings.mode());
    assertFalse(settings.flag(Setting.CREATE));
    assertEquals(Optional.of(Durability.FULL), settings.durability());
    assertEquals(OptionalLong.of(100_000), settings.redoLogBytes());
  }

  private static void assertRefused(Properties properties, String reason) {
    SQLException refused =
        assertThrows(
            SQLException.class, () -> ConnectionSettings.parse("jdbc:icsqlite:a", properties));
    assertEquals("08001", refused.getSQLState());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void otherTypesInThePropertiesAreRefused() {
    Properties fraction = new Properties();
    fraction.put("memory_id", 7.5);
    assertRefused(fraction, "the property memory_id is a java.lang.Double; it takes a String");
    Properties oddKey = new Properties();
    oddKey.put(7, "memory_id");
    assertRefused(oddKey, "a key that is no String: 7");
    Properties twice = new Properties();
    twice.put("memory_id", "7");
    twice.put("Memory_ID", "8");
    assertRefused(twice, "the key memory_id stands in the properties twice");
  }
}
