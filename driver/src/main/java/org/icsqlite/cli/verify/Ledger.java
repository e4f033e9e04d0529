package org.icsqlite.cli.verify;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Which transactions are known to have been committed. A writer has one transaction under way at a
 * time, so whoever opens the file finds the last one that was reported or the one after it.
 * Thread-safe.
 */
final class Ledger {

  private final long[] sure;
  private final AtomicLong reported = new AtomicLong();
  private final AtomicLong unreported = new AtomicLong();

  Ledger(int writers) {
    sure = new long[writers + 1];
  }

  /** A child says that a commit returned. */
  synchronized void reported(int writer, long number) throws Violation {
    Violation.unless(
        number == sure[writer] + 1,
        "writer "
            + writer
            + " reported the commit of its transaction "
            + number
            + " after transaction "
            + sure[writer]);
    sure[writer] = number;
    reported.incrementAndGet();
  }

  /** Somebody opened the file and found this to be the newest transaction of a writer. */
  synchronized void found(int writer, long number) throws Violation {
    Violation.unless(
        number >= sure[writer],
        "transaction "
            + sure[writer]
            + " of writer "
            + writer
            + " was committed and reported, but the file has come only to "
            + number);
    Violation.unless(
        number <= sure[writer] + 1,
        "the file holds transaction "
            + number
            + " of writer "
            + writer
            + ", of which only "
            + sure[writer]
            + " were reported");
    unreported.addAndGet(number - sure[writer]);
    sure[writer] = number;
  }

  /** How many commits were reported. */
  long reported() {
    return reported.get();
  }

  /** How many commits were found that had been under way at a kill. */
  long unreported() {
    return unreported.get();
  }
}
