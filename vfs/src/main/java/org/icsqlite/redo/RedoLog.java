package org.icsqlite.redo;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/** The redo log of one memory file while it is open for update. */
@SuppressWarnings("DoNotCallSuggester") // an outline
public final class RedoLog implements Closeable {

  private RedoLog() {}

  /** The name of the log of a memory file, which lies beside it. */
  public static Path pathOf(Path memoryFile) {
    return memoryFile.resolveSibling(memoryFile.getFileName() + "-redo");
  }

  /**
   * Creates and locks the log of a memory file that is whole and on disk.
   *
   * @param memoryFile the real path of the memory file, never a link
   * @param memory the open memory file
   */
  public static RedoLog create(Storage storage, Path memoryFile, StorageFile memory)
      throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Appends the record of one message; it is on disk only after the next {@link #sync}. One thread
   * at a time; a sync may run beside it.
   *
   * @param memoryBytes the length of the memory file after the message
   * @return the sequence number of the record, one more than that of the record before
   * @throws IOException when nothing was appended and the log goes on as it was
   * @throws RedoLogException BROKEN when that is not known, so that nothing may follow
   */
  public long append(long memoryBytes, List<RedoChange> changes) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Brings every appended record to disk. One thread at a time. */
  public void sync() throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Bytes from the start of the log to the end of its last record. */
  public long bytes() {
    throw new UnsupportedOperationException();
  }

  /** The sequence number of the newest record, 0 before the first. */
  public long lastSequence() {
    throw new UnsupportedOperationException();
  }

  /** Forgets all records, whose bytes are in the memory file, and that is on disk. */
  public void restart(StorageFile memory) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** As {@link #restart}, and removes the log. */
  public void remove() throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Leaves the log where it is, for a recovery. */
  @Override
  public void close() throws IOException {
    throw new UnsupportedOperationException();
  }
}
