package org.icsqlite.budget;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** What budgets for queries and for updates have in common. Immutable and thread-safe. */
public abstract sealed class ExecutionBudget permits QueryBudget, UpdateBudget {

  /** A number of rows, bytes or pages that nothing comes to. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private final CommonLimits common;

  ExecutionBudget(CommonLimits common) {
    this.common = common;
  }

  /** Steps of SQLite's virtual machine, if they are limited. */
  public final OptionalLong maxVmSteps() {
    return optional(common.maxVmSteps());
  }

  /** Time in SQLite, if it is limited. */
  public final Optional<Duration> timeout() {
    return Optional.ofNullable(common.timeout());
  }

  /** Steps of the machine by which the stop after {@link #maxVmSteps()} may be late. */
  public final long progressInterval() {
    return common.progressInterval();
  }

  /** Bytes of the SQL text, if they are limited. */
  public final OptionalLong maxSqlBytes() {
    return optional(common.maxSqlBytes());
  }

  /** Bytes of the longest value or row, if they are limited. */
  public final OptionalLong maxValueBytes() {
    return optional(common.maxValueBytes());
  }

  private static OptionalLong optional(long value) {
    return value == CommonLimits.NONE ? OptionalLong.empty() : OptionalLong.of(value);
  }

  final CommonLimits common() {
    return common;
  }

  /**
   * Makes budgets. Not thread-safe.
   *
   * @param <B> the builder itself, which each setter returns
   */
  public abstract static sealed class Builder<B extends Builder<B>>
      permits QueryBudget.Builder, UpdateBudget.Builder {

    private CommonLimits common;

    Builder(CommonLimits common) {
      this.common = common;
    }

    abstract B self();

    final CommonLimits common() {
      return common;
    }

    /** Instructions of the IC: refused when the budget is used, see {@link #maxVmSteps}. */
    public final B maxInstructions(long instructions) {
      common =
          common.withMaxInstructions(
              CommonLimits.requireAtLeastZero("max_instructions", instructions));
      return self();
    }

    /** Steps of SQLite's virtual machine, 0 or more. */
    public final B maxVmSteps(long steps) {
      common = common.withMaxVmSteps(CommonLimits.requireAtLeastZero("max_vm_steps", steps));
      return self();
    }

    /** Time in SQLite, more than nothing; null for any time. Waiting for the write lock counts. */
    public final B timeout(Duration timeout) {
      common = common.withTimeout(timeout);
      return self();
    }

    /**
     * Steps of SQLite's virtual machine by which the stop after {@link #maxVmSteps} may be late.
     *
     * @param steps 1 to 2147483647; what is not is refused when the budget is used
     */
    public final B progressInterval(long steps) {
      common = common.withProgressInterval(steps);
      return self();
    }

    /**
     * Bytes of the SQL text in UTF-8.
     *
     * @param bytes 1 to 2147483647; what is not is refused when the budget is used
     */
    public final B maxSqlBytes(long bytes) {
      common = common.withMaxSqlBytes(bytes == CommonLimits.NONE ? 0 : bytes);
      return self();
    }

    /** Any length of the SQL text. */
    public final B anySqlBytes() {
      common = common.withMaxSqlBytes(CommonLimits.NONE);
      return self();
    }

    /**
     * Bytes of the longest value or row that SQLite makes on the way or is given; SQLite takes less
     * than 30 for 30.
     *
     * @param bytes 1 to 2147483647; what is not is refused when the budget is used
     */
    public final B maxValueBytes(long bytes) {
      common = common.withMaxValueBytes(bytes == CommonLimits.NONE ? 0 : bytes);
      return self();
    }

    /** Any length of values. */
    public final B anyValueBytes() {
      common = common.withMaxValueBytes(CommonLimits.NONE);
      return self();
    }
  }
}
