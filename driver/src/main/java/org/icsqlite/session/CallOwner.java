package org.icsqlite.session;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.icsqlite.error.SqlErrors;

/**
 * Whoever makes calls that can be cancelled or timed out: one statement with its result sets. What
 * is asked of it holds for the execution that runs or has rows left, and is forgotten when the next
 * one begins.
 *
 * <p>Thread-safe.
 */
public final class CallOwner {

  private static final int GOES_ON = 0;
  private static final int CANCELLED = 1;
  private static final int TIMED_OUT = 2;
  private static final int ASKED = 3;

  /** The number of the execution, and in the lowest two bits what was asked of it. */
  private final AtomicLong state = new AtomicLong();

  /** Nanoseconds that calls of one execution may take in all; 0 for any time. */
  private volatile long timeoutNanos;

  private long spentNanos;

  private Meter meter;
  private volatile boolean rowsEndAtCommit;

  private volatile boolean outsideTransaction;

  /** Has what runs begin no transaction that is due; one that is open it is in all the same. */
  public void stayOutsideTransaction() {
    outsideTransaction = true;
  }

  boolean staysOutsideTransaction() {
    return outsideTransaction;
  }

  /** Sets whether rows that are open at a commit are closed by it. */
  public void setRowsEndAtCommit(boolean wanted) {
    rowsEndAtCommit = wanted;
  }

  boolean rowsEndAtCommit() {
    return rowsEndAtCommit;
  }

  /** Sets what limits and measures the executions that follow; null for nothing. */
  public void setMeter(Meter wanted) {
    meter = wanted;
  }

  /** What limits and measures, or null. */
  public Meter meter() {
    return meter;
  }

  /** Sets how long the calls of one execution may take in all, in nanoseconds; 0 for any time. */
  public void setTimeoutNanos(long nanos) {
    timeoutNanos = nanos;
  }

  boolean timed() {
    return timeoutNanos > 0;
  }

  /** What is left of the time; only for the thread that runs the call. */
  long leftNanos() {
    return timeoutNanos - spentNanos;
  }

  void spent(long nanos) {
    spentNanos += nanos;
  }

  /** Begins the next execution, of which nothing was asked. */
  void begin() {
    beginCompiling();
    if (meter != null) {
      meter.begins();
    }
  }

  /** As {@link #begin}, of what the meter does not measure. */
  void beginCompiling() {
    state.updateAndGet(now -> (now | ASKED) + 1);
    spentNanos = 0;
  }

  /** The failure of a call that was asked to stop. */
  SQLException stopped() {
    boolean timeout = timedOut();
    SQLException stopped = SqlErrors.stopped(timeout);
    return meter == null
        ? stopped
        : meter.explain(stopped, timeout ? Meter.Stop.TIME : Meter.Stop.OTHER);
  }

  /** Fails when the execution was asked to stop. */
  void requireNotAsked() throws SQLException {
    if (asked()) {
      throw stopped();
    }
  }

  /** The execution that was begun last, with what was asked of it. */
  long execution() {
    return state.get();
  }

  /** Whether it is still the execution that {@link #execution} told, with nothing new asked. */
  boolean executes(long execution) {
    return state.get() == execution;
  }

  /** Asks the execution that was begun last to end, as cancelled; the result is that execution. */
  long cancel() {
    return state.updateAndGet(now -> asked(now) ? now : now + CANCELLED);
  }

  /**
   * Asks an execution to end, for it has used its time up.
   *
   * @param execution what {@link #execution} told of it
   * @return what it tells now, or -1 when another one has begun or this one was asked before
   */
  long timeOut(long execution) {
    return !asked(execution) && state.compareAndSet(execution, execution + TIMED_OUT)
        ? execution + TIMED_OUT
        : -1;
  }

  /** Whether something was asked of an execution, as {@link #execution} told it. */
  static boolean asked(long execution) {
    return (execution & ASKED) != GOES_ON;
  }

  boolean asked() {
    return asked(state.get());
  }

  boolean timedOut() {
    return (state.get() & ASKED) == TIMED_OUT;
  }
}
