package org.icsqlite.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;

/** Numbers that are written as texts, with ASCII digits, an exponent or not, blanks around. */
final class NumberText {

  /** Of a text and of a whole number: the time that digits take grows with their square. */
  private static final int MOST_DIGITS = 100_000;

  private NumberText() {}

  static long toLong(String text, String type) throws SQLException {
    String number = trimmed(text, type);
    if (number.length() <= 18 && number.indexOf('.') < 0) {
      try {
        return Long.parseLong(number);
      } catch (NumberFormatException e) {
        // One with an exponent, or none.
      }
    }
    return toLong(decimal(number, text, type), type);
  }

  /** Exactly this number, or a refusal. */
  static long toLong(BigDecimal number, String type) throws SQLException {
    if (isHuge(number)) {
      throw ValueErrors.outOfRange(cut(number.toString()), type);
    }
    if (hasFraction(number)) {
      throw ValueErrors.fraction(cut(number.toString()), type);
    }
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw ValueErrors.outOfRange(cut(number.toString()), type);
    }
  }

  static double toDouble(String text, String type) throws SQLException {
    double value;
    try {
      value = Double.parseDouble(trimmed(text, type));
    } catch (NumberFormatException e) {
      throw ValueErrors.invalid(text, type);
    }
    if (Double.isInfinite(value)) {
      throw ValueErrors.outOfRange(ValueErrors.quote(text), type);
    }
    return value;
  }

  static BigDecimal toDecimal(String text, String type) throws SQLException {
    return decimal(trimmed(text, type), text, type);
  }

  static BigInteger toInteger(BigDecimal number, String type) throws SQLException {
    if (isHuge(number)) {
      throw ValueErrors.outOfRange(cut(number.toString()), type);
    }
    if (hasFraction(number)) {
      throw ValueErrors.fraction(cut(number.toString()), type);
    }
    return number.toBigIntegerExact();
  }

  private static BigDecimal decimal(String number, String text, String type) throws SQLException {
    try {
      return new BigDecimal(number);
    } catch (NumberFormatException e) {
      throw ValueErrors.invalid(text, type);
    }
  }

  /** The text without blanks, with nothing in it that a number cannot have. */
  private static String trimmed(String text, String type) throws SQLException {
    if (text.length() > MOST_DIGITS) {
      throw ValueErrors.outOfRange("A text of " + text.length() + " characters", type);
    }
    String number = text.strip();
    for (int i = 0; i < number.length(); i++) {
      char c = number.charAt(i);
      if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) {
        throw ValueErrors.invalid(text, type);
      }
    }
    if (number.isEmpty()) {
      throw ValueErrors.invalid(text, type);
    }
    return number;
  }

  private static boolean isHuge(BigDecimal number) {
    return number.signum() != 0 && (long) number.precision() - number.scale() > MOST_DIGITS;
  }

  private static boolean hasFraction(BigDecimal number) {
    if (number.signum() == 0 || number.scale() <= 0) {
      return false;
    }
    if (number.scale() >= number.precision()) {
      return true;
    }
    try {
      return number.setScale(0, RoundingMode.UNNECESSARY).scale() != 0;
    } catch (ArithmeticException e) {
      return true;
    }
  }

  private static String cut(String number) {
    return number.length() <= 80 ? number : number.substring(0, 80) + "...";
  }
}
