package org.icsqlite.budget;

import org.icsqlite.session.Usage;

/** What a query has done; see {@link ExecutionMetrics}. */
public record QueryMetrics(
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
    long vfsReadBytes)
    implements ExecutionMetrics {

  /** Nothing was done. */
  static final QueryMetrics NONE = of(new Usage(), 0, 0, 0, 0);

  static QueryMetrics of(Usage usage, long rows, long bytes, long prepareNanos, long bindNanos) {
    return new QueryMetrics(
        rows,
        bytes,
        usage.vmSteps(),
        usage.fullScanSteps(),
        usage.sorts(),
        usage.autoIndexRows(),
        usage.reprepares(),
        usage.runs(),
        prepareNanos,
        bindNanos,
        usage.nanos(),
        usage.readCalls(),
        usage.readBytes());
  }
}
