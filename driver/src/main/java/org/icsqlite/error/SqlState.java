package org.icsqlite.error;

/** The SQLStates that the driver uses. */
public final class SqlState {

  public static final String WARNING = "01000";
  public static final String CANNOT_CONNECT = "08001";
  public static final String CONNECTION_CLOSED = "08003";
  public static final String CONNECTION_FAILURE = "08006";
  public static final String RESOLUTION_UNKNOWN = "08007";
  public static final String PARAMETERS_MISSING = "07001";
  public static final String UNEXPECTED_RESULT_SET = "0100E";
  public static final String NO_RESULT_SET = "02001";
  public static final String INVALID_DESCRIPTOR_INDEX = "07009";
  public static final String DATA_EXCEPTION = "22000";
  public static final String NUMBER_OUT_OF_RANGE = "22003";
  public static final String NOT_ASSIGNABLE = "22005";
  public static final String INVALID_DATETIME = "22007";
  public static final String INVALID_CAST = "22018";
  public static final String MALFORMED_TEXT = "22021";
  public static final String INVALID_ARGUMENT = "22023";
  public static final String LENGTH_MISMATCH = "22026";
  public static final String INTEGRITY = "23000";
  public static final String NOT_NULL = "23502";
  public static final String FOREIGN_KEY = "23503";
  public static final String UNIQUE = "23505";
  public static final String CHECK = "23514";
  public static final String CURSOR_STATE = "24000";
  public static final String INVALID_TRANSACTION_STATE = "25000";
  public static final String ACTIVE_TRANSACTION = "25001";
  public static final String READ_ONLY = "25006";
  public static final String ROLLED_BACK = "25P02";
  public static final String INVALID_SAVEPOINT = "3B001";
  public static final String STALE_SNAPSHOT = "40001";
  public static final String SYNTAX = "42000";
  public static final String NOT_AUTHORIZED = "42501";
  public static final String TABLE_EXISTS = "42S01";
  public static final String NO_SUCH_TABLE = "42S02";
  public static final String NO_SUCH_COLUMN = "42S22";
  public static final String SNAPSHOT_TOO_OLD = "72000";
  public static final String FULL = "53100";
  public static final String OUT_OF_MEMORY = "53200";
  public static final String TOO_BIG = "54000";
  public static final String CANCELLED = "57014";
  public static final String IO_ERROR = "58030";
  public static final String GENERAL = "HY000";
  public static final String FEATURE_NOT_SUPPORTED = "0A000";
  public static final String STATEMENT_CLOSED = "HY010";
  public static final String FUNCTION_SEQUENCE = "HY010";
  public static final String LOCK_TIMEOUT = "HYT00";
  public static final String CORRUPT = "XX001";

  private SqlState() {}
}
