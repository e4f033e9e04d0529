package org.icsqlite.migrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.icsqlite.migrations.MigrationException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementRuleTest {

  private static MigrationException refused(String sql) {
    return assertThrows(
        MigrationException.class, () -> MigrationScript.of(Migration.of(7, "m", sql)), sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BEGIN",
        "begin immediate",
        "COMMIT;",
        "END",
        "END TRANSACTION",
        "ROLLBACK",
        "ROLLBACK TO s",
        "SAVEPOINT s",
        "RELEASE s",
        "VACUUM",
        "VACUUM INTO 'x'",
        "ATTACH 'x' AS y",
        "DETACH y",
        "backup to x.db",
        "restore from x.db",
        "PRAGMA journal_mode=WAL",
        "PRAGMA main.journal_mode=WAL",
        "PRAGMA \"journal_mode\"=WAL",
        "PRAGMA [main].journal_mode=WAL",
        "PRAGMA foreign_keys=OFF",
        "PRAGMA writable_schema=ON",
        "PRAGMA other.user_version=1",
        "/* x */ -- y\n COMMIT",
        ";;\ufeffCOMMIT",
        "\ufeff\ufeff COMMIT",
        "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END; COMMIT",
        "SELECT ';'';'; COMMIT",
      })
  void whatWouldEndTheTransactionOrOutliveItIsRefused(String sql) {
    MigrationException thrown = refused("CREATE TABLE t(a);\n\n" + sql);
    assertEquals(Kind.REFUSED_STATEMENT, thrown.kind());
    assertTrue(thrown.getMessage().startsWith("migration 7 (m), line "), thrown.getMessage());
    assertTrue(thrown.getMessage().contains("cannot stand in a migration"), thrown.getMessage());
  }

  @Test
  void theRefusalNamesTheLine() {
    assertEquals(
        "migration 7 (m), line 4: COMMIT cannot stand in a migration: all migrations run in one"
            + " transaction",
        refused("SELECT 1;\n-- COMMIT\n\n  COMMIT").getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE \"COMMIT\"(\"END\")",
        "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT CASE WHEN 1 THEN 2 END; END",
        "SELECT 'COMMIT; END;'",
        "EXPLAIN COMMIT",
        "PRAGMA user_version = 3",
        "PRAGMA main.user_version(3)",
        "PRAGMA defer_foreign_keys=ON",
        "ANALYZE",
        "REINDEX",
      })
  void whatTheTransactionTakesBackMayStand(String sql) throws SQLException {
    try (Connection connection = Databases.inMemory()) {
      Databases.execute(connection, "CREATE TABLE t(a)");
      MigrationReport report =
          MigrationRunner.of(MigrationSource.of(Migration.of(1, "m", sql))).migrate(connection);
      assertEquals(1, report.applied().size());
    }
  }

  @Test
  void whatIsAppliedAlreadyIsNotLookedAt() throws SQLException {
    Migration begins = Migration.of(1, "m", "BEGIN; COMMIT");
    try (Connection connection = Databases.inMemory()) {
      MigrationRunner.of(MigrationSource.of(Migration.of(1, "m", ""))).migrate(connection);
      Databases.execute(
          connection,
          "UPDATE __ic_sqlite_migration_checksums SET checksum = x'" + begins.sha256() + "'");
      assertEquals(
          List.of(1L),
          MigrationRunner.of(MigrationSource.of(begins)).migrate(connection).present());
    }
  }
}
