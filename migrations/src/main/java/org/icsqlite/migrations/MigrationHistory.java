package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
   * @throws SQLException when the tables cannot be read
   */
  public static List<AppliedMigration> read(Connection connection) throws SQLException {
    Map<Long, String> checksums = checksums(connection);
    List<AppliedMigration> applied = new ArrayList<>();
    if (exists(connection, VERSIONS_TABLE)) {
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT version FROM " + VERSIONS_TABLE + " ORDER BY version")) {
        while (rows.next()) {
          long version = rows.getLong(1);
          applied.add(new AppliedMigration(version, Optional.ofNullable(checksums.get(version))));
        }
      }
    }
    return List.copyOf(applied);
  }

  private static Map<Long, String> checksums(Connection connection) throws SQLException {
    Map<Long, String> checksums = new TreeMap<>();
    if (exists(connection, CHECKSUMS_TABLE)) {
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery("SELECT version, checksum FROM " + CHECKSUMS_TABLE)) {
        while (rows.next()) {
          checksums.put(rows.getLong(1), HexFormat.of().formatHex(rows.getBytes(2)));
        }
      }
    }
    return checksums;
  }

  private static boolean exists(Connection connection, String table) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT 1 FROM sqlite_schema WHERE type='table' AND name=?")) {
      query.setString(1, table);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }
}
