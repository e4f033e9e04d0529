package org.icsqlite.budget;

import java.sql.SQLException;

/**
 * The budget of one JDBC statement. Reach it with {@code statement.unwrap(StatementBudget.class)}.
 */
public interface StatementBudget {

  /**
   * Sets what each execution from now on may take, instead of the connection's budget.
   *
   * @param budget null for the connection's again
   * @throws SQLException SQLState 22023 or 0A000 when the budget cannot be used, HY010 when the
   *     statement is closed
   */
  void setQueryBudget(QueryBudget budget) throws SQLException;

  /** The budget of the next execution, never null. */
  QueryBudget getQueryBudget() throws SQLException;
}
