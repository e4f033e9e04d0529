package org.icsqlite.result;

import java.io.ByteArrayInputStream;
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
 * A text of a column, apart from the database: reading it is all there is. Positions count from 1,
 * in UTF-16 units as String does. For one thread at a time.
 */
public final class MemoryClob implements NClob {

  private static final String READ_ONLY =
      "A Clob is a copy of its column: change the column with UPDATE";

  private String text;

  /**
   * @param text never null
   */
  public MemoryClob(String text) {
    this.text = Objects.requireNonNull(text);
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
    return new StringReader(text());
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
    return new ByteArrayInputStream(text().getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Where the pattern is found first, at or after a position.
   *
   * @param start 1 or more
   * @return -1 when it is nowhere
   */
  @Override
  public long position(String pattern, long start) throws SQLException {
    String all = text();
    Span.requireSearch(pattern, start);
    if (start - 1 > all.length() - pattern.length()) {
      return -1;
    }
    int found = all.indexOf(pattern, (int) (start - 1));
    return found < 0 ? -1 : found + 1;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    String all = text();
    Span.requireSearch(pattern, start);
    long length = pattern.length();
    return length > all.length() ? -1 : position(pattern.getSubString(1, (int) length), start);
  }

  @Override
  public int setString(long position, String value) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  @Override
  public int setString(long position, String value, int offset, int length) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  @Override
  public void truncate(long length) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  /** Gives the memory up; again does nothing. */
  @Override
  public void free() {
    text = null;
  }

  private String text() throws SQLException {
    if (text == null) {
      throw ResultErrors.freed("Clob");
    }
    return text;
  }
}
