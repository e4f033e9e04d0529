package org.icsqlite.memory;

import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.storage.LockHolders;
import org.icsqlite.storage.StorageFile;

/** The operating system's locks on whole files: shared to read, exclusive to update. */
final class FileLocks {

  private FileLocks() {}

  /**
   * Takes a lock without waiting.
   *
   * <p>Where the file system has no locks, reading goes on without one.
   *
   * @throws StableMemoryException FILE_LOCKED, or LOCK_UNSUPPORTED where an update cannot be safe
   */
  static void acquire(Path path, StorageFile file, boolean shared) {
    boolean acquired;
    try {
      acquired = file.tryLock(shared);
    } catch (OverlappingFileLockException e) {
      throw new StableMemoryException(
          Kind.FILE_LOCKED, path + " is already locked in this process", e);
    } catch (IOException e) {
      if (shared) {
        return;
      }
      throw new StableMemoryException(
          Kind.LOCK_UNSUPPORTED,
          path
              + " cannot be locked, so it is not opened for update ("
              + e.getMessage()
              + "); copy it to a local file system, or open it for reading",
          e);
    }
    if (!acquired) {
      String holders = LockHolders.describe(path);
      throw new StableMemoryException(
          Kind.FILE_LOCKED,
          path
              + (shared ? " is being updated by " : " is in use by ")
              + (holders == null ? "another process" : holders));
    }
  }
}
