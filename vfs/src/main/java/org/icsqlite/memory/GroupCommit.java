package org.icsqlite.memory;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.icsqlite.redo.RedoChange;
import org.icsqlite.redo.RedoLog;
import org.icsqlite.redo.RedoLogException;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/**
 * The way of a message into a file, in four steps:
 *
 * <ol>
 *   <li><em>Taken</em>: its record is written to the redo log and its place among all messages is
 *       fixed. A failure up to here leaves everything as it was.
 *   <li><em>On disk</em>: the log was synced behind it. One sync serves every message taken before
 *       it began.
 *   <li><em>Published</em>: others may see it. With full durability after the sync, else at once.
 *   <li><em>In place</em>: its bytes stand in the file itself. Never before step 2, so that nothing
 *       stands there which the log could not repeat after a crash (write-ahead rule).
 * </ol>
 *
 * <p>Whoever waits for a message and finds nobody at work becomes the leader: syncs, publishes, and
 * from time to time puts in place and checkpoints, for all. Locks are taken in the order {@link
 * Leadership}, {@code taking}. A failure of steps 2 to 4 cannot be taken back: it poisons the
 * memory. Thread-safe.
 */
final class GroupCommit {

  /** Put in place when this much, or this many messages, wait for it. */
  private static final long IN_PLACE_BYTES = 4 << 20;

  private static final int IN_PLACE_MESSAGES = 1000;

  /** With less than full durability, what may be taken and not on disk. */
  private static final long UNSYNCED_BYTES = 8 << 20;

  private static final int UNSYNCED_MESSAGES = 20_000;

  /** Told of a failure that cannot be taken back. */
  interface Poison {
    /** Makes every later call fail, and returns what this one throws. */
    StableMemoryException poison(String what, Throwable cause);

    /** Throws when the memory was poisoned or closed. */
    void requireUsable();
  }

  private final Path path;
  private final Storage storage;
  private final String fileKey;
  private final StorageFile file;
  private final Poison poison;
  private volatile long logLimit;
  private final CommitCounters counters = new CommitCounters();

  private final ReentrantLock taking = new ReentrantLock();
  private WriteSet unsynced = new WriteSet();
  private RedoLog log;
  private long taken;
  private volatile boolean backlog;
  private volatile long sizePages;
  private volatile Durability durability;
  private volatile long logBytes;

  private final Leadership leadership = new Leadership();

  /** The leader's own. */
  private final WriteSet synced = new WriteSet();

  private volatile boolean allInPlace = true;
  private volatile long pagesInPlace;
  private boolean fileUnsynced;

  GroupCommit(
      Path path,
      Storage storage,
      String fileKey,
      StorageFile file,
      long sizePages,
      FileOptions options,
      Poison poison) {
    this.path = path;
    this.storage = storage;
    this.fileKey = fileKey;
    this.file = file;
    this.sizePages = sizePages;
    this.pagesInPlace = sizePages;
    this.durability = options.durability();
    this.logLimit = options.logBytes();
    this.poison = poison;
  }

  void setLogLimit(long bytes) {
    logLimit = bytes;
  }

  long sizePages() {
    return sizePages;
  }

  /** The size of the file itself, which growth reaches later. */
  long pagesInPlace() {
    return pagesInPlace;
  }

  boolean allInPlace() {
    return allInPlace;
  }

  Durability durability() {
    return durability;
  }

  // ---- taking -----------------------------------------------------------------------------------

  /** Takes a message that was checked; throws when it was not taken and nothing has changed. */
  PendingCommit take(Message message) {
    Trace trace = Trace.commit();
    long bytes = trace == Trace.NONE ? 0 : message.bytes();
    boolean complete = Changes.complete(message);
    PendingCommit pending = complete ? takeNow(message, false) : takeIncomplete(message);
    if (backlog) {
      lead(this::flushAndTidy);
    }
    if (trace == Trace.NONE) {
      return pending;
    }
    if (pending == PendingCommit.DONE) {
      trace.end(path.toString(), bytes);
      return pending;
    }
    return () -> {
      pending.await();
      trace.end(path.toString(), bytes);
    };
  }

  private PendingCommit takeIncomplete(Message message) {
    taking.lock();
    try {
      if (durability == Durability.NONE) {
        return takeNow(message, false);
      }
    } finally {
      taking.unlock();
    }
    return lead(() -> takeReading(message));
  }

  /** By the leader: what the message does not tell is read where everything stands in place. */
  private PendingCommit takeReading(Message message) {
    taking.lock();
    try {
      putInPlace();
      return takeNow(message, true);
    } finally {
      taking.unlock();
    }
  }

  private PendingCommit takeNow(Message message, boolean readBefore) {
    taking.lock();
    try {
      poison.requireUsable();
      message.requireOpen();
      Durability promised = durability;
      if (promised != Durability.NONE) {
        append(message, readBefore);
      }
      sizePages = Math.max(sizePages, message.sizePages());
      unsynced.add(message);
      allInPlace = false;
      long number = ++taken;
      counters.taken();
      PendingCommit pending = tell(message, promised, number);
      backlog =
          promised != Durability.FULL
              && (unsynced.bytes() > UNSYNCED_BYTES
                  || unsynced.messages().size() > UNSYNCED_MESSAGES
                  || logBytes > logLimit);
      return pending;
    } finally {
      taking.unlock();
    }
  }

  private PendingCommit tell(Message message, Durability promised, long number) {
    try {
      message.taken();
      if (promised != Durability.FULL) {
        message.publish();
        return PendingCommit.DONE;
      }
      return () -> await(number);
    } catch (RuntimeException | Error e) {
      throw poison.poison("could not go on after a commit", e);
    }
  }

  private void append(Message message, boolean readBefore) {
    try {
      List<RedoChange> changes =
          readBefore ? Changes.of(message, this::readInPlace) : Changes.of(message);
      if (log == null) {
        beginLog();
      }
      log.append(Math.max(sizePages, message.sizePages()) * StableMemory.PAGE_BYTES, changes);
      logBytes = log.bytes();
      if (readBefore) {
        message.replaceWrites(changes);
      } else {
        message.forgetBefore();
      }
    } catch (RedoLogException e) {
      throw poison.poison("has a redo log that cannot be used: " + e.getMessage(), e);
    } catch (IOException e) {
      throw StableMemoryException.io(path, "cannot be written, nothing was changed", e);
    }
  }

  private void beginLog() throws IOException {
    try {
      requireSameFile();
    } catch (IOException e) {
      throw poison.poison("cannot be updated any more", e);
    }
    file.sync();
    counters.synced();
    log = RedoLog.create(storage, path, fileKey, file);
  }

  /** Reads in place; what the file has not grown to yet is zeros. */
  void readInPlace(long offset, byte[] target, int position, int length) throws IOException {
    long available = pagesInPlace * StableMemory.PAGE_BYTES - offset;
    int inside = (int) Math.max(0, Math.min(length, available));
    if (inside > 0) {
      file.read(offset, target, position, inside);
    }
    Arrays.fill(target, position + inside, position + length, (byte) 0);
  }

  private void readInPlace(long offset, byte[] target, int length) throws IOException {
    readInPlace(offset, target, 0, length);
  }

  // ---- waiting and leading --------------------------------------------------------------------

  private void await(long number) {
    while (leadership.reached() < number) {
      if (leadership.takeUnlessReached(number)) {
        leading(this::flushAndTidy);
      }
    }
  }

  /** Runs work of the leader as soon as nobody else leads. */
  <T> T lead(Supplier<T> work) {
    leadership.take();
    return leading(work);
  }

  private <T> T leading(Supplier<T> work) {
    try {
      poison.requireUsable();
      return work.get();
    } finally {
      leadership.release();
    }
  }

  /** Brings what was taken to disk, and tidies up where that has become due. */
  Void flushAndTidy() {
    flush();
    if (synced.bytes() > IN_PLACE_BYTES || synced.messages().size() > IN_PLACE_MESSAGES) {
      writeInPlace();
    }
    if (logBytes > logLimit) {
      checkpoint();
    }
    return null;
  }

  /** By the leader: steps 2 and 3 for everything that was taken. */
  private void flush() {
    WriteSet batch;
    RedoLog current;
    long last;
    taking.lock();
    try {
      if (unsynced.isEmpty()) {
        return;
      }
      batch = unsynced;
      unsynced = new WriteSet();
      current = log;
      last = taken;
      backlog = false;
    } finally {
      taking.unlock();
    }
    try {
      requireSameFile();
      if (current != null) {
        current.sync();
        counters.synced();
      }
      publish(batch);
    } catch (IOException | RuntimeException | Error e) {
      throw poison.poison("could not be brought to disk", e);
    }
    synced.addAll(batch);
    leadership.reach(last);
  }

  private static void publish(WriteSet batch) {
    batch.messages().forEach(Message::publish);
  }

  private void requireSameFile() throws IOException {
    Storage.Found found;
    try {
      found = storage.find(path);
    } catch (NoSuchFileException e) {
      throw replaced(e);
    }
    if (!found.key().equals(fileKey)) {
      throw replaced(null);
    }
    if (found.length() != pagesInPlace * StableMemory.PAGE_BYTES) {
      throw new IOException(
          "the length of the file was changed to " + found.length() + " by others");
    }
  }

  private static IOException replaced(IOException cause) {
    return new IOException("the file was deleted, moved or replaced while it was open", cause);
  }

  /** By the leader: step 4 for everything that is on disk. */
  private void writeInPlace() {
    if (synced.isEmpty()) {
      return;
    }
    try {
      if (synced.sizePages() > pagesInPlace) {
        file.setLength(synced.sizePages() * StableMemory.PAGE_BYTES);
        pagesInPlace = synced.sizePages();
      }
      fileUnsynced = true;
      synced.writeTo(file);
      for (Message message : synced.messages()) {
        message.listeners().forEach(MessageListener::applied);
      }
    } catch (IOException | RuntimeException | Error e) {
      throw poison.poison("could not be written after a commit", e);
    }
    synced.clear();
    taking.lock();
    try {
      allInPlace = unsynced.isEmpty();
    } finally {
      taking.unlock();
    }
  }

  /** By the leader: everything that was taken stands in place. */
  void putInPlace() {
    flush();
    writeInPlace();
  }

  /**
   * By the leader: everything that was taken is on disk in the file itself, and the log begins
   * anew. Most of the work is done while others go on; they wait for what came in meanwhile.
   */
  CheckpointResult checkpoint() {
    Trace trace = Trace.checkpoint();
    long start = System.nanoTime();
    long bytes = logBytes;
    putInPlace();
    syncFile();
    taking.lock();
    try {
      putInPlace();
      syncFile();
      if (log != null) {
        log.restart(file);
        logBytes = log.bytes();
      }
    } catch (IOException | RuntimeException | Error e) {
      throw poison.poison("could not be checkpointed", e);
    } finally {
      taking.unlock();
    }
    counters.checkpointed();
    trace.end(path.toString(), bytes);
    return new CheckpointResult(bytes, System.nanoTime() - start);
  }

  private void syncFile() {
    if (!fileUnsynced) {
      return;
    }
    try {
      file.sync();
      counters.synced();
      fileUnsynced = false;
    } catch (IOException | RuntimeException | Error e) {
      throw poison.poison("could not be brought to disk", e);
    }
  }

  /** By the leader: a file with everything in it and nothing beside it. */
  Void finish() {
    taking.lock();
    try {
      putInPlace();
      syncFile();
      if (log != null) {
        log.remove();
        log = null;
        logBytes = 0;
      }
    } catch (IOException | RuntimeException | Error e) {
      throw poison.poison("could not be closed", e);
    } finally {
      taking.unlock();
    }
    return null;
  }

  /** By the leader: other promises from the next message on, those so far being kept. */
  void change(Durability wanted) {
    taking.lock();
    try {
      if (wanted == Durability.NONE) {
        finish();
      } else {
        putInPlace();
        if (durability == Durability.NONE) {
          syncFile();
        }
      }
      durability = wanted;
    } finally {
      taking.unlock();
    }
  }

  /** After a failure: lets go of the log as it is. */
  void abandon() {
    RedoLog left = log;
    if (left != null) {
      try {
        left.close();
      } catch (IOException e) {
        // What is wrong has been said; the log is read again when the file is opened.
      }
    }
  }

  CommitStatistics statistics(long replayed) {
    return counters.statistics(durability, logBytes, logLimit, replayed);
  }
}
