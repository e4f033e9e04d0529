package org.icsqlite.budget;

import java.sql.SQLException;

/**
 * What one update may take. Exactly the limit passes. Immutable and thread-safe.
 *
 * <p>The defaults are those of the crate ic-sqlite-vfs: 64 pages of 16384 bytes, which are 1 MiB,
 * and 1 MiB each of the SQL text and the longest value.
 */
public final class UpdateBudget extends ExecutionBudget {

  private static final long COMMIT_RESERVE = 10_000_000;

  private static final UpdateBudget DEFAULTS =
      new UpdateBudget(64, 1L << 20, COMMIT_RESERVE, CommonLimits.DEFAULTS);

  private static final UpdateBudget NO_LIMITS =
      new UpdateBudget(UNLIMITED, UNLIMITED, COMMIT_RESERVE, CommonLimits.UNLIMITED);

  private final long maxDirtyPages;
  private final long maxChangedBytes;
  private final long commitReserveInstructions;

  private UpdateBudget(
      long maxDirtyPages,
      long maxChangedBytes,
      long commitReserveInstructions,
      CommonLimits common) {
    super(common);
    this.maxDirtyPages = maxDirtyPages;
    this.maxChangedBytes = maxChangedBytes;
    this.commitReserveInstructions = commitReserveInstructions;
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

  /**
   * Refuses values that no update can be run with.
   *
   * @throws SQLException SQLState 22023, or 0A000 for instructions of the IC
   */
  public void check() throws SQLException {
    if (common().maxInstructions() != CommonLimits.NONE
        && (commitReserveInstructions == 0
            || common().maxInstructions() <= commitReserveInstructions)) {
      throw BudgetText.invalid(
          "update", "commit reserve must be positive and smaller than max_instructions");
    }
    common().check("update");
  }

  /** Makes budgets. Not thread-safe. */
  public static final class Builder extends ExecutionBudget.Builder<Builder> {

    private long maxDirtyPages;
    private long maxChangedBytes;
    private long commitReserveInstructions;

    private Builder(UpdateBudget from) {
      super(from.common());
      maxDirtyPages = from.maxDirtyPages;
      maxChangedBytes = from.maxChangedBytes;
      commitReserveInstructions = from.commitReserveInstructions;
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

    /** Of the instructions of the IC those kept for the commit. */
    public Builder commitReserveInstructions(long instructions) {
      commitReserveInstructions =
          CommonLimits.requireAtLeastZero("commit_reserve_instructions", instructions);
      return this;
    }

    @Override
    Builder self() {
      return this;
    }

    public UpdateBudget build() {
      return new UpdateBudget(maxDirtyPages, maxChangedBytes, commitReserveInstructions, common());
    }
  }
}
