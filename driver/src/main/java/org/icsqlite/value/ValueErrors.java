package org.icsqlite.value;

import java.sql.SQLDataException;
import java.sql.SQLException;
import org.icsqlite.error.SqlState;

/** What is said about values that cannot become what was asked for. */
final class ValueErrors {

  private static final int QUOTED = 80;

  private ValueErrors() {}

  /** A number that the type cannot hold, or not without loss. */
  static SQLException outOfRange(String value, String type) {
    return new SQLDataException(
        value + " is out of range of " + type, SqlState.NUMBER_OUT_OF_RANGE);
  }

  /** A number with a fraction where a whole one is asked for. */
  static SQLException fraction(String value, String type) {
    return new SQLDataException(
        value + " has a fraction, which " + type + " would lose", SqlState.NUMBER_OUT_OF_RANGE);
  }

  /** A text that does not say what the type holds. */
  static SQLException invalid(String text, String type) {
    return new SQLDataException(quote(text) + " is no " + type, SqlState.INVALID_CAST);
  }

  /** A value of a storage class that has nothing to do with the type. */
  static SQLException wrongClass(Row row, int column, String type) throws SQLException {
    return new SQLDataException(
        describe(row, column) + " cannot be read as " + type, SqlState.INVALID_CAST);
  }

  static SQLException notADateOrTime(String text, String type) {
    return new SQLDataException(
        quote(text)
            + " cannot be read as "
            + type
            + "; understood are YYYY-MM-DD, HH:MM[:SS[.fraction of up to 9 digits]], and both with"
            + " a space or T between, then Z, +HH, +HHMM or +HH:MM if there is an offset",
        SqlState.INVALID_DATETIME);
  }

  /** A date or time that the form it should be written in or read as cannot hold. */
  static SQLException temporalRange(Object value, String form, RuntimeException cause) {
    return new SQLDataException(
        value + " is out of range of " + form, SqlState.NUMBER_OUT_OF_RANGE, cause);
  }

  static SQLException notAssignable(Object value, String type) {
    return new SQLDataException(
        "A " + value.getClass().getName() + " cannot be set as " + type, SqlState.NOT_ASSIGNABLE);
  }

  static SQLException tooBig(long limit) {
    return new SQLDataException(
        "A value of more than " + limit + " bytes is more than the connection takes",
        SqlState.TOO_BIG);
  }

  static String describe(Row row, int column) throws SQLException {
    return switch (row.type(column)) {
      case Row.INTEGER -> Long.toString(row.integer(column));
      case Row.REAL -> RealText.of(row.real(column));
      case Row.TEXT -> quote(row.text(column));
      case Row.BLOB -> "A BLOB of " + row.byteLength(column) + " bytes";
      default -> "NULL";
    };
  }

  /** The text in quotes, cut after 80 characters. */
  static String quote(String text) {
    return text.length() <= QUOTED ? "'" + text + "'" : "'" + text.substring(0, QUOTED) + "...'";
  }
}
