package org.icsqlite.vfs;

/** The SQLITE_OPEN_* flags that the VFS looks at; values are SQLite's. */
public final class OpenFlags {

  public static final int READONLY = 0x0000_0001;
  public static final int READWRITE = 0x0000_0002;
  public static final int CREATE = 0x0000_0004;
  public static final int DELETEONCLOSE = 0x0000_0008;
  public static final int MAIN_DB = 0x0000_0100;
  public static final int TEMP_DB = 0x0000_0200;
  public static final int TRANSIENT_DB = 0x0000_0400;
  public static final int MAIN_JOURNAL = 0x0000_0800;
  public static final int TEMP_JOURNAL = 0x0000_1000;
  public static final int SUBJOURNAL = 0x0000_2000;
  public static final int SUPER_JOURNAL = 0x0000_4000;
  public static final int WAL = 0x0008_0000;

  private OpenFlags() {}
}
