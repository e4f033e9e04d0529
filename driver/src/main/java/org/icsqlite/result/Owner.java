package org.icsqlite.result;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What a result set asks of whatever made it. */
public interface Owner {

  /** What {@link java.sql.ResultSet#getStatement} returns; null for rows of no statement. */
  Statement statement();

  /**
   * Told once, after the cursor of the rows was closed through {@link IcSqliteResultSet#close}. It
   * may close the statement (closeOnCompletion).
   */
  void onClose(IcSqliteResultSet rows) throws SQLException;

  /** Rows to fetch at a time, 0 when it is left to the driver. */
  int fetchSize();

  /** Takes a fetch size of 0 or more. */
  void setFetchSize(int rows);

  /**
   * The limit of {@link java.sql.Statement#setMaxFieldSize} in bytes, 0 for none. A result set asks
   * once, when it is made.
   */
  int maxFieldSize();

  /** Of the constants of ResultSet; rows that no commit touches are held. */
  default int holdability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  /**
   * Asked when rows turn out to be closed, for the better reason.
   *
   * @throws SQLException 08003 when the connection is closed, HY010 when the statement is
   */
  void requireOpen() throws SQLException;

  /** Whether {@link #requireOpen} would return. */
  default boolean isOpen() {
    try {
      requireOpen();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }
}
