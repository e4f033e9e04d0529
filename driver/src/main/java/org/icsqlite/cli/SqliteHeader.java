package org.icsqlite.cli;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The facts of a SQLite database header that say something to a person.
 *
 * <pre>
 * offset size  field (big endian)
 *      0   16  "SQLite format 3", 0
 *     16    2  page size, 1 = 65536
 *     24    4  change counter
 *     28    4  pages
 *     36    4  free pages
 *     56    4  text encoding: 1 UTF-8, 2 UTF-16le, 3 UTF-16be
 *     60    4  user version
 *     68    4  application id
 *     96    4  version of the SQLite that wrote last
 * </pre>
 *
 * @param writer the version as SQLite prints it, such as 3.53.4
 */
record SqliteHeader(
    int pageSize,
    long pages,
    long freePages,
    long changeCounter,
    String encoding,
    int userVersion,
    int applicationId,
    String writer) {

  static final int BYTES = 100;

  private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

  static boolean isAt(byte[] bytes, int position) {
    int end = position + MAGIC.length;
    return bytes.length >= end && Arrays.equals(bytes, position, end, MAGIC, 0, MAGIC.length);
  }

  /** Null when the bytes are no SQLite header. */
  static SqliteHeader decode(byte[] bytes) {
    if (bytes.length < BYTES || !isAt(bytes, 0)) {
      return null;
    }
    ByteBuffer header = ByteBuffer.wrap(bytes);
    int stored = Short.toUnsignedInt(header.getShort(16));
    long version = Integer.toUnsignedLong(header.getInt(96));
    return new SqliteHeader(
        stored == 1 ? 65536 : stored,
        Integer.toUnsignedLong(header.getInt(28)),
        Integer.toUnsignedLong(header.getInt(36)),
        Integer.toUnsignedLong(header.getInt(24)),
        encoding(header.getInt(56)),
        header.getInt(60),
        header.getInt(68),
        version / 1_000_000 + "." + version / 1000 % 1000 + "." + version % 1000);
  }

  private static String encoding(int stored) {
    return switch (stored) {
      case 1 -> "UTF-8";
      case 2 -> "UTF-16le";
      case 3 -> "UTF-16be";
      default -> "unknown (" + Integer.toUnsignedString(stored) + ")";
    };
  }
}
