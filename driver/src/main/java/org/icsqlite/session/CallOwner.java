package org.icsqlite.session;

import java.sql.SQLException;
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

  private volatile int state;

  /** Nanoseconds that calls of one execution may take in all; 0 for any time. */
  private volatile long timeoutNanos;

  private long spentNanos;

  private Meter meter;

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

  /** Forgets what was asked of the execution before. */
  void begin() {
    if (state != GOES_ON) {
      state = GOES_ON;
    }
    spentNanos = 0;
    if (meter != null) {
      meter.begins();
    }
  }

  /** The failure of a call that was asked to stop. */
  SQLException stopped() {
    boolean timeout = timedOut();
    SQLException stopped = SqlErrors.stopped(timeout);
    return meter == null
        ? stopped
        : meter.explain(stopped, timeout ? Meter.Stop.TIME : Meter.Stop.OTHER);
  }

  void ask(boolean timeout) {
    state = timeout ? TIMED_OUT : CANCELLED;
  }

  boolean asked() {
    return state != GOES_ON;
  }

  boolean timedOut() {
    return state == TIMED_OUT;
  }
}
