package org.icsqlite.budget;

import java.sql.SQLException;

/**
 * What one query may take. Exactly the limit passes. Immutable and thread-safe.
 *
 * <p>The defaults are those of the crate ic-sqlite-vfs: 10,000 rows, and 1 MiB each of the result,
 * the SQL text and the longest value. The result counts 8 bytes for a number, the length of texts
 * in UTF-8 and of blobs, and nothing for NULL.
 */
public final class QueryBudget extends ExecutionBudget {

  private static final QueryBudget DEFAULTS =
      new QueryBudget(10_000, 1L << 20, CommonLimits.DEFAULTS);

  private static final QueryBudget NO_LIMITS =
      new QueryBudget(UNLIMITED, UNLIMITED, CommonLimits.UNLIMITED);

  private final long maxRows;
  private final long maxResultBytes;

  private QueryBudget(long maxRows, long maxResultBytes, CommonLimits common) {
    super(common);
    this.maxRows = maxRows;
    this.maxResultBytes = maxResultBytes;
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

  /** Whether nothing is limited. */
  public boolean isUnlimited() {
    return maxRows == UNLIMITED && maxResultBytes == UNLIMITED && common().unlimited();
  }

  /**
   * Refuses values that no query can be run with.
   *
   * @throws SQLException SQLState 22023, or 0A000 for instructions of the IC
   */
  public void check() throws SQLException {
    common().check("query");
  }

  /** Makes budgets. Not thread-safe. */
  public static final class Builder extends ExecutionBudget.Builder<Builder> {

    private long maxRows;
    private long maxResultBytes;

    private Builder(QueryBudget from) {
      super(from.common());
      maxRows = from.maxRows;
      maxResultBytes = from.maxResultBytes;
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

    @Override
    Builder self() {
      return this;
    }

    public QueryBudget build() {
      return new QueryBudget(maxRows, maxResultBytes, common());
    }
  }
}
