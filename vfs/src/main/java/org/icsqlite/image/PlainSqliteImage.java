package org.icsqlite.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.memory.VirtualMemory;

/**
 * A plain SQLite file inside stable memory, as two other programs keep it; it is only read. The
 * memory must not change while it is open. Thread-safe.
 *
 * <pre>
 * ic-rusqlite: a virtual memory
 *      0   the SQLite file; its length is in its header, since the memory is whole 64 KiB pages
 * ic-sqlite: the raw memory
 *      0   8 bytes: length of the file, big endian
 *      8   the SQLite file
 *
 * SQLite header (big endian)
 *      0  16 bytes  "SQLite format 3", 0
 *     16   2 bytes  page size, 1 = 65536
 *     24   4 bytes  change counter
 *     28   4 bytes  page count, valid when not 0 and the counters at 24 and 92 are equal
 *     92   4 bytes  change counter when the page count was written
 * </pre>
 */
public final class PlainSqliteImage implements Image {

  static final byte[] SQLITE_MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  static final int LENGTH_BYTES = 8;

  private static final int HEADER_BYTES = 100;

  @FunctionalInterface
  private interface Source {
    void read(long offset, byte[] target, int position, int length);
  }

  private final Source source;
  private final long start;
  private final long size;
  private final int memoryId;
  private final String layoutName;

  private PlainSqliteImage(Source source, long start, long size, int memoryId, String layoutName) {
    this.source = source;
    this.start = start;
    this.size = size;
    this.memoryId = memoryId;
    this.layoutName = layoutName;
  }

  /**
   * Opens the SQLite file of ic-rusqlite in a virtual memory.
   *
   * @throws StableMemoryException FOREIGN_STABLE_MEMORY_IMAGE when there is none,
   *     DATABASE_OUT_OF_BOUNDS when its header claims more than the memory has
   */
  public static PlainSqliteImage inVirtualMemory(VirtualMemory memory) {
    long available = memory.sizePages() * StableMemory.PAGE_BYTES;
    byte[] header = new byte[(int) Math.min(HEADER_BYTES, available)];
    memory.read(0, header, 0, header.length);
    if (!startsWith(header, 0, SQLITE_MAGIC)) {
      throw StableMemoryException.foreignStableMemoryImage();
    }
    long size = fileLength(header, available);
    if (size > available) {
      throw outOfBounds(size, available);
    }
    return new PlainSqliteImage(memory::read, 0, size, memory.id(), "ic-rusqlite");
  }

  /**
   * Opens the SQLite file of ic-sqlite in a raw memory.
   *
   * @throws StableMemoryException FOREIGN_STABLE_MEMORY_IMAGE when there is none,
   *     DATABASE_OUT_OF_BOUNDS when its length is more than the memory has
   */
  public static PlainSqliteImage behindLength(StableMemory memory) {
    long available = memory.sizePages() * StableMemory.PAGE_BYTES - LENGTH_BYTES;
    byte[] head = new byte[LENGTH_BYTES + SQLITE_MAGIC.length];
    if (available > 0) {
      memory.read(0, head, 0, head.length);
    }
    if (!startsWith(head, LENGTH_BYTES, SQLITE_MAGIC)) {
      throw StableMemoryException.foreignStableMemoryImage();
    }
    long size = ByteBuffer.wrap(head).getLong(0);
    if (Long.compareUnsigned(size, available) > 0) {
      throw outOfBounds(size, available);
    }
    return new PlainSqliteImage(memory::read, LENGTH_BYTES, size, -1, "ic-sqlite");
  }

  private static StableMemoryException outOfBounds(long size, long available) {
    return new StableMemoryException(
        Kind.DATABASE_OUT_OF_BOUNDS,
        "SQLite file of "
            + Long.toUnsignedString(size)
            + " bytes does not fit the "
            + available
            + " bytes of its memory");
  }

  /** The length that SQLite would find; without a valid page count, all whole pages there are. */
  private static long fileLength(byte[] bytes, long available) {
    ByteBuffer header = ByteBuffer.wrap(bytes);
    int stored = Short.toUnsignedInt(header.getShort(16));
    long pageSize = stored == 1 ? 65536 : stored;
    if (pageSize < 512 || Long.bitCount(pageSize) != 1) {
      return available;
    }
    long pageCount = Integer.toUnsignedLong(header.getInt(28));
    if (pageCount != 0 && header.getInt(24) == header.getInt(92)) {
      return pageCount * pageSize;
    }
    return available - available % pageSize;
  }

  static boolean startsWith(byte[] bytes, int position, byte[] magic) {
    return bytes.length >= position + magic.length
        && Arrays.equals(bytes, position, position + magic.length, magic, 0, magic.length);
  }

  @Override
  public int memoryId() {
    return memoryId;
  }

  @Override
  public String layoutName() {
    return layoutName;
  }

  @Override
  public boolean writable() {
    return false;
  }

  /** The length of the SQLite file in bytes. */
  public long size() {
    return size;
  }

  @Override
  public Snapshot snapshot() {
    return new PlainSnapshot();
  }

  private final class PlainSnapshot implements Snapshot {

    private final AtomicBoolean closed = new AtomicBoolean();

    @Override
    public long version() {
      return 1;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public int read(long offset, byte[] target, int length) {
      Objects.checkFromIndexSize(0, length, target.length);
      if (offset < 0) {
        throw new IllegalArgumentException("offset must not be negative: " + offset);
      }
      if (closed.get()) {
        throw new StableMemoryException(Kind.CLOSED, "the snapshot is closed");
      }
      int count = (int) Math.max(0, Math.min(length, size - offset));
      if (count > 0) {
        source.read(start + offset, target, 0, count);
      }
      return count;
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }
}
