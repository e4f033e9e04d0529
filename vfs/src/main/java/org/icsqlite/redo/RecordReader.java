package org.icsqlite.redo;

import java.io.IOException;
import java.util.zip.CRC32C;
import org.icsqlite.redo.RedoLogException.Kind;

/**
 * Reads the records of one generation, whose layout {@link RecordBuilder} draws. Nothing in a
 * record is trusted: what its checksum does not cover is no record, and one with a checksum but
 * with parts that do not fit is damaged. The memory it takes does not depend on the length of a
 * record. Not thread-safe.
 */
final class RecordReader {

  /** Where the checksum lies, and where what it covers begins. */
  static final int CRC = 8;

  static final int COVERED = 12;

  /** Gets the ranges of a record. */
  interface RangeVisitor {
    /**
     * One range.
     *
     * @param offset in the memory file
     * @param length 1 or more
     * @param position of the new bytes in the log
     */
    void range(long offset, int length, long position) throws IOException;
  }

  /** Gets the sector checks of a record. */
  interface CheckVisitor {
    /** One check, of bytes within one sector of the memory file. */
    void check(long offset, int length, int before, int after) throws IOException;
  }

  private final LogCursor tables;
  private final LogCursor content;
  private final long salt;
  private final long marker;
  private final CRC32C crc = new CRC32C();

  private long position;
  private long length;
  private long sequence;
  private long durable;
  private long memoryBytes;
  private long ranges;
  private int checks;

  RecordReader(LogCursor tables, LogCursor content, long salt) {
    this.tables = tables;
    this.content = content;
    this.salt = salt;
    this.marker = Salt.marker(salt);
  }

  static void beginChecksum(CRC32C crc, long salt) {
    crc.reset();
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      crc.update((int) (salt >>> shift) & 0xff);
    }
  }

  /** What every record of the generation begins with. */
  long marker() {
    return marker;
  }

  /**
   * Looks at the header of what may be a record, without its checksum.
   *
   * @return whether its numbers are those of a record
   */
  boolean headerAt(long where) throws IOException {
    if (where > tables.end() - RecordBuilder.HEADER_BYTES) {
      return false;
    }
    int at = tables.at(where, RecordBuilder.HEADER_BYTES);
    byte[] bytes = tables.window();
    position = where;
    checks = LittleEndian.getInt(bytes, at + 12);
    length = LittleEndian.getLong(bytes, at + 16);
    sequence = LittleEndian.getLong(bytes, at + 24);
    durable = LittleEndian.getLong(bytes, at + 32);
    memoryBytes = LittleEndian.getLong(bytes, at + 40);
    ranges = LittleEndian.getLong(bytes, at + 48);
    if (LittleEndian.getLong(bytes, at) != marker
        || length < RecordBuilder.HEADER_BYTES
        || length > tables.end() - where
        || checks < 0
        || checks > RecordBuilder.MAXIMUM_CHECKS
        || ranges < 0
        || ranges > length / RecordBuilder.RANGE_BYTES) {
      return false;
    }
    return contentStart() - where <= length;
  }

  /** Whether there is a whole record here; it is the current one then. */
  boolean recordAt(long where) throws IOException {
    if (!headerAt(where)) {
      return false;
    }
    int expected = LittleEndian.getInt(tables.window(), tables.at(where, COVERED) + CRC);
    beginChecksum(crc, salt);
    long end = where + length;
    for (long at = where + COVERED; at < end; ) {
      int count = (int) Math.min(LogCursor.WINDOW_BYTES, end - at);
      int index = content.at(at, count);
      crc.update(content.window(), index, count);
      at += count;
    }
    return (int) crc.getValue() == expected;
  }

  private long checkStart() {
    return position + RecordBuilder.HEADER_BYTES + RecordBuilder.RANGE_BYTES * ranges;
  }

  private long contentStart() {
    return checkStart() + (long) RecordBuilder.CHECK_BYTES * checks;
  }

  /** The number of the current record. */
  long sequence() {
    return sequence;
  }

  /** The highest number that was known to be on disk when the record was appended. */
  long durable() {
    return durable;
  }

  /** The length of the memory file after the record. */
  long memoryBytes() {
    return memoryBytes;
  }

  /** Where the next record begins. */
  long next() {
    return position + RecordBuilder.padded(length);
  }

  /**
   * Hands out the ranges of the current record in order.
   *
   * @throws RedoLogException DAMAGED when one does not fit the record or the memory file
   */
  void ranges(RangeVisitor visitor) throws IOException {
    long end = position + length;
    long bytes = contentStart();
    for (long i = 0; i < ranges; i++) {
      long entry = position + RecordBuilder.HEADER_BYTES + RecordBuilder.RANGE_BYTES * i;
      int at = tables.at(entry, RecordBuilder.RANGE_BYTES);
      long offset = LittleEndian.getLong(tables.window(), at);
      int count = LittleEndian.getInt(tables.window(), at + 8);
      if (count < 1 || count > end - bytes || offset < 0 || offset > memoryBytes - count) {
        throw nonsense();
      }
      visitor.range(offset, count, bytes);
      bytes += count;
    }
    if (bytes != end) {
      throw nonsense();
    }
  }

  /**
   * Hands out the sector checks of the current record.
   *
   * @throws RedoLogException DAMAGED when one is not within a sector of the memory file
   */
  void checks(CheckVisitor visitor) throws IOException {
    long entry = checkStart();
    for (int i = 0; i < checks; i++, entry += RecordBuilder.CHECK_BYTES) {
      int at = tables.at(entry, RecordBuilder.CHECK_BYTES);
      byte[] bytes = tables.window();
      long offset = LittleEndian.getLong(bytes, at);
      int count = LittleEndian.getInt(bytes, at + 8);
      if (!SectorStates.withinSector(offset, count) || offset > memoryBytes - count) {
        throw nonsense();
      }
      visitor.check(
          offset, count, LittleEndian.getInt(bytes, at + 12), LittleEndian.getInt(bytes, at + 16));
    }
  }

  /** Copies the new bytes of a range into an array. */
  void copy(long from, byte[] target, int count) throws IOException {
    int index = content.at(from, count);
    System.arraycopy(content.window(), index, target, 0, count);
  }

  private RedoLogException nonsense() {
    return new RedoLogException(
        Kind.DAMAGED,
        "record " + sequence + " at byte " + position + " has a range that does not fit",
        null);
  }
}
