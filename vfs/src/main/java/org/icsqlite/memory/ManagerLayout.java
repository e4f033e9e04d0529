package org.icsqlite.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * One state of a {@link MemoryManager}: what its header and owner table say. Immutable.
 *
 * <pre>
 * offset  size   field (integers are little endian)
 *      0     3   magic "MGR"
 *      3     1   layout version, 1
 *      4     2   buckets in use, 0..32768
 *      6     2   pages in a bucket, 1..65535
 *      8    32   reserved, written as zeros
 *     40  2040   255 x u64: pages of memory 0..254
 *   2080 32768   owner of each bucket, one byte; 255 = free
 *  34848         unused up to 65536
 *  65536 + b * pages in a bucket * 65536        bucket b
 * </pre>
 */
final class ManagerLayout {

  static final int MEMORIES = 255;
  static final int MAXIMUM_BUCKETS = 32768;
  static final int HEADER_BYTES = 2080;
  static final int OWNERS_OFFSET = HEADER_BYTES;
  static final int TABLE_BYTES = OWNERS_OFFSET + MAXIMUM_BUCKETS;
  static final byte FREE = (byte) 255;

  private static final byte[] MAGIC = {'M', 'G', 'R'};
  private static final int VERSION = 1;
  private static final int BUCKETS_OFFSET = 4;
  private static final int BUCKET_PAGES_OFFSET = 6;
  private static final int SIZES_OFFSET = 40;
  private static final int[] NO_BUCKETS = {};

  private final int bucketPages;
  private final int allocated;
  private final long[] sizes;
  private final int[][] buckets;

  private ManagerLayout(int bucketPages, int allocated, long[] sizes, int[][] buckets) {
    this.bucketPages = bucketPages;
    this.allocated = allocated;
    this.sizes = sizes;
    this.buckets = buckets;
  }

  /** No memory has a page. */
  static ManagerLayout fresh(int bucketPages) {
    int[][] buckets = new int[MEMORIES][];
    Arrays.fill(buckets, NO_BUCKETS);
    return new ManagerLayout(bucketPages, 0, new long[MEMORIES], buckets);
  }

  /** Reads and checks the first {@link #TABLE_BYTES} bytes of a memory of {@code rawPages}. */
  static ManagerLayout decode(byte[] table, long rawPages) {
    if (!Arrays.equals(table, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw StableMemoryException.nonMemoryManagerLayout();
    }
    if (table[3] != VERSION) {
      throw StableMemoryException.invalidLayout("Unsupported version.");
    }
    ByteBuffer header = ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
    int allocated = Short.toUnsignedInt(header.getShort(BUCKETS_OFFSET));
    int bucketPages = Short.toUnsignedInt(header.getShort(BUCKET_PAGES_OFFSET));
    if (allocated > MAXIMUM_BUCKETS) {
      throw invalidHeader("allocated buckets exceeds maximum");
    }
    if (bucketPages == 0) {
      throw invalidHeader("bucket size is zero");
    }
    long[] sizes = new long[MEMORIES];
    for (int id = 0; id < MEMORIES; id++) {
      sizes[id] = header.getLong(SIZES_OFFSET + 8 * id);
      if (sizes[id] >>> 48 != 0) {
        throw invalidHeader("memory " + id + " size overflows bytes");
      }
    }
    int[][] buckets = bucketsByOwner(table, allocated);
    for (int id = 0; id < MEMORIES; id++) {
      if (bucketsFor(sizes[id], bucketPages) != buckets[id].length) {
        throw StableMemoryException.invalidLayout(
            "invalid memory manager layout: memory " + id + " size and buckets mismatch");
      }
    }
    if (rawPages < 1 + (long) bucketPages * allocated) {
      throw StableMemoryException.invalidLayout(
          "invalid memory manager layout: backing memory truncated");
    }
    return new ManagerLayout(bucketPages, allocated, sizes, buckets);
  }

  private static int[][] bucketsByOwner(byte[] table, int allocated) {
    int[] counts = new int[MEMORIES];
    for (int bucket = 0; bucket < allocated; bucket++) {
      byte owner = table[OWNERS_OFFSET + bucket];
      if (owner == FREE) {
        throw invalidTable("allocated bucket has no owner");
      }
      counts[Byte.toUnsignedInt(owner)]++;
    }
    for (int bucket = allocated; bucket < MAXIMUM_BUCKETS; bucket++) {
      if (table[OWNERS_OFFSET + bucket] != FREE) {
        throw invalidTable("unallocated bucket has owner");
      }
    }
    int[][] buckets = new int[MEMORIES][];
    for (int id = 0; id < MEMORIES; id++) {
      buckets[id] = counts[id] == 0 ? NO_BUCKETS : new int[counts[id]];
    }
    int[] next = new int[MEMORIES];
    for (int bucket = 0; bucket < allocated; bucket++) {
      int id = Byte.toUnsignedInt(table[OWNERS_OFFSET + bucket]);
      buckets[id][next[id]++] = bucket;
    }
    return buckets;
  }

  private static StableMemoryException invalidHeader(String text) {
    return StableMemoryException.invalidLayout("invalid memory manager header: " + text);
  }

  private static StableMemoryException invalidTable(String text) {
    return StableMemoryException.invalidLayout("invalid memory manager allocation table: " + text);
  }

  private static long bucketsFor(long pages, int bucketPages) {
    return pages / bucketPages + (pages % bucketPages == 0 ? 0 : 1);
  }

  /** The layout after a memory grew, or null when the buckets do not suffice. */
  ManagerLayout grown(int id, long additionalPages) {
    long newSize = sizes[id] + additionalPages;
    if (newSize < 0) {
      return null;
    }
    long needed = bucketsFor(newSize, bucketPages) - buckets[id].length;
    if (allocated + needed > MAXIMUM_BUCKETS) {
      return null;
    }
    long[] newSizes = sizes.clone();
    newSizes[id] = newSize;
    int[][] newBuckets = buckets;
    if (needed > 0) {
      int[] owned = Arrays.copyOf(buckets[id], buckets[id].length + (int) needed);
      for (int i = 0; i < needed; i++) {
        owned[buckets[id].length + i] = allocated + i;
      }
      newBuckets = buckets.clone();
      newBuckets[id] = owned;
    }
    return new ManagerLayout(bucketPages, allocated + (int) needed, newSizes, newBuckets);
  }

  /** The 2080 bytes of the header. */
  byte[] header() {
    byte[] bytes = new byte[HEADER_BYTES];
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).put((byte) VERSION);
    header.putShort(BUCKETS_OFFSET, (short) allocated);
    header.putShort(BUCKET_PAGES_OFFSET, (short) bucketPages);
    for (int id = 0; id < MEMORIES; id++) {
      header.putLong(SIZES_OFFSET + 8 * id, sizes[id]);
    }
    return bytes;
  }

  int bucketPages() {
    return bucketPages;
  }

  long bucketBytes() {
    return (long) bucketPages * StableMemory.PAGE_BYTES;
  }

  int allocated() {
    return allocated;
  }

  long rawPages() {
    return 1 + (long) bucketPages * allocated;
  }

  long sizePages(int id) {
    return sizes[id];
  }

  /** The buckets of a memory in the order of its addresses; not to be changed. */
  int[] buckets(int id) {
    return buckets[id];
  }

  /** The owner of every bucket in use. */
  int[] owners() {
    int[] owners = new int[allocated];
    for (int id = 0; id < MEMORIES; id++) {
      for (int bucket : buckets[id]) {
        owners[bucket] = id;
      }
    }
    return owners;
  }
}
