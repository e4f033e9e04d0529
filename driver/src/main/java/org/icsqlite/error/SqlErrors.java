package org.icsqlite.error;

import java.sql.BatchUpdateException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import java.util.concurrent.CancellationException;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.vfs.ResultCode;
import org.icsqlite.vfs.VfsException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The one place that turns SQLite's result codes into SQLExceptions: the standard subclass, a
 * SQLState, SQLite's extended result code as vendor code, and as cause sqlite-jdbc's exception with
 * the failure behind it, if the VFS recorded one.
 */
public final class SqlErrors {

  private static final int PRIMARY = 0xff;

  private SqlErrors() {}

  /**
   * What {@code unwrap} throws, SQLState HY000.
   *
   * @param type the class that is not there, may be null
   */
  public static SQLException notWrapped(Class<?> type) {
    return new SQLNonTransientException(
        "not a wrapper for " + (type == null ? "null" : type.getName()), SqlState.GENERAL);
  }

  /**
   * Translates an exception of sqlite-jdbc.
   *
   * @param thrown what sqlite-jdbc threw, or an exception that this class made before
   * @param failure what the VFS recorded for the connection, or null
   */
  public static SQLException translate(SQLException thrown, Throwable failure) {
    if (thrown instanceof BatchUpdateException batch) {
      return translateBatch(batch, failure);
    }
    if (thrown.getSQLState() != null || thrown instanceof SQLFeatureNotSupportedException) {
      return thrown;
    }
    if (!(thrown instanceof SQLiteException sqlite)) {
      return translatePlain(thrown);
    }
    int code = extendedCode(sqlite);
    String message = message(sqlite);
    if (failure instanceof VfsException given && interruptsWaiting(code, given)) {
      // A busy handler that gives up leaves SQLite with SQLITE_BUSY, whatever the reason.
      code = given.resultCode();
      message = given.getMessage();
      attach(sqlite, failure);
    } else if (failure != null && blamesVfs(code)) {
      message += ": " + failure.getMessage();
      if (code == SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT.code) {
        message += "; a transaction that has read cannot go on to write: roll back and begin anew";
      }
      attach(sqlite, failure);
    }
    SQLException translated =
        blamesVfs(code) ? create(code, message, failure) : create(code, message);
    translated.initCause(thrown);
    return translated;
  }

  /** As {@link #create(int, String)}, where the failure behind the code says more than the code. */
  private static SQLException create(int code, String message, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StableMemoryException stable) {
        if (stable.kind() == StableMemoryException.Kind.SNAPSHOT_TOO_OLD) {
          return new SQLTransactionRollbackException(message, SqlState.SNAPSHOT_TOO_OLD, code);
        }
        if (stable.kind() == StableMemoryException.Kind.POISONED) {
          return new SQLNonTransientConnectionException(
              message,
              code == ResultCode.IOERR_UNLOCK
                  ? SqlState.RESOLUTION_UNKNOWN
                  : SqlState.CONNECTION_FAILURE,
              code);
        }
      }
    }
    return create(code, message);
  }

  private static SQLException translateBatch(BatchUpdateException batch, Throwable failure) {
    if (batch.getSQLState() != null || !(batch.getCause() instanceof SQLException cause)) {
      return batch;
    }
    SQLException translated = translate(cause, failure);
    return new BatchUpdateException(
        batch.getMessage(),
        translated.getSQLState(),
        translated.getErrorCode(),
        batch.getUpdateCounts(),
        translated);
  }

  /** sqlite-jdbc's own complaints carry neither code nor state. */
  private static SQLException translatePlain(SQLException thrown) {
    String message = String.valueOf(thrown.getMessage());
    SQLException translated;
    if (message.contains("connection closed")
        || message.contains("Connection is closed")
        || message.contains("database has been closed")) {
      translated = closed();
    } else if (message.contains("pointer is closed")
        || message.contains("statement is not executing")
        || message.contains("statement is closed")) {
      translated = statementClosed();
    } else {
      translated = new SQLNonTransientException(message, SqlState.GENERAL, thrown.getErrorCode());
    }
    translated.initCause(thrown);
    return translated;
  }

  public static SQLException noSuchParameter(int position, int count) {
    return new SQLDataException(
        "There is no parameter " + position + "; the statement has " + count,
        SqlState.INVALID_DESCRIPTOR_INDEX);
  }

  public static SQLException statementClosed() {
    return new SQLNonTransientException("The statement is closed", SqlState.STATEMENT_CLOSED);
  }

  /** For rows that were fetched and could not be kept. */
  public static SQLException outOfMemory(OutOfMemoryError cause) {
    return new SQLNonTransientException(
        "There was no memory for rows of the result: " + cause.getMessage(),
        SqlState.OUT_OF_MEMORY,
        cause);
  }

  public static SQLException rowsClosed() {
    return new SQLNonTransientException("The result set is closed", SqlState.CURSOR_STATE);
  }

  /** For values that another thread set while they were read; the statement was not run. */
  public static SQLException changedMeanwhile(RuntimeException cause) {
    return new SQLNonTransientException(
        "Another thread has set parameters or added to the batch while the statement was executed;"
            + " a statement is for one thread at a time",
        SqlState.FUNCTION_SEQUENCE,
        cause);
  }

  /** For an automatic commit that failed while a statement was reset, where nobody looks. */
  public static SQLException lostCommit(VfsException failure) {
    SQLException lost =
        create(
            failure.resultCode(),
            (failure.resultCode() == ResultCode.IOERR_UNLOCK
                    ? "it is not known whether the transaction survives: "
                    : "the transaction of the statement that ended here was not committed: ")
                + failure.getMessage(),
            failure);
    lost.initCause(failure);
    return lost;
  }

  /** A statement that was cancelled, or ran longer than it may. */
  public static SQLException stopped(boolean timeout) {
    int code = SQLiteErrorCode.SQLITE_INTERRUPT.code;
    return timeout
        ? new SQLTimeoutException(
            "The statement took longer than its query timeout", SqlState.LOCK_TIMEOUT, code)
        : new SQLNonTransientException("The statement was cancelled", SqlState.CANCELLED, code);
  }

  /** What the connection's policy refuses. */
  public static SQLException refused(String reason) {
    return new SQLNonTransientException(
        reason, SqlState.NOT_AUTHORIZED, SQLiteErrorCode.SQLITE_AUTH.code);
  }

  /**
   * What profile=canister refuses.
   *
   * @param what is refused
   * @param reason what the canister would do
   * @param code SQLite's result code
   */
  public static SQLException notInCanister(String what, String reason, int code) {
    return new SQLFeatureNotSupportedException(
        what + " is refused under profile=canister: " + reason,
        SqlState.FEATURE_NOT_SUPPORTED,
        code);
  }

  /** For a close by a function that a statement of the connection calls. */
  public static SQLException closedFromWithin() {
    return new SQLNonTransientException(
        "A function that SQLite calls cannot close the connection that it runs on",
        SqlState.INVALID_TRANSACTION_STATE);
  }

  /** For a function that uses the very statement that calls it. */
  public static SQLException usedFromWithin() {
    return new SQLNonTransientException(
        "A function that SQLite calls cannot use the statement that calls it",
        SqlState.FUNCTION_SEQUENCE);
  }

  /**
   * A statement without rows where rows were asked for; it was not run, or has changed what it
   * does.
   */
  public static SQLException givesNoRows() {
    return new SQLNonTransientException(
        "The statement gives no rows; use execute or executeUpdate", SqlState.NO_RESULT_SET);
  }

  /** A query where a count was asked for. */
  public static SQLException givesRows() {
    return new SQLNonTransientException(
        "The statement gives rows; use executeQuery or execute", SqlState.UNEXPECTED_RESULT_SET);
  }

  public static SQLException emptySql() {
    return new SQLSyntaxErrorException("The SQL holds no statement", SqlState.SYNTAX);
  }

  public static SQLException severalStatements() {
    return new SQLSyntaxErrorException(
        "The SQL holds several statements; a PreparedStatement takes one, Statement.execute all",
        SqlState.SYNTAX);
  }

  /** Parameters in SQL that is run without values for them. */
  public static SQLException parametersInStatement(int count) {
    return new SQLSyntaxErrorException(
        "The SQL has " + count + " parameters; use prepareStatement", SqlState.PARAMETERS_MISSING);
  }

  /** For whatever is used after its connection was closed. */
  public static SQLException closed() {
    return new SQLNonTransientConnectionException(
        "Connection is closed", SqlState.CONNECTION_CLOSED);
  }

  /** A failure of the memory outside of any statement. */
  public static SQLException ofMemory(StableMemoryException failure) {
    String message = failure.getMessage();
    SQLException translated =
        switch (failure.kind()) {
          case READ_ONLY -> new SQLNonTransientException(message, SqlState.READ_ONLY);
          case UPDATE_IN_PROGRESS ->
              new SQLNonTransientException(message, SqlState.ACTIVE_TRANSACTION);
          case CHECKSUM_REFRESH_CHUNK_EMPTY ->
              new SQLDataException(message, SqlState.INVALID_ARGUMENT);
          case FOREIGN_FORMAT_READ_ONLY ->
              new SQLFeatureNotSupportedException(message, SqlState.FEATURE_NOT_SUPPORTED);
          case SNAPSHOT_TOO_OLD -> new SQLTransientException(message, SqlState.SNAPSHOT_TOO_OLD);
          case SNAPSHOT_STALE ->
              new SQLTransactionRollbackException(message, SqlState.STALE_SNAPSHOT);
          case DISK_FULL -> new SQLNonTransientException(message, SqlState.FULL);
          case POISONED ->
              new SQLNonTransientConnectionException(message, SqlState.CONNECTION_FAILURE);
          default -> new SQLNonTransientException(message, SqlState.IO_ERROR);
        };
    translated.initCause(failure);
    return translated;
  }

  /** A failure of the VFS outside of any statement, with the result code it would have returned. */
  public static SQLException ofVfs(VfsException failure) {
    int code = failure.resultCode();
    String prefix =
        code == ResultCode.BUSY
            ? "database is locked: "
            : code == ResultCode.IOERR_UNLOCK
                ? "it is not known whether the change survives: "
                : "";
    SQLException translated = create(code, prefix + failure.getMessage(), failure);
    translated.initCause(failure);
    return translated;
  }

  /** Work below SQLite that was told to end, or whose thread was interrupted. */
  public static SQLException cancelled(CancellationException failure) {
    return new SQLNonTransientException(
        failure.getMessage(), SqlState.CANCELLED, SQLiteErrorCode.SQLITE_INTERRUPT.code, failure);
  }

  private static SQLException create(int code, String message) {
    return switch (code & PRIMARY) {
      case 1 -> general(code, message);
      case 4 -> new SQLTransactionRollbackException(message, SqlState.STALE_SNAPSHOT, code);
      case 5 ->
          code == SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT.code
              ? new SQLTransactionRollbackException(message, SqlState.STALE_SNAPSHOT, code)
              : new SQLTimeoutException(message, SqlState.LOCK_TIMEOUT, code);
      case 6, 17 -> new SQLTransientException(message, SqlState.GENERAL, code);
      case 7 -> new SQLNonTransientException(message, SqlState.OUT_OF_MEMORY, code);
      case 8 -> new SQLNonTransientException(message, SqlState.READ_ONLY, code);
      case 9 -> new SQLNonTransientException(message, SqlState.CANCELLED, code);
      case 10 -> new SQLNonTransientException(message, SqlState.IO_ERROR, code);
      case 11, 26 -> new SQLNonTransientException(message, SqlState.CORRUPT, code);
      case 13 -> new SQLNonTransientException(message, SqlState.FULL, code);
      case 14 -> new SQLNonTransientConnectionException(message, SqlState.CANNOT_CONNECT, code);
      case 18 -> new SQLDataException(message, SqlState.TOO_BIG, code);
      case 19 -> new SQLIntegrityConstraintViolationException(message, constraintState(code), code);
      case 20 -> new SQLDataException(message, SqlState.DATA_EXCEPTION, code);
      case 23 -> new SQLNonTransientException(message, SqlState.NOT_AUTHORIZED, code);
      case 25 -> new SQLDataException(message, SqlState.INVALID_DESCRIPTOR_INDEX, code);
      default -> new SQLNonTransientException(message, SqlState.GENERAL, code);
    };
  }

  /**
   * For what SQLite says when it compiles a statement: where its code says no more than that it is
   * an error, the SQL is at fault.
   */
  public static SQLException atFault(SQLException compiling) {
    if (!SqlState.GENERAL.equals(compiling.getSQLState())
        || compiling.getErrorCode() != SQLiteErrorCode.SQLITE_ERROR.code) {
      return compiling;
    }
    SQLException translated =
        new SQLSyntaxErrorException(
            compiling.getMessage(), SqlState.SYNTAX, compiling.getErrorCode());
    translated.initCause(compiling.getCause());
    return translated;
  }

  /** SQLITE_ERROR says in words only whether the SQL or something else is at fault. */
  private static SQLException general(int code, String message) {
    if (message.startsWith("no such table") || message.startsWith("no such view")) {
      return new SQLSyntaxErrorException(message, SqlState.NO_SUCH_TABLE, code);
    }
    if (message.startsWith("no such column") || message.contains("has no column named")) {
      return new SQLSyntaxErrorException(message, SqlState.NO_SUCH_COLUMN, code);
    }
    if (message.contains(" already exists")) {
      return new SQLSyntaxErrorException(message, SqlState.TABLE_EXISTS, code);
    }
    if (message.startsWith("near ")
        || message.startsWith("unrecognized token")
        || message.startsWith("incomplete input")
        || message.startsWith("no such ")
        || message.startsWith("ambiguous column")
        || message.startsWith("wrong number of arguments")) {
      return new SQLSyntaxErrorException(message, SqlState.SYNTAX, code);
    }
    return new SQLNonTransientException(
        message, isUnsupportedFormat(message) ? SqlState.CORRUPT : SqlState.GENERAL, code);
  }

  /**
   * Whether the schema is one of a format that SQLite does not know, which its code does not tell.
   *
   * @param message SQLite's
   */
  public static boolean isUnsupportedFormat(String message) {
    return message.contains("unsupported file format");
  }

  private static String constraintState(int code) {
    return switch (SQLiteErrorCode.getErrorCode(code)) {
      case SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID ->
          SqlState.UNIQUE;
      case SQLITE_CONSTRAINT_NOTNULL -> SqlState.NOT_NULL;
      case SQLITE_CONSTRAINT_CHECK -> SqlState.CHECK;
      case SQLITE_CONSTRAINT_FOREIGNKEY -> SqlState.FOREIGN_KEY;
      default -> SqlState.INTEGRITY;
    };
  }

  private static boolean interruptsWaiting(int code, VfsException failure) {
    return (code & PRIMARY) == ResultCode.BUSY && failure.resultCode() == ResultCode.INTERRUPT;
  }

  /** Whether the VFS can have caused this code, so that its recorded failure explains it. */
  private static boolean blamesVfs(int code) {
    int primary = code & PRIMARY;
    return primary == 5
        || primary == 7
        || primary == 8
        || primary == 10
        || primary == 13
        || primary == 14;
  }

  private static void attach(SQLiteException sqlite, Throwable failure) {
    if (sqlite.getCause() == null) {
      sqlite.initCause(failure);
    } else {
      sqlite.addSuppressed(failure);
    }
  }

  /** sqlite-jdbc knows most extended codes by name; the others stand in its message. */
  private static int extendedCode(SQLiteException thrown) {
    if (thrown.getResultCode() != SQLiteErrorCode.UNKNOWN_ERROR) {
      return thrown.getResultCode().code;
    }
    String message = String.valueOf(thrown.getMessage());
    int start = message.indexOf(':') + 1;
    int end = message.indexOf(' ', start);
    try {
      return Integer.parseInt(message.substring(start, Math.max(start, end)));
    } catch (NumberFormatException e) {
      return thrown.getErrorCode();
    }
  }

  /** SQLite's own message, without what sqlite-jdbc puts around it. */
  private static String message(SQLiteException thrown) {
    String message = String.valueOf(thrown.getMessage());
    int open = message.indexOf(" (", message.indexOf(']'));
    String framed = thrown.getResultCode() + " (";
    if (message.startsWith(framed) && message.endsWith(")")) {
      String inner = message.substring(framed.length(), message.length() - 1);
      return inner.isBlank() ? thrown.getResultCode().message : inner;
    }
    return open > 0 && message.endsWith(")")
        ? message.substring(open + 2, message.length() - 1)
        : message;
  }
}
