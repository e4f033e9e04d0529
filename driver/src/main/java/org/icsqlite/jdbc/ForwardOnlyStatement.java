package org.icsqlite.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.icsqlite.error.SqlErrors;

/** What is the same for every statement, as its result sets are forward only and read-only. */
interface ForwardOnlyStatement extends Statement {

  /** Fails with SQLState 08003 or HY010. */
  void requireOpen() throws SQLException;

  @Override
  default int getFetchDirection() throws SQLException {
    requireOpen();
    return ResultSet.FETCH_FORWARD;
  }

  /** A hint, which may be any direction of JDBC; rows are fetched forward whatever it says. */
  @Override
  default void setFetchDirection(int direction) throws SQLException {
    requireOpen();
    if (direction != ResultSet.FETCH_FORWARD
        && direction != ResultSet.FETCH_REVERSE
        && direction != ResultSet.FETCH_UNKNOWN) {
      throw Refusals.invalidArgument("no fetch direction: " + direction);
    }
  }

  @Override
  default int getResultSetConcurrency() throws SQLException {
    requireOpen();
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  default int getResultSetType() throws SQLException {
    requireOpen();
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  /** Positioned updates need cursors with names, which SQLite does not have. */
  @Override
  default void setCursorName(String name) throws SQLException {
    requireOpen();
    throw Refusals.notSupported("a cursor name: SQLite has no positioned updates");
  }

  @Override
  default SQLWarning getWarnings() throws SQLException {
    requireOpen();
    return null;
  }

  @Override
  default void clearWarnings() throws SQLException {
    requireOpen();
  }

  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    if (isWrapperFor(type)) {
      return type.cast(this);
    }
    throw SqlErrors.notWrapped(type);
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type != null && type.isInstance(this);
  }
}
