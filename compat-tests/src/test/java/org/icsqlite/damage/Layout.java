package org.icsqlite.damage;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the parts of an undamaged image lie in its raw bytes, read by code of its own: damage has
 * to hit what it aims at whatever the code under test thinks of the layout.
 */
final class Layout {

  /** How a database lies in the memory. */
  enum Format {
    IC_SQLITE_VFS,
    IC_RUSQLITE,
    IC_SQLITE,
    UNKNOWN
  }

  static final int OWNERS = 2080;
  static final int SIZES = 40;

  private final Format format;
  private final int memoryId;
  private final long bucketBytes;
  private final List<Long> buckets;
  private final long virtualBytes;
  private final long databaseStart;
  private final long databaseBytes;
  private final int pageSize;

  private Layout(SparseBytes bytes, int memoryId) {
    this.memoryId = memoryId;
    boolean manager = startsWith(bytes, 0, "MGR") && bytes.get(3) == 1;
    bucketBytes = manager ? bytes.little(6, 2) * SparseBytes.PAGE : 0;
    buckets = manager ? bucketsOf(bytes, memoryId) : List.of();
    virtualBytes =
        manager
            ? Math.min(bytes.little(SIZES + 8L * memoryId, 8), buckets.size() * bucketBytes / 65536)
                * SparseBytes.PAGE
            : 0;
    format = format(bytes, manager);
    databaseStart =
        switch (format) {
          case IC_SQLITE_VFS -> Math.max(0, bytes.little(raw(112), 8));
          case IC_SQLITE -> 8;
          default -> 0;
        };
    databaseBytes =
        switch (format) {
          case IC_SQLITE_VFS ->
              Math.max(0, Math.min(bytes.little(raw(16), 8), virtualBytes - databaseStart));
          case IC_SQLITE -> bytes.length() - 8;
          case IC_RUSQLITE -> virtualBytes;
          case UNKNOWN -> 0;
        };
    int stored = databaseBytes < 512 ? 0 : (bytes.get(database(16)) << 8) | bytes.get(database(17));
    pageSize = stored == 1 ? 65536 : stored >= 512 && Integer.bitCount(stored) == 1 ? stored : 4096;
  }

  static Layout of(SparseBytes bytes, int memoryId) {
    return new Layout(bytes, memoryId);
  }

  private static List<Long> bucketsOf(SparseBytes bytes, int memoryId) {
    List<Long> buckets = new ArrayList<>();
    for (long bucket = 0; bucket < Math.min(32768, bytes.little(4, 2)); bucket++) {
      if (bytes.get(OWNERS + bucket) == memoryId) {
        buckets.add(bucket);
      }
    }
    return buckets;
  }

  private Format format(SparseBytes bytes, boolean manager) {
    if (manager && virtualBytes > 0) {
      if (startsWith(bytes, raw(0), "ICSQLITE")) {
        return Format.IC_SQLITE_VFS;
      }
      return startsWith(bytes, raw(0), "SQLite format 3") ? Format.IC_RUSQLITE : Format.UNKNOWN;
    }
    return startsWith(bytes, 8, "SQLite format 3") ? Format.IC_SQLITE : Format.UNKNOWN;
  }

  static boolean startsWith(SparseBytes bytes, long offset, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (bytes.get(offset + i) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  Format format() {
    return format;
  }

  int memoryId() {
    return memoryId;
  }

  boolean managed() {
    return bucketBytes > 0;
  }

  /** The raw buckets of the memory id, in the order of its addresses. */
  List<Long> buckets() {
    return buckets;
  }

  long virtualBytes() {
    return virtualBytes;
  }

  /** The raw offset of an offset in the virtual memory; -1 outside. */
  long raw(long virtual) {
    if (virtual < 0 || bucketBytes == 0 || virtual / bucketBytes >= buckets.size()) {
      return -1;
    }
    return SparseBytes.PAGE
        + buckets.get((int) (virtual / bucketBytes)) * bucketBytes
        + virtual % bucketBytes;
  }

  /** The raw offset of an offset in the SQLite file; -1 outside. */
  long database(long offset) {
    return format == Format.IC_SQLITE ? databaseStart + offset : raw(databaseStart + offset);
  }

  long databaseStart() {
    return databaseStart;
  }

  long databaseBytes() {
    return databaseBytes;
  }

  /** The SQLite page size, or 4096 where there is none. */
  int pageSize() {
    return pageSize;
  }

  /** Whole SQLite pages. */
  long databasePages() {
    return databaseBytes / pageSize;
  }
}
