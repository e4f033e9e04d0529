package org.icsqlite.redo;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.icsqlite.redo.RedoLogException.Kind;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/**
 * A redo log that was left behind, read and checked against its memory file.
 *
 * <p>The records in order, up to the first that is not whole, are replayed. That one may be the
 * torn tail of a crash, and goes together with what is behind it, unless a later record says that
 * it had been on disk: then the log is damaged. Before anything is written, the memory file has to
 * be one that these records can have left, see {@link SectorStates} and {@link MemorySamples}. Not
 * thread-safe.
 */
public final class RedoRecovery implements Closeable {

  private static final int PROGRESS_RECORDS = 256;
  private static final int PIECE_BYTES = LogCursor.WINDOW_BYTES;

  /** 64 MiB. */
  private static final int PART_BLOCKS = (64 << 20) / ReplayBlocks.BLOCK_BYTES;

  private final Storage storage;
  private final Path memoryFile;
  private final Path path;
  private final LockedFile locked;

  private LogHeader header;
  private RecordReader reader;
  private LogCursor tables;
  private long transactions;
  private long end = LogHeader.RECORDS;
  private long memoryBytes;
  private boolean upToDate;
  private int partBlocks = PART_BLOCKS;

  private RedoRecovery(Storage storage, Path memoryFile, Path path, LockedFile locked) {
    this.storage = storage;
    this.memoryFile = memoryFile;
    this.path = path;
    this.locked = locked;
  }

  /**
   * Opens and checks the log of a memory file; changes nothing.
   *
   * @param memoryFile the real path of the memory file, never a link
   * @param memory the open memory file, locked so that it does not change meanwhile
   * @return the log, or null when there is none
   * @throws RedoLogException LOCKED, MISMATCH, DAMAGED
   */
  public static RedoRecovery open(Storage storage, Path memoryFile, StorageFile memory)
      throws IOException {
    Path path = RedoLog.pathOf(memoryFile);
    if (!storage.exists(path)) {
      return null;
    }
    RedoRecovery recovery =
        new RedoRecovery(storage, memoryFile, path, LockedFile.open(storage, path));
    try {
      recovery.readHeader();
      recovery.readRecords();
      recovery.requireNoDamage();
      recovery.compare(memory);
      return recovery;
    } catch (IOException | RuntimeException e) {
      try {
        recovery.close();
      } catch (IOException f) {
        e.addSuppressed(f);
      }
      throw e;
    }
  }

  private void readHeader() throws IOException {
    try {
      header = LogHeader.read(locked.file());
    } catch (LogHeader.UnknownVersionException e) {
      throw damaged(e.getMessage() + "; open it with the icsqlite that wrote it", e);
    }
    if (header == null) {
      throw damaged("it has no valid header", null);
    }
    boolean sameLog = Arrays.equals(header.logKey(), LogHeader.hash(locked.key()));
    String memoryKey = storage.fileKey(memoryFile);
    if (sameLog && !Arrays.equals(header.memoryKey(), LogHeader.hash(memoryKey))) {
      throw mismatch("the log lies where it was written, but another file took the place of its");
    }
  }

  private void readRecords() throws IOException {
    StorageFile log = locked.file();
    tables = new LogCursor(log, log.length());
    reader = new RecordReader(tables, new LogCursor(log, log.length()), header.salt());
    memoryBytes = header.memoryBytes();
    while (reader.recordAt(end) && reader.sequence() == header.firstSequence() + transactions) {
      if (reader.memoryBytes() < memoryBytes) {
        throw damaged("record " + reader.sequence() + " makes the memory file shorter", null);
      }
      memoryBytes = reader.memoryBytes();
      transactions++;
      end = reader.next();
    }
  }

  /** Looks behind the last record for what shows that there had been more. */
  private void requireNoDamage() throws IOException {
    StorageFile log = locked.file();
    LogCursor content = new LogCursor(log, tables.end());
    RecordReader later = new RecordReader(tables, content, header.salt());
    RecordReader newer = new RecordReader(tables, content, Salt.next(header.salt()));
    LogCursor cursor = new LogCursor(log, tables.end());
    long missing = header.firstSequence() + transactions;
    for (long at = LogHeader.RECORDS; at <= tables.end() - Long.BYTES; at += Long.BYTES) {
      int index = cursor.at(at, Long.BYTES);
      long marker = LittleEndian.getLong(cursor.window(), index);
      if (marker == newer.marker() && newer.recordAt(at) && newer.sequence() >= missing) {
        throw damaged("the newer of its headers is damaged", null);
      }
      if (at >= end
          && marker == later.marker()
          && later.headerAt(at)
          && later.durable() >= missing
          && later.recordAt(at)) {
        throw damaged(
            "record " + missing + " at byte " + end + " had been on disk, and is damaged", null);
      }
    }
  }

  private void compare(StorageFile memory) throws IOException {
    long length = memory.length();
    if (length < header.memoryBytes() || length > memoryBytes) {
      throw mismatch(
          String.format(
              "the file has %d bytes, and should have %d to %d",
              length, header.memoryBytes(), memoryBytes));
    }
    SectorStates sectors = new SectorStates();
    boolean[] touched = new boolean[header.samples().length];
    long at = LogHeader.RECORDS;
    for (long i = 0; i < transactions; i++) {
      requireRecord(at);
      sectors.add(reader);
      reader.ranges((offset, count, position) -> touch(touched, offset, count));
      at = reader.next();
    }
    MemoryBytes content = new MemoryBytes(memory, length);
    long stranger = sectors.firstStranger(content);
    if (stranger >= 0) {
      throw mismatch("no record leaves the bytes that are at " + stranger);
    }
    for (int i = 0; i < touched.length; i++) {
      long offset = MemorySamples.block(header.memoryBytes(), i) * MemorySamples.BLOCK_BYTES;
      if (!touched[i] && content.crc(offset, MemorySamples.BLOCK_BYTES) != header.samples()[i]) {
        throw mismatch("the 4096 bytes at " + offset + " are not those of when the log began");
      }
    }
    upToDate = length == memoryBytes && sectors.isLast(content);
  }

  private void touch(boolean[] touched, long offset, int count) {
    long last = (offset + count - 1) / MemorySamples.BLOCK_BYTES;
    long bytes = header.memoryBytes();
    int i = MemorySamples.firstFrom(bytes, offset / MemorySamples.BLOCK_BYTES);
    for (; i < touched.length && MemorySamples.block(bytes, i) <= last; i++) {
      touched[i] = true;
    }
  }

  private void requireRecord(long at) throws IOException {
    if (!reader.recordAt(at)) {
      throw damaged("the record at byte " + at + " changed while it was read", null);
    }
  }

  private RedoLogException damaged(String what, Exception cause) {
    return new RedoLogException(
        Kind.DAMAGED,
        path
            + " is damaged and was not applied to "
            + memoryFile
            + ": "
            + what
            + ". Restore both files from a backup, or delete the log to go on with the file as it"
            + " is, which may lack the last transactions or hold parts of them",
        cause);
  }

  private RedoLogException mismatch(String what) {
    return new RedoLogException(
        Kind.MISMATCH,
        path
            + " does not belong to "
            + memoryFile
            + " as it is, and was not applied: "
            + what
            + ". Put the right file back beside the log, or delete the log if the file as it is is"
            + " what is wanted",
        null);
  }

  /** Lets a replay take more passes; for tests. */
  void limitPart(int blocks) {
    partBlocks = blocks;
  }

  /** How many complete records will be replayed. */
  public long transactions() {
    return transactions;
  }

  /**
   * Whether the memory file already reads as the replay would leave it. It need not be on disk, so
   * the log must not be removed before the memory file is synced; {@link #replay} does both.
   */
  public boolean upToDate() {
    return upToDate;
  }

  /**
   * Replays into the memory file, syncs it, and removes the log. When that fails, a recovery can
   * begin anew.
   *
   * @param memory the memory file, open for writing under the exclusive lock
   * @param progress gets the number of records replayed so far; what it throws ends the replay,
   *     which can begin anew
   */
  public void replay(StorageFile memory, LongConsumer progress) throws IOException {
    if (memory.length() < memoryBytes) {
      memory.setLength(memoryBytes);
    }
    for (long first = 0; first != Long.MAX_VALUE; ) {
      ReplayBlocks part = new ReplayBlocks(memory, memoryBytes, first, partBlocks);
      gather(part, first == 0 ? progress : done -> {});
      part.write();
      first = part.next();
    }
    memory.sync();
    close();
    storage.delete(path);
    storage.syncDirectory(RedoLog.directory(path));
  }

  private void gather(ReplayBlocks part, LongConsumer progress) throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    long at = LogHeader.RECORDS;
    for (long i = 1; i <= transactions; i++) {
      requireRecord(at);
      reader.ranges((offset, count, position) -> put(part, offset, count, position, piece));
      at = reader.next();
      if (i % PROGRESS_RECORDS == 0 || i == transactions) {
        progress.accept(i);
      }
    }
  }

  private void put(ReplayBlocks part, long offset, int count, long position, byte[] piece)
      throws IOException {
    for (int done = 0; done < count; ) {
      int now = Math.min(piece.length, count - done);
      reader.copy(position + done, piece, now);
      part.put(offset + done, piece, now);
      done += now;
    }
  }

  /** Gives the log's lock and descriptors back. Closing twice is harmless. */
  @Override
  public void close() throws IOException {
    locked.close();
  }
}
