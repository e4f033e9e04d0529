package org.icsqlite.memory;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a memory does. Thread-safe. */
final class CommitCounters {

  private final LongAdder commits = new LongAdder();
  private final LongAdder syncs = new LongAdder();
  private final LongAdder checkpoints = new LongAdder();

  void taken() {
    commits.increment();
  }

  void synced() {
    syncs.increment();
  }

  void checkpointed() {
    checkpoints.increment();
  }

  CommitStatistics statistics(Durability durability, long logBytes, long logLimit, long replayed) {
    return new CommitStatistics(
        durability, commits.sum(), syncs.sum(), checkpoints.sum(), logBytes, logLimit, replayed);
  }
}
