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

  private VfsException(int resultCode, String message, boolean withStackTrace) {
    super(message, null, true, withStackTrace);
    this.resultCode = resultCode;
  }

  /** A refusal that belongs to ordinary work: without the stack trace, which costs most of it. */
  static VfsException ordinary(int resultCode, String message) {
    return new VfsException(resultCode, message, false);
  }

  /** A SQLite result code, extended where SQLite has one; see {@link ResultCode}. */
  public int resultCode() {
    return resultCode;
  }
}
