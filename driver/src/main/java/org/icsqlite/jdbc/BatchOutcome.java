package org.icsqlite.jdbc;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Arrays;

/** What a batch tells its caller. */
final class BatchOutcome {

  private BatchOutcome() {}

  /** Counts as the older method has them, which know no more than an int. */
  static int[] ints(long[] counts) {
    return Arrays.stream(counts).mapToInt(StatementBase::intCount).toArray();
  }

  /**
   * The failure of a batch, which ended there.
   *
   * @param index of what failed, from 0
   * @param counts of those before it, which are done
   */
  static BatchUpdateException failure(int index, SQLException cause, long[] counts) {
    return new BatchUpdateException(
        "Batch entry " + index + " (the first is 0): " + cause.getMessage(),
        cause.getSQLState(),
        cause.getErrorCode(),
        counts,
        cause);
  }
}
