package org.icsqlite.redo;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/** A redo log that was left behind, read and checked against its memory file. */
@SuppressWarnings("DoNotCallSuggester") // an outline
public final class RedoRecovery implements Closeable {

  private RedoRecovery() {}

  /**
   * Opens and checks the log of a memory file; changes nothing.
   *
   * @return the log, or null when there is none
   * @throws RedoLogException LOCKED, MISMATCH, DAMAGED
   */
  public static RedoRecovery open(Storage storage, Path memoryFile, StorageFile memory)
      throws IOException {
    return null;
  }

  /** How many complete records will be replayed. */
  public long transactions() {
    throw new UnsupportedOperationException();
  }

  /** Whether the memory file already holds everything, so that the log is only to be removed. */
  public boolean upToDate() {
    throw new UnsupportedOperationException();
  }

  /**
   * Replays into the memory file, syncs it, and removes the log.
   *
   * @param memory the memory file, open for writing under the exclusive lock
   * @param progress gets the number of records replayed so far; what it throws ends the replay,
   *     which can begin anew
   */
  public void replay(StorageFile memory, LongConsumer progress) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Gives the log's lock and descriptors back. */
  @Override
  public void close() throws IOException {}
}
