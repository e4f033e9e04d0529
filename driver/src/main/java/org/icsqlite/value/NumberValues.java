package org.icsqlite.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.Locale;

/** Numbers out of any storage class: exactly, or not at all. NULL is 0, false or null. */
final class NumberValues {

  private static final double TWO_TO_63 = 0x1p63;

  private NumberValues() {}

  static long toLong(Row row, int column, long least, long most, String type) throws SQLException {
    long value =
        switch (row.type(column)) {
          case Row.NULL -> 0;
          case Row.INTEGER -> row.integer(column);
          case Row.REAL -> toLong(row.real(column), type);
          case Row.TEXT -> NumberText.toLong(row.text(column), type);
          default -> throw ValueErrors.wrongClass(row, column, type);
        };
    if (value < least || value > most) {
      throw ValueErrors.outOfRange(Long.toString(value), type);
    }
    return value;
  }

  private static long toLong(double value, String type) throws SQLException {
    if (value < -TWO_TO_63 || value >= TWO_TO_63) {
      throw ValueErrors.outOfRange(RealText.of(value), type);
    }
    if (value != Math.rint(value)) {
      throw ValueErrors.fraction(RealText.of(value), type);
    }
    return (long) value;
  }

  /** The nearest double; a text of more than the largest one is refused. */
  static double toDouble(Row row, int column, String type) throws SQLException {
    return switch (row.type(column)) {
      case Row.NULL -> 0;
      case Row.INTEGER -> row.integer(column);
      case Row.REAL -> row.real(column);
      case Row.TEXT -> NumberText.toDouble(row.text(column), type);
      default -> throw ValueErrors.wrongClass(row, column, type);
    };
  }

  /** The nearest float; a finite number of more than the largest one is refused. */
  static float toFloat(Row row, int column) throws SQLException {
    double value = toDouble(row, column, "float");
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
      throw ValueErrors.outOfRange(RealText.of(value), "float");
    }
    return rounded;
  }

  /** A REAL as the decimal number that SQLite prints for it. */
  static BigDecimal toDecimal(Row row, int column, String type) throws SQLException {
    return switch (row.type(column)) {
      case Row.NULL -> null;
      case Row.INTEGER -> BigDecimal.valueOf(row.integer(column));
      case Row.REAL -> {
        String text = RealText.of(row.real(column));
        if (Double.isInfinite(row.real(column))) {
          throw ValueErrors.outOfRange(text, type);
        }
        yield new BigDecimal(text);
      }
      case Row.TEXT -> NumberText.toDecimal(row.text(column), type);
      default -> throw ValueErrors.wrongClass(row, column, type);
    };
  }

  /** A REAL as exactly the whole number that it is. */
  static BigInteger toInteger(Row row, int column) throws SQLException {
    if (row.type(column) == Row.REAL && !Double.isInfinite(row.real(column))) {
      return NumberText.toInteger(new BigDecimal(row.real(column)), "BigInteger");
    }
    BigDecimal number = toDecimal(row, column, "BigInteger");
    return number == null ? null : NumberText.toInteger(number, "BigInteger");
  }

  static boolean toBoolean(Row row, int column) throws SQLException {
    return switch (row.type(column)) {
      case Row.NULL -> false;
      case Row.INTEGER -> row.integer(column) != 0;
      case Row.REAL -> row.real(column) != 0;
      case Row.TEXT -> toBoolean(row.text(column));
      default -> throw ValueErrors.wrongClass(row, column, "boolean");
    };
  }

  private static boolean toBoolean(String text) throws SQLException {
    if (text.length() > 80) {
      throw ValueErrors.invalid(text, "boolean");
    }
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "1", "true", "t", "yes", "y", "on" -> true;
      case "0", "false", "f", "no", "n", "off" -> false;
      default -> throw ValueErrors.invalid(text, "boolean");
    };
  }
}
