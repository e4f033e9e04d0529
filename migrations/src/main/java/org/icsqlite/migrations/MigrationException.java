package org.icsqlite.migrations;

import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Migrations were refused or failed; whatever the kind, the database is as it was. Where the crate
 * ic-sqlite-vfs knows the error, the message is the crate's. The cause, where there is one, is what
 * JDBC or the file system said.
 */
public final class MigrationException extends SQLException {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** Two migrations of the list have one version. */
    DUPLICATE_VERSION("22000", 0),
    /** The list is not in rising order of versions. */
    VERSION_OUT_OF_ORDER("22000", 0),
    /** A version is beyond 2<sup>63</sup>-1. */
    VERSION_OUT_OF_RANGE("22000", 0),
    /** A file or directory of migrations cannot be used; nothing of it was. */
    SOURCE("22000", 0),
    /** The SQL of a recorded migration is not what was recorded. */
    CHECKSUM_MISMATCH("23000", 19),
    /** A checksum was to be adopted for a version that the database has not applied. */
    UNAPPLIED_VERSION("23000", 19),
    /** The history tables have other columns, or rows that no runner writes. */
    HISTORY_UNREADABLE("22000", 0),
    /** SQL holds a NUL character, where SQLite would stop reading. */
    INTERIOR_NUL("42000", 0),
    /** SQL holds a statement that cannot be part of the one transaction. */
    REFUSED_STATEMENT("42000", 0),
    /** A statement failed; SQLState and code are those of the cause. */
    SQL_FAILED("HY000", 0),
    /** The connection has a transaction open, or does not commit by itself. */
    ACTIVE_TRANSACTION("25001", 0),
    /** A key cannot be read, or is not an Ed25519 key. */
    KEY("28000", 0),
    /** A manifest is wanted and there is none. */
    UNSIGNED("28000", 0),
    /** A manifest is not in its one form, or its signature is not by the key. */
    MANIFEST_INVALID("28000", 0),
    /** The list is not the one that was signed. */
    MANIFEST_LIST_DIFFERS("28000", 0),
    /** The recorded history is not one that the signed list leads to. */
    MANIFEST_HISTORY_DIFFERS("28000", 0);

    private final String sqlState;
    private final int code;

    Kind(String sqlState, int code) {
      this.sqlState = sqlState;
      this.code = code;
    }
  }

  private final Kind kind;
  private final Long version;
  private final String expected;
  private final String actual;

  private MigrationException(
      Kind kind,
      Long version,
      String expected,
      String actual,
      String message,
      String sqlState,
      int code,
      Throwable cause) {
    super(message, sqlState, code, cause);
    this.kind = kind;
    this.version = version;
    this.expected = expected;
    this.actual = actual;
  }

  static MigrationException of(Kind kind, String message) {
    return of(kind, message, null);
  }

  static MigrationException of(Kind kind, String message, Throwable cause) {
    return new MigrationException(kind, null, null, null, message, kind.sqlState, kind.code, cause);
  }

  static MigrationException of(Kind kind, long version, String message) {
    return new MigrationException(
        kind, version, null, null, message, kind.sqlState, kind.code, null);
  }

  static MigrationException duplicate(long version) {
    return of(
        Kind.DUPLICATE_VERSION,
        version,
        "duplicate migration version: " + Long.toUnsignedString(version));
  }

  static MigrationException outOfOrder(long previous, long next) {
    return of(
        Kind.VERSION_OUT_OF_ORDER,
        next,
        "migration versions must be strictly increasing: previous="
            + Long.toUnsignedString(previous)
            + ", next="
            + Long.toUnsignedString(next));
  }

  static MigrationException outOfRange(long version) {
    return of(
        Kind.VERSION_OUT_OF_RANGE,
        version,
        "migration version exceeds SQLite INTEGER range: " + Long.toUnsignedString(version));
  }

  /**
   * @param expected the recorded digest
   * @param actual the digest of the migration in the list
   */
  static MigrationException mismatch(long version, String expected, String actual) {
    Kind kind = Kind.CHECKSUM_MISMATCH;
    return new MigrationException(
        kind,
        version,
        expected,
        actual,
        "migration checksum mismatch for version " + version,
        kind.sqlState,
        kind.code,
        null);
  }

  static MigrationException unapplied(long version) {
    return of(
        Kind.UNAPPLIED_VERSION,
        version,
        "cannot adopt checksum for unapplied migration version " + version);
  }

  static MigrationException manifest(
      Kind kind, long version, String expected, String actual, String message) {
    return new MigrationException(
        kind, version, expected, actual, message, kind.sqlState, kind.code, null);
  }

  /**
   * A statement that the database refused.
   *
   * @param version null when no single migration is to blame
   */
  static MigrationException failed(Long version, String place, SQLException cause) {
    String state = cause.getSQLState() == null ? Kind.SQL_FAILED.sqlState : cause.getSQLState();
    return new MigrationException(
        Kind.SQL_FAILED,
        version,
        null,
        null,
        place + ": " + cause.getMessage(),
        state,
        cause.getErrorCode(),
        cause);
  }

  public Kind kind() {
    return kind;
  }

  /** The version concerned, to be read as an unsigned number. */
  public OptionalLong version() {
    return version == null ? OptionalLong.empty() : OptionalLong.of(version);
  }

  /** The digest that was recorded or signed, in hexadecimal, where digests differ. */
  public Optional<String> expectedSha256() {
    return Optional.ofNullable(expected);
  }

  /** The digest that was found instead, in hexadecimal, where digests differ. */
  public Optional<String> actualSha256() {
    return Optional.ofNullable(actual);
  }
}
