package org.icsqlite.cli;

/** Text in columns: how wide it shows, and without what would move the cursor. */
final class TextWidth {

  private TextWidth() {}

  /** Columns that a terminal needs; wide East Asian characters and emoji take two. */
  static int of(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      width += point < 0x7f ? 1 : width(point);
      i += Character.charCount(point);
    }
    return width;
  }

  private static int width(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    boolean wide =
        (point >= 0x1100 && point <= 0x115f)
            || (point >= 0x2e80 && point <= 0xa4cf && point != 0x303f)
            || (point >= 0xac00 && point <= 0xd7a3)
            || (point >= 0xf900 && point <= 0xfaff)
            || (point >= 0xfe30 && point <= 0xfe6f)
            || (point >= 0xff00 && point <= 0xff60)
            || (point >= 0xffe0 && point <= 0xffe6)
            || (point >= 0x1f300 && point <= 0x1f64f)
            || (point >= 0x1f900 && point <= 0x1f9ff)
            || (point >= 0x20000 && point <= 0x3fffd);
    return wide ? 2 : 1;
  }

  /** The text with control characters as escapes, so that it stays on its line. */
  static String printable(String text) {
    StringBuilder shown = null;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      if (!Character.isISOControl(character) && !reorders(character)) {
        if (shown != null) {
          shown.append(character);
        }
        continue;
      }
      if (shown == null) {
        shown = new StringBuilder(text.length() + 8).append(text, 0, i);
      }
      shown.append(escape(character));
    }
    return shown == null ? text : shown.toString();
  }

  /** Line and paragraph separators, and the controls that turn the direction of writing. */
  private static boolean reorders(char character) {
    return (character >= 0x2028 && character <= 0x202e)
        || (character >= 0x2066 && character <= 0x2069);
  }

  private static String escape(char character) {
    return switch (character) {
      case '\n' -> "\\n";
      case '\t' -> "\\t";
      case '\r' -> "\\r";
      case '\0' -> "\\0";
      default -> String.format("\\u%04x", (int) character);
    };
  }
}
