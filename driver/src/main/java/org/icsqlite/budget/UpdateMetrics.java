package org.icsqlite.budget;

import org.icsqlite.image.PageAdmission;

/**
 * What an update has done; see {@link ExecutionMetrics}. Rows are those of a RETURNING clause.
 *
 * @param peakDirtyPages the most pages of 16384 bytes that had been changed at a time
 * @param peakDirtyBytes the same in bytes
 * @param committedBytes bytes of pages that the commit wrote, 0 when nothing was committed; the
 *     superblock is not counted
 * @param commitNanos nanoseconds of the commit, until it is as durable as the connection promises
 */
public record UpdateMetrics(
    long rows,
    long payloadBytes,
    long vmSteps,
    long fullScanSteps,
    long sorts,
    long autoIndexRows,
    long reprepares,
    long runs,
    long prepareNanos,
    long bindNanos,
    long executeNanos,
    long vfsReadCalls,
    long vfsReadBytes,
    long peakDirtyPages,
    long peakDirtyBytes,
    long committedBytes,
    long commitNanos)
    implements ExecutionMetrics {

  private static final long PAGE_BYTES = 16_384;

  /**
   * The metrics of an update.
   *
   * @param pages of its transaction, or null when nothing was written
   */
  static UpdateMetrics of(QueryMetrics statement, PageAdmission pages, long commitNanos) {
    long peak = pages == null ? 0 : pages.peakPages();
    return new UpdateMetrics(
        statement.rows(),
        statement.payloadBytes(),
        statement.vmSteps(),
        statement.fullScanSteps(),
        statement.sorts(),
        statement.autoIndexRows(),
        statement.reprepares(),
        statement.runs(),
        statement.prepareNanos(),
        statement.bindNanos(),
        statement.executeNanos(),
        statement.vfsReadCalls(),
        statement.vfsReadBytes(),
        peak,
        peak * PAGE_BYTES,
        pages == null ? 0 : pages.committedPages() * PAGE_BYTES,
        commitNanos);
  }
}
