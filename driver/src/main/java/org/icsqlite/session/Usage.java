package org.icsqlite.session;

/** What one execution has taken so far. Not thread-safe. */
public final class Usage {

  private static final long WRAP = 1L << 32;

  private long vmSteps;
  private long fullScanSteps;
  private long sorts;
  private long autoIndexRows;
  private long reprepares;
  private long runs;
  private long nanos;
  private long readCalls;
  private long readBytes;
  private int[] counters;

  void addNanos(long more) {
    nanos += more;
  }

  void addReads(long calls, long bytes) {
    readCalls += calls;
    readBytes += bytes;
  }

  /** Adds a statement's counters, of which SQLite keeps 32 bits. */
  void addCounters(int[] before, int[] after, long leastSteps) {
    counters = after;
    fullScanSteps += difference(before, after, 0);
    sorts += difference(before, after, 1);
    autoIndexRows += difference(before, after, 2);
    long steps = difference(before, after, 3);
    if (leastSteps > steps) {
      steps += (leastSteps - steps + WRAP / 2) / WRAP * WRAP;
    }
    vmSteps += steps;
    reprepares += difference(before, after, 4);
    runs += difference(before, after, 5);
  }

  /**
   * The statement's counters after the last call of this execution, or null before; nobody else
   * runs the statement meanwhile.
   */
  int[] counters() {
    return counters;
  }

  private static long difference(int[] before, int[] after, int counter) {
    return Integer.toUnsignedLong(after[counter] - before[counter]);
  }

  /** Steps of SQLite's machine. */
  public long vmSteps() {
    return vmSteps;
  }

  public long fullScanSteps() {
    return fullScanSteps;
  }

  public long sorts() {
    return sorts;
  }

  public long autoIndexRows() {
    return autoIndexRows;
  }

  /** How often SQLite compiled the statement anew. */
  public long reprepares() {
    return reprepares;
  }

  public long runs() {
    return runs;
  }

  /** Nanoseconds in SQLite. */
  public long nanos() {
    return nanos;
  }

  /** Reads of the database file that the extension could not answer itself. */
  public long readCalls() {
    return readCalls;
  }

  public long readBytes() {
    return readBytes;
  }
}
