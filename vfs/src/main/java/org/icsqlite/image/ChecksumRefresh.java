package org.icsqlite.image;

import org.icsqlite.memory.PendingCommit;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;

/**
 * Brings the checksum in the superblock up to date, at once or chunk by chunk. Each call writes the
 * superblock alone, as one message.
 *
 * <pre>
 * flags                chunk               chunk to the end, or all  commit
 * none                 REFRESHING          none                      STALE
 * REFRESHING           REFRESHING          none                      STALE
 * STALE                STALE, REFRESHING   none                      STALE
 * STALE, REFRESHING    STALE, REFRESHING   none                      STALE
 * </pre>
 *
 * <p>Offset and hash of a refresh stand in the superblock, so that any later process goes on. They
 * belong to the transaction id beside them: one that is not the last one, or an offset behind the
 * database, makes the next chunk begin anew. The checksum and the stale flag change on completion
 * only. A scan that is cancelled or fails changes nothing.
 *
 * <p>Whoever uses it holds the right to write, or else may get SNAPSHOT_STALE. Thread-safe.
 */
public final class ChecksumRefresh {

  /**
   * A call that the memory has taken.
   *
   * @param progress what it came to
   * @param pending what to wait for until that is as durable as the memory promises
   */
  public record Stored(ChecksumProgress progress, PendingCommit pending) {}

  private final DatabaseImage image;

  public ChecksumRefresh(DatabaseImage image) {
    this.image = image;
  }

  /**
   * Computes the checksum of the newest version and stores it; a refresh under way ends.
   *
   * @throws StableMemoryException READ_ONLY, IMPORT_ALREADY_STARTED, SNAPSHOT_STALE, DISK_FULL,
   *     IO_ERROR
   * @throws java.util.concurrent.CancellationException when the listener or an interrupt of the
   *     thread ends the scan
   */
  public Stored all(ScanListener listener) {
    image.requireUpdatable();
    try (DatabaseSnapshot snapshot = image.openNewest()) {
      return store(snapshot, snapshot.size(), ChecksumScan.all(snapshot, listener));
    }
  }

  /**
   * Begins a refresh or goes on with the one under way, and completes it when it comes to the end.
   *
   * @param maximum how many bytes to scan at most, 1 or more
   * @throws StableMemoryException CHECKSUM_REFRESH_CHUNK_EMPTY, and as {@link #all}
   * @throws java.util.concurrent.CancellationException as {@link #all}
   */
  public Stored chunk(long maximum, ScanListener listener) {
    requireChunk(maximum);
    image.requireUpdatable();
    try (DatabaseSnapshot snapshot = image.openNewest()) {
      Superblock block = snapshot.superblock();
      boolean goesOn =
          block.checksumRefreshing()
              && block.refreshTransactionId() == block.lastTransactionId()
              && Long.compareUnsigned(block.refreshOffset(), snapshot.size()) <= 0;
      long from = goesOn ? block.refreshOffset() : 0;
      long to = from + Math.min(maximum, snapshot.size() - from);
      long hash = goesOn ? block.refreshHash() : Fnv1a64.BASIS;
      return store(snapshot, to, ChecksumScan.range(snapshot, from, to, hash, listener));
    }
  }

  /**
   * Refuses a chunk without a byte.
   *
   * @throws StableMemoryException CHECKSUM_REFRESH_CHUNK_EMPTY
   */
  public static void requireChunk(long maximum) {
    if (maximum <= 0) {
      throw StableMemoryException.of(Kind.CHECKSUM_REFRESH_CHUNK_EMPTY);
    }
  }

  private Stored store(DatabaseSnapshot snapshot, long scanned, long hash) {
    boolean complete = scanned == snapshot.size();
    PendingCommit pending =
        image.store(
            snapshot, block -> complete ? block.verified(hash) : block.refreshing(scanned, hash));
    return new Stored(new ChecksumProgress(complete, hash, scanned, snapshot.size()), pending);
  }
}
