package org.icsqlite.jdbc;

/** The SQLStates that the driver uses. */
final class SqlState {

  static final String WARNING = "01000";
  static final String CANNOT_CONNECT = "08001";
  static final String CONNECTION_CLOSED = "08003";
  static final String CONNECTION_FAILURE = "08006";
  static final String RESOLUTION_UNKNOWN = "08007";
  static final String INVALID_DESCRIPTOR_INDEX = "07009";
  static final String DATA_EXCEPTION = "22000";
  static final String INTEGRITY = "23000";
  static final String NOT_NULL = "23502";
  static final String FOREIGN_KEY = "23503";
  static final String UNIQUE = "23505";
  static final String CHECK = "23514";
  static final String ACTIVE_TRANSACTION = "25001";
  static final String READ_ONLY = "25006";
  static final String ROLLED_BACK = "25P02";
  static final String STALE_SNAPSHOT = "40001";
  static final String SYNTAX = "42000";
  static final String NOT_AUTHORIZED = "42501";
  static final String TABLE_EXISTS = "42S01";
  static final String NO_SUCH_TABLE = "42S02";
  static final String NO_SUCH_COLUMN = "42S22";
  static final String SNAPSHOT_TOO_OLD = "72000";
  static final String FULL = "53100";
  static final String OUT_OF_MEMORY = "53200";
  static final String TOO_BIG = "54000";
  static final String CANCELLED = "57014";
  static final String IO_ERROR = "58030";
  static final String GENERAL = "HY000";
  static final String FEATURE_NOT_SUPPORTED = "0A000";
  static final String STATEMENT_CLOSED = "HY010";
  static final String LOCK_TIMEOUT = "HYT00";
  static final String CORRUPT = "XX001";

  private SqlState() {}
}
