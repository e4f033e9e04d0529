package org.icsqlite.compat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A second, simple reader of the layout, written from the format alone, so that what the product
 * writes is not judged by its own code. Loads the whole file; every rule it knows is asserted.
 *
 * <pre>
 *     0  "MGR", version 1     4  u16 buckets     6  u16 bucket pages
 *    40  255 x u64 memory sizes in pages      2080  32768 owner bytes, 255 = free
 * 65536  buckets
 * </pre>
 */
final class RawImage {
  private static final int PAGE = 65_536;
  private static final int SIZES_OFFSET = 40;
  private static final int OWNERS_OFFSET = 2_080;
  private static final int MAX_BUCKETS = 32_768;
  private static final int FREE = 255;

  private final ByteBuffer raw;
  private final int buckets;
  private final int bucketBytes;

  private RawImage(byte[] bytes) {
    raw = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    require(ascii(raw, 0, 3).equals("MGR") && raw.get(3) == 1, "not a version 1 MemoryManager");
    buckets = Short.toUnsignedInt(raw.getShort(4));
    int bucketPages = Short.toUnsignedInt(raw.getShort(6));
    bucketBytes = Math.multiplyExact(bucketPages, PAGE);
    require(
        bytes.length == PAGE * (1L + (long) buckets * bucketPages),
        bytes.length + " raw bytes for " + buckets + " buckets of " + bucketPages + " pages");
    for (int bucket = 0; bucket < MAX_BUCKETS; bucket++) {
      require((owner(bucket) != FREE) == (bucket < buckets), "owner of bucket " + bucket);
    }
    for (int memory = 0; memory < FREE; memory++) {
      long needed = (sizeInPages(memory) + bucketPages - 1) / bucketPages;
      require(bucketsOf(memory).size() == needed, "size and buckets of memory " + memory);
    }
  }

  static RawImage read(Path image) throws IOException {
    return new RawImage(Files.readAllBytes(image));
  }

  int bucketPages() {
    return bucketBytes / PAGE;
  }

  long sizeInPages(int memory) {
    return raw.getLong(SIZES_OFFSET + 8 * memory);
  }

  /** All bytes of one memory. */
  byte[] memory(int memory) {
    byte[] bytes = new byte[Math.toIntExact(Math.multiplyExact(sizeInPages(memory), PAGE))];
    List<Integer> owned = bucketsOf(memory);
    for (int index = 0; index < owned.size(); index++) {
      int from = index * bucketBytes;
      int length = Math.min(bucketBytes, bytes.length - from);
      raw.get(PAGE + owned.get(index) * bucketBytes, bytes, from, length);
    }
    return bytes;
  }

  Database database(int memory) {
    return new Database(memory(memory));
  }

  private int owner(int bucket) {
    return Byte.toUnsignedInt(raw.get(OWNERS_OFFSET + bucket));
  }

  private List<Integer> bucketsOf(int memory) {
    List<Integer> owned = new ArrayList<>();
    for (int bucket = 0; bucket < buckets; bucket++) {
      if (owner(bucket) == memory) {
        owned.add(bucket);
      }
    }
    return owned;
  }

  private static String ascii(ByteBuffer buffer, int offset, int length) {
    byte[] bytes = new byte[length];
    buffer.get(offset, bytes);
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  private static void require(boolean holds, String rule) {
    if (!holds) {
      throw new AssertionError("layout rule broken: " + rule);
    }
  }

  /**
   * One database: superblock version 8 and the SQLite bytes behind it.
   *
   * <pre>
   *   0 magic      8 u32 version      12 u32 page size   16 db_size       24 schema_version
   *  32 last_tx   40 flags            48 checksum       112 base offset  128 page_count
   * 136 layout   144 extent count    152 meta checksum  160 extents, 2 x u64 each
   * </pre>
   */
  static final class Database {
    static final long CHECKSUM_STALE = 2;

    private static final int SQLITE_PAGE = 16_384;
    private static final int EXTENTS_OFFSET = 160;
    private static final int MAX_EXTENTS = 1_024;
    private static final long FNV_BASIS = 0xcbf2_9ce4_8422_2325L;
    private static final long FNV_PRIME = 0x0000_0100_0000_01b3L;

    private final byte[] bytes;
    private final ByteBuffer fields;

    private Database(byte[] bytes) {
      this.bytes = bytes;
      fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      require(bytes.length >= PAGE, "no superblock in " + bytes.length + " bytes");
      require(ascii(fields, 0, 8).equals("ICSQLITE"), "magic");
      require(fields.getInt(8) == 8 && fields.getLong(136) == 8, "layout version");
      require(pageCount() == (size() + SQLITE_PAGE - 1) / SQLITE_PAGE, "page_count");
      long extents = fields.getLong(144);
      require(extents >= 0 && extents <= MAX_EXTENTS, extents + " zero extents");
      long previousEnd = -1;
      for (int extent = 0; extent < extents; extent++) {
        long start = extentStart(extent);
        long end = extentEnd(extent);
        require(previousEnd < start && start < end, "zero extent from " + start + " to " + end);
        previousEnd = end;
      }
      byte[] encoded = Arrays.copyOf(bytes, EXTENTS_OFFSET + 16 * (int) extents);
      Arrays.fill(encoded, 152, 160, (byte) 0);
      require(fnv(encoded) == fields.getLong(152), "meta checksum");
      require(baseOffset() + size() <= bytes.length, "database ends behind its memory");
    }

    /** Logical bytes of the SQLite file. */
    long size() {
      return fields.getLong(16);
    }

    long schemaVersion() {
      return fields.getLong(24);
    }

    long lastTransaction() {
      return fields.getLong(32);
    }

    long flags() {
      return fields.getLong(40);
    }

    /** The checksum that was verified last, which is not that of a stale image. */
    long storedChecksum() {
      return fields.getLong(48);
    }

    long pageCount() {
      return fields.getLong(128);
    }

    int extentCount() {
      return (int) fields.getLong(144);
    }

    /** FNV-1a 64 over the logical bytes. */
    long checksum() {
      return fnv(logicalBytes());
    }

    /** The SQLite file, with masked pages as zeros. */
    byte[] logicalBytes() {
      int base = Math.toIntExact(baseOffset());
      byte[] logical = Arrays.copyOfRange(bytes, base, base + Math.toIntExact(size()));
      for (int extent = 0; extent < extentCount(); extent++) {
        long from = Math.min(extentStart(extent) * SQLITE_PAGE, logical.length);
        long to = Math.min(extentEnd(extent) * SQLITE_PAGE, logical.length);
        Arrays.fill(logical, (int) from, (int) to, (byte) 0);
      }
      return logical;
    }

    private long baseOffset() {
      return fields.getLong(112);
    }

    private long extentStart(int extent) {
      return fields.getLong(EXTENTS_OFFSET + 16 * extent);
    }

    private long extentEnd(int extent) {
      return fields.getLong(EXTENTS_OFFSET + 16 * extent + 8);
    }

    private static long fnv(byte[] bytes) {
      long hash = FNV_BASIS;
      for (byte value : bytes) {
        hash = (hash ^ Byte.toUnsignedLong(value)) * FNV_PRIME;
      }
      return hash;
    }
  }
}
