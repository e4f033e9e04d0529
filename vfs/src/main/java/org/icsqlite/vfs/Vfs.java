package org.icsqlite.vfs;

/**
 * The file system that SQLite sees, as the native binding calls it.
 *
 * <p>Any method may throw; the binding catches everything, hands the failure to {@link #report} and
 * answers SQLite with a result code: that of a {@link VfsException}, else the operation's own I/O
 * error code. Methods are called from whatever thread runs SQLite; one file is never used by two
 * threads at the same time.
 */
public interface Vfs {

  /**
   * Opens a main database. Journals and temporary files never get here: the extension keeps them.
   *
   * @param name the path as SQLite has it
   * @param flags the SQLITE_OPEN_* flags, see {@link OpenFlags}
   * @return the open file, never null; owned by SQLite until {@link VfsFile#close}
   */
  VfsFile open(String name, int flags);

  /**
   * Fills the array with random bytes. SQLite seeds {@code random()} from its default VFS, so for a
   * VFS that is not the default this is not called.
   */
  void randomness(byte[] bytes);

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  long currentTimeMillis();

  /**
   * Called by SQLite's busy handler on a connection whose lock was refused.
   *
   * @param connection the number given to the binding when the busy handler was installed
   * @param attempts how often the handler was called before for this lock
   * @return true to try again at once, false to let SQLITE_BUSY reach the caller
   */
  boolean retryAfterBusy(long connection, int attempts);

  /**
   * Records a failure before its result code goes back to SQLite, which knows numbers only.
   *
   * @param file the file that failed, or null when the operation had none
   * @param failure what was thrown, never null
   */
  void report(VfsFile file, Throwable failure);
}
