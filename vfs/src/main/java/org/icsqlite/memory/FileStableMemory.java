package org.icsqlite.memory;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.storage.DiskStorage;
import org.icsqlite.storage.OpenFiles;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/**
 * A stable memory in a file of whole 64 KiB pages, which is nothing but the raw memory.
 *
 * <p>An operating system lock on the file keeps other processes out: exclusive for update, shared
 * for reading. One process opens a file once; closing any other descriptor of the file in this
 * process drops the lock on POSIX systems, so nothing else here should open it meanwhile. Growth
 * leaves holes where the file system can. Interrupting a thread does not disturb the file. Opening
 * and closing change neither bytes nor timestamps. Thread-safe.
 */
public final class FileStableMemory implements StableMemory {

  /** How a file is opened. */
  public enum Mode {
    /** An existing file, never changed; works on read-only media. */
    READ_ONLY,
    /** An existing file, for update. */
    READ_WRITE,
    /** As READ_WRITE; a file that does not exist is created with no pages. */
    CREATE
  }

  private final Path path;
  private final String key;
  private final Storage storage;
  private final long maximumPages;
  private final boolean sync;

  /** All descriptors, kept until close so that no POSIX lock is dropped before. */
  private final List<StorageFile> descriptors = new ArrayList<>();

  private final Object commitMonitor = new Object();
  private volatile StorageFile file;
  private StorageFile spare;
  private volatile boolean readOnly;
  private volatile long sizePages;
  private volatile StableMemoryException poison;
  private volatile boolean closed;

  /** Opens a file that may grow to 500 GiB; every commit is on disk when it returns. */
  public static FileStableMemory open(Path path, Mode mode) {
    return open(path, mode, DEFAULT_MAXIMUM_PAGES, true);
  }

  /**
   * Opens a file.
   *
   * @param path the file, never null
   * @param mode how to open it
   * @param maximumPages the size in pages beyond which growth is refused; a larger file opens
   * @param sync whether a commit returns only when it is on disk; false for throw-away files
   * @throws StableMemoryException FILE_NOT_FOUND, FILE_LOCKED, LOCK_UNSUPPORTED, RAGGED_FILE or
   *     IO_ERROR; the text names the file
   */
  public static FileStableMemory open(Path path, Mode mode, long maximumPages, boolean sync) {
    return open(path, mode, maximumPages, sync, DiskStorage.INSTANCE);
  }

  static FileStableMemory open(
      Path path, Mode mode, long maximumPages, boolean sync, Storage storage) {
    String key = null;
    FileStableMemory memory = null;
    try {
      if (mode == Mode.CREATE) {
        createIfAbsent(path);
      }
      if (!Files.isRegularFile(path)) {
        boolean exists = Files.exists(path);
        throw new StableMemoryException(
            exists ? Kind.IO_ERROR : Kind.FILE_NOT_FOUND,
            path + (exists ? " is not a regular file" : " does not exist"));
      }
      String found = storage.fileKey(path);
      if (!OpenFiles.register(found)) {
        throw new StableMemoryException(
            Kind.FILE_LOCKED, path + " is already open in this process");
      }
      key = found;
      memory = new FileStableMemory(path, key, maximumPages, sync, storage);
      memory.openDescriptor(mode == Mode.READ_ONLY);
      return memory;
    } catch (IOException e) {
      throw giveUp(memory, key, ioError(path, "cannot be opened", e));
    } catch (StableMemoryException e) {
      throw giveUp(memory, key, e);
    }
  }

  private static StableMemoryException giveUp(
      FileStableMemory memory, String key, StableMemoryException failure) {
    if (memory != null) {
      try {
        memory.close();
      } catch (StableMemoryException e) {
        failure.addSuppressed(e);
      }
    } else if (key != null) {
      OpenFiles.release(key);
    }
    return failure;
  }

  private static void createIfAbsent(Path path) throws IOException {
    if (!Files.exists(path)) {
      try {
        Files.createFile(path);
      } catch (FileAlreadyExistsException e) {
        // Somebody else was faster; the lock decides who may use it.
      }
    }
  }

  private FileStableMemory(
      Path path, String key, long maximumPages, boolean sync, Storage storage) {
    this.path = path;
    this.key = key;
    this.maximumPages = maximumPages;
    this.sync = sync;
    this.storage = storage;
  }

  private void openDescriptor(boolean forReading) throws IOException {
    readOnly = forReading;
    file = storage.open(path, !forReading);
    descriptors.add(file);
    FileLocks.acquire(path, file, forReading);
    sizePages = wholePages(file.length());
  }

  private long wholePages(long length) {
    if (length % PAGE_BYTES != 0) {
      throw new StableMemoryException(
          Kind.RAGGED_FILE,
          path + " has " + length + " bytes, which is not a whole number of 64 KiB pages");
    }
    return length / PAGE_BYTES;
  }

  /**
   * Turns a memory that was opened for reading into one for update, in place; a memory for update
   * stays as it is. When the lock is refused the memory goes on as it was.
   *
   * @throws StableMemoryException FILE_LOCKED, LOCK_UNSUPPORTED or IO_ERROR; POISONED when another
   *     process took the file in the moment between the two locks
   */
  public void upgrade() {
    synchronized (commitMonitor) {
      requireUsable();
      if (!readOnly) {
        return;
      }
      try {
        if (spare == null) {
          spare = storage.open(path, true);
          descriptors.add(spare);
        }
        FileTime modified = Files.getLastModifiedTime(path);
        file.unlock();
        try {
          FileLocks.acquire(path, spare, false);
        } catch (StableMemoryException e) {
          lockAgainForReading(e);
          throw e;
        } finally {
          poisonIfChangedSince(modified);
        }
        requireUsable();
        file = spare;
        readOnly = false;
      } catch (IOException e) {
        throw ioError(path, "cannot be opened for update", e);
      }
    }
  }

  private void lockAgainForReading(StableMemoryException refusal) {
    try {
      FileLocks.acquire(path, file, true);
    } catch (StableMemoryException e) {
      e.addSuppressed(refusal);
      poison = changedByOthers();
      throw e;
    }
  }

  private void poisonIfChangedSince(FileTime modified) throws IOException {
    if (file.length() != sizePages * PAGE_BYTES
        || !Files.getLastModifiedTime(path).equals(modified)) {
      poison = changedByOthers();
    }
  }

  private StableMemoryException changedByOthers() {
    return new StableMemoryException(
        Kind.POISONED, path + " was changed by another process; open it again");
  }

  @Override
  public long sizePages() {
    requireUsable();
    return sizePages;
  }

  @Override
  public void read(long offset, byte[] target, int position, int length) {
    Objects.checkFromIndexSize(position, length, target.length);
    requireUsable();
    if (length == 0) {
      return;
    }
    long sizeBytes = sizePages * PAGE_BYTES;
    if (offset < 0 || offset > sizeBytes - length) {
      throw StableMemoryException.readOutOfBounds(offset, length, sizeBytes);
    }
    try {
      file.read(offset, target, position, length);
    } catch (IOException e) {
      requireUsable();
      throw ioError(path, "cannot be read", e);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>A failure part way, such as a full disk, is undone. A process that is killed part way leaves
   * the message half applied: that takes a redo log, whose place is {@link #apply}.
   */
  @Override
  public void commit(Message message) {
    synchronized (commitMonitor) {
      requireUsable();
      if (readOnly) {
        throw StableMemoryException.readOnly(path.toString());
      }
      message.requireOpen();
      long newPages = Math.max(sizePages, message.sizePages());
      if (newPages > sizePages && newPages > maximumPages) {
        throw StableMemoryException.growFailed(sizePages, newPages);
      }
      message.forEachWrite(
          (offset, bytes, position, length) -> {
            if (offset < 0 || offset > newPages * PAGE_BYTES - length) {
              throw StableMemoryException.writeOutOfBounds(offset, length, newPages * PAGE_BYTES);
            }
          });
      apply(message, newPages);
      sizePages = newPages;
      message.committed();
    }
  }

  private void apply(Message message, long newPages) {
    UndoImage before = new UndoImage(file, sizePages * PAGE_BYTES);
    try {
      message.forEachWrite((offset, bytes, position, length) -> before.save(offset, length));
    } catch (IOException e) {
      throw ioError(path, "cannot be read", e);
    }
    try {
      if (newPages > sizePages) {
        file.setLength(newPages * PAGE_BYTES);
      }
      message.forEachWrite(file::write);
      if (sync) {
        file.sync();
      }
    } catch (IOException e) {
      undo(before, e);
      throw ioError(path, "cannot be written, nothing was changed", e);
    } catch (RuntimeException | Error e) {
      undo(before, e);
      throw e;
    }
  }

  private void undo(UndoImage before, Throwable failure) {
    try {
      before.restore();
      if (sync) {
        file.sync();
      }
    } catch (IOException | RuntimeException | Error e) {
      failure.addSuppressed(e);
      poison =
          new StableMemoryException(
              Kind.POISONED,
              path + " could not be put back after a failed commit; open it again and check it",
              failure);
      throw poison;
    }
  }

  @Override
  public boolean readOnly() {
    requireUsable();
    return readOnly;
  }

  @Override
  public long maximumPages() {
    requireUsable();
    return maximumPages;
  }

  @Override
  public void force() {
    requireUsable();
    if (readOnly) {
      return;
    }
    try {
      file.sync();
    } catch (IOException e) {
      throw ioError(path, "cannot be brought to disk", e);
    }
  }

  /** The file, as it was given. */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    synchronized (commitMonitor) {
      if (closed) {
        return;
      }
      closed = true;
      IOException failure = null;
      for (StorageFile descriptor : descriptors) {
        try {
          descriptor.close();
        } catch (IOException e) {
          failure = e;
        }
      }
      OpenFiles.release(key);
      if (failure != null) {
        throw ioError(path, "cannot be closed", failure);
      }
    }
  }

  private void requireUsable() {
    if (closed) {
      throw StableMemoryException.closed(path.toString());
    }
    StableMemoryException cause = poison;
    if (cause != null) {
      throw new StableMemoryException(Kind.POISONED, cause.getMessage(), cause);
    }
  }

  private static StableMemoryException ioError(Path path, String what, IOException cause) {
    return new StableMemoryException(
        Kind.IO_ERROR, path + " " + what + ": " + cause.getMessage(), cause);
  }
}
