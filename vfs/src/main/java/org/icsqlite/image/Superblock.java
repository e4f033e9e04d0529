package org.icsqlite.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.VirtualMemory;

/**
 * The superblock of an ICSQLITE image, version 8, at the start of its virtual memory. All integers
 * are little endian and unsigned.
 *
 * <pre>
 * offset size field                      a commit makes it
 *      0    8 magic "ICSQLITE"
 *      8    4 version                    8
 *     12    4 sqlite page size           kept, never checked
 *     16    8 database size in bytes     the new size
 *     24    8 schema version             kept
 *     32    8 last transaction id        one more, up to the maximum
 *     40    8 flags                      STALE set, REFRESHING cleared
 *     48    8 last verified checksum     kept
 *     56    8 import: expected checksum  kept
 *     64    8 import: written until      kept
 *     72    8 import: total size         kept
 *     80    8 import: base offset        kept
 *     88    8 refresh: offset            0
 *     96    8 refresh: hash              0
 *    104    8 refresh: transaction id    0
 *    112    8 database base offset       kept
 *    120    8 page table offset          0
 *    128    8 page count                 database size in pages of 16384, rounded up
 *    136    8 layout version             8
 *    144    8 number n of zero extents   of the new list
 *    152    8 meta checksum              FNV-1a of the first 160 + 16 n bytes, these 8 as zeros
 *    160 16 n zero extents               u64 first page, u64 page after the last
 * </pre>
 *
 * Only the first 160 + 16 n bytes are ever written; what lies behind them belongs to an older,
 * longer list and means nothing.
 */
public record Superblock(
    int sqlitePageSize,
    long databaseSize,
    long schemaVersion,
    long lastTransactionId,
    long flags,
    long checksum,
    long importExpectedChecksum,
    long importWrittenUntil,
    long importTotalSize,
    long importBaseOffset,
    long refreshOffset,
    long refreshHash,
    long refreshTransactionId,
    long baseOffset,
    long pageTableOffset,
    long pageCount,
    long layoutVersion,
    ZeroExtents zeroExtents) {

  /** The version of the block and of the layout. */
  public static final int VERSION = 8;

  /** Bytes kept free for the block, and where a new database begins. */
  public static final int RESERVED_BYTES = 65536;

  /** Flag: an import is unfinished, the database cannot be used. */
  public static final long IMPORTING = 1;

  /** Flag: {@link #checksum} is older than the last commit. */
  public static final long CHECKSUM_STALE = 2;

  /** Flag: a refresh of the checksum is under way. */
  public static final long CHECKSUM_REFRESHING = 4;

  static final int FIXED_BYTES = 160;
  static final int MAXIMUM_BYTES = FIXED_BYTES + 16 * ZeroExtents.LIMIT;
  static final byte[] MAGIC = "ICSQLITE".getBytes(StandardCharsets.US_ASCII);

  private static final int EXTENT_COUNT_OFFSET = 144;
  private static final int LAYOUT_VERSION_OFFSET = 136;
  private static final int META_CHECKSUM_OFFSET = 152;

  /** The block of a database without a byte. */
  public static Superblock fresh() {
    return new Superblock(
        ImagePages.PAGE_BYTES,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        RESERVED_BYTES,
        0,
        0,
        VERSION,
        ZeroExtents.NONE);
  }

  /**
   * Reads and checks a block.
   *
   * @param bytes at least 16544 bytes from the start of the virtual memory
   * @throws StableMemoryException FOREIGN_STABLE_MEMORY_IMAGE, UNSUPPORTED_LAYOUT_VERSION,
   *     META_CHECKSUM_MISMATCH
   */
  public static Superblock decode(byte[] bytes) {
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (!Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw StableMemoryException.foreignStableMemoryImage();
    }
    int version = block.getInt(8);
    if (version != VERSION) {
      throw StableMemoryException.unsupportedLayoutVersion(Integer.toUnsignedLong(version));
    }
    long layoutVersion = block.getLong(LAYOUT_VERSION_OFFSET);
    if (layoutVersion != VERSION) {
      throw StableMemoryException.unsupportedLayoutVersion(layoutVersion);
    }
    long count = block.getLong(EXTENT_COUNT_OFFSET);
    if (Long.compareUnsigned(count, ZeroExtents.LIMIT) > 0
        || block.getLong(META_CHECKSUM_OFFSET) != metaChecksum(bytes, (int) count)) {
      throw StableMemoryException.metaChecksumMismatch();
    }
    long[] starts = new long[(int) count];
    long[] ends = new long[(int) count];
    for (int i = 0; i < count; i++) {
      starts[i] = block.getLong(FIXED_BYTES + 16 * i);
      ends[i] = block.getLong(FIXED_BYTES + 16 * i + 8);
    }
    ZeroExtents extents = ZeroExtents.ofNormalised(starts, ends);
    if (extents == null) {
      throw StableMemoryException.metaChecksumMismatch();
    }
    return new Superblock(
        block.getInt(12),
        block.getLong(16),
        block.getLong(24),
        block.getLong(32),
        block.getLong(40),
        block.getLong(48),
        block.getLong(56),
        block.getLong(64),
        block.getLong(72),
        block.getLong(80),
        block.getLong(88),
        block.getLong(96),
        block.getLong(104),
        block.getLong(112),
        block.getLong(120),
        block.getLong(128),
        layoutVersion,
        extents);
  }

  /** The bytes to write: 160, and 16 for each zero extent. */
  public byte[] encode() {
    int count = zeroExtents.count();
    byte[] bytes = new byte[FIXED_BYTES + 16 * count];
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    block.put(MAGIC).putInt(VERSION).putInt(sqlitePageSize).putLong(databaseSize);
    block.putLong(schemaVersion).putLong(lastTransactionId).putLong(flags).putLong(checksum);
    block.putLong(importExpectedChecksum).putLong(importWrittenUntil);
    block.putLong(importTotalSize).putLong(importBaseOffset);
    block.putLong(refreshOffset).putLong(refreshHash).putLong(refreshTransactionId);
    block.putLong(baseOffset).putLong(pageTableOffset).putLong(pageCount);
    block.putLong(layoutVersion).putLong(count).putLong(0);
    for (int i = 0; i < count; i++) {
      block.putLong(zeroExtents.start(i)).putLong(zeroExtents.end(i));
    }
    block.putLong(META_CHECKSUM_OFFSET, metaChecksum(bytes, count));
    return bytes;
  }

  /** How many bytes {@link #encode} gives. */
  int encodedBytes() {
    return FIXED_BYTES + 16 * zeroExtents.count();
  }

  private static long metaChecksum(byte[] bytes, int extentCount) {
    Fnv1a64 fnv = new Fnv1a64();
    fnv.update(bytes, 0, META_CHECKSUM_OFFSET);
    fnv.updateZeros(8);
    fnv.update(bytes, FIXED_BYTES, 16 * extentCount);
    return fnv.value();
  }

  /** The checksum of the block itself, as {@link #encode} stores it. */
  public long metaChecksum() {
    return metaChecksum(encode(), zeroExtents.count());
  }

  /** Whether an import is unfinished. */
  public boolean importing() {
    return (flags & IMPORTING) != 0;
  }

  /** Whether {@link #checksum} is older than the last commit. */
  public boolean checksumStale() {
    return (flags & CHECKSUM_STALE) != 0;
  }

  /** What {@link #pageCount} is after a commit; it has no other use, and opening does not check. */
  public long neededPageCount() {
    return ImagePages.covering(databaseSize);
  }

  /** Whether a refresh of the checksum is under way. */
  public boolean checksumRefreshing() {
    return (flags & CHECKSUM_REFRESHING) != 0;
  }

  /** The block after the checksum of the whole database was computed; no refresh is under way. */
  Superblock verified(long value) {
    return withChecksum(flags & ~(CHECKSUM_STALE | CHECKSUM_REFRESHING), value, 0, 0, 0);
  }

  /** The block while a refresh has come to an offset, with the hash of the bytes before it. */
  Superblock refreshing(long offset, long hash) {
    return withChecksum(flags | CHECKSUM_REFRESHING, checksum, offset, hash, lastTransactionId);
  }

  private Superblock withChecksum(
      long newFlags, long newChecksum, long newOffset, long newHash, long newTransactionId) {
    return new Superblock(
        sqlitePageSize,
        databaseSize,
        schemaVersion,
        lastTransactionId,
        newFlags,
        newChecksum,
        importExpectedChecksum,
        importWrittenUntil,
        importTotalSize,
        importBaseOffset,
        newOffset,
        newHash,
        newTransactionId,
        baseOffset,
        pageTableOffset,
        pageCount,
        layoutVersion,
        zeroExtents);
  }

  /** The block after a transaction. */
  Superblock committed(long newSize, ZeroExtents newExtents) {
    return new Superblock(
        sqlitePageSize,
        newSize,
        schemaVersion,
        lastTransactionId == -1 ? -1 : lastTransactionId + 1,
        (flags | CHECKSUM_STALE) & ~CHECKSUM_REFRESHING,
        checksum,
        importExpectedChecksum,
        importWrittenUntil,
        importTotalSize,
        importBaseOffset,
        0,
        0,
        0,
        baseOffset,
        0,
        ImagePages.covering(newSize),
        VERSION,
        newExtents);
  }

  /** The block with another schema version and nothing else changed. */
  Superblock withSchemaVersion(long version) {
    return new Superblock(
        sqlitePageSize,
        databaseSize,
        version,
        lastTransactionId,
        flags,
        checksum,
        importExpectedChecksum,
        importWrittenUntil,
        importTotalSize,
        importBaseOffset,
        refreshOffset,
        refreshHash,
        refreshTransactionId,
        baseOffset,
        pageTableOffset,
        pageCount,
        layoutVersion,
        zeroExtents);
  }

  /**
   * Refuses a database that would read the superblock as data or leave its memory, which the crate
   * does not check.
   */
  void requireInside(VirtualMemory memory) {
    long available = memory.sizePages() * StableMemory.PAGE_BYTES;
    if (Long.compareUnsigned(baseOffset, RESERVED_BYTES) < 0
        || Long.compareUnsigned(baseOffset, available) > 0
        || Long.compareUnsigned(databaseSize, available - baseOffset) > 0) {
      throw new StableMemoryException(
          StableMemoryException.Kind.DATABASE_OUT_OF_BOUNDS,
          "database of "
              + Long.toUnsignedString(databaseSize)
              + " bytes at offset "
              + Long.toUnsignedString(baseOffset)
              + " does not lie inside memory "
              + memory.id()
              + " of "
              + available
              + " bytes behind its superblock");
    }
  }

  /** Whether a page is stored in the memory rather than known to be zeros. */
  boolean stores(long page) {
    return page < ImagePages.covering(databaseSize) && !zeroExtents.contains(page);
  }
}
