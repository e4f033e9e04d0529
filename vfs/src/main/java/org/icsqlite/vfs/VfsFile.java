package org.icsqlite.vfs;

/**
 * One open main database of SQLite. The extension gathers writes: they come with the commit, or
 * before something that could tell that they are missing, and after a failure they may come again.
 * It asks for size and version (bytes 24 to 39) once after a lock was taken from NONE. Offsets and
 * sizes are bytes from the start of the file; the binding refuses negative ones before they get
 * here. Not thread-safe: SQLite holds the connection's mutex.
 */
public interface VfsFile {

  /** The lock levels of SQLite's pager, in rising order. */
  int LOCK_NONE = 0;

  int LOCK_SHARED = 1;
  int LOCK_RESERVED = 2;
  int LOCK_PENDING = 3;
  int LOCK_EXCLUSIVE = 4;

  /**
   * Reads up to {@code length} bytes into the start of {@code target}.
   *
   * @return the bytes read; fewer than {@code length} only at the end of the file. What lies beyond
   *     them in {@code target} is undefined: the binding fills the rest with zeros and reports a
   *     short read
   */
  int read(long offset, byte[] target, int length);

  /** Writes the first {@code length} bytes of {@code source}; a gap before them reads as zeros. */
  void write(long offset, byte[] source, int length);

  /** Sets the size; a part that is added reads as zeros. */
  void truncate(long size);

  /** Size in bytes. */
  long size();

  /**
   * Raises the lock to {@code level}, or throws a {@link VfsException} with SQLITE_BUSY. Whoever
   * has RESERVED gets what is above it without being asked for here.
   */
  void lock(int level);

  /** Lowers the lock to {@link #LOCK_SHARED} or {@link #LOCK_NONE}. */
  void unlock(int level);

  /** Whether this or another file object of the same database holds RESERVED or more. */
  boolean reserved();

  /** SQLITE_FCNTL_COMMIT_PHASETWO: the transaction is complete and becomes visible now. */
  void commitPhaseTwo();

  /**
   * SQLITE_FCNTL_PRAGMA: offers a pragma before SQLite runs its own.
   *
   * @param name the pragma as written, never null
   * @param argument its argument, or null
   * @return what to do instead, or null to let SQLite run the pragma
   */
  PragmaReply pragma(String name, String argument);

  /** Releases everything the file holds. Called exactly once. */
  void close();
}
