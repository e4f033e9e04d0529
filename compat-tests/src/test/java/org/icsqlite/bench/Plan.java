package org.icsqlite.bench;

/**
 * How long a fork measures. Each side warms up until its code is compiled: for a number of
 * operations, but not longer than a limit where each of them waits for a disk.
 *
 * @param warmUpOperations operations of a side before the first that counts
 * @param warmUpMillis how long a side warms up at most
 * @param rounds rounds that count, 1 or more
 * @param roundMillis how long one side runs in a round
 */
record Plan(int warmUpOperations, int warmUpMillis, int rounds, int roundMillis) {

  static final Plan QUICK = new Plan(10_000, 5_000, 5, 500);
  static final Plan THOROUGH = new Plan(30_000, 15_000, 10, 1_000);

  private static final int SETTLE_MILLIS = 200;

  long roundNanos() {
    return roundMillis * 1_000_000L;
  }

  /** Whether a side that began at this time is to go on warming up. */
  boolean warmingUp(long operations, long startNanos) {
    return operations < warmUpOperations
        && System.nanoTime() - startNanos < warmUpMillis * 1_000_000L;
  }

  /** Lets the one side's syncs in the background end before the other side begins. */
  static void settle() throws InterruptedException {
    Thread.sleep(SETTLE_MILLIS);
  }
}
