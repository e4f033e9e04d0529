package org.icsqlite.jdbc;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.icsqlite.error.SqlState;

/** What the driver's objects refuse before SQLite sees it. */
final class Refusals {

  private Refusals() {}

  /** SQLState 0A000. */
  static SQLException notSupported(String what) {
    return new SQLFeatureNotSupportedException(
        what + ": not supported", SqlState.FEATURE_NOT_SUPPORTED);
  }

  /**
   * Throws a failure from a method that sqlite-jdbc declares without one, though JDBC does with.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Exception> E undeclared(SQLException failure) throws E {
    throw (E) failure;
  }

  /** SQLState 22023. */
  static SQLException invalidArgument(String message) {
    return new SQLDataException(message, SqlState.INVALID_ARGUMENT);
  }

  /** Fails with SQLState 22023 below 0. */
  static void requireAtLeastZero(String what, long value) throws SQLException {
    if (value < 0) {
      throw invalidArgument(what + " must not be negative: " + value);
    }
  }
}
