package org.icsqlite.error;

import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.vfs.ResultCode;
import org.sqlite.SQLiteErrorCode;

/**
 * What happens before SQLite has a file: the memory or the image in it does not open. The vendor
 * code is the one with which SQLite fails on a file of its own that is in the same state.
 */
public final class OpenErrors {

  private OpenErrors() {}

  /**
   * A connection that could not be opened, with the typed failure as cause.
   *
   * @param advice follows the failure's message; or null
   */
  public static SQLException cannotOpen(
      String location, StableMemoryException failure, String advice) {
    String state = failure.kind() == Kind.READ_ONLY ? SqlState.READ_ONLY : SqlState.CANNOT_CONNECT;
    String message = String.valueOf(failure.getMessage());
    return new SQLNonTransientConnectionException(
        (message.contains(location) ? message : location + ": " + message)
            + (advice == null ? "" : "; " + advice),
        state,
        code(failure),
        failure);
  }

  /** A location that is no path in this file system. */
  public static SQLException noPath(String location, InvalidPathException failure) {
    return new SQLNonTransientConnectionException(
        location + " is not a path: " + failure.getReason(),
        SqlState.CANNOT_CONNECT,
        ResultCode.CANTOPEN,
        failure);
  }

  /** A connection that SQLite did not protect as asked is not handed out. */
  public static SQLException cannotSetUp(String function, int resultCode) {
    return new SQLNonTransientConnectionException(
        function + " failed with result code " + resultCode, SqlState.CANNOT_CONNECT, resultCode);
  }

  private static int code(StableMemoryException failure) {
    return switch (failure.kind()) {
      case FILE_LOCKED -> ResultCode.BUSY;
      case LOCK_UNSUPPORTED -> ResultCode.IOERR_LOCK;
      case READ_ONLY, FOREIGN_FORMAT_READ_ONLY -> ResultCode.READONLY;
      case REDO_LOG_PENDING -> SQLiteErrorCode.SQLITE_READONLY_RECOVERY.code;
      case DISK_FULL, GROW_FAILED -> ResultCode.FULL;
      case IO_ERROR ->
          // Another IOException is one of reading or writing the file that has been opened.
          failure.getCause() == null || failure.getCause() instanceof FileSystemException
              ? ResultCode.CANTOPEN
              : ResultCode.IOERR;
      case POISONED -> ResultCode.IOERR;
      case RAGGED_FILE,
          NON_MEMORY_MANAGER_LAYOUT,
          FOREIGN_STABLE_MEMORY_IMAGE,
          UNSUPPORTED_LAYOUT_VERSION ->
          SQLiteErrorCode.SQLITE_NOTADB.code;
      case INVALID_LAYOUT,
          META_CHECKSUM_MISMATCH,
          CHECKSUM_MISMATCH,
          DATABASE_OUT_OF_BOUNDS,
          READ_OUT_OF_BOUNDS,
          VIRTUAL_READ_OUT_OF_BOUNDS,
          OFFSET_OVERFLOW,
          REDO_LOG_DAMAGED ->
          ResultCode.CORRUPT;
      default -> ResultCode.CANTOPEN;
    };
  }
}
