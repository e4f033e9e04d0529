package org.icsqlite.result;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Bytes in memory: a copy of a column, or made to be set as a parameter. Writing changes the copy
 * alone. Positions count from 1. For one thread at a time.
 */
public final class MemoryBlob implements Blob {

  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private byte[] bytes;
  private int count;

  /**
   * @param bytes taken over, not copied; never null
   */
  public MemoryBlob(byte[] bytes) {
    this.bytes = Objects.requireNonNull(bytes);
    this.count = bytes.length;
  }

  @Override
  public long length() throws SQLException {
    bytes();
    return count;
  }

  /**
   * Bytes from a position on, fewer than asked for at the end.
   *
   * @param position 1 to the length + 1
   * @throws SQLException 22023 for another position or a negative length, 0F001 when freed
   */
  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    byte[] all = bytes();
    Span span = Span.upTo(position, length, count);
    return Arrays.copyOfRange(all, span.start(), span.end());
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return new ByteArrayInputStream(bytes(), 0, count);
  }

  /**
   * A stream of exactly these bytes.
   *
   * @throws SQLException 22023 when they are not all there, 0F001 when freed
   */
  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    byte[] all = bytes();
    Span span = Span.within(position, length, count);
    return new ByteArrayInputStream(all, span.start(), span.end() - span.start());
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
    for (long at = start - 1; at <= (long) count - pattern.length; at++) {
      int from = (int) at;
      if (Arrays.equals(all, from, from + pattern.length, pattern, 0, pattern.length)) {
        return at + 1;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    bytes();
    Span.requireSearch(pattern, start);
    long length = pattern.length();
    return length > count ? -1 : position(pattern.getBytes(1, (int) length), start);
  }

  @Override
  public int setBytes(long position, byte[] value) throws SQLException {
    return setBytes(position, value, 0, value == null ? 0 : value.length);
  }

  /**
   * Writes over what is there, and beyond the end.
   *
   * @param position 1 to the length + 1
   * @return how many bytes were written: all of them
   * @throws SQLException 22023 for another position, a null value or a part that it does not have;
   *     54000 for more than about 2 GiB; 0F001 when freed
   */
  @Override
  public int setBytes(long position, byte[] value, int offset, int length) throws SQLException {
    bytes();
    Span.requirePart(offset, length, value == null ? -1 : value.length);
    int start = Span.upTo(position, 0, count).start();
    reserve((long) start + length);
    System.arraycopy(value, offset, bytes, start, length);
    count = Math.max(count, start + length);
    return length;
  }

  private void reserve(long end) throws SQLException {
    if (end > MOST_BYTES) {
      throw ResultErrors.tooLarge(end, MOST_BYTES);
    }
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, Math.max(end, 2L * bytes.length)));
    }
  }

  /**
   * A stream whose bytes are written at once, from a position on.
   *
   * @param position 1 to the length + 1
   */
  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    bytes();
    long start = Span.upTo(position, 0, count).start() + 1L;
    return new OutputStream() {
      private long next = start;

      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        try {
          next += setBytes(next, source, offset, length);
        } catch (SQLException e) {
          throw new IOException(e.getMessage(), e);
        }
      }
    };
  }

  /**
   * Cuts what comes after the first bytes.
   *
   * @param length 0 to the present length
   */
  @Override
  public void truncate(long length) throws SQLException {
    bytes();
    count = Span.within(1, length, count).end();
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
