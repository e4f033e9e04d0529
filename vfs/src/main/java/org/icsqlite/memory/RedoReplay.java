package org.icsqlite.memory;

import java.io.IOException;
import java.nio.file.Path;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.redo.RedoLog;
import org.icsqlite.redo.RedoLogException;
import org.icsqlite.redo.RedoRecovery;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/** The replay of a redo log that was left beside a file, with the errors in words. */
final class RedoReplay {

  private final Storage storage;
  private final Path path;
  private final Path realPath;

  RedoReplay(Storage storage, Path path, Path realPath) {
    this.storage = storage;
    this.path = path;
    this.realPath = realPath;
  }

  boolean logExists() {
    return storage.exists(RedoLog.pathOf(realPath));
  }

  /**
   * Replays the log into the file, which is locked exclusively, and removes it.
   *
   * @return how many transactions the log held; 0 without a log
   */
  long run(StorageFile file) {
    try (RedoRecovery recovery = RedoRecovery.open(storage, realPath, file)) {
      if (recovery == null) {
        return 0;
      }
      recovery.replay(file, done -> {});
      return recovery.transactions();
    } catch (RedoLogException e) {
      throw new StableMemoryException(kind(e), e.getMessage(), e);
    } catch (IOException e) {
      throw StableMemoryException.io(path, "cannot be recovered from its redo log", e);
    }
  }

  private static Kind kind(RedoLogException e) {
    return switch (e.kind()) {
      case LOCKED -> Kind.FILE_LOCKED;
      case MISMATCH -> Kind.REDO_LOG_MISMATCH;
      case DAMAGED, BROKEN -> Kind.REDO_LOG_DAMAGED;
    };
  }

  /** For a file that cannot be written, so that its log cannot be replayed. */
  StableMemoryException cannotWrite(IOException reason) {
    return new StableMemoryException(
        Kind.REDO_LOG_PENDING,
        path
            + " was not closed: its redo log "
            + RedoLog.pathOf(realPath)
            + " has to be replayed first, and the file cannot be written ("
            + reason.getMessage()
            + "); open it once where it can be written, with mode=update or 'icsqlite checkpoint',"
            + " or copy both files to such a place",
        reason);
  }
}
