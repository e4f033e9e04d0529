package org.icsqlite.result;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import java.util.Objects;

/**
 * A text in memory: a copy of a column, or made to be set as a parameter. Writing changes the copy
 * alone. Positions count from 1, in UTF-16 units as String does. For one thread at a time.
 */
public final class MemoryClob implements NClob {

  private static final int MOST_CHARS = Integer.MAX_VALUE - 8;

  private StringBuilder text;

  /**
   * @param text never null
   */
  public MemoryClob(String text) {
    this.text = new StringBuilder(Objects.requireNonNull(text));
  }

  @Override
  public long length() throws SQLException {
    return text().length();
  }

  /**
   * Text from a position on, less than asked for at the end.
   *
   * @param position 1 to the length + 1
   * @throws SQLException 22023 for another position or a negative length, 0F001 when freed
   */
  @Override
  public String getSubString(long position, int length) throws SQLException {
    Span span = Span.upTo(position, length, text().length());
    return text.substring(span.start(), span.end());
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(text().toString());
  }

  /**
   * A reader of exactly this part.
   *
   * @throws SQLException 22023 when it is not all there, 0F001 when freed
   */
  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    Span span = Span.within(position, length, text().length());
    return new StringReader(text.substring(span.start(), span.end()));
  }

  /** The text in ASCII, with '?' for every other character. */
  @Override
  public InputStream getAsciiStream() throws SQLException {
    return new ByteArrayInputStream(text().toString().getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Where the pattern is found first, at or after a position.
   *
   * @param start 1 or more
   * @return -1 when it is nowhere
   */
  @Override
  public long position(String pattern, long start) throws SQLException {
    StringBuilder all = text();
    Span.requireSearch(pattern, start);
    if (start - 1 > all.length() - pattern.length()) {
      return -1;
    }
    int found = all.indexOf(pattern, (int) (start - 1));
    return found < 0 ? -1 : found + 1;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    StringBuilder all = text();
    Span.requireSearch(pattern, start);
    long length = pattern.length();
    return length > all.length() ? -1 : position(pattern.getSubString(1, (int) length), start);
  }

  @Override
  public int setString(long position, String value) throws SQLException {
    return setString(position, value, 0, value == null ? 0 : value.length());
  }

  /**
   * Writes over what is there, and beyond the end.
   *
   * @param position 1 to the length + 1
   * @return how much was written: all of it
   * @throws SQLException 22023 for another position, a null value or a part that it does not have;
   *     54000 for more than about 2,147,483,639 chars; 0F001 when freed
   */
  @Override
  public int setString(long position, String value, int offset, int length) throws SQLException {
    StringBuilder all = text();
    Span.requirePart(offset, length, value == null ? -1 : value.length());
    int start = Span.upTo(position, 0, all.length()).start();
    if ((long) start + length > MOST_CHARS) {
      throw ResultErrors.tooLarge((long) start + length, MOST_CHARS);
    }
    int end = Math.min(all.length(), start + length);
    all.replace(start, end, value.substring(offset, offset + length));
    return length;
  }

  /** A stream of ASCII, written at once from a position on; 22023 as {@link #setString}. */
  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    Writer writer = setCharacterStream(position);
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        writer.write(new String(source, offset, length, StandardCharsets.US_ASCII));
      }
    };
  }

  /** A writer whose text is written at once, from a position on; 22023 as {@link #setString}. */
  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    long start = Span.upTo(position, 0, text().length()).start() + 1L;
    return new Writer() {
      private long next = start;

      @Override
      public void write(char[] source, int offset, int length) throws IOException {
        try {
          next += setString(next, new String(source, offset, length));
        } catch (SQLException e) {
          throw new IOException(e.getMessage(), e);
        }
      }

      @Override
      public void flush() {
        // Everything was written at once.
      }

      @Override
      public void close() {
        // There is nothing to give back.
      }
    };
  }

  /**
   * Cuts what comes after the first chars.
   *
   * @param length 0 to the present length
   */
  @Override
  public void truncate(long length) throws SQLException {
    text().setLength(Span.within(1, length, text().length()).end());
  }

  /** Gives the memory up; again does nothing. */
  @Override
  public void free() {
    text = null;
  }

  private StringBuilder text() throws SQLException {
    if (text == null) {
      throw ResultErrors.freed("Clob");
    }
    return text;
  }
}
