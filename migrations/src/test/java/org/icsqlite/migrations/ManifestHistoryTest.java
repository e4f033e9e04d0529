package org.icsqlite.migrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.icsqlite.migrations.MigrationException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases whose recorded history is held against a manifest. */
class ManifestHistoryTest {

  private static final ManifestPrivateKey KEY = ManifestPrivateKey.generate();
  private static final Migration ONE = Migration.of(1, "create_kv", "CREATE TABLE kv(k, v)");
  private static final Migration TWO = Migration.of(2, "fill", "INSERT INTO kv VALUES('é', 1)");
  private static final Migration NINE = Migration.of(9, "index", "CREATE INDEX i ON kv(k)");
  private static final List<Migration> LIST = List.of(ONE, TWO, NINE);

  private static byte[] signed(List<Migration> list) throws MigrationException {
    return new ManifestSigner(KEY).sign(list);
  }

  private static MigrationRunner runner(byte[] manifest, List<Migration> list)
      throws MigrationException {
    return MigrationRunner.builder()
        .source(MigrationSource.of(list.toArray(new Migration[0])))
        .publicKey(KEY.publicKey())
        .manifest(manifest)
        .build();
  }

  @Test
  void everySingleByteChangeOfTheHistoryIsRefused() throws SQLException {
    SignedManifest manifest = SignedManifest.verify(signed(LIST), KEY.publicKey());
    SortedSet<Long> versions = new TreeSet<>(List.of(1L, 2L, 9L));
    SortedMap<Long, String> checksums = new TreeMap<>();
    LIST.forEach(migration -> checksums.put(migration.version(), migration.sha256()));
    manifest.requireHistory(new RecordedHistory(true, versions, checksums), false);
    for (Migration migration : LIST) {
      for (int i = 0; i < 8; i++) {
        for (int delta = 1; delta < 256; delta++) {
          long other = migration.version() ^ ((long) delta << (8 * i));
          if (!versions.contains(other)) {
            SortedSet<Long> changedVersions = new TreeSet<>(versions);
            changedVersions.remove(migration.version());
            changedVersions.add(other);
            differs(manifest, changedVersions, checksums);
            SortedMap<Long, String> changedChecksums = new TreeMap<>(checksums);
            changedChecksums.put(other, changedChecksums.remove(migration.version()));
            differs(manifest, versions, changedChecksums);
          }
        }
      }
      for (int i = 0; i < 32; i++) {
        for (int delta = 1; delta < 256; delta++) {
          byte[] digest = migration.digest();
          digest[i] ^= (byte) delta;
          SortedMap<Long, String> changed = new TreeMap<>(checksums);
          changed.put(migration.version(), Sha256.hex(digest));
          differs(manifest, versions, changed);
        }
      }
    }
  }

  /** As the test before, but of the rows themselves, in the two tables of a database. */
  @Test
  void everySingleBitOfTheTwoTablesMatters() throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      MigrationRunner runner = runner(signed(LIST), LIST);
      runner.migrate(connection);
      for (Migration migration : LIST) {
        long version = migration.version();
        for (int bit = 0; bit < 256; bit++) {
          byte[] digest = migration.digest();
          digest[bit / 8] ^= (byte) (1 << bit % 8);
          Databases.execute(connection, setChecksum(version, Sha256.hex(digest)));
          refuses(runner, connection);
          Databases.execute(connection, setChecksum(version, migration.sha256()));
        }
        for (int bit = 0; bit < 64; bit++) {
          long other = version ^ (1L << bit);
          if (other != 1 && other != 2 && other != 9) {
            for (String table :
                List.of("__ic_sqlite_migrations", "__ic_sqlite_migration_checksums")) {
              Databases.execute(connection, setVersion(table, version, other));
              refuses(runner, connection);
              Databases.execute(connection, setVersion(table, other, version));
            }
          }
        }
      }
      assertTrue(runner.migrate(connection).nothingDone());
    }
  }

  private static String setChecksum(long version, String hex) {
    return "UPDATE __ic_sqlite_migration_checksums SET checksum = x'"
        + hex
        + "' WHERE version = "
        + version;
  }

  private static String setVersion(String table, long from, long to) {
    return "UPDATE " + table + " SET version = " + to + " WHERE version = " + from;
  }

  private static void refuses(MigrationRunner runner, Connection connection) {
    assertEquals(
        Kind.MANIFEST_HISTORY_DIFFERS,
        assertThrows(MigrationException.class, () -> runner.migrate(connection)).kind());
  }

  private static void differs(
      SignedManifest manifest, SortedSet<Long> versions, SortedMap<Long, String> checksums) {
    RecordedHistory history = new RecordedHistory(true, versions, checksums);
    assertEquals(
        Kind.MANIFEST_HISTORY_DIFFERS,
        assertThrows(MigrationException.class, () -> manifest.requireHistory(history, false))
            .kind());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE __ic_sqlite_migrations SET version = 8 WHERE version = 9 |"
            + " version 8 is recorded where the signed list has version 9",
        "INSERT INTO __ic_sqlite_migrations VALUES(10) |"
            + " version 10 is recorded where the signed list has none",
        "INSERT INTO __ic_sqlite_migrations VALUES(-1) |"
            + " version -1 is recorded where the signed list has version 1",
        "DELETE FROM __ic_sqlite_migrations WHERE version = 2 |"
            + " version 9 is recorded where the signed list has version 2",
        "DELETE FROM __ic_sqlite_migrations WHERE version = 9 |"
            + " a checksum is recorded for version 9, which is not applied",
        "UPDATE __ic_sqlite_migration_checksums SET version = 10 WHERE version = 9 |"
            + " version 9 is recorded without a checksum; adopt it first",
        "UPDATE __ic_sqlite_migration_checksums SET checksum = zeroblob(32) WHERE version = 1 |"
            + " the checksum of version 1 is not the signed one",
        "DELETE FROM __ic_sqlite_migration_checksums |"
            + " version 1 is recorded without a checksum; adopt it first",
        "DROP TABLE __ic_sqlite_migration_checksums |"
            + " version 1 is recorded without a checksum; adopt it first",
        "DROP TABLE __ic_sqlite_migrations |"
            + " a checksum is recorded for version 1, which is not applied",
      })
  void aDatabaseWithAnotherHistoryIsRefused(String change, String reason) throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      MigrationRunner runner = runner(signed(LIST), LIST);
      runner.migrate(connection);
      Databases.execute(connection, change);
      List<String> before = Databases.schema(connection);
      for (int i = 0; i < 2; i++) {
        boolean validates = i == 0;
        MigrationException thrown =
            assertThrows(
                MigrationException.class,
                () -> {
                  if (validates) {
                    runner.validate(connection);
                  } else {
                    runner.migrate(connection);
                  }
                });
        assertEquals(Kind.MANIFEST_HISTORY_DIFFERS, thrown.kind());
        assertEquals(
            "the database's history disagrees with the manifest: " + reason.strip(),
            thrown.getMessage());
        assertEquals("28000", thrown.getSQLState());
      }
      assertEquals(before, Databases.schema(connection));
    }
  }

  @Test
  void aHistoryThatIsTheBeginningOfTheSignedListGoesOn() throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      MigrationRunner.of(MigrationSource.of(ONE)).migrate(connection);
      assertEquals(2, runner(signed(LIST), LIST).migrate(connection).applied().size());
    }
  }

  @Test
  void aHistoryWithoutChecksumsIsAdoptedByASignedListAlone() throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      MigrationRunner.of(MigrationSource.of(ONE, TWO)).migrate(connection);
      Databases.execute(connection, "DELETE FROM __ic_sqlite_migration_checksums");
      List<Migration> legacy = List.of(ONE, TWO);
      assertEquals(List.of(1L, 2L), runner(signed(legacy), legacy).adopt(connection).adopted());
      assertEquals(1, runner(signed(LIST), LIST).migrate(connection).applied().size());
    }
  }

  /** What is put under the tables' names, or on them, runs or is believed within a signed run. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CREATE TRIGGER evil AFTER INSERT ON __ic_sqlite_migrations BEGIN DELETE FROM kv; END |"
            + " trigger evil is not the runner's",
        "CREATE TRIGGER evil BEFORE INSERT ON __IC_SQLITE_MIGRATION_CHECKSUMS"
            + " BEGIN DELETE FROM kv; END | trigger evil is not the runner's",
        "CREATE INDEX slow ON __ic_sqlite_migration_checksums(checksum) |"
            + " index slow is not the runner's",
        "ALTER TABLE __ic_sqlite_migrations ADD COLUMN more |"
            + " table __ic_sqlite_migrations is not as the runner creates it",
        "DROP TABLE __ic_sqlite_migrations; CREATE VIEW __ic_sqlite_migrations AS SELECT 1 version |"
            + " view __ic_sqlite_migrations is not the runner's",
        "DROP TABLE __ic_sqlite_migrations; CREATE TABLE __ic_sqlite_migrations(version);"
            + " INSERT INTO __ic_sqlite_migrations VALUES(1),(2) |"
            + " table __ic_sqlite_migrations is not as the runner creates it",
      })
  void whatNoRunnerHasCreatedIsRefused(String change, String reason) throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      List<Migration> begun = List.of(ONE, TWO);
      runner(signed(begun), begun).migrate(connection);
      Databases.execute(connection, change.split("; (?=[CI])", -1));
      List<String> before = Databases.schema(connection);
      MigrationRunner runner = runner(signed(LIST), LIST);
      for (Executable use :
          List.<Executable>of(
              () -> runner.migrate(connection),
              () -> runner.validate(connection),
              () -> runner.adopt(connection))) {
        MigrationException thrown = assertThrows(MigrationException.class, use);
        assertEquals(Kind.MANIFEST_HISTORY_DIFFERS, thrown.kind());
        assertEquals(
            "the database's history disagrees with the manifest: " + reason.strip(),
            thrown.getMessage());
      }
      assertEquals(before, Databases.schema(connection));
    }
  }

  /** SQLite takes these names for the same. */
  @ParameterizedTest
  @ValueSource(strings = {"name", "tbl_name"})
  void theNameOfATableInOtherLettersIsRefused(String column) throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      MigrationRunner runner = runner(signed(LIST), LIST);
      runner.migrate(connection);
      Databases.execute(
          connection,
          "PRAGMA writable_schema=ON",
          "UPDATE sqlite_schema SET "
              + column
              + "='__ic_sqlite_Migrations' WHERE name='__ic_sqlite_migrations'");
      MigrationException thrown =
          assertThrows(MigrationException.class, () -> runner.migrate(connection));
      assertEquals(Kind.MANIFEST_HISTORY_DIFFERS, thrown.kind());
      String name = column.equals("name") ? "__ic_sqlite_Migrations" : "__ic_sqlite_migrations";
      assertEquals(
          "the database's history disagrees with the manifest: table "
              + name
              + " is not as the runner creates it",
          thrown.getMessage());
    }
  }

  /** Rows that the definition of the tables forbids, by which the definition was kept. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "__ic_sqlite_migrations(version) VALUES(1),(2),(9.7) |"
            + " __ic_sqlite_migrations holds a version of type real, not integer",
        "__ic_sqlite_migrations(version) VALUES(1),(2),('9') |"
            + " __ic_sqlite_migrations holds a version of type text, not integer",
        "__ic_sqlite_migrations(version) VALUES(1),(2),(NULL) |"
            + " __ic_sqlite_migrations holds a version of type null, not integer",
        "__ic_sqlite_migrations(version) VALUES(1),(2),(2) |"
            + " __ic_sqlite_migrations holds version 2 twice",
        "__ic_sqlite_migration_checksums(version, checksum) VALUES(x'01', zeroblob(32)) |"
            + " __ic_sqlite_migration_checksums holds a version of type blob, not integer",
        "__ic_sqlite_migration_checksums(version, checksum)"
            + " VALUES(1, zeroblob(32)), (1, zeroblob(32)) |"
            + " __ic_sqlite_migration_checksums holds version 1 twice",
      })
  void rowsThatNoRunnerWritesAreRefused(String rows, String reason) throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      String table = rows.substring(0, rows.indexOf('('));
      Databases.execute(
          connection,
          "CREATE TABLE __ic_sqlite_migrations(version)",
          "CREATE TABLE __ic_sqlite_migration_checksums(version, checksum)",
          "INSERT INTO " + rows);
      HistoryTable expected =
          table.equals(MigrationHistory.VERSIONS_TABLE)
              ? HistoryTable.VERSIONS
              : HistoryTable.CHECKSUMS;
      assertEquals(table, expected.tableName());
      MigrationRunner unsigned = MigrationRunner.of(MigrationSource.of(ONE, TWO, NINE));
      for (Executable use :
          List.<Executable>of(
              () -> unsigned.migrate(connection),
              () -> unsigned.validate(connection),
              () -> unsigned.adopt(connection),
              () -> unsigned.pending(connection),
              () -> unsigned.status(connection),
              () -> MigrationHistory.read(connection))) {
        MigrationException thrown = assertThrows(MigrationException.class, use);
        assertEquals(Kind.HISTORY_UNREADABLE, thrown.kind());
        assertEquals("22000", thrown.getSQLState());
        assertTrue(thrown.getMessage().contains(reason.strip() + ";"), thrown::getMessage);
      }
      RecordedHistory history = RecordedHistory.read(connection);
      RecordedHistory kept =
          new RecordedHistory(
              true, history.versions(), history.checksums(), history.unreadable(), List.of());
      SignedManifest manifest = SignedManifest.verify(signed(LIST), KEY.publicKey());
      MigrationException thrown =
          assertThrows(MigrationException.class, () -> manifest.requireHistory(kept, true));
      assertEquals(Kind.MANIFEST_HISTORY_DIFFERS, thrown.kind());
      assertEquals(
          "the database's history disagrees with the manifest: " + reason.strip(),
          thrown.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "__ic_sqlite_migrations, number",
    "__ic_sqlite_migration_checksums, 'version, digest'",
    "__ic_sqlite_migration_checksums, checksum"
  })
  void tablesWithOtherColumnsAreRefused(String table, String columns) throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      Databases.execute(
          connection,
          "CREATE TABLE " + table + "(" + columns + ")",
          "CREATE TABLE IF NOT EXISTS __ic_sqlite_migrations(version)",
          "CREATE TABLE IF NOT EXISTS __ic_sqlite_migration_checksums(version, checksum)");
      List<String> before = Databases.schema(connection);
      MigrationRunner unsigned = MigrationRunner.of(MigrationSource.of(ONE, TWO, NINE));
      MigrationException thrown =
          assertThrows(MigrationException.class, () -> unsigned.migrate(connection));
      assertEquals(Kind.HISTORY_UNREADABLE, thrown.kind());
      assertTrue(
          thrown.getMessage().contains(table + " has other columns than a runner's: "),
          thrown::getMessage);
      refuses(runner(signed(LIST), LIST), connection);
      assertEquals(before, Databases.schema(connection));
    }
  }

  @Test
  void tablesOfTheseNamesInTempAreNotTheHistory() throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      Databases.execute(
          connection,
          "CREATE TEMP TABLE __ic_sqlite_migrations(version)",
          "INSERT INTO temp.__ic_sqlite_migrations VALUES(1),(2),(9)");
      MigrationRunner runner = runner(signed(LIST), LIST);
      assertEquals(3, runner.migrate(connection).applied().size());
      assertEquals(
          List.of("1", "2", "9"),
          Databases.rows(connection, "SELECT version FROM main.__ic_sqlite_migrations"));
      assertTrue(runner.migrate(connection).nothingDone());
    }
  }
}
