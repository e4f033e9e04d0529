package org.icsqlite.session;

import java.nio.charset.StandardCharsets;
import java.sql.SQLDataException;
import java.sql.SQLException;
import org.icsqlite.error.SqlState;

/** Text on its way into SQLite, which takes UTF-8; half of a surrogate pair has none. */
final class Utf8 {

  private Utf8() {}

  /** The bytes of a text, with a question mark for each lone surrogate. */
  static byte[] encode(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Where the first lone surrogate of a text with these bytes is, or -1. */
  static int loneSurrogate(String text, byte[] encoded) {
    return holdsReplacement(encoded) ? loneSurrogate(text) : -1;
  }

  private static boolean holdsReplacement(byte[] encoded) {
    for (byte b : encoded) {
      if (b == '?') {
        return true;
      }
    }
    return false;
  }

  private static int loneSurrogate(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < length
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else {
          return i;
        }
      }
    }
    return -1;
  }

  /**
   * What a lone surrogate is refused with, SQLState 22021.
   *
   * @param holder what holds it, for the beginning of the message
   */
  static SQLException refused(String holder, String text, int index) {
    return new SQLDataException(
        String.format(
            "%s holds a lone surrogate U+%04X at index %d, which is no character",
            holder, (int) text.charAt(index), index),
        SqlState.MALFORMED_TEXT);
  }
}
