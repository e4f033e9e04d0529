package org.icsqlite.cli.verify;

import java.util.SplittableRandom;

/**
 * One round: how the child opens the file, how long it lives, and how it ends.
 *
 * @param parameters what its URL has behind the question mark
 * @param runMillis how long it goes on after its first commit
 * @param delayMicros how long after the begin of opening or closing it is killed
 * @param query whether the file is opened in query mode afterwards
 * @param seed the seed of the child
 */
record RoundPlan(
    String parameters, End end, long runMillis, long delayMicros, boolean query, long seed) {

  /** How a child ends. */
  enum End {
    /** Killed while its threads work. */
    KILLED,
    /** Killed while it opens the file, which is where a log is replayed. */
    KILLED_OPENING,
    /** Killed while it closes the file, which is where the log is emptied and removed. */
    KILLED_CLOSING,
    /** Closes the file. */
    CLEAN
  }

  /** What is left to chance, so that the kinds of rounds can be chosen. */
  static RoundPlan random(SplittableRandom random, long leastMillis, long mostMillis) {
    int kind = random.nextInt(100);
    End end =
        kind < 75
            ? End.KILLED
            : kind < 83 ? End.KILLED_OPENING : kind < 90 ? End.KILLED_CLOSING : End.CLEAN;
    double share = random.nextDouble();
    return new RoundPlan(
        parameters(random),
        end,
        leastMillis + (long) ((mostMillis - leastMillis) * share * share * share),
        random.nextInt(40_000),
        random.nextInt(4) == 0,
        random.nextLong());
  }

  /** The same, but living for so long. */
  RoundPlan lasting(long millis) {
    return new RoundPlan(parameters, end, millis, delayMicros, query, seed);
  }

  /** The same with another end. */
  RoundPlan ending(End other) {
    return new RoundPlan(parameters, other, runMillis, delayMicros, query, seed);
  }

  private static String parameters(SplittableRandom random) {
    String[] durabilities = {"full", "full", "full", "relaxed"};
    long[] logBytes = {64 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20};
    long[] snapshotBytes = {8 << 20, 8 << 20, 8 << 20, 1 << 20, 64 << 20};
    int[] caches = {64, 512, 4096};
    return "busy_timeout=60000&cache_size_kib="
        + pick(caches, random)
        + "&durability="
        + durabilities[random.nextInt(durabilities.length)]
        + "&redo_log_bytes="
        + logBytes[random.nextInt(logBytes.length)]
        + "&max_snapshot_bytes="
        + snapshotBytes[random.nextInt(snapshotBytes.length)];
  }

  private static int pick(int[] values, SplittableRandom random) {
    return values[random.nextInt(values.length)];
  }
}
