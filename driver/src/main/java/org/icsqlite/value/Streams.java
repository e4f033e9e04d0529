package org.icsqlite.value;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import org.icsqlite.error.SqlState;

/**
 * Reads streams up to the size of SQLite's largest value. A stream that is said to be longer is not
 * read at all, one of unknown length no further than that.
 */
final class Streams {

  /** SQLite's own limit, in bytes. */
  static final int SQLITE_MAXIMUM = 1_000_000_000;

  private static final int CHUNK = 8192;

  private final int maximum;

  /**
   * @param maximum the largest value in bytes
   */
  Streams(int maximum) {
    this.maximum = maximum;
  }

  /**
   * The bytes of the stream, which stays open.
   *
   * @param length how many bytes to read, or -1 for all
   */
  byte[] bytes(InputStream stream, long length) throws SQLException {
    check(length);
    try {
      byte[] bytes = stream.readNBytes(length < 0 ? maximum + 1 : (int) length);
      checkRead(bytes.length, length, "bytes");
      if (bytes.length > maximum) {
        throw ValueErrors.tooBig(maximum);
      }
      return bytes;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** As {@link #bytes}, as UTF-8, of which ASCII is a part. */
  String ascii(InputStream stream, long length) throws SQLException {
    byte[] bytes = bytes(stream, length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new SQLDataException(
          "The stream is neither ASCII nor UTF-8", SqlState.MALFORMED_TEXT, e);
    }
  }

  /**
   * The text of the reader, which stays open.
   *
   * @param length how many chars to read, or -1 for all
   */
  String text(Reader reader, long length) throws SQLException {
    check(length);
    StringBuilder text = new StringBuilder();
    char[] chunk = new char[CHUNK];
    long bytes = 0;
    try {
      while (length < 0 || text.length() < length) {
        int wanted = length < 0 ? CHUNK : (int) Math.min(CHUNK, length - text.length());
        int count = reader.read(chunk, 0, wanted);
        if (count < 0) {
          break;
        }
        for (int i = 0; i < count; i++) {
          bytes += utf8Length(chunk[i]);
        }
        if (bytes > maximum) {
          throw ValueErrors.tooBig(maximum);
        }
        text.append(chunk, 0, count);
      }
    } catch (IOException e) {
      throw unreadable(e);
    }
    checkRead(text.length(), length, "characters");
    return text.toString();
  }

  /** The bytes of a text without lone surrogates. */
  static byte[] utf8(String text) throws SQLException {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new SQLDataException(
          "The text has a lone surrogate, which UTF-8 cannot hold", SqlState.MALFORMED_TEXT, e);
    }
  }

  /** A text that is not longer than SQLite's largest value. */
  String checked(String text) throws SQLException {
    if (text.length() > maximum / 3) {
      long bytes = 0;
      for (int i = 0; i < text.length() && bytes <= maximum; i++) {
        bytes += utf8Length(text.charAt(i));
      }
      check(bytes);
    }
    return text;
  }

  /** Bytes that are not more than SQLite's largest value. */
  byte[] checked(byte[] bytes) throws SQLException {
    check(bytes.length);
    return bytes;
  }

  private void check(long length) throws SQLException {
    if (length > maximum) {
      throw ValueErrors.tooBig(maximum);
    }
  }

  private static void checkRead(int read, long length, String what) throws SQLException {
    if (length >= 0 && read < length) {
      throw new SQLDataException(
          "The stream ended after " + read + " of " + length + " " + what,
          SqlState.LENGTH_MISMATCH);
    }
  }

  /** Each half of a surrogate pair as half of its four bytes. */
  private static int utf8Length(char c) {
    if (c < 0x80) {
      return 1;
    }
    return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }

  private static SQLException unreadable(IOException cause) {
    return new SQLNonTransientException(
        "The stream cannot be read: " + cause.getMessage(), SqlState.IO_ERROR, cause);
  }
}
