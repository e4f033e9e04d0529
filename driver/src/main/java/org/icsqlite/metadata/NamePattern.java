package org.icsqlite.metadata;

import java.util.Arrays;
import org.icsqlite.sql.AsciiCase;

/**
 * A pattern of JDBC: {@code %} for any text, {@code _} for one character (a code point), and a
 * backslash before either of them or before itself for the character as such. A backslash before
 * anything else is itself. Letters are compared as SQLite compares names.
 */
final class NamePattern {

  private static final int ANY_TEXT = -1;
  private static final int ANY_CHARACTER = -2;

  private final int[] parts;

  private NamePattern(int[] parts) {
    this.parts = parts;
  }

  /** The pattern of this text; null is any name. */
  static NamePattern of(String text) {
    int[] points = (text == null ? "%" : text).codePoints().toArray();
    int[] parts = new int[points.length];
    int count = 0;
    for (int at = 0; at < points.length; at++) {
      int point = points[at];
      if (point == '\\' && at + 1 < points.length && isSpecial(points[at + 1])) {
        at++;
        parts[count++] = points[at];
      } else if (point == '%') {
        parts[count++] = ANY_TEXT;
      } else if (point == '_') {
        parts[count++] = ANY_CHARACTER;
      } else {
        parts[count++] = AsciiCase.fold(point);
      }
    }
    return new NamePattern(Arrays.copyOf(parts, count));
  }

  private static boolean isSpecial(int point) {
    return point == '%' || point == '_' || point == '\\';
  }

  boolean matches(String name) {
    int[] points = name.codePoints().toArray();
    int part = 0;
    int point = 0;
    int retryPart = -1;
    int retryPoint = 0;
    while (point < points.length) {
      if (part < parts.length && parts[part] == ANY_TEXT) {
        retryPart = part++;
        retryPoint = point;
      } else if (part < parts.length
          && (parts[part] == ANY_CHARACTER || parts[part] == AsciiCase.fold(points[point]))) {
        part++;
        point++;
      } else if (retryPart >= 0) {
        part = retryPart + 1;
        point = ++retryPoint;
      } else {
        return false;
      }
    }
    while (part < parts.length && parts[part] == ANY_TEXT) {
      part++;
    }
    return part == parts.length;
  }
}
