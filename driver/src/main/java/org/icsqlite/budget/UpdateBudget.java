package org.icsqlite.budget;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one update may take. Exactly the limit passes. Immutable and thread-safe.
 *
 * <p>The defaults are those of the crate ic-sqlite-vfs: 64 pages of 16384 bytes, which are 1 MiB,
 * and 1 MiB each of the SQL text and the longest value.
 */
public final class UpdateBudget {

  /** A number of pages or bytes that no update changes. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private static final long COMMIT_RESERVE = 10_000_000;

  private static final UpdateBudget DEFAULTS =
      new UpdateBudget(64, 1L << 20, COMMIT_RESERVE, CommonLimits.DEFAULTS);

  private static final UpdateBudget NO_LIMITS =
      new UpdateBudget(UNLIMITED, UNLIMITED, COMMIT_RESERVE, CommonLimits.UNLIMITED);

  private final long maxDirtyPages;
  private final long maxChangedBytes;
  private final long commitReserveInstructions;
  private final CommonLimits common;

  private UpdateBudget(
      long maxDirtyPages,
      long maxChangedBytes,
      long commitReserveInstructions,
      CommonLimits common) {
    this.maxDirtyPages = maxDirtyPages;
    this.maxChangedBytes = maxChangedBytes;
    this.commitReserveInstructions = commitReserveInstructions;
    this.common = common;
  }

  /** The crate's defaults. */
  public static UpdateBudget defaults() {
    return DEFAULTS;
  }

  /** No limits. */
  public static UpdateBudget unlimited() {
    return NO_LIMITS;
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return DEFAULTS.toBuilder();
  }

  /** Begins with this budget. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /**
   * Pages of 16384 bytes that are written, {@link #UNLIMITED} for any number. Every transaction
   * that writes changes page 0, which counts.
   */
  public long maxDirtyPages() {
    return maxDirtyPages;
  }

  /** Bytes of whole pages that are written, {@link #UNLIMITED} for any number. */
  public long maxChangedBytes() {
    return maxChangedBytes;
  }

  /** Steps of SQLite's virtual machine, if they are limited. */
  public OptionalLong maxVmSteps() {
    return optional(common.maxVmSteps());
  }

  /** Time in SQLite, if it is limited. */
  public Optional<Duration> timeout() {
    return Optional.ofNullable(common.timeout());
  }

  /** Steps of the machine by which the stop after {@link #maxVmSteps()} may be late. */
  public long progressInterval() {
    return common.progressInterval();
  }

  /** Bytes of the SQL text, if they are limited. */
  public OptionalLong maxSqlBytes() {
    return optional(common.maxSqlBytes());
  }

  /** Bytes of the longest value or row, if they are limited. */
  public OptionalLong maxValueBytes() {
    return optional(common.maxValueBytes());
  }

  private static OptionalLong optional(long value) {
    return value == CommonLimits.NONE ? OptionalLong.empty() : OptionalLong.of(value);
  }

  CommonLimits common() {
    return common;
  }

  /**
   * Refuses values that no update can be run with.
   *
   * @throws SQLException SQLState 22023, or 0A000 for instructions of the IC
   */
  public void check() throws SQLException {
    if (common.maxInstructions() != CommonLimits.NONE
        && (commitReserveInstructions == 0
            || common.maxInstructions() <= commitReserveInstructions)) {
      throw BudgetText.invalid(
          "update", "commit reserve must be positive and smaller than max_instructions");
    }
    common.check("update");
  }

  /** Makes budgets. Not thread-safe. */
  public static final class Builder {

    private long maxDirtyPages;
    private long maxChangedBytes;
    private long commitReserveInstructions;
    private CommonLimits common;

    private Builder(UpdateBudget from) {
      maxDirtyPages = from.maxDirtyPages;
      maxChangedBytes = from.maxChangedBytes;
      commitReserveInstructions = from.commitReserveInstructions;
      common = from.common;
    }

    /** Pages of 16384 bytes, 0 or more. */
    public Builder maxDirtyPages(long pages) {
      maxDirtyPages = CommonLimits.requireAtLeastZero("max_dirty_pages", pages);
      return this;
    }

    /** Bytes of whole pages, 0 or more. */
    public Builder maxChangedBytes(long bytes) {
      maxChangedBytes = CommonLimits.requireAtLeastZero("max_changed_bytes", bytes);
      return this;
    }

    /** Instructions of the IC: refused when the budget is used, see {@link #maxVmSteps}. */
    public Builder maxInstructions(long instructions) {
      common =
          common.withMaxInstructions(
              CommonLimits.requireAtLeastZero("max_instructions", instructions));
      return this;
    }

    /** Of the instructions of the IC those kept for the commit. */
    public Builder commitReserveInstructions(long instructions) {
      commitReserveInstructions =
          CommonLimits.requireAtLeastZero("commit_reserve_instructions", instructions);
      return this;
    }

    /** Steps of SQLite's virtual machine, 0 or more. */
    public Builder maxVmSteps(long steps) {
      common = common.withMaxVmSteps(CommonLimits.requireAtLeastZero("max_vm_steps", steps));
      return this;
    }

    /** Time in SQLite, more than nothing; null for any time. Waiting for the write lock counts. */
    public Builder timeout(Duration timeout) {
      common = common.withTimeout(timeout);
      return this;
    }

    /**
     * Steps of SQLite's virtual machine by which the stop after {@link #maxVmSteps} may be late.
     *
     * @param steps 1 to 2147483647; what is not is refused when the budget is used
     */
    public Builder progressInterval(long steps) {
      common = common.withProgressInterval(steps);
      return this;
    }

    /**
     * Bytes of the SQL text in UTF-8.
     *
     * @param bytes 1 to 2147483647; what is not is refused when the budget is used
     */
    public Builder maxSqlBytes(long bytes) {
      common = common.withMaxSqlBytes(bytes == CommonLimits.NONE ? 0 : bytes);
      return this;
    }

    /** Any length of the SQL text. */
    public Builder anySqlBytes() {
      common = common.withMaxSqlBytes(CommonLimits.NONE);
      return this;
    }

    /**
     * Bytes of the longest value or row that SQLite makes on the way or is given; SQLite takes less
     * than 30 for 30.
     *
     * @param bytes 1 to 2147483647; what is not is refused when the budget is used
     */
    public Builder maxValueBytes(long bytes) {
      common = common.withMaxValueBytes(bytes == CommonLimits.NONE ? 0 : bytes);
      return this;
    }

    /** Any length of values. */
    public Builder anyValueBytes() {
      common = common.withMaxValueBytes(CommonLimits.NONE);
      return this;
    }

    public UpdateBudget build() {
      return new UpdateBudget(maxDirtyPages, maxChangedBytes, commitReserveInstructions, common);
    }
  }
}
