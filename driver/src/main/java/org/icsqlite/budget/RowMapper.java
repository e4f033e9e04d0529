package org.icsqlite.budget;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes something of the present row of a query. */
@FunctionalInterface
public interface RowMapper<T> {

  /**
   * Reads the present row.
   *
   * @param row standing at the row; not to be moved, closed or kept
   */
  T map(ResultSet row) throws SQLException;
}
