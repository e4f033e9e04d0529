package org.icsqlite.session;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.SQLException;
import org.icsqlite.natives.NativeCalls;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.Mount;

/**
 * Puts a meter's limits in place for one call into SQLite and takes them back after it, whatever
 * happens. Used under the session's monitor.
 */
final class Gauges {

  private static final int COUNTERS = 6;
  private static final int VM_STEPS = 3;
  private static final int LIMIT_LENGTH = 0;

  /** More than any statement takes, and far from an overflow. */
  private static final long ANY_STEPS = 1L << 62;

  private final SqliteApi api;
  private final NativeCalls calls;
  private final long handle;
  private final long guard;
  private final Mount mount;
  private final GuardPlace place;
  private final long address;
  private final ByteBuffer counters;
  private int steps = Session.GUARD_STEPS;
  private long left = -1;
  private long looksThen;
  private boolean usedUp;

  Gauges(SqliteApi api, NativeCalls calls, long handle, long guard, Mount mount, GuardPlace place) {
    this.api = api;
    this.calls = calls;
    this.handle = handle;
    this.guard = guard;
    this.mount = mount;
    this.place = place;
    this.address = calls.allocate(COUNTERS * (long) Integer.BYTES);
    this.counters = calls.view(address, COUNTERS * Integer.BYTES).order(ByteOrder.nativeOrder());
  }

  void free() {
    calls.free(address);
  }

  /** Whether the call that ended last was stopped because its steps were used up. */
  boolean usedUp() {
    return usedUp;
  }

  /** Runs a call for a statement under a meter. */
  void run(Meter meter, long statement, Runnable call) throws SQLException {
    Usage usage = meter.usage();
    boolean limited = meter.maxSteps() >= 0;
    int outerSteps = steps;
    long outerLeft = leftNow();
    int valueBytes = meter.maxValueBytes();
    if (limited) {
      place.take();
    }
    int[] before = usage.counters() == null ? read(statement) : usage.counters();
    long reads = mount.readCalls();
    long bytes = mount.readBytes();
    int oldLength = -1;
    long looks = api.looks(guard);
    long start = System.nanoTime();
    try {
      if (limited) {
        setSteps(Math.max(1, meter.progressInterval() / 2));
        setLeft(looksLeft(before[VM_STEPS], meter.maxSteps() - usage.vmSteps()));
      }
      if (valueBytes > 0) {
        oldLength = limitLength(valueBytes);
      }
      call.run();
    } finally {
      usage.addNanos(System.nanoTime() - start);
      usedUp = limited && api.intervalsExceeded(guard);
      usage.addCounters(before, read(statement), (api.looks(guard) - looks) * steps);
      usage.addReads(mount.readCalls() - reads, mount.readBytes() - bytes);
      if (oldLength >= 0) {
        api.limit(handle, LIMIT_LENGTH, oldLength);
      }
      if (limited) {
        setSteps(outerSteps);
        setLeft(outerLeft);
      }
    }
  }

  private int limitLength(int bytes) {
    int old = api.limit(handle, LIMIT_LENGTH, bytes);
    if (bytes <= old) {
      return old;
    }
    api.limit(handle, LIMIT_LENGTH, old);
    return -1;
  }

  private int[] read(long statement) {
    api.readCounters(statement, address);
    int[] read = new int[COUNTERS];
    for (int i = 0; i < COUNTERS; i++) {
      read[i] = counters.getInt(i * Integer.BYTES);
    }
    return read;
  }

  private void setSteps(int wanted) {
    if (wanted != steps) {
      api.setGuard(handle, guard, wanted);
      steps = wanted;
    }
  }

  private void setLeft(long wanted) {
    left = wanted;
    if (wanted >= 0) {
      looksThen = api.looks(guard);
    }
    api.setIntervals(guard, wanted);
  }

  /** What is left for the call that a function of the user's runs within; negative for any. */
  private long leftNow() {
    return left < 0 ? left : Math.max(0, left - (api.looks(guard) - looksThen));
  }

  /**
   * How many looks pass before one comes too late. SQLite looks when a statement's counter has
   * become a multiple of the steps.
   */
  private long looksLeft(int counter, long stepsLeft) {
    long prior = Integer.toUnsignedLong(counter);
    long end = prior + Math.max(0, Math.min(stepsLeft, ANY_STEPS));
    return end / steps - prior / steps;
  }
}
