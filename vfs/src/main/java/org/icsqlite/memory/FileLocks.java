package org.icsqlite.memory;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.icsqlite.memory.StableMemoryException.Kind;

/** The operating system's locks on whole files: shared to read, exclusive to update. */
final class FileLocks {

  private FileLocks() {}

  /**
   * Takes a lock without waiting.
   *
   * @return the lock; null where the file system has none and only reading is asked
   * @throws StableMemoryException FILE_LOCKED, or LOCK_UNSUPPORTED where an update cannot be safe
   */
  static FileLock acquire(Path path, PositionalFile file, boolean shared) {
    FileLock acquired;
    try {
      acquired = file.tryLock(shared);
    } catch (OverlappingFileLockException e) {
      throw new StableMemoryException(
          Kind.FILE_LOCKED, path + " is already locked in this process", e);
    } catch (IOException e) {
      if (shared) {
        return null;
      }
      throw new StableMemoryException(
          Kind.LOCK_UNSUPPORTED,
          path
              + " cannot be locked, so it is not opened for update ("
              + e.getMessage()
              + "); copy it to a local file system, or open it for reading",
          e);
    }
    if (acquired == null) {
      throw new StableMemoryException(
          Kind.FILE_LOCKED,
          path
              + (shared
                  ? " is being updated by another process"
                  : " is in use by another process"));
    }
    return acquired;
  }
}
