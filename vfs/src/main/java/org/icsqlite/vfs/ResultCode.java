package org.icsqlite.vfs;

/** The SQLite result codes that the VFS returns; values are SQLite's. */
public final class ResultCode {

  public static final int OK = 0;
  public static final int ERROR = 1;
  public static final int BUSY = 5;
  public static final int NOMEM = 7;
  public static final int READONLY = 8;
  public static final int INTERRUPT = 9;
  public static final int IOERR = 10;
  public static final int CORRUPT = 11;
  public static final int NOTFOUND = 12;
  public static final int FULL = 13;
  public static final int CANTOPEN = 14;
  public static final int IOERR_READ = IOERR | (1 << 8);
  public static final int IOERR_SHORT_READ = IOERR | (2 << 8);
  public static final int IOERR_WRITE = IOERR | (3 << 8);
  public static final int IOERR_TRUNCATE = IOERR | (6 << 8);
  public static final int IOERR_FSTAT = IOERR | (7 << 8);
  public static final int IOERR_UNLOCK = IOERR | (8 << 8);
  public static final int IOERR_DELETE = IOERR | (10 << 8);
  public static final int IOERR_LOCK = IOERR | (15 << 8);
  public static final int IOERR_CLOSE = IOERR | (16 << 8);
  public static final int BUSY_SNAPSHOT = BUSY | (2 << 8);

  private ResultCode() {}
}
