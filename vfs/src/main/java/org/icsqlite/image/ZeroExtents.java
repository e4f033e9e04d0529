package org.icsqlite.image;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ranges of image pages that read as zeros whatever lies in the memory. Immutable; the ranges are
 * half open, ascending, and neither overlap nor touch. Page numbers are unsigned.
 */
public final class ZeroExtents {

  /** The most ranges that a superblock can hold. */
  public static final int LIMIT = 1024;

  /** No page is masked. */
  public static final ZeroExtents NONE = new ZeroExtents(new long[0], new long[0]);

  private final long[] starts;
  private final long[] ends;

  private ZeroExtents(long[] starts, long[] ends) {
    this.starts = starts;
    this.ends = ends;
  }

  /** Ranges as stored; null when they are not ascending, empty, overlap or touch. */
  static ZeroExtents ofNormalised(long[] starts, long[] ends) {
    for (int i = 0; i < starts.length; i++) {
      if (Long.compareUnsigned(starts[i], ends[i]) >= 0
          || (i > 0 && Long.compareUnsigned(starts[i], ends[i - 1]) <= 0)) {
        return null;
      }
    }
    return new ZeroExtents(starts.clone(), ends.clone());
  }

  /** How many ranges. */
  public int count() {
    return starts.length;
  }

  /** First page of a range. */
  public long start(int index) {
    return starts[index];
  }

  /** The page after the last one of a range. */
  public long end(int index) {
    return ends[index];
  }

  /** Whether a page reads as zeros. */
  public boolean contains(long page) {
    int low = 0;
    int high = starts.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(page, starts[middle]) < 0) {
        high = middle - 1;
      } else if (Long.compareUnsigned(page, ends[middle]) >= 0) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /** These ranges and [start, end), merged where they overlap or touch. */
  public ZeroExtents add(long start, long end) {
    Builder builder = new Builder(this);
    builder.add(start, end);
    return builder.build();
  }

  /** These ranges without [start, end). */
  public ZeroExtents subtract(long start, long end) {
    Builder builder = new Builder(this);
    builder.subtract(start, end);
    return builder.build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ZeroExtents that
        && Arrays.equals(starts, that.starts)
        && Arrays.equals(ends, that.ends);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(starts) + Arrays.hashCode(ends);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < starts.length; i++) {
      text.append(i == 0 ? "[" : ", [")
          .append(Long.toUnsignedString(starts[i]))
          .append(',')
          .append(Long.toUnsignedString(ends[i]))
          .append(')');
    }
    return text.append(']').toString();
  }

  /** A set of ranges that changes in logarithmic time; normalised after every step. */
  static final class Builder {

    private final TreeMap<Long, Long> endByStart = new TreeMap<>(Long::compareUnsigned);

    Builder(ZeroExtents initial) {
      for (int i = 0; i < initial.count(); i++) {
        endByStart.put(initial.start(i), initial.end(i));
      }
    }

    int count() {
      return endByStart.size();
    }

    boolean contains(long page) {
      Map.Entry<Long, Long> below = endByStart.floorEntry(page);
      return below != null && Long.compareUnsigned(page, below.getValue()) < 0;
    }

    void add(long start, long end) {
      if (Long.compareUnsigned(start, end) >= 0) {
        return;
      }
      long from = start;
      long to = end;
      Map.Entry<Long, Long> below = endByStart.floorEntry(from);
      if (below != null && Long.compareUnsigned(below.getValue(), from) >= 0) {
        from = below.getKey();
        to = max(to, below.getValue());
      }
      Map.Entry<Long, Long> next = endByStart.ceilingEntry(from);
      while (next != null && Long.compareUnsigned(next.getKey(), to) <= 0) {
        to = max(to, next.getValue());
        endByStart.remove(next.getKey());
        next = endByStart.ceilingEntry(from);
      }
      endByStart.put(from, to);
    }

    void subtract(long start, long end) {
      if (Long.compareUnsigned(start, end) >= 0) {
        return;
      }
      Map.Entry<Long, Long> below = endByStart.lowerEntry(start);
      if (below != null && Long.compareUnsigned(below.getValue(), start) > 0) {
        endByStart.put(below.getKey(), start);
        if (Long.compareUnsigned(below.getValue(), end) > 0) {
          endByStart.put(end, below.getValue());
        }
      }
      Map.Entry<Long, Long> next = endByStart.ceilingEntry(start);
      while (next != null && Long.compareUnsigned(next.getKey(), end) < 0) {
        endByStart.remove(next.getKey());
        if (Long.compareUnsigned(next.getValue(), end) > 0) {
          endByStart.put(end, next.getValue());
        }
        next = endByStart.ceilingEntry(start);
      }
    }

    ZeroExtents build() {
      long[] starts = new long[endByStart.size()];
      long[] ends = new long[endByStart.size()];
      int i = 0;
      for (Map.Entry<Long, Long> range : endByStart.entrySet()) {
        starts[i] = range.getKey();
        ends[i] = range.getValue();
        i++;
      }
      return new ZeroExtents(starts, ends);
    }

    private static long max(long a, long b) {
      return Long.compareUnsigned(a, b) >= 0 ? a : b;
    }
  }
}
