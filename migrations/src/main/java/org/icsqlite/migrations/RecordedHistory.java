package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Both history tables as they were at one moment.
 *
 * @param complete whether both tables exist
 * @param versions the applied versions
 * @param checksums by version, in hexadecimal; empty text for a value that is no blob. A version
 *     can have a checksum without having been applied
 */
record RecordedHistory(
    boolean complete, SortedSet<Long> versions, SortedMap<Long, String> checksums) {

  static RecordedHistory read(Connection connection) throws SQLException {
    boolean hasVersions = exists(connection, MigrationHistory.VERSIONS_TABLE);
    boolean hasChecksums = exists(connection, MigrationHistory.CHECKSUMS_TABLE);
    return new RecordedHistory(
        hasVersions && hasChecksums,
        hasVersions ? versions(connection) : new TreeSet<>(),
        hasChecksums ? checksums(connection) : new TreeMap<>());
  }

  private static SortedSet<Long> versions(Connection connection) throws SQLException {
    SortedSet<Long> versions = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT version FROM " + MigrationHistory.VERSIONS_TABLE)) {
      while (rows.next()) {
        versions.add(rows.getLong(1));
      }
    }
    return versions;
  }

  private static SortedMap<Long, String> checksums(Connection connection) throws SQLException {
    SortedMap<Long, String> checksums = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT version, CASE typeof(checksum) WHEN 'blob' THEN checksum END FROM "
                    + MigrationHistory.CHECKSUMS_TABLE)) {
      while (rows.next()) {
        byte[] checksum = rows.getBytes(2);
        checksums.put(rows.getLong(1), checksum == null ? "" : HexFormat.of().formatHex(checksum));
      }
    }
    return checksums;
  }

  private static boolean exists(Connection connection, String table) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT 1 FROM sqlite_schema WHERE type='table' AND name=? COLLATE NOCASE")) {
      query.setString(1, table);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** The applied versions with the checksums that they have. */
  List<AppliedMigration> applied() {
    List<AppliedMigration> applied = new ArrayList<>();
    for (long version : versions) {
      applied.add(new AppliedMigration(version, Optional.ofNullable(checksums.get(version))));
    }
    return List.copyOf(applied);
  }

  boolean applied(Migration migration) {
    return versions.contains(migration.version());
  }

  /** Compares the recorded checksum, if there is one, with the migration. */
  void requireSame(Migration migration) throws MigrationException {
    String recorded = checksums.get(migration.version());
    if (recorded != null && !recorded.equals(migration.sha256())) {
      throw MigrationException.mismatch(migration.version(), recorded, migration.sha256());
    }
  }
}
