package org.icsqlite.image;

/**
 * The versions of an image and what they cost.
 *
 * @param newestVersion the number of the newest version, which the next writer begins with
 * @param visibleVersion the number of the version that a new reader gets
 * @param snapshots how many snapshots are open
 * @param oldestSnapshotNanos how long the oldest snapshot that is not of the visible version is
 *     open, in nanoseconds; 0 without one
 * @param preImageBytes bytes of pages that are kept for older snapshots
 * @param preImageLimit bytes of such pages beyond which the oldest snapshot is given up
 * @param pendingBytes bytes of committed pages that do not stand in place yet
 */
public record ImageStatistics(
    long newestVersion,
    long visibleVersion,
    int snapshots,
    long oldestSnapshotNanos,
    long preImageBytes,
    long preImageLimit,
    long pendingBytes) {

  /** An image that is only read. */
  public static final ImageStatistics FIXED = new ImageStatistics(1, 1, 0, 0, 0, Long.MAX_VALUE, 0);
}
