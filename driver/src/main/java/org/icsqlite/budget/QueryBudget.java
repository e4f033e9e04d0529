package org.icsqlite.budget;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one query may take. Exactly the limit passes. Immutable and thread-safe.
 *
 * <p>The defaults are those of the crate ic-sqlite-vfs: 10,000 rows, and 1 MiB each of the result,
 * the SQL text and the longest value. The result counts 8 bytes for a number, the length of texts
 * in UTF-8 and of blobs, and nothing for NULL.
 */
public final class QueryBudget {

  /** A number of rows or bytes that no result has. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private static final QueryBudget DEFAULTS =
      new QueryBudget(10_000, 1L << 20, CommonLimits.DEFAULTS);

  private static final QueryBudget NO_LIMITS =
      new QueryBudget(UNLIMITED, UNLIMITED, CommonLimits.UNLIMITED);

  private final long maxRows;
  private final long maxResultBytes;
  private final CommonLimits common;

  private QueryBudget(long maxRows, long maxResultBytes, CommonLimits common) {
    this.maxRows = maxRows;
    this.maxResultBytes = maxResultBytes;
    this.common = common;
  }

  /** The crate's defaults. */
  public static QueryBudget defaults() {
    return DEFAULTS;
  }

  /** No limits. */
  public static QueryBudget unlimited() {
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

  /** Rows of the result, {@link #UNLIMITED} for any number. */
  public long maxRows() {
    return maxRows;
  }

  /** Bytes of the result, {@link #UNLIMITED} for any number. */
  public long maxResultBytes() {
    return maxResultBytes;
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

  /** Whether nothing is limited. */
  public boolean isUnlimited() {
    return maxRows == UNLIMITED && maxResultBytes == UNLIMITED && common.unlimited();
  }

  /**
   * Refuses values that no query can be run with.
   *
   * @throws SQLException SQLState 22023, or 0A000 for instructions of the IC
   */
  public void check() throws SQLException {
    common.check("query");
  }

  /** Makes budgets. Not thread-safe. */
  public static final class Builder {

    private long maxRows;
    private long maxResultBytes;
    private CommonLimits common;

    private Builder(QueryBudget from) {
      maxRows = from.maxRows;
      maxResultBytes = from.maxResultBytes;
      common = from.common;
    }

    /** Rows of the result, 0 or more. */
    public Builder maxRows(long rows) {
      maxRows = CommonLimits.requireAtLeastZero("max_rows", rows);
      return this;
    }

    /** Bytes of the result, 0 or more. */
    public Builder maxResultBytes(long bytes) {
      maxResultBytes = CommonLimits.requireAtLeastZero("max_result_bytes", bytes);
      return this;
    }

    /** Instructions of the IC: refused when the budget is used, see {@link #maxVmSteps}. */
    public Builder maxInstructions(long instructions) {
      common =
          common.withMaxInstructions(
              CommonLimits.requireAtLeastZero("max_instructions", instructions));
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

    public QueryBudget build() {
      return new QueryBudget(maxRows, maxResultBytes, common);
    }
  }
}
