package org.icsqlite.cli;

import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads the value of {@code --param} as a SQL literal; what is none is text. */
final class Parameter {

  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,19}");
  private static final Pattern REAL =
      Pattern.compile("[+-]?([0-9]+\\.[0-9]*|\\.[0-9]+|[0-9]+(?=[eE]))([eE][+-]?[0-9]+)?");
  private static final Pattern BLOB = Pattern.compile("[xX]'(([0-9a-fA-F]{2})*)'");
  private static final Pattern QUOTED = Pattern.compile("'([^']|'')*'");

  private Parameter() {}

  /** Null, a Long, a Double, a byte[] or a String. */
  static Object parse(String text) {
    if (text.toUpperCase(Locale.ROOT).equals("NULL")) {
      return null;
    }
    if (INTEGER.matcher(text).matches()) {
      try {
        return Long.valueOf(text);
      } catch (NumberFormatException e) {
        return text;
      }
    }
    if (REAL.matcher(text).matches()) {
      return Double.valueOf(text);
    }
    if (BLOB.matcher(text).matches()) {
      return HexFormat.of().parseHex(text.substring(2, text.length() - 1));
    }
    if (QUOTED.matcher(text).matches()) {
      return text.substring(1, text.length() - 1).replace("''", "'");
    }
    return text;
  }
}
