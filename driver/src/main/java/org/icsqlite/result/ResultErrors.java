package org.icsqlite.result;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;

/** What a caller of a result set can do wrong, in words and SQLStates. */
final class ResultErrors {

  static final String INVALID_PARAMETER = "22023";
  static final String INVALID_TEXT = "22018";
  static final String OUT_OF_RANGE = "22003";
  static final String INVALID_LOCATOR = "0F001";

  private ResultErrors() {}

  static SQLException closed() {
    return SqlErrors.rowsClosed();
  }

  static SQLException cursorState(String message) {
    return new SQLNonTransientException(message, SqlState.CURSOR_STATE);
  }

  static SQLException noSuchColumn(int column, int count) {
    String range = count == 0 ? "the result has no columns" : "columns are 1 to " + count;
    return new SQLNonTransientException(
        "There is no column " + column + "; " + range, SqlState.INVALID_DESCRIPTOR_INDEX);
  }

  static SQLException noSuchLabel(String label, String known) {
    return new SQLSyntaxErrorException(
        "There is no column \"" + label + "\"; the result has " + known, SqlState.NO_SUCH_COLUMN);
  }

  static SQLException invalid(String message) {
    return new SQLDataException(message, INVALID_PARAMETER);
  }

  static SQLException tooLarge(long wanted, int most) {
    return new SQLDataException(
        "A large object holds at most " + most + ", not " + wanted, SqlState.TOO_BIG);
  }

  static SQLException unsupported(String reason) {
    return new SQLFeatureNotSupportedException(reason, SqlState.FEATURE_NOT_SUPPORTED);
  }

  static SQLException forwardOnly() {
    return unsupported("Result sets are forward only: rows are read once, with next()");
  }

  static SQLException readOnly() {
    return unsupported("Result sets are read only: change rows with UPDATE, INSERT or DELETE");
  }

  static SQLException freed(String what) {
    return new SQLNonTransientException("The " + what + " was freed", INVALID_LOCATOR);
  }
}
