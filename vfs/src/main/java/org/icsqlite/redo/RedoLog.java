package org.icsqlite.redo;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.LongSupplier;
import org.icsqlite.redo.RedoLogException.Kind;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/**
 * The redo log of one memory file while it is open for update. {@link LogHeader} draws its two
 * header slots, {@link RecordBuilder} its records.
 *
 * <p>What holds at every moment: the slot in force and all synced records are whole on disk; a
 * record is followed by bytes that are no record of its generation with the next number; the file
 * is longer than its records, so that an ordinary append changes no metadata and needs no room on
 * the disk. A record that failed half way is taken back by zeros over its marker, on disk before
 * the failure is reported. When that fails too, or a sync, nothing is known any more and the log is
 * broken: it refuses everything but {@link #close}, and a recovery finds out what is on disk.
 *
 * <p>Threads: one at a time in append, restart and remove; {@link #sync} may run beside an append;
 * {@link #bytes} and {@link #lastSequence} at any time.
 */
public final class RedoLog implements Closeable {

  /** By how much the log grows, and the most that is written in one piece for it. */
  static final int CHUNK_BYTES = 1 << 18;

  /** The longest log that a restart leaves. */
  static final long KEPT_BYTES = 8L << 20;

  private static final int TAKEN_BACK_BYTES = 16;

  /** What a new log takes from its surroundings. */
  record Origin(long salt, LongSupplier clock, long process) {

    static Origin here() {
      return new Origin(
          new SecureRandom().nextLong(), System::currentTimeMillis, ProcessHandle.current().pid());
    }
  }

  private final Storage storage;
  private final Path path;
  private final Origin origin;
  private final LockedFile locked;
  private final StorageFile file;
  private final RecordBuilder builder = new RecordBuilder();

  /** Held while the file is synced, so that no sync hides the failure of another. */
  private final Object syncMonitor = new Object();

  private LogHeader header;
  private long allocated;
  private long memoryBytes;
  private volatile long end = LogHeader.RECORDS;
  private volatile long lastSequence;
  private volatile long syncedSequence;
  private volatile boolean closed;
  private volatile IOException broken;

  private RedoLog(Storage storage, Path path, Origin origin, LockedFile locked, LogHeader header) {
    this.storage = storage;
    this.path = path;
    this.origin = origin;
    this.locked = locked;
    this.file = locked.file();
    this.header = header;
    this.memoryBytes = header.memoryBytes();
    this.allocated = CHUNK_BYTES;
  }

  /** The name of the log of a memory file, which lies beside it. */
  public static Path pathOf(Path memoryFile) {
    return memoryFile.resolveSibling(memoryFile.getFileName() + "-redo");
  }

  /**
   * Creates and locks the log of a memory file that is whole and on disk. It is on disk itself when
   * this returns.
   *
   * @param memoryFile the real path of the memory file, never a link
   * @param memoryKey the {@link Storage#fileKey} of the file that is open; asked for by name it
   *     might be that of another one
   * @param memory the open memory file
   * @throws RedoLogException LOCKED or MISMATCH when there is a log already
   * @throws IOException when it cannot be created; then there is none
   */
  public static RedoLog create(
      Storage storage, Path memoryFile, String memoryKey, StorageFile memory) throws IOException {
    return create(storage, memoryFile, memoryKey, memory, Origin.here());
  }

  static RedoLog create(
      Storage storage, Path memoryFile, String memoryKey, StorageFile memory, Origin origin)
      throws IOException {
    Path path = pathOf(memoryFile);
    if (storage.exists(path)) {
      LockedFile.open(storage, path).close();
      throw new RedoLogException(
          Kind.MISMATCH,
          path + " appeared while " + memoryFile + " was open; open the file anew to replay it",
          null);
    }
    long length = memory.length();
    int[] samples = MemorySamples.take(memory, length);
    Path unfinished = LockedFile.unfinished(path);
    storage.delete(unfinished);
    LockedFile locked = LockedFile.create(storage, path);
    try {
      LogHeader header =
          new LogHeader(
              1,
              origin.salt(),
              1,
              length,
              LogHeader.hash(memoryKey),
              LogHeader.hash(locked.key()),
              origin.clock().getAsLong(),
              origin.process(),
              samples);
      byte[] first = header.encode();
      byte[] chunk = new byte[CHUNK_BYTES];
      System.arraycopy(first, 0, chunk, (int) header.slot(), first.length);
      locked.file().write(0, chunk, 0, chunk.length);
      locked.file().sync();
      try {
        storage.rename(unfinished, path);
      } catch (IOException e) {
        // Windows gives no open file another name; the lock of the memory file has to do meanwhile.
        locked.close();
        storage.rename(unfinished, path);
        locked = LockedFile.open(storage, path);
      }
      storage.syncDirectory(directory(path));
      return new RedoLog(storage, path, origin, locked, header);
    } catch (IOException | RuntimeException e) {
      giveUp(storage, path, locked, e);
      throw e;
    }
  }

  /**
   * Removes what a crash in {@link #create} left, which is no log yet. For the holder of the
   * exclusive lock on the memory file.
   */
  public static void removeUnfinished(Storage storage, Path memoryFile) throws IOException {
    Path unfinished = LockedFile.unfinished(pathOf(memoryFile));
    if (storage.exists(unfinished)) {
      storage.delete(unfinished);
    }
  }

  private static void giveUp(Storage storage, Path path, LockedFile locked, Exception failure) {
    try {
      locked.close();
      storage.delete(LockedFile.unfinished(path));
      storage.delete(path);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  static Path directory(Path path) {
    return path.toAbsolutePath().getParent();
  }

  /**
   * Appends the record of one message; it is on disk only after the next {@link #sync}. One thread
   * at a time; a sync may run beside it.
   *
   * @param memoryLength the length of the memory file after the message, never less than before
   * @return the sequence number of the record, one more than that of the record before
   * @throws IOException when nothing was appended and the log goes on as it was
   * @throws RedoLogException BROKEN when that is not known, so that nothing may follow
   */
  public long append(long memoryLength, List<RedoChange> changes) throws IOException {
    requireUsable();
    requireWithin(memoryLength, changes);
    long sequence = lastSequence + 1;
    builder.build(header.salt(), sequence, syncedSequence, memoryLength, changes);
    long position = end;
    long next = position + builder.paddedLength();
    if (next > allocated) {
      extend(next);
    }
    try {
      builder.writeTo(file, position);
    } catch (IOException e) {
      takeBack(position, e);
      throw e;
    }
    memoryBytes = memoryLength;
    end = next;
    lastSequence = sequence;
    return sequence;
  }

  private void requireWithin(long memoryLength, List<RedoChange> changes) {
    if (memoryLength < memoryBytes) {
      throw new IllegalArgumentException(memoryLength + " bytes, less than " + memoryBytes);
    }
    for (int i = 0; i < changes.size(); i++) {
      RedoChange change = changes.get(i);
      if (change.offset() > memoryLength - change.length()) {
        throw new IllegalArgumentException(change.offset() + " is behind " + memoryLength);
      }
    }
  }

  private void extend(long needed) throws IOException {
    long size = (needed + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
    byte[] zeros = new byte[CHUNK_BYTES];
    try {
      for (long at = allocated; at < size; at += CHUNK_BYTES) {
        file.write(at, zeros, 0, CHUNK_BYTES);
      }
    } catch (IOException e) {
      cut(allocated, e);
      throw e;
    }
    synchronized (syncMonitor) {
      boolean nothingElse = syncedSequence == lastSequence;
      try {
        syncFile();
      } catch (RedoLogException e) {
        if (nothingElse && broken == e && e.getCause() instanceof IOException failure) {
          broken = null;
          cut(allocated, failure);
          throw failure;
        }
        throw e;
      }
    }
    allocated = size;
  }

  /** Gives room back as far as that works; a longer file does no harm. */
  private void cut(long size, IOException failure) {
    try {
      file.setLength(size);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void takeBack(long position, IOException failure) throws RedoLogException {
    try {
      file.write(position, new byte[TAKEN_BACK_BYTES], 0, TAKEN_BACK_BYTES);
      syncFile();
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw fail("a record may be half written and could not be taken back", failure);
    }
  }

  /** Brings every appended record to disk. One thread at a time. */
  public void sync() throws IOException {
    syncFile();
  }

  private void syncFile() throws IOException {
    synchronized (syncMonitor) {
      requireUsable();
      long written = lastSequence;
      try {
        file.sync();
      } catch (IOException e) {
        throw fail("it is not known which records are on disk", e);
      }
      syncedSequence = written;
    }
  }

  private RedoLogException fail(String what, IOException cause) {
    RedoLogException failure = new RedoLogException(Kind.BROKEN, path + ": " + what, cause);
    broken = failure;
    return failure;
  }

  private void requireUsable() throws IOException {
    IOException failure = broken;
    if (failure != null) {
      throw new RedoLogException(Kind.BROKEN, failure.getMessage(), failure);
    }
    if (closed) {
      throw new IOException(path + " is closed");
    }
  }

  /** Bytes from the start of the log to the end of its last record. */
  public long bytes() {
    return end;
  }

  /** The sequence number of the newest record, 0 before the first. */
  public long lastSequence() {
    return lastSequence;
  }

  /**
   * Forgets all records, whose bytes are in the memory file, and that is on disk.
   *
   * @throws IOException when the memory file cannot be read, and the log goes on as it was
   * @throws RedoLogException BROKEN when the log cannot be written
   */
  public void restart(StorageFile memory) throws IOException {
    requireUsable();
    long length = memory.length();
    LogHeader next =
        new LogHeader(
            header.generation() + 1,
            Salt.next(header.salt()),
            lastSequence + 1,
            length,
            header.memoryKey(),
            header.logKey(),
            origin.clock().getAsLong(),
            origin.process(),
            MemorySamples.take(memory, length));
    try {
      file.write(next.slot(), next.encode(), 0, LogHeader.SLOT_BYTES);
    } catch (IOException e) {
      throw fail("it is not known which generation is in force", e);
    }
    syncFile();
    header = next;
    memoryBytes = length;
    end = LogHeader.RECORDS;
    if (allocated > KEPT_BYTES) {
      try {
        file.setLength(KEPT_BYTES);
        allocated = KEPT_BYTES;
      } catch (IOException e) {
        // A longer file does no harm; the next restart tries again.
      }
    }
  }

  /**
   * As {@link #restart}, and removes the log. When that fails it may be called again; nothing else
   * may.
   */
  public void remove() throws IOException {
    close();
    storage.delete(path);
    storage.syncDirectory(directory(path));
  }

  /** Leaves the log where it is, for a recovery. Closing twice is harmless. */
  @Override
  public void close() throws IOException {
    closed = true;
    locked.close();
  }
}
