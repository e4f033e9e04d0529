package org.icsqlite.budget;

import java.util.Optional;

/**
 * What an execution has done, whether it succeeded or not. {@link QueryMetrics} and {@link
 * UpdateMetrics} implement it. Counts are of this execution alone.
 */
public interface ExecutionMetrics {

  /** Rows that were handed on, the one at which the mapper failed included. */
  long rows();

  /** Their bytes: 8 for a number, the length of texts and blobs. */
  long payloadBytes();

  /** Steps of SQLite's virtual machine by the statement, those of triggers included. */
  long vmSteps();

  /** Steps forward in scans of whole tables. */
  long fullScanSteps();

  /** Sorts that no index saved. */
  long sorts();

  /** Rows put into indexes that SQLite made for this execution. */
  long autoIndexRows();

  /** How often SQLite compiled the statement anew, because the schema had changed. */
  long reprepares();

  /** How often the statement was begun. */
  long runs();

  /** Nanoseconds to compile it, or to find it among those that were compiled before. */
  long prepareNanos();

  /** Nanoseconds to convert the values of its parameters. */
  long bindNanos();

  /** Nanoseconds in SQLite; the time of the mapper is not in it. */
  long executeNanos();

  /** Reads of the database that SQLite's cache could not answer. */
  long vfsReadCalls();

  /** Bytes of these reads. */
  long vfsReadBytes();

  /** The metrics of the call that a failure, or what has caused it, has ended. */
  static Optional<ExecutionMetrics> of(Throwable failure) {
    Optional<ExecutionMetrics> metrics = Optional.empty();
    for (Throwable t = failure; t != null && metrics.isEmpty(); t = t.getCause()) {
      metrics = MeasuredFailure.metricsOf(t);
    }
    return metrics;
  }
}
