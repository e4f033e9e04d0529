package org.icsqlite.budget;

import java.sql.SQLException;

/**
 * Calls with a budget each on one connection, whose own limits don't count for them. Reach it with
 * {@code connection.unwrap(IcSqliteConnection.class)}.
 */
public interface BudgetedConnection {

  /**
   * Runs one query under a budget; the connection's own limits don't count. All rows are mapped, or
   * the call fails and gives none. While the mapper runs it may execute ordinary statements on this
   * connection, but no other budgeted call.
   *
   * @param args a value for each parameter, as {@code setObject} takes it
   * @throws BudgetExceededException when a limit is exceeded; for time a {@link
   *     BudgetTimeoutException}
   * @throws SQLException SQLState 22023 for values of the budget that cannot be used and for a
   *     statement that writes, 0A000 for max_instructions, 42000 for no statement or several, 07001
   *     for another number of parameters; whatever is thrown, {@link ExecutionMetrics#of} knows the
   *     metrics
   */
  <T> QueryReport<T> query(String sql, QueryBudget budget, RowMapper<T> mapper, Object... args)
      throws SQLException;

  /** As {@link #query} without limits, for the figures. */
  default <T> QueryReport<T> profile(String sql, RowMapper<T> mapper, Object... args)
      throws SQLException {
    return query(sql, QueryBudget.unlimited(), mapper, args);
  }

  /**
   * Runs one statement that writes, in a transaction of its own under a budget; the connection's
   * own limits don't count. When it fails, nothing has changed. Rows of a RETURNING clause are not
   * handed on.
   *
   * @param args a value for each parameter, as {@code setObject} takes it
   * @throws BudgetExceededException when a limit is exceeded; for time a {@link
   *     BudgetTimeoutException}
   * @throws SQLException as {@link #query}; SQLState 25001 inside a transaction, without
   *     auto-commit and while the mapper of a budgeted query runs; 42501 for what no budgeted
   *     update may do
   */
  UpdateReport update(String sql, UpdateBudget budget, Object... args) throws SQLException;

  /**
   * The most pages of 16384 bytes that the transaction which wrote last on this connection had
   * changed at a time, as {@code max_dirty_pages} counts them: with this number as the limit it
   * would have passed, with one less not. Committed or not; complete when the transaction has
   * ended, for pages that are still in SQLite's cache are not counted.
   *
   * @return 0 when nothing was written
   * @throws SQLException SQLState 08003 when the connection is closed
   */
  long peakDirtyPages() throws SQLException;
}
