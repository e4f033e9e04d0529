package org.icsqlite.result;

import java.sql.SQLException;

/**
 * A part of a large object, out of the position from 1 and the length that JDBC speaks of.
 *
 * @param start index from 0
 * @param end index from 0 after the part
 */
record Span(int start, int end) {

  /** What there is of the part. */
  static Span upTo(long position, int length, int total) throws SQLException {
    requirePosition(position, length, total);
    int start = (int) (position - 1);
    return new Span(start, start + Math.min(length, total - start));
  }

  /** The whole part, or 22023. */
  static Span within(long position, long length, int total) throws SQLException {
    requirePosition(position, length, total);
    int start = (int) (position - 1);
    if (length > total - start) {
      throw ResultErrors.invalid(
          "There are " + (total - start) + " from position " + position + " on, not " + length);
    }
    return new Span(start, start + (int) length);
  }

  /** That a value has such a part; a total of -1 says that there is no value. */
  static void requirePart(int offset, int length, int total) throws SQLException {
    if (total < 0) {
      throw ResultErrors.invalid("There is nothing to write: the value is null");
    }
    if (offset < 0 || length < 0 || length > total - offset) {
      throw ResultErrors.invalid(
          "The value has " + total + " in all, not " + length + " from index " + offset + " on");
    }
  }

  static void requireSearch(Object pattern, long start) throws SQLException {
    if (pattern == null) {
      throw ResultErrors.invalid("There is nothing to search for: the pattern is null");
    }
    if (start < 1) {
      throw ResultErrors.invalid("A search starts at position 1 or later, not " + start);
    }
  }

  private static void requirePosition(long position, long length, int total) throws SQLException {
    if (position < 1 || position - 1 > total) {
      throw ResultErrors.invalid("Positions are 1 to " + (total + 1L) + ", not " + position);
    }
    if (length < 0) {
      throw ResultErrors.invalid("A length is 0 or more, not " + length);
    }
  }
}
