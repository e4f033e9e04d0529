package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.icsqlite.migrations.AppliedMigration;
import org.icsqlite.migrations.Migration;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationHistory;
import org.icsqlite.migrations.MigrationReport;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lists that the fixtures were migrated with by the crate, run here. */
class MigrationFixturesTest {

  private static final String CREATE =
      "CREATE TABLE user(id INTEGER PRIMARY KEY, name TEXT NOT NULL);";
  private static final String EMAIL =
      "ALTER TABLE user ADD COLUMN email TEXT;\nCREATE INDEX user_email ON user(email);\n";
  private static final String SEED =
      "INSERT INTO user(name,email) VALUES('ann','ann@example.org'),('bob',NULL); -- seed é";

  @TempDir Path directory;

  private Path fixture(String name) throws IOException {
    return Fixtures.unpack(Fixtures.named(name), directory);
  }

  private static MigrationReport run(Path image, Migration... list) throws SQLException {
    try (Connection connection = open(image)) {
      return MigrationRunner.of(MigrationSource.of(list)).migrate(connection);
    }
  }

  private static MigrationReport adopt(Path image, Migration... list) throws SQLException {
    try (Connection connection = open(image)) {
      return MigrationRunner.of(MigrationSource.of(list)).adopt(connection);
    }
  }

  private static Connection open(Path image) throws SQLException {
    return DriverManager.getConnection("jdbc:icsqlite:" + image);
  }

  @Test
  void theMigratedFixtureHasNothingToDo() throws Exception {
    Path image = fixture("05a-migrated");
    byte[] before = Files.readAllBytes(image);
    MigrationReport report =
        run(
            image,
            Migration.of(1, "create", CREATE),
            Migration.of(2, "email", EMAIL),
            Migration.of(30, "seed", SEED));
    assertTrue(report.nothingDone());
    assertEquals(List.of(1L, 2L, 30L), report.present());
    assertArrayEquals(before, Files.readAllBytes(image));
    MigrationException changed =
        assertThrows(
            MigrationException.class,
            () -> run(image, Migration.of(1, "create", CREATE), Migration.of(2, "email", "other")));
    assertEquals("migration checksum mismatch for version 2", changed.getMessage());
    assertArrayEquals(before, Files.readAllBytes(image));
  }

  @Test
  void theListOfTheMigratedFixtureGivesTheSameSchemaAndDigestsHere() throws Exception {
    Path image = directory.resolve("new.bin");
    try (Connection connection =
        DriverManager.getConnection("jdbc:icsqlite:" + image + "?create=true")) {
      MigrationRunner.of(
              MigrationSource.of(
                  Migration.of(1, "create", CREATE),
                  Migration.of(2, "email", EMAIL),
                  Migration.of(30, "seed", SEED)))
          .migrate(connection);
    }
    try (JdbcImage here = JdbcImage.query(image, 120);
        JdbcImage there = JdbcImage.query(fixture("05a-migrated"), 120)) {
      for (String sql :
          List.of(
              Dump.SCHEMA_SQL,
              "SELECT * FROM __ic_sqlite_migrations",
              "SELECT * FROM __ic_sqlite_migration_checksums",
              "SELECT * FROM user")) {
        assertEquals(there.rows(sql), here.rows(sql), sql);
      }
    }
    RawImage.Database raw = RawImage.read(image).database(120);
    assertEquals(81_920, raw.size());
    assertEquals(30, raw.schemaVersion());
    assertEquals(1, raw.lastTransaction());
  }

  @Test
  void theLegacyFixtureStaysUnverifiedUntilItIsAdopted() throws Exception {
    Path image = fixture("05b-legacy");
    run(
        image,
        Migration.of(1, "create", CREATE),
        Migration.of(2, "email", "not even SQL"),
        Migration.of(3, "seed", SEED));
    try (Connection connection = open(image)) {
      assertEquals(
          List.of(
              new AppliedMigration(1, Optional.empty()),
              new AppliedMigration(2, Optional.empty()),
              new AppliedMigration(3, Optional.empty())),
          MigrationHistory.read(connection));
    }
    byte[] before = Files.readAllBytes(image);
    MigrationException unapplied =
        assertThrows(
            MigrationException.class,
            () ->
                adopt(
                    image,
                    Migration.of(1, "create", CREATE),
                    Migration.of(4, "later", "CREATE TABLE later(x);")));
    assertEquals("cannot adopt checksum for unapplied migration version 4", unapplied.getMessage());
    assertArrayEquals(before, Files.readAllBytes(image));
    Migration[] list = {Migration.of(1, "create", CREATE), Migration.of(2, "email", EMAIL)};
    assertEquals(List.of(1L, 2L), adopt(image, list).adopted());
    assertTrue(adopt(image, list).nothingDone());
    assertEquals(3, RawImage.read(image).database(120).schemaVersion());
  }

  @Test
  void theHistoriesOfTwoMemoriesAreIndependent() throws Exception {
    Path image = directory.resolve("two.bin");
    for (int id : new int[] {30, 31}) {
      try (Connection connection =
          DriverManager.getConnection("jdbc:icsqlite:" + image + "?create=true&memory_id=" + id)) {
        assertEquals(
            1,
            MigrationRunner.of(
                    MigrationSource.of(Migration.of(id, "own", "CREATE TABLE t" + id + "(a)")))
                .migrate(connection)
                .applied()
                .size());
      }
    }
    assertEquals(30, RawImage.read(image).database(30).schemaVersion());
    assertEquals(31, RawImage.read(image).database(31).schemaVersion());
  }

  @Test
  void anOpenTransactionIsRefusedAndStaysOpen() throws Exception {
    Path image = fixture("02-kv");
    try (Connection connection = open(image);
        Statement statement = connection.createStatement()) {
      MigrationRunner runner =
          MigrationRunner.of(MigrationSource.of(Migration.of(1, "a", "CREATE TABLE a(x)")));
      statement.execute("BEGIN");
      statement.execute("CREATE TABLE mine(x)");
      for (int i = 0; i < 2; i++) {
        MigrationException open =
            assertThrows(MigrationException.class, () -> runner.migrate(connection));
        assertEquals(MigrationException.Kind.ACTIVE_TRANSACTION, open.kind());
        assertEquals("25001", open.getSQLState());
        statement.execute("COMMIT");
        connection.setAutoCommit(i == 1);
        if (i == 0) {
          statement.execute("CREATE TABLE also_mine(x)");
          assertThrows(MigrationException.class, () -> runner.migrate(connection));
          connection.commit();
          connection.setAutoCommit(true);
          statement.execute("BEGIN");
        }
      }
      assertEquals(1, runner.migrate(connection).applied().size());
      statement.execute("DROP TABLE mine");
      statement.execute("DROP TABLE also_mine");
    }
  }

  @Test
  void aFailedMigrationLeavesEveryByte() throws Exception {
    Path image = fixture("02-kv");
    byte[] before = Files.readAllBytes(image);
    assertThrows(
        MigrationException.class,
        () -> run(image, Migration.of(1, "a", "CREATE TABLE a(x)"), Migration.of(2, "b", "oops")));
    assertArrayEquals(before, Files.readAllBytes(image));
  }
}
