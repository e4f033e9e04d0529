package org.icsqlite.redo;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.icsqlite.storage.StorageFile;

/**
 * Makes the record of a message. A record begins at a multiple of 8:
 *
 * <pre>
 *      offset  size  content
 *           0     8  marker of the salt, see Salt; 0 where a record was taken back
 *           8     4  CRC32C of the 8 bytes of the salt and of the record from 12 to its end
 *          12     4  c, number of sector checks, 0..1024
 *          16     8  length of the record in bytes
 *          24     8  sequence number, one more than that of the record before
 *          32     8  the highest sequence number that was known to be on disk
 *          40     8  length of the memory file after the message
 *          48     8  r, number of ranges
 *          56   12r  ranges: offset in the memory file (8), length, 1 or more (4)
 *      56+12r   20c  sector checks: offset in the memory file (8), length, 1..512 (4),
 *                    CRC32C before the message (4), CRC32C after it (4)
 *  56+12r+20c        the new bytes of the ranges, one after the other
 *      length  0..7  zeros up to a multiple of 8
 * </pre>
 *
 * <p>Only bytes that differ are logged, and the equal ones between two that are less than 16 apart;
 * from 24 on a new range begins. A sector check covers what a change and a sector of 512 bytes have
 * in common; there is one for every sector with a range in it, or for the last 1024 of them.
 *
 * <p>An object is used for one record after the other and keeps its arrays. Not thread-safe.
 */
final class RecordBuilder {

  static final int HEADER_BYTES = 56;
  static final int RANGE_BYTES = 12;
  static final int CHECK_BYTES = 20;
  static final int MAXIMUM_CHECKS = 1024;

  private static final int MINIMUM_GAP = 16;
  private static final int MAXIMUM_BUFFER = 1 << 20;
  private static final int KEPT_RANGES = 1 << 16;
  private static final byte[] ZEROS = new byte[StorageFile.SECTOR_BYTES];

  private final CRC32C crc = new CRC32C();
  private final byte[] checks = new byte[MAXIMUM_CHECKS * CHECK_BYTES];
  private byte[] buffer = new byte[1 << 14];
  private long[] offsets = new long[256];
  private int[] lengths = new int[256];
  private int[] firstRanges = new int[16];

  private List<RedoChange> changes = List.of();
  private int rangeCount;
  private int checkCount;
  private long length;
  private long salt;
  private long sequence;
  private long durable;
  private long memoryBytes;

  /** Bytes that a record of this length takes in the log. */
  static long padded(long length) {
    return length + 7 & ~7L;
  }

  /** Lays the record out; the changes are read again by {@link #writeTo}. */
  void build(long saltNow, long number, long onDisk, long memoryLength, List<RedoChange> all) {
    if (rangeCount > KEPT_RANGES) {
      offsets = new long[KEPT_RANGES];
      lengths = new int[KEPT_RANGES];
    }
    salt = saltNow;
    sequence = number;
    durable = onDisk;
    memoryBytes = memoryLength;
    changes = all;
    rangeCount = 0;
    checkCount = 0;
    if (firstRanges.length <= all.size()) {
      firstRanges = new int[all.size() * 2];
    }
    long bytes = 0;
    for (int i = 0; i < all.size(); i++) {
      firstRanges[i] = rangeCount;
      bytes += compare(all.get(i));
    }
    firstRanges[all.size()] = rangeCount;
    for (int i = all.size() - 1; i >= 0 && checkCount < MAXIMUM_CHECKS; i--) {
      check(all.get(i), firstRanges[i], firstRanges[i + 1]);
    }
    length =
        HEADER_BYTES + (long) RANGE_BYTES * rangeCount + (long) CHECK_BYTES * checkCount + bytes;
  }

  /** How many bytes the record takes in the log. */
  long paddedLength() {
    return padded(length);
  }

  private long compare(RedoChange change) {
    long bytes = 0;
    int start = nextDifference(change, 0);
    while (start < change.length()) {
      int end = endOfDifferences(change, start);
      addRange(change.offset() + start, end - start);
      bytes += end - start;
      start = nextDifference(change, end);
    }
    return bytes;
  }

  private static int nextDifference(RedoChange change, int from) {
    int length = change.length();
    byte[] after = change.after();
    int position = change.position();
    if (change.before() != null) {
      int found =
          Arrays.mismatch(change.before(), from, length, after, position + from, position + length);
      return found < 0 ? length : from + found;
    }
    int i = from;
    while (i <= length - Long.BYTES && LittleEndian.getLong(after, position + i) == 0) {
      i += Long.BYTES;
    }
    while (i < length && after[position + i] == 0) {
      i++;
    }
    return i;
  }

  /** Where the range that begins at a difference ends: before 16 equal bytes or more. */
  private static int endOfDifferences(RedoChange change, int start) {
    byte[] before = change.before();
    byte[] after = change.after();
    int position = change.position();
    int length = change.length();
    int end = start + 1;
    int i = end;
    while (i <= length - Long.BYTES) {
      long old = before == null ? 0 : LittleEndian.getLong(before, i);
      long differences = old ^ LittleEndian.getLong(after, position + i);
      i += Long.BYTES;
      if (differences != 0) {
        end = i - (Long.numberOfLeadingZeros(differences) >>> 3);
      } else if (i - end >= MINIMUM_GAP) {
        return end;
      }
    }
    for (; i < length; i++) {
      if ((before == null ? 0 : before[i]) != after[position + i]) {
        end = i + 1;
      }
    }
    return end;
  }

  private void addRange(long offset, int bytes) {
    if (rangeCount == offsets.length) {
      offsets = Arrays.copyOf(offsets, rangeCount * 2);
      lengths = Arrays.copyOf(lengths, rangeCount * 2);
    }
    offsets[rangeCount] = offset;
    lengths[rangeCount++] = bytes;
  }

  private void check(RedoChange change, int first, int end) {
    long done = Long.MAX_VALUE;
    for (int i = end - 1; i >= first; i--) {
      long lowest = offsets[i] / StorageFile.SECTOR_BYTES;
      long sector = (offsets[i] + lengths[i] - 1) / StorageFile.SECTOR_BYTES;
      for (sector = Math.min(sector, done - 1); sector >= lowest; sector--) {
        if (checkCount == MAXIMUM_CHECKS) {
          return;
        }
        addCheck(change, sector * StorageFile.SECTOR_BYTES);
        done = sector;
      }
    }
  }

  private void addCheck(RedoChange change, long sector) {
    int start = (int) Math.max(0, sector - change.offset());
    long sectorEnd = sector - change.offset() + StorageFile.SECTOR_BYTES;
    int bytes = (int) Math.min(change.length(), sectorEnd) - start;
    int at = checkCount++ * CHECK_BYTES;
    LittleEndian.putLong(checks, at, change.offset() + start);
    LittleEndian.putInt(checks, at + 8, bytes);
    crc.reset();
    if (change.before() == null) {
      crc.update(ZEROS, 0, bytes);
    } else {
      crc.update(change.before(), start, bytes);
    }
    LittleEndian.putInt(checks, at + 12, (int) crc.getValue());
    crc.reset();
    crc.update(change.after(), change.position() + start, bytes);
    LittleEndian.putInt(checks, at + 16, (int) crc.getValue());
  }

  /** Writes the record: a small one with one write, a large one in pieces. */
  void writeTo(StorageFile log, long position) throws IOException {
    long padded = paddedLength();
    if (padded > buffer.length && buffer.length < MAXIMUM_BUFFER) {
      long wanted = Long.highestOneBit(padded - 1) * 2;
      buffer = new byte[(int) Math.min(MAXIMUM_BUFFER, wanted)];
    }
    if (padded <= buffer.length) {
      Pieces whole = new Pieces();
      whole.addAll(0);
      RecordReader.beginChecksum(crc, salt);
      crc.update(buffer, RecordReader.COVERED, (int) length - RecordReader.COVERED);
      LittleEndian.putInt(buffer, RecordReader.CRC, (int) crc.getValue());
      log.write(position, buffer, 0, (int) padded);
    } else {
      RecordReader.beginChecksum(crc, salt);
      new Checksum().addAll(0);
      new Writing(log, position).addAll((int) crc.getValue());
    }
    changes = List.of();
  }

  /** The parts of the record, one after the other, in a buffer that is flushed when it is full. */
  private class Pieces {

    private int fill;

    void addAll(int checksum) throws IOException {
      fill = HEADER_BYTES;
      LittleEndian.putLong(buffer, 0, Salt.marker(salt));
      LittleEndian.putInt(buffer, RecordReader.CRC, checksum);
      LittleEndian.putInt(buffer, 12, checkCount);
      LittleEndian.putLong(buffer, 16, length);
      LittleEndian.putLong(buffer, 24, sequence);
      LittleEndian.putLong(buffer, 32, durable);
      LittleEndian.putLong(buffer, 40, memoryBytes);
      LittleEndian.putLong(buffer, 48, rangeCount);
      for (int i = 0; i < rangeCount; i++) {
        if (fill > buffer.length - RANGE_BYTES) {
          flushAll();
        }
        LittleEndian.putLong(buffer, fill, offsets[i]);
        LittleEndian.putInt(buffer, fill + 8, lengths[i]);
        fill += RANGE_BYTES;
      }
      add(checks, 0, checkCount * CHECK_BYTES);
      for (int c = 0; c < changes.size(); c++) {
        RedoChange change = changes.get(c);
        for (int i = firstRanges[c]; i < firstRanges[c + 1]; i++) {
          int start = change.position() + (int) (offsets[i] - change.offset());
          add(change.after(), start, lengths[i]);
        }
      }
      add(ZEROS, 0, (int) (paddedLength() - length));
      flushAll();
    }

    private void add(byte[] bytes, int position, int count) throws IOException {
      int done = 0;
      while (done < count) {
        if (fill == buffer.length) {
          flushAll();
        }
        int now = Math.min(count - done, buffer.length - fill);
        System.arraycopy(bytes, position + done, buffer, fill, now);
        fill += now;
        done += now;
      }
    }

    private void flushAll() throws IOException {
      flush(fill);
      fill = 0;
    }

    /** Takes the first bytes of the buffer, which is filled anew afterwards. */
    void flush(int count) throws IOException {}
  }

  private final class Checksum extends Pieces {

    private long done;

    @Override
    void flush(int count) {
      int from = done == 0 ? RecordReader.COVERED : 0;
      int end = (int) Math.min(count, length - done);
      crc.update(buffer, from, Math.max(0, end - from));
      done += count;
    }
  }

  private final class Writing extends Pieces {

    private final StorageFile log;
    private long position;

    Writing(StorageFile log, long position) {
      this.log = log;
      this.position = position;
    }

    @Override
    void flush(int count) throws IOException {
      log.write(position, buffer, 0, count);
      position += count;
    }
  }
}
