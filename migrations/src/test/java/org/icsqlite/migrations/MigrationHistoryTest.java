package org.icsqlite.migrations;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MigrationHistoryTest {

  private static final String CHECKSUM = "0123456789abcdef".repeat(4);

  @Test
  void aDatabaseThatWasNeverMigratedHasNoHistory() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
      assertEquals(List.of(), MigrationHistory.read(connection));
    }
  }

  @Test
  void versionsAreReadInRisingOrderWithTheChecksumsThatThereAre() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE __ic_sqlite_migrations(version INTEGER PRIMARY KEY NOT NULL)");
      statement.execute("INSERT INTO __ic_sqlite_migrations VALUES(30),(1)");
      assertEquals(
          List.of(
              new AppliedMigration(1, Optional.empty()),
              new AppliedMigration(30, Optional.empty())),
          MigrationHistory.read(connection));

      statement.execute(
          "CREATE TABLE __ic_sqlite_migration_checksums("
              + "version INTEGER PRIMARY KEY NOT NULL, checksum BLOB NOT NULL)");
      statement.execute(
          "INSERT INTO __ic_sqlite_migration_checksums VALUES(30, x'" + CHECKSUM + "')");
      assertEquals(
          List.of(
              new AppliedMigration(1, Optional.empty()),
              new AppliedMigration(30, Optional.of(CHECKSUM))),
          MigrationHistory.read(connection));
    }
  }
}
