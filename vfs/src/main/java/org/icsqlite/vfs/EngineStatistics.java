package org.icsqlite.vfs;

import java.time.Duration;
import org.icsqlite.image.ImageStatistics;
import org.icsqlite.memory.CommitStatistics;
import org.icsqlite.memory.Durability;

/**
 * Figures of one database and of the stable memory that it lies in, as they were at one moment.
 *
 * <p>Versions, snapshots and waits are the database's. Log, syncs and checkpoints are the memory's,
 * counted since it was opened and shared by all databases in it; they stay 0 where the memory has
 * no redo log. Counts of bytes are of what is held in the Java heap or lies in the log at the
 * moment, not of what was ever written. Immutable.
 *
 * @param newestVersion number of the version that the next writer begins with; 1 when the database
 *     was opened, one more with each commit
 * @param visibleVersion number of the version that a new reader gets; behind the newest by the
 *     commits that are not on disk yet where durability is full
 * @param openSnapshots snapshots that are open, each held by a transaction that reads or writes
 * @param oldestSnapshotAge how long the oldest snapshot that is behind the visible version has been
 *     open; zero without one
 * @param preImageBytes bytes of old pages kept for open snapshots
 * @param maxSnapshotBytes the most that preImageBytes may reach before the oldest snapshot becomes
 *     invalid; {@link Long#MAX_VALUE} without a bound
 * @param pendingBytes bytes of committed pages that are not applied to the memory yet
 * @param logBytes bytes of records in the redo log since the last checkpoint
 * @param redoLogBytes the size of the log, in bytes, after which a checkpoint follows
 * @param commits transactions that changed this database and were committed
 * @param syncs times that the redo log or the file was brought to disk, each for one commit or
 *     several
 * @param checkpoints checkpoints that emptied the redo log
 * @param waits waits for the right to write that have ended, however they did
 * @param waitTimeouts those of them that ended because busy_timeout was over
 * @param totalWait the duration of all waits together
 * @param longestWait the duration of the longest wait
 * @param waitingWriters connections that wait for the right to write at the moment
 * @param durability what a commit promises
 * @param replayedTransactions transactions that were replayed from a redo log when the memory was
 *     opened, because it had not been closed
 * @param poisoned whether a failed write or sync has made the memory unusable until it is reopened
 */
public record EngineStatistics(
    long newestVersion,
    long visibleVersion,
    int openSnapshots,
    Duration oldestSnapshotAge,
    long preImageBytes,
    long maxSnapshotBytes,
    long pendingBytes,
    long logBytes,
    long redoLogBytes,
    long commits,
    long syncs,
    long checkpoints,
    long waits,
    long waitTimeouts,
    Duration totalWait,
    Duration longestWait,
    int waitingWriters,
    Durability durability,
    long replayedTransactions,
    boolean poisoned) {

  static EngineStatistics of(
      ImageStatistics image, CommitStatistics memory, WriterQueue.Waits waits, boolean poisoned) {
    return new EngineStatistics(
        image.newestVersion(),
        image.visibleVersion(),
        image.snapshots(),
        Duration.ofNanos(image.oldestSnapshotNanos()),
        image.preImageBytes(),
        image.preImageLimit(),
        image.pendingBytes(),
        memory.logBytes(),
        memory.logLimit(),
        image.newestVersion() - 1,
        memory.syncs(),
        memory.checkpoints(),
        waits.waits(),
        waits.timeouts(),
        Duration.ofNanos(waits.totalNanos()),
        Duration.ofNanos(waits.longestNanos()),
        waits.waiting(),
        memory.durability(),
        memory.replayed(),
        poisoned);
  }

  /**
   * How many commits of this database came to one sync of the log on average; 0 while there was
   * none. Where several databases of one memory are written, each sync serves them all.
   */
  public double commitsPerSync() {
    return syncs == 0 ? 0 : (double) commits / syncs;
  }
}
