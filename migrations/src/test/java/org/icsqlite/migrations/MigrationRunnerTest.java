package org.icsqlite.migrations;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.icsqlite.migrations.MigrationException.Kind;
import org.icsqlite.migrations.MigrationStatus.State;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationRunnerTest {

  private static final Migration ONE =
      Migration.of(1, "user", "CREATE TABLE user(id INTEGER PRIMARY KEY, name TEXT NOT NULL);");
  private static final Migration TWO =
      Migration.of(
          2,
          "email",
          "ALTER TABLE user ADD COLUMN email TEXT;\nCREATE INDEX user_email ON user(email);\n");
  private static final Migration THIRTY =
      Migration.of(
          30,
          "seed",
          "INSERT INTO user(name,email) VALUES('ann','ann@example.org'),('bob',NULL); -- seed é");

  @TempDir Path directory;
  private Path file;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    file = directory.resolve("test.db");
    connection = DriverManager.getConnection("jdbc:sqlite:" + file);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private MigrationReport migrate(Migration... migrations) throws SQLException {
    return MigrationRunner.of(MigrationSource.of(migrations)).migrate(connection);
  }

  private MigrationReport adopt(Migration... migrations) throws SQLException {
    return MigrationRunner.of(MigrationSource.of(migrations)).adopt(connection);
  }

  private List<Long> applied(MigrationReport report) {
    return report.applied().stream().map(run -> run.migration().version()).toList();
  }

  private MigrationException refused(Kind kind, Migration... migrations) throws IOException {
    byte[] before = Files.readAllBytes(file);
    MigrationException thrown = assertThrows(MigrationException.class, () -> migrate(migrations));
    assertEquals(kind, thrown.kind());
    assertArrayEquals(before, Files.readAllBytes(file), "the database file");
    return thrown;
  }

  @Test
  void aNewDatabaseGetsTheTablesOfTheCrateInItsVeryBytesAndOrder() throws SQLException {
    MigrationReport report = migrate(ONE, TWO, THIRTY);
    assertEquals(List.of(1L, 2L, 30L), applied(report));
    assertEquals(List.of(), report.present());
    assertEquals(
        List.of(
            "2 CREATE TABLE __ic_sqlite_migrations (\n            version INTEGER PRIMARY KEY NOT NULL\n        )",
            """
            3 CREATE TABLE __ic_sqlite_migration_checksums (
                        version INTEGER PRIMARY KEY NOT NULL,
                        checksum BLOB NOT NULL CHECK(typeof(checksum) = 'blob' AND length(checksum) = 32)
                    )""",
            "4 CREATE TABLE user(id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT)",
            "5 CREATE INDEX user_email ON user(email)"),
        Databases.schema(connection));
  }

  @Test
  void theChecksumsAreThoseThatTheCrateRecords() throws SQLException {
    migrate(ONE, TWO, THIRTY);
    assertEquals(
        List.of(
            new AppliedMigration(
                1, Optional.of("de82bb734a6e071509e6b68300d9d80b5ac2d8f764df86b76adc098d350b6937")),
            new AppliedMigration(
                2, Optional.of("3cf378be4f2171b97e94cc5400d488edcc3ad9dd6039548ce92e358e56c13b66")),
            new AppliedMigration(
                30,
                Optional.of("ba091bc7442332721b4bda653a8baca47f2b0ea793b015bf9a4f63cd781e7981"))),
        MigrationHistory.read(connection));
  }

  @Test
  void aSecondRunDoesNothingAndChangesNoByte() throws SQLException, IOException {
    migrate(ONE, TWO);
    byte[] before = Files.readAllBytes(file);
    MigrationReport again = migrate(ONE, TWO);
    assertTrue(again.nothingDone());
    assertEquals(List.of(1L, 2L), again.present());
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void anEmptyListCreatesBothTablesAlone() throws SQLException {
    assertTrue(migrate().nothingDone());
    assertEquals(2, Databases.schema(connection).size());
  }

  @Test
  void changedSqlIsRejectedBeforeAnythingPendingRuns() throws SQLException, IOException {
    Migration original = Migration.of(1, "t", "CREATE TABLE t(a)");
    migrate(original);
    for (String changed :
        List.of("CREATE TABLE t(b)", "CREATE TABLE t(a) ", "CREATE TABLE t(a)--")) {
      Migration other = Migration.of(1, "t", changed);
      MigrationException thrown =
          refused(
              Kind.CHECKSUM_MISMATCH,
              Migration.of(0, "broken", "no SQL"),
              other,
              Migration.of(2, "new", "CREATE TABLE u(a)"));
      assertEquals("migration checksum mismatch for version 1", thrown.getMessage());
      assertEquals(19, thrown.getErrorCode());
      assertEquals("23000", thrown.getSQLState());
      assertEquals(OptionalLong.of(1), thrown.version());
      assertEquals(Optional.of(original.sha256()), thrown.expectedSha256());
      assertEquals(Optional.of(other.sha256()), thrown.actualSha256());
    }
    assertTrue(migrate(original).nothingDone());
  }

  @Test
  void versionsOfAHistoryWithoutChecksumsStayUnverified() throws SQLException {
    Databases.execute(
        connection,
        "CREATE TABLE __ic_sqlite_migrations(version INTEGER PRIMARY KEY NOT NULL)",
        "INSERT INTO __ic_sqlite_migrations VALUES(1)");
    Migration changed = Migration.of(1, "changed", "whatever");
    assertEquals(List.of(2L), applied(migrate(changed, Migration.of(2, "t", "CREATE TABLE t(a)"))));
    assertTrue(migrate(ONE).nothingDone());
    assertEquals(
        List.of("2"),
        Databases.rows(connection, "SELECT version FROM __ic_sqlite_migration_checksums"));
  }

  @Test
  void checksumsAreAdoptedOnceAndThenHold() throws SQLException, IOException {
    Databases.execute(
        connection,
        "CREATE TABLE __ic_sqlite_migrations(version INTEGER PRIMARY KEY NOT NULL)",
        "INSERT INTO __ic_sqlite_migrations VALUES(1)",
        ONE.sql());
    assertEquals(List.of(1L), adopt(ONE).adopted());
    byte[] adopted = Files.readAllBytes(file);
    assertTrue(adopt(ONE).nothingDone());
    assertArrayEquals(adopted, Files.readAllBytes(file));
    Migration changed = Migration.of(1, "user", ONE.sql() + " ");
    MigrationException mismatch = assertThrows(MigrationException.class, () -> adopt(changed));
    assertEquals("migration checksum mismatch for version 1", mismatch.getMessage());
    refused(Kind.CHECKSUM_MISMATCH, changed);
    MigrationException unapplied = assertThrows(MigrationException.class, () -> adopt(ONE, TWO));
    assertEquals("cannot adopt checksum for unapplied migration version 2", unapplied.getMessage());
    assertEquals(19, unapplied.getErrorCode());
    assertArrayEquals(adopted, Files.readAllBytes(file));
  }

  @Test
  void anAdoptionThatFailsLeavesNoTableBehind() throws SQLException, IOException {
    Databases.execute(
        connection,
        "CREATE TABLE __ic_sqlite_migrations(version INTEGER PRIMARY KEY NOT NULL)",
        "INSERT INTO __ic_sqlite_migrations VALUES(1)");
    byte[] before = Files.readAllBytes(file);
    assertThrows(MigrationException.class, () -> adopt(ONE, TWO));
    assertArrayEquals(before, Files.readAllBytes(file));
    assertEquals(1, Databases.schema(connection).size());
  }

  @Test
  void aFailureTakesEverythingBackTheTablesIncluded() throws SQLException, IOException {
    Databases.execute(connection, "CREATE TABLE before(a)");
    MigrationException thrown =
        refused(
            Kind.SQL_FAILED,
            ONE,
            Migration.of(2, "bad", "CREATE TABLE u(a);\n\nINSERT INTO nope VALUES(1)"));
    assertEquals(OptionalLong.of(2), thrown.version());
    assertTrue(thrown.getMessage().startsWith("migration 2 (bad), line 3: "), thrown.getMessage());
    assertTrue(thrown.getMessage().contains("no such table: nope"), thrown.getMessage());
    assertSame(SQLException.class, thrown.getCause().getClass().getSuperclass());
    assertEquals(1, Databases.schema(connection).size());
    assertTrue(connection.getAutoCommit());
    Databases.execute(connection, "CREATE TABLE after(a)");
  }

  @Test
  void aConstraintThatIsCheckedAtTheCommitTakesEverythingBack() throws SQLException, IOException {
    Databases.execute(connection, "PRAGMA foreign_keys=ON", "CREATE TABLE before(a)");
    MigrationException thrown =
        refused(
            Kind.SQL_FAILED,
            Migration.of(
                1,
                "deferred",
                "CREATE TABLE p(id INTEGER PRIMARY KEY);"
                    + "CREATE TABLE c(p REFERENCES p DEFERRABLE INITIALLY DEFERRED);"
                    + "INSERT INTO c VALUES(1)"));
    assertTrue(thrown.getMessage().startsWith("the commit of the migrations: "));
    assertEquals(1, Databases.schema(connection).size());
  }

  @Test
  void aConstraintThatRollsBackTakesEverythingBack() throws SQLException, IOException {
    Databases.execute(connection, "CREATE TABLE t(a UNIQUE)", "INSERT INTO t VALUES(1)");
    MigrationException thrown =
        refused(
            Kind.SQL_FAILED,
            Migration.of(
                1, "rolls_back", "CREATE TABLE u(a); INSERT OR ROLLBACK INTO t VALUES(1)"));
    assertEquals(0, thrown.getSuppressed().length);
    Databases.execute(connection, "BEGIN", "ROLLBACK");
  }

  @Test
  void aChecksumWithoutItsVersionFailsAsInTheCrate() throws SQLException, IOException {
    migrate(ONE);
    Databases.execute(connection, "DELETE FROM __ic_sqlite_migrations", "DROP TABLE user");
    MigrationException thrown = refused(Kind.SQL_FAILED, ONE);
    assertTrue(thrown.getMessage().contains("UNIQUE"), thrown.getMessage());
  }

  @Test
  void aLowerVersionThatIsNotRecordedRuns() throws SQLException {
    migrate(Migration.of(2, "t", "CREATE TABLE t(a)"));
    assertEquals(
        List.of(1L),
        applied(
            migrate(
                Migration.of(1, "u", "CREATE TABLE u(a)"),
                Migration.of(2, "t", "CREATE TABLE t(a)"))));
    assertTrue(migrate().nothingDone());
  }

  @Test
  void versionsAreCheckedItemByItemBeforeAnySql() {
    assertListRefused("duplicate migration version: 1", 1, 1);
    assertListRefused(
        "migration versions must be strictly increasing: previous=3, next=2", 1, 3, 2, 3);
    assertListRefused("duplicate migration version: 3", 1, 3, 3, 2);
    assertListRefused(
        "migration version exceeds SQLite INTEGER range: 9223372036854775808", 1, Long.MIN_VALUE);
    assertListRefused(
        "migration version exceeds SQLite INTEGER range: 18446744073709551615", -1, 1);
  }

  private static void assertListRefused(String message, long... versions) {
    Migration[] list = new Migration[versions.length];
    for (int i = 0; i < versions.length; i++) {
      list[i] = Migration.of(versions[i], "m", "SELECT 1");
    }
    MigrationSource source = MigrationSource.of(list);
    MigrationException thrown =
        assertThrows(MigrationException.class, () -> MigrationRunner.of(source));
    assertEquals(message, thrown.getMessage());
  }

  @Test
  void versionZeroTheGreatestOneAndGapsAreLegal() throws SQLException {
    Migration zero = Migration.of(0, "zero", "");
    Migration last = Migration.of(Long.MAX_VALUE, "last", "-- nothing");
    assertEquals(List.of(0L, Long.MAX_VALUE), applied(migrate(zero, last)));
    assertTrue(migrate(zero, last).nothingDone());
  }

  @Test
  void rowsOfSelectsAndReturningAreReadToTheirEnd() throws SQLException {
    migrate(
        Migration.of(
            1,
            "rows",
            "CREATE TABLE t(a); INSERT INTO t VALUES(1),(2),(3) RETURNING a; SELECT * FROM t;"
                + " PRAGMA user_version = 7; PRAGMA main.application_id = 9"));
    assertEquals(List.of("3"), Databases.rows(connection, "SELECT count(*) FROM t"));
    assertEquals(List.of("7"), Databases.rows(connection, "PRAGMA user_version"));
    assertEquals(List.of("9"), Databases.rows(connection, "PRAGMA application_id"));
  }

  @Test
  void aByteOrderMarkCountsForTheDigestAndNotForTheSql() throws SQLException {
    Migration marked = Migration.of(1, "t", "\ufeffCREATE TABLE t(a)");
    migrate(marked);
    assertFalse(marked.sha256().equals(Migration.of(1, "t", "CREATE TABLE t(a)").sha256()));
    assertEquals(List.of("0"), Databases.rows(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void aNulCharacterIsRefusedInTheWordsOfTheCrate() throws SQLException, IOException {
    migrate();
    MigrationException thrown =
        refused(Kind.INTERIOR_NUL, ONE, Migration.of(2, "nul", "SELECT 1;\0 SELECT 2"));
    assertEquals("SQL contains an interior NUL byte", thrown.getMessage());
  }

  @Test
  void anOpenTransactionIsRefusedAndStaysOpen() throws SQLException {
    Databases.execute(connection, "CREATE TABLE t(a)", "BEGIN", "INSERT INTO t VALUES(1)");
    MigrationException open = assertThrows(MigrationException.class, () -> migrate(ONE));
    assertEquals(Kind.ACTIVE_TRANSACTION, open.kind());
    assertEquals("25001", open.getSQLState());
    Databases.execute(connection, "COMMIT");
    assertEquals(List.of("1"), Databases.rows(connection, "SELECT a FROM t"));

    connection.setAutoCommit(false);
    MigrationException manual = assertThrows(MigrationException.class, () -> migrate(ONE));
    assertEquals(Kind.ACTIVE_TRANSACTION, manual.kind());
    assertFalse(connection.getAutoCommit());
    connection.setAutoCommit(true);
    assertEquals(List.of(1L), applied(migrate(ONE)));
  }

  @Test
  void statusTellsHowEachVersionStands() throws SQLException {
    migrate(ONE, TWO, Migration.of(3, "gone", "SELECT 1"));
    Databases.execute(connection, "DELETE FROM __ic_sqlite_migration_checksums WHERE version = 2");
    MigrationRunner runner =
        MigrationRunner.of(MigrationSource.of(Migration.of(1, "user", "changed"), TWO, THIRTY));
    assertEquals(
        List.of(State.CHANGED, State.APPLIED_UNVERIFIED, State.NOT_IN_LIST, State.PENDING),
        runner.status(connection).entries().stream().map(MigrationStatus.Entry::state).toList());
    assertEquals(List.of(THIRTY), runner.pending(connection));
    assertEquals(
        Kind.CHECKSUM_MISMATCH,
        assertThrows(MigrationException.class, () -> runner.validate(connection)).kind());
    assertEquals(
        State.PENDING,
        MigrationRunner.of(MigrationSource.of(ONE, TWO, THIRTY))
            .validate(connection)
            .entries()
            .get(3)
            .state());
  }

  @Test
  void aMigratedDatabaseThatIsOpenReadOnlyIsFine() throws SQLException {
    migrate(ONE);
    try (Connection readOnly =
        DriverManager.getConnection("jdbc:sqlite:file:" + file + "?mode=ro")) {
      MigrationRunner runner = MigrationRunner.of(MigrationSource.of(ONE));
      assertTrue(runner.migrate(readOnly).nothingDone());
      assertThrows(
          SQLException.class,
          () -> MigrationRunner.of(MigrationSource.of(ONE, TWO)).migrate(readOnly));
    }
  }
}
