package org.icsqlite.redo;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import org.icsqlite.redo.RedoLogException.Kind;
import org.icsqlite.storage.OpenFiles;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/**
 * A log that is open under the exclusive lock. It is also registered in {@link OpenFiles}: a second
 * descriptor of it in this JVM would take the lock away when it is closed.
 */
final class LockedFile implements Closeable {

  private final String key;
  private final StorageFile file;
  private boolean closed;

  private LockedFile(String key, StorageFile file) {
    this.key = key;
    this.file = file;
  }

  /** The name of a log that is being created. */
  static Path unfinished(Path log) {
    return log.resolveSibling(log.getFileName() + "-new");
  }

  /** Creates a log under its unfinished name. */
  static LockedFile create(Storage storage, Path log) throws IOException {
    Path unfinished = unfinished(log);
    StorageFile file = storage.create(unfinished);
    String key = null;
    try {
      // Where a path is the key, the file gets that of its later name.
      String found = storage.fileKey(unfinished);
      String suffix = unfinished.getFileName().toString();
      if (found.endsWith(suffix)) {
        found = found.substring(0, found.length() - suffix.length()) + log.getFileName();
      }
      key = register(found, log);
      return lock(key, file, log);
    } catch (IOException | RuntimeException e) {
      giveUp(key, file, e);
      throw e;
    }
  }

  /** Opens a log that exists. */
  static LockedFile open(Storage storage, Path log) throws IOException {
    String key = register(storage.fileKey(log), log);
    StorageFile file = null;
    try {
      file = storage.open(log, true);
      return lock(key, file, log);
    } catch (IOException | RuntimeException e) {
      giveUp(key, file, e);
      throw e;
    }
  }

  private static String register(String key, Path log) throws RedoLogException {
    if (!OpenFiles.register(key)) {
      throw new RedoLogException(Kind.LOCKED, log + " is already open in this process", null);
    }
    return key;
  }

  private static LockedFile lock(String key, StorageFile file, Path log) throws IOException {
    try {
      if (file.tryLock(false)) {
        return new LockedFile(key, file);
      }
    } catch (OverlappingFileLockException e) {
      throw new RedoLogException(Kind.LOCKED, log + " is already open in this process", e);
    }
    throw new RedoLogException(Kind.LOCKED, log + " is in use by another process", null);
  }

  private static void giveUp(String key, StorageFile file, Exception failure) {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    if (key != null) {
      OpenFiles.release(key);
    }
  }

  /** The open log. */
  StorageFile file() {
    return file;
  }

  /** The key of the log under its final name. */
  String key() {
    return key;
  }

  /** Closes the log and gives the lock back. Closing twice is harmless. */
  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      try {
        file.close();
      } finally {
        OpenFiles.release(key);
      }
    }
  }
}
