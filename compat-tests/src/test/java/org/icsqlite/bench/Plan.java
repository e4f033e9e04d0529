package org.icsqlite.bench;

/**
 * How long a fork measures.
 *
 * @param warmUpRounds rounds that are not counted, 1 or more
 * @param rounds rounds that are counted, 1 or more
 * @param roundMillis how long one side runs in a round
 */
record Plan(int warmUpRounds, int rounds, int roundMillis) {

  static final Plan QUICK = new Plan(2, 3, 500);
  static final Plan THOROUGH = new Plan(4, 10, 1000);

  private static final int SETTLE_MILLIS = 200;

  int totalRounds() {
    return warmUpRounds + rounds;
  }

  boolean counts(int round) {
    return round >= warmUpRounds;
  }

  long roundNanos() {
    return roundMillis * 1_000_000L;
  }

  /** Lets the one side's syncs in the background end before the other side begins. */
  static void settle() throws InterruptedException {
    Thread.sleep(SETTLE_MILLIS);
  }
}
