package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.icsqlite.migrations.MigrationException.Kind;

/**
 * Both history tables as they were at one moment.
 *
 * @param complete whether both tables exist
 * @param versions the applied versions
 * @param checksums by version, in hexadecimal; empty text for a value that is no blob. A version
 *     can have a checksum without having been applied
 * @param unreadable rows that no runner can have written, and columns it needs and has not, in
 *     words
 * @param alterations what is under the tables' names, or on them, that no runner has created, in
 *     words; SQL that was put there would run within a run
 */
record RecordedHistory(
    boolean complete,
    SortedSet<Long> versions,
    SortedMap<Long, String> checksums,
    List<String> unreadable,
    List<String> alterations) {

  private static final int PRIMARY_CODE = 0xff;
  private static final int SQL_ERROR = 1;

  /** Tables as runners make them. */
  RecordedHistory(boolean complete, SortedSet<Long> versions, SortedMap<Long, String> checksums) {
    this(complete, versions, checksums, List.of(), List.of());
  }

  static RecordedHistory read(Connection connection) throws SQLException {
    boolean hasVersions = HistoryTable.VERSIONS.exists(connection);
    boolean hasChecksums = HistoryTable.CHECKSUMS.exists(connection);
    List<String> unreadable = new ArrayList<>();
    List<String> alterations = new ArrayList<>(HistoryTable.VERSIONS.alterations(connection));
    alterations.addAll(HistoryTable.CHECKSUMS.alterations(connection));
    return new RecordedHistory(
        hasVersions && hasChecksums,
        hasVersions ? versions(connection, unreadable) : new TreeSet<>(),
        hasChecksums ? checksums(connection, unreadable) : new TreeMap<>(),
        unreadable,
        alterations);
  }

  private static SortedSet<Long> versions(Connection connection, List<String> unreadable)
      throws SQLException {
    SortedSet<Long> versions = new TreeSet<>();
    HistoryTable table = HistoryTable.VERSIONS;
    try (PreparedStatement query =
            OwnStatements.prepare(
                connection, "SELECT version, typeof(version) FROM " + table.qualifiedName());
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        if (readable(table, rows, unreadable) && !versions.add(rows.getLong(1))) {
          unreadable.add(twice(table, rows.getLong(1)));
        }
      }
    } catch (SQLException e) {
      unreadable.add(withoutColumns(table, e));
    }
    return versions;
  }

  private static SortedMap<Long, String> checksums(Connection connection, List<String> unreadable)
      throws SQLException {
    SortedMap<Long, String> checksums = new TreeMap<>();
    HistoryTable table = HistoryTable.CHECKSUMS;
    try (PreparedStatement query =
            OwnStatements.prepare(
                connection,
                "SELECT version, typeof(version), CASE typeof(checksum) WHEN 'blob' THEN checksum"
                    + " END FROM "
                    + table.qualifiedName());
        ResultSet rows = query.executeQuery()) {
      while (rows.next()) {
        if (readable(table, rows, unreadable)) {
          byte[] checksum = rows.getBytes(3);
          String hex = checksum == null ? "" : HexFormat.of().formatHex(checksum);
          if (checksums.put(rows.getLong(1), hex) != null) {
            unreadable.add(twice(table, rows.getLong(1)));
          }
        }
      }
    } catch (SQLException e) {
      unreadable.add(withoutColumns(table, e));
    }
    return checksums;
  }

  /** Whether the version, in the first column, is an integer by the type in the second. */
  private static boolean readable(HistoryTable table, ResultSet rows, List<String> unreadable)
      throws SQLException {
    String type = rows.getString(2);
    if (type.equals("integer")) {
      return true;
    }
    unreadable.add(table.tableName() + " holds a version of type " + type + ", not integer");
    return false;
  }

  /** A table that has not the columns is no failure of reading. */
  private static String withoutColumns(HistoryTable table, SQLException failure)
      throws SQLException {
    if ((failure.getErrorCode() & PRIMARY_CODE) != SQL_ERROR) {
      throw failure;
    }
    return table.tableName() + " has other columns than a runner's: " + failure.getMessage();
  }

  private static String twice(HistoryTable table, long version) {
    return table.tableName() + " holds version " + version + " twice";
  }

  /**
   * Refuses rows that no runner has written.
   *
   * @throws MigrationException HISTORY_UNREADABLE
   */
  RecordedHistory requireReadable() throws MigrationException {
    if (!unreadable.isEmpty()) {
      throw MigrationException.of(
          Kind.HISTORY_UNREADABLE,
          "the history of migrations cannot be read: "
              + unreadable.get(0)
              + "; restore the tables from a copy of the database");
    }
    return this;
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
