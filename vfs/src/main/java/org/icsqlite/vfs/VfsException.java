package org.icsqlite.vfs;

/** A failure with the SQLite result code that the native binding has to return for it. */
public final class VfsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int resultCode;

  public VfsException(int resultCode, String message) {
    this(resultCode, message, null);
  }

  public VfsException(int resultCode, String message, Throwable cause) {
    super(message, cause);
    this.resultCode = resultCode;
  }

  /** A SQLite result code, extended where SQLite has one; see {@link ResultCode}. */
  public int resultCode() {
    return resultCode;
  }
}
