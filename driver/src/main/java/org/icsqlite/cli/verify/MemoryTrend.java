package org.icsqlite.cli.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells a process whose memory is flat from one that leaks. After a warm-up the samples are cut
 * into spans of equal length; the least use in a span is what outlives garbage collections. Memory
 * grows steadily when it rises from span to span and by more than an allowance in all.
 */
final class MemoryTrend {

  static final int LEAST_SAMPLES = 40;
  private static final int SPANS = 5;
  private static final long ALLOWED_BYTES = 48L << 20;
  private static final int MOST_SAMPLES = 1 << 12;

  private final List<Long> samples = new ArrayList<>();
  private long largest;
  private int stride = 1;
  private int gathered;
  private long least = Long.MAX_VALUE;

  void add(long bytes) {
    largest = Math.max(largest, bytes);
    least = Math.min(least, bytes);
    if (++gathered == stride) {
      samples.add(least);
      gathered = 0;
      least = Long.MAX_VALUE;
      if (samples.size() == MOST_SAMPLES) {
        halve();
      }
    }
  }

  /** From now on a sample stands for twice as many, as each of the old ones does. */
  private void halve() {
    for (int i = 0; i < MOST_SAMPLES / 2; i++) {
      samples.set(i, Math.min(samples.get(2 * i), samples.get(2 * i + 1)));
    }
    samples.subList(MOST_SAMPLES / 2, MOST_SAMPLES).clear();
    stride *= 2;
  }

  long largest() {
    return largest;
  }

  /** The least use in each span, oldest first; empty when there are too few samples. */
  List<Long> floors() {
    List<Long> floors = new ArrayList<>();
    if (samples.size() < LEAST_SAMPLES) {
      return floors;
    }
    int warmUp = samples.size() / 4;
    int length = (samples.size() - warmUp) / SPANS;
    for (int i = 0; i < SPANS; i++) {
      int from = warmUp + i * length;
      floors.add(samples.subList(from, from + length).stream().min(Long::compare).orElseThrow());
    }
    return floors;
  }

  boolean growsSteadily() {
    List<Long> floors = floors();
    for (int i = 1; i < floors.size(); i++) {
      if (floors.get(i) <= floors.get(i - 1)) {
        return false;
      }
    }
    return !floors.isEmpty()
        && floors.get(SPANS - 1) - floors.get(0) > Math.max(ALLOWED_BYTES, floors.get(0) / 4);
  }
}
