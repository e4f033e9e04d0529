package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The migrations recorded by the migration runner of ic-sqlite-vfs 2.x.
 *
 * <pre>
 * __ic_sqlite_migrations            version INTEGER PRIMARY KEY NOT NULL
 * __ic_sqlite_migration_checksums   version INTEGER PRIMARY KEY NOT NULL, checksum BLOB (32 bytes)
 * </pre>
 */
public final class MigrationHistory {

  /** The table of applied versions. */
  public static final String VERSIONS_TABLE = "__ic_sqlite_migrations";

  /** The table of checksums, absent in histories of the 2.0 runner. */
  public static final String CHECKSUMS_TABLE = "__ic_sqlite_migration_checksums";

  private MigrationHistory() {}

  /**
   * Reads the history in rising order of versions.
   *
   * @param connection an open connection; it is left open, and only read
   * @return the applied migrations, empty when the database has never been migrated
   * @throws MigrationException HISTORY_UNREADABLE
   * @throws SQLException when the tables cannot be read
   */
  public static List<AppliedMigration> read(Connection connection) throws SQLException {
    return RecordedHistory.read(connection).requireReadable().applied();
  }
}
