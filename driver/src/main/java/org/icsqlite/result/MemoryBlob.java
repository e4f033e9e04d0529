package org.icsqlite.result;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes of a column, apart from the database: reading them is all there is. Positions count from 1.
 * For one thread at a time.
 */
public final class MemoryBlob implements Blob {

  private static final String READ_ONLY =
      "A Blob is a copy of its column: change the column with UPDATE";

  private byte[] bytes;

  /**
   * @param bytes taken over, not copied; never null
   */
  public MemoryBlob(byte[] bytes) {
    this.bytes = Objects.requireNonNull(bytes);
  }

  @Override
  public long length() throws SQLException {
    return bytes().length;
  }

  /**
   * Bytes from a position on, fewer than asked for at the end.
   *
   * @param position 1 to the length + 1
   * @throws SQLException 22023 for another position or a negative length, 0F001 when freed
   */
  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    Span span = Span.upTo(position, length, bytes().length);
    return Arrays.copyOfRange(bytes, span.start(), span.end());
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return new ByteArrayInputStream(bytes());
  }

  /**
   * A stream of exactly these bytes.
   *
   * @throws SQLException 22023 when they are not all there, 0F001 when freed
   */
  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    Span span = Span.within(position, length, bytes().length);
    return new ByteArrayInputStream(bytes, span.start(), span.end() - span.start());
  }

  /**
   * Where the pattern is found first, at or after a position.
   *
   * @param start 1 or more
   * @return -1 when it is nowhere
   */
  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    byte[] all = bytes();
    Span.requireSearch(pattern, start);
    for (long at = start - 1; at <= (long) all.length - pattern.length; at++) {
      int from = (int) at;
      if (Arrays.equals(all, from, from + pattern.length, pattern, 0, pattern.length)) {
        return at + 1;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    byte[] all = bytes();
    Span.requireSearch(pattern, start);
    long length = pattern.length();
    return length > all.length ? -1 : position(pattern.getBytes(1, (int) length), start);
  }

  @Override
  public int setBytes(long position, byte[] value) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  @Override
  public int setBytes(long position, byte[] value, int offset, int length) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  @Override
  public void truncate(long length) throws SQLException {
    throw ResultErrors.unsupported(READ_ONLY);
  }

  /** Gives the memory up; again does nothing. */
  @Override
  public void free() {
    bytes = null;
  }

  private byte[] bytes() throws SQLException {
    if (bytes == null) {
      throw ResultErrors.freed("Blob");
    }
    return bytes;
  }
}
