package org.icsqlite.jdbc;

import java.time.InstantSource;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.natives.SqliteNative;
import org.icsqlite.vfs.Randomness;
import org.icsqlite.vfs.StableVfs;

/**
 * SQLite with the VFS of this driver registered in it; one for the class loader that loaded the
 * driver, made at the first connection.
 *
 * @param sqlite SQLite with the extension in it
 * @param vfs the file system that connections mount their databases in
 * @param vfsName the name that it is registered under
 */
record NativeLibrary(SqliteNative sqlite, StableVfs vfs, String vfsName) {

  private static NativeLibrary instance;

  /** Loads at the first call; after a failure the next call tries again. */
  static synchronized NativeLibrary get() {
    if (instance == null) {
      SqliteNative sqlite = SqliteNative.instance();
      StableVfs vfs = new StableVfs(InstantSource.system(), Randomness.system());
      instance = new NativeLibrary(sqlite, vfs, sqlite.register(vfs, StableVfs.NAME));
    }
    return instance;
  }

  /** SQLite's functions. */
  SqliteApi api() {
    return sqlite.api();
  }
}
