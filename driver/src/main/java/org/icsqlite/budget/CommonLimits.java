package org.icsqlite.budget;

import java.sql.SQLException;
import java.time.Duration;

/**
 * What budgets for queries and for updates have in common. Immutable.
 *
 * @param maxInstructions of the IC, or -1; never to be had here
 * @param maxVmSteps or -1
 * @param timeout or null
 * @param progressInterval steps of the machine
 * @param maxSqlBytes or -1
 * @param maxValueBytes or -1
 */
record CommonLimits(
    long maxInstructions,
    long maxVmSteps,
    Duration timeout,
    long progressInterval,
    long maxSqlBytes,
    long maxValueBytes) {

  static final long NONE = -1;

  private static final long INTERVAL = 1_000;
  private static final long MEBIBYTE = 1L << 20;

  /** The defaults of the crate. */
  static final CommonLimits DEFAULTS =
      new CommonLimits(NONE, NONE, null, INTERVAL, MEBIBYTE, MEBIBYTE);

  static final CommonLimits UNLIMITED = new CommonLimits(NONE, NONE, null, INTERVAL, NONE, NONE);

  static long requireAtLeastZero(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must not be negative: " + value);
    }
    return value;
  }

  CommonLimits withMaxInstructions(long value) {
    return new CommonLimits(
        value, maxVmSteps, timeout, progressInterval, maxSqlBytes, maxValueBytes);
  }

  CommonLimits withMaxVmSteps(long value) {
    return new CommonLimits(
        maxInstructions, value, timeout, progressInterval, maxSqlBytes, maxValueBytes);
  }

  CommonLimits withTimeout(Duration value) {
    if (value != null && (value.isNegative() || value.isZero())) {
      throw new IllegalArgumentException("timeout must be more than nothing: " + value);
    }
    return new CommonLimits(
        maxInstructions, maxVmSteps, value, progressInterval, maxSqlBytes, maxValueBytes);
  }

  CommonLimits withProgressInterval(long value) {
    return new CommonLimits(
        maxInstructions, maxVmSteps, timeout, value, maxSqlBytes, maxValueBytes);
  }

  CommonLimits withMaxSqlBytes(long value) {
    return new CommonLimits(
        maxInstructions, maxVmSteps, timeout, progressInterval, value, maxValueBytes);
  }

  CommonLimits withMaxValueBytes(long value) {
    return new CommonLimits(
        maxInstructions, maxVmSteps, timeout, progressInterval, maxSqlBytes, value);
  }

  boolean unlimited() {
    return maxInstructions == NONE
        && maxVmSteps == NONE
        && timeout == null
        && maxSqlBytes == NONE
        && maxValueBytes == NONE;
  }

  /** Refuses what cannot be run, in the crate's order. */
  void check(String what) throws SQLException {
    if (outside(progressInterval)) {
      throw BudgetText.invalid(what, "progress_interval must be 1..=i32::MAX");
    }
    if ((maxSqlBytes != NONE && outside(maxSqlBytes))
        || (maxValueBytes != NONE && outside(maxValueBytes))) {
      throw BudgetText.invalid(what, "SQL/value limits must be 1..=i32::MAX");
    }
    if (maxInstructions != NONE) {
      throw BudgetText.noInstructions();
    }
  }

  private static boolean outside(long value) {
    return value < 1 || value > Integer.MAX_VALUE;
  }

  /** The timeout in nanoseconds, 0 for none. */
  long timeoutNanos() {
    if (timeout == null) {
      return 0;
    }
    try {
      return timeout.toNanos();
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /** What is left of a limit of this size: itself, or -1 for none. */
  int valueBytes() {
    return maxValueBytes == NONE ? 0 : (int) maxValueBytes;
  }
}
