package org.icsqlite.memory;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.redo.RedoLog;
import org.icsqlite.storage.DiskStorage;
import org.icsqlite.storage.OpenFiles;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/**
 * A stable memory in a file of whole 64 KiB pages, which is nothing but the raw memory. While it is
 * open for update a redo log may lie beside it, see {@link GroupCommit}; a log that was left behind
 * is replayed when the file is opened, and closing leaves nothing beside the file.
 *
 * <p>An operating system lock on the file keeps other processes out: exclusive for update, shared
 * for reading; the log has a lock of its own, which holds where something else in this process
 * opened and closed the file and so dropped the first, as POSIX has it. One process opens a file
 * once. Growth leaves holes where the file system can. Interrupting a thread does not disturb the
 * file. Opening and closing change neither bytes nor timestamps. After a failure that cannot be
 * undone the memory is poisoned: it lets go of its files, so that the file can be opened anew, and
 * refuses every call. Thread-safe.
 */
public final class FileStableMemory implements StableMemory {

  /** How a file is opened. */
  public enum Mode {
    /** An existing file, never changed but for the replay of a redo log. */
    READ_ONLY,
    /** An existing file, for update. */
    READ_WRITE,
    /** As READ_WRITE; a file that does not exist is created with no pages. */
    CREATE
  }

  private final Path path;
  private final Path realPath;
  private final String key;
  private final Storage storage;
  private volatile FileOptions options;

  /** All descriptors, kept until close so that no POSIX lock is dropped before. */
  private final List<StorageFile> descriptors = new ArrayList<>();

  private final Object opening = new Object();
  private final BackgroundFlush backgroundFlush;
  private volatile StorageFile file;
  private StorageFile spare;
  private volatile GroupCommit commits;
  private long replayed;
  private volatile long sizePages;
  private volatile StableMemoryException poison;
  private volatile boolean closed;
  private boolean released;

  /** Opens a file with {@link FileOptions#DEFAULT}. */
  public static FileStableMemory open(Path path, Mode mode) {
    return open(path, mode, FileOptions.DEFAULT);
  }

  /**
   * Opens a file, and replays the redo log that lies beside it if it was not closed.
   *
   * @param path the file, never null
   * @param mode how to open it
   * @throws StableMemoryException FILE_NOT_FOUND, FILE_LOCKED, LOCK_UNSUPPORTED, HARD_LINKED,
   *     RAGGED_FILE, REDO_LOG_PENDING, REDO_LOG_MISMATCH, REDO_LOG_DAMAGED, DISK_FULL or IO_ERROR;
   *     the text names the file
   */
  public static FileStableMemory open(Path path, Mode mode, FileOptions options) {
    return open(path, mode, options, DiskStorage.INSTANCE);
  }

  /** As {@link #open(Path, Mode, FileOptions)} in a file system of the caller's. */
  public static FileStableMemory open(Path path, Mode mode, FileOptions options, Storage storage) {
    FileStableMemory memory = null;
    try {
      if (mode == Mode.CREATE) {
        createIfAbsent(storage, path);
      }
      if (!storage.isRegularFile(path)) {
        boolean exists = storage.exists(path);
        throw new StableMemoryException(
            exists ? Kind.IO_ERROR : Kind.FILE_NOT_FOUND,
            path + (exists ? " is not a regular file" : " does not exist"));
      }
      String key = storage.fileKey(path);
      if (!OpenFiles.register(key)) {
        throw new StableMemoryException(
            Kind.FILE_LOCKED,
            path
                + " is already open in this process; connections of one class loader share it,"
                + " those of different ones cannot");
      }
      memory = new FileStableMemory(path, storage.realPath(path), key, options, storage);
      memory.openDescriptor(mode == Mode.READ_ONLY);
      return memory;
    } catch (IOException e) {
      throw giveUp(memory, StableMemoryException.io(path, "cannot be opened", e));
    } catch (StableMemoryException e) {
      throw giveUp(memory, e);
    }
  }

  private static StableMemoryException giveUp(
      FileStableMemory memory, StableMemoryException failure) {
    if (memory != null) {
      memory.closed = true;
      IOException unclosed = memory.release();
      if (unclosed != null) {
        failure.addSuppressed(unclosed);
      }
    }
    return failure;
  }

  private static void createIfAbsent(Storage storage, Path path) throws IOException {
    if (!storage.exists(path)) {
      try {
        storage.create(path).close();
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null) {
          storage.syncDirectory(directory);
        }
      } catch (FileAlreadyExistsException e) {
        // Somebody else was faster; the lock decides who may use it.
      }
    }
  }

  private FileStableMemory(
      Path path, Path realPath, String key, FileOptions options, Storage storage) {
    this.path = path;
    this.realPath = realPath;
    this.key = key;
    this.options = options;
    this.storage = storage;
    this.backgroundFlush =
        new BackgroundFlush("icsqlite flush " + path.getFileName(), this::flushNow);
  }

  private void openDescriptor(boolean forReading) throws IOException {
    if (!forReading) {
      requireOneName(options.durability());
    }
    file = newDescriptor(!forReading);
    FileLocks.acquire(path, file, forReading);
    requireSameFile();
    RedoReplay replay = new RedoReplay(storage, path, realPath);
    if (replay.logExists()) {
      if (forReading) {
        replayForReading(replay);
      } else {
        replayed = replay.run(file);
      }
    }
    sizePages = wholePages(file.length());
    if (!forReading) {
      RedoLog.removeUnfinished(storage, realPath);
      startCommits(file);
    }
  }

  /** The log may be replayed under the exclusive lock only. */
  private void replayForReading(RedoReplay replay) throws IOException {
    try {
      spare = newDescriptor(true);
    } catch (IOException e) {
      throw replay.cannotWrite(e);
    }
    file.unlock();
    FileLocks.acquire(path, spare, false);
    replayed = replay.run(spare);
    spare.unlock();
    FileLocks.acquire(path, file, true);
  }

  private StorageFile newDescriptor(boolean writable) throws IOException {
    StorageFile opened = storage.open(path, writable);
    descriptors.add(opened);
    return opened;
  }

  private void requireSameFile() throws IOException {
    if (!storage.exists(path) || !storage.fileKey(path).equals(key)) {
      throw new StableMemoryException(
          Kind.IO_ERROR, path + " was replaced by another file while it was opened; try again");
    }
  }

  private void requireOneName(Durability durability) throws IOException {
    int links = storage.linkCount(path);
    if (durability != Durability.NONE && links > 1) {
      throw new StableMemoryException(
          Kind.HARD_LINKED,
          path
              + " has "
              + links
              + " hard links, and its redo log would lie beside one of them only; copy the file,"
              + " remove the other links, or open it with durability=none or mode=query");
    }
  }

  private long wholePages(long length) {
    if (length % PAGE_BYTES != 0) {
      throw new StableMemoryException(
          Kind.RAGGED_FILE,
          path + " has " + length + " bytes, which is not a whole number of 64 KiB pages");
    }
    return length / PAGE_BYTES;
  }

  private void startCommits(StorageFile writable) {
    commits =
        new GroupCommit(
            realPath,
            storage,
            key,
            writable,
            sizePages,
            options,
            new GroupCommit.Poison() {
              @Override
              public StableMemoryException poison(String what, Throwable cause) {
                return FileStableMemory.this.poison(path + " " + what, cause);
              }

              @Override
              public void requireUsable() {
                FileStableMemory.this.requireUsable();
              }
            });
  }

  /**
   * Turns a memory that was opened for reading into one for update, in place; a memory for update
   * stays as it is. When the lock is refused the memory goes on as it was.
   *
   * @throws StableMemoryException FILE_LOCKED, LOCK_UNSUPPORTED, HARD_LINKED or IO_ERROR; POISONED
   *     when another process took the file in the moment between the two locks
   */
  public void upgrade() {
    synchronized (opening) {
      requireUsable();
      if (commits != null) {
        return;
      }
      try {
        requireOneName(options.durability());
        if (spare == null) {
          spare = newDescriptor(true);
        }
        long modified = storage.lastModified(path);
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
        startCommits(spare);
      } catch (IOException e) {
        throw StableMemoryException.io(path, "cannot be opened for update", e);
      }
    }
  }

  private void lockAgainForReading(StableMemoryException refusal) {
    try {
      FileLocks.acquire(path, file, true);
    } catch (StableMemoryException e) {
      e.addSuppressed(refusal);
      changedByOthers();
      throw e;
    }
  }

  private void poisonIfChangedSince(long modified) throws IOException {
    if (file.length() != sizePages * PAGE_BYTES || storage.lastModified(path) != modified) {
      changedByOthers();
    }
  }

  private void changedByOthers() {
    poison = new StableMemoryException(Kind.POISONED, path + " was changed by another process");
  }

  @Override
  public long sizePages() {
    requireUsable();
    GroupCommit open = commits;
    return open == null ? sizePages : open.sizePages();
  }

  @Override
  public void read(long offset, byte[] target, int position, int length) {
    GroupCommit open = commits;
    if (open != null && !open.allInPlace()) {
      requireUsable();
      open.lead(
          () -> {
            open.putInPlace();
            return null;
          });
    }
    readInPlace(offset, target, position, length);
  }

  @Override
  public void readInPlace(long offset, byte[] target, int position, int length) {
    Objects.checkFromIndexSize(position, length, target.length);
    requireUsable();
    if (length == 0) {
      return;
    }
    long sizeBytes = sizePages() * PAGE_BYTES;
    if (offset < 0 || offset > sizeBytes - length) {
      throw StableMemoryException.readOutOfBounds(offset, length, sizeBytes);
    }
    try {
      GroupCommit open = commits;
      if (open == null) {
        file.read(offset, target, position, length);
      } else {
        open.readInPlace(offset, target, position, length);
      }
    } catch (IOException e) {
      requireUsable();
      throw StableMemoryException.io(path, "cannot be read", e);
    }
  }

  @Override
  public boolean wantsBefore() {
    GroupCommit open = commits;
    return open != null && open.durability() != Durability.NONE;
  }

  @Override
  public PendingCommit submit(Message message) {
    requireUsable();
    GroupCommit open = commits;
    if (open == null) {
      throw StableMemoryException.readOnly(path.toString());
    }
    message.requireOpen();
    long oldPages = open.sizePages();
    long newPages = Math.max(oldPages, message.sizePages());
    if (newPages > oldPages && newPages > options.maximumPages()) {
      throw StableMemoryException.growFailed(oldPages, newPages);
    }
    message.forEachWrite(
        (offset, bytes, position, length) -> {
          if (offset < 0 || offset > newPages * PAGE_BYTES - length) {
            throw StableMemoryException.writeOutOfBounds(offset, length, newPages * PAGE_BYTES);
          }
        });
    PendingCommit pending = open.take(message);
    if (pending == PendingCommit.DONE) {
      backgroundFlush.request();
    }
    return pending;
  }

  private void flushNow() {
    commits.lead(commits::flushAndTidy);
  }

  @Override
  public boolean readOnly() {
    requireUsable();
    return commits == null;
  }

  @Override
  public long maximumPages() {
    requireUsable();
    return options.maximumPages();
  }

  /** {@inheritDoc} Works for durability=none as well. */
  @Override
  public void force() {
    requireUsable();
    if (commits != null) {
      checkpoint();
    }
  }

  /**
   * Brings everything to disk in the file itself, and lets the redo log begin anew. Commits go on
   * meanwhile, but for the last part of it.
   *
   * @throws StableMemoryException READ_ONLY, POISONED
   */
  public CheckpointResult checkpoint() {
    return updating().lead(updating()::checkpoint);
  }

  /** What commits wait for now. */
  public Durability durability() {
    requireUsable();
    GroupCommit open = commits;
    return open == null ? options.durability() : open.durability();
  }

  /**
   * Makes other promises from the next message on; the commits before keep theirs.
   *
   * @throws StableMemoryException HARD_LINKED, POISONED
   */
  public void setDurability(Durability durability) {
    requireUsable();
    GroupCommit open = commits;
    if (open != null) {
      try {
        requireOneName(durability);
      } catch (IOException e) {
        throw StableMemoryException.io(path, "cannot be looked up", e);
      }
    }
    options = options.with(durability);
    if (open == null) {
      return;
    }
    open.lead(
        () -> {
          open.change(durability);
          return null;
        });
  }

  /** The size of the redo log, in bytes, beyond which it is checkpointed; 65536 or more. */
  public void setLogLimit(long bytes) {
    options = new FileOptions(options.durability(), options.maximumPages(), bytes);
    GroupCommit open = commits;
    if (open != null) {
      open.setLogLimit(bytes);
    }
  }

  private GroupCommit updating() {
    requireUsable();
    GroupCommit open = commits;
    if (open == null) {
      throw StableMemoryException.readOnly(path.toString());
    }
    return open;
  }

  /** What was done since the file was opened; also of a poisoned or closed memory. */
  public CommitStatistics statistics() {
    GroupCommit open = commits;
    return open == null
        ? new CommitStatistics(options.durability(), 0, 0, 0, 0, options.logBytes(), replayed)
        : open.statistics(replayed);
  }

  /** Why every further call fails until the file is opened again; null while none does. */
  public StableMemoryException failure() {
    return poison;
  }

  /** The file, as it was given. */
  public Path path() {
    return path;
  }

  private StableMemoryException poison(String what, Throwable cause) {
    synchronized (opening) {
      if (poison == null) {
        poison =
            new StableMemoryException(
                Kind.POISONED,
                what
                    + ": "
                    + reason(cause)
                    + "; close all connections and open it again, which recovers what was committed",
                cause);
        release();
      }
      return poison;
    }
  }

  /** The message of a failure, and that of what is at the bottom of it. */
  private static String reason(Throwable failure) {
    Throwable bottom = failure;
    while (bottom.getCause() != null) {
      bottom = bottom.getCause();
    }
    String top = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    String root = bottom.getMessage() == null ? bottom.toString() : bottom.getMessage();
    return top.contains(root) ? top : top + " (" + root + ")";
  }

  @Override
  public void close() {
    synchronized (opening) {
      if (closed) {
        return;
      }
    }
    StableMemoryException failure = null;
    GroupCommit open = commits;
    if (open != null && poison == null) {
      try {
        open.lead(open::finish);
      } catch (StableMemoryException e) {
        failure = e;
      }
    }
    synchronized (opening) {
      closed = true;
      IOException unclosed = release();
      if (failure == null && unclosed != null) {
        failure = StableMemoryException.io(path, "cannot be closed", unclosed);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Lets go of everything, once. */
  private IOException release() {
    if (released) {
      return null;
    }
    released = true;
    backgroundFlush.close();
    if (commits != null) {
      commits.abandon();
    }
    IOException failure = null;
    for (StorageFile descriptor : descriptors) {
      try {
        descriptor.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    OpenFiles.release(key);
    return failure;
  }

  private void requireUsable() {
    StableMemoryException cause = poison;
    if (cause != null) {
      throw new StableMemoryException(Kind.POISONED, cause.getMessage(), cause);
    }
    if (closed) {
      throw StableMemoryException.closed(path.toString());
    }
  }
}
