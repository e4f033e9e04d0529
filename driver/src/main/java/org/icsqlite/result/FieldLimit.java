package org.icsqlite.result;

import java.util.Arrays;

/**
 * JDBC's limit on the bytes of a text or binary column: what exceeds it is dropped. A text is
 * measured in UTF-8 and cut between characters. Immutable.
 */
final class FieldLimit {

  private final int bytes;

  /**
   * @param bytes 0 or less for no limit
   */
  FieldLimit(int bytes) {
    this.bytes = bytes;
  }

  boolean isSet() {
    return bytes > 0;
  }

  byte[] cut(byte[] value) {
    return value == null || value.length <= bytes ? value : Arrays.copyOf(value, bytes);
  }

  String cut(String value) {
    // A UTF-16 unit takes at most three bytes.
    if (value == null || value.length() <= bytes / 3) {
      return value;
    }
    int taken = 0;
    int index = 0;
    while (index < value.length()) {
      int point = value.codePointAt(index);
      int size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
      if (taken + size > bytes) {
        return value.substring(0, index);
      }
      taken += size;
      index += Character.charCount(point);
    }
    return value;
  }
}
