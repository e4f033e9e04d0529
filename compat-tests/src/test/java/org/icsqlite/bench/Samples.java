package org.icsqlite.bench;

import java.util.Arrays;
import java.util.List;

/** Measured times of one thread or one round, in nanoseconds. Not thread-safe. */
final class Samples {

  private long[] nanos = new long[1024];
  private int count;

  void add(long sample) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = sample;
  }

  void addAll(Samples others) {
    for (int i = 0; i < others.count; i++) {
      add(others.nanos[i]);
    }
  }

  void clear() {
    count = 0;
  }

  int count() {
    return count;
  }

  /**
   * The smallest sample that this share of the samples does not exceed.
   *
   * @param share more than 0, at most 1
   */
  long percentile(double share) {
    if (count == 0) {
      throw new IllegalStateException("nothing was measured");
    }
    Arrays.sort(nanos, 0, count);
    int rank = (int) Math.ceil(share * count);
    return nanos[Math.max(1, Math.min(count, rank)) - 1];
  }

  /** The middle one of these values, or the mean of the two in the middle. */
  static double median(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalStateException("nothing was measured");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
