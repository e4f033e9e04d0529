package org.icsqlite.memory;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.StampedLock;

/**
 * A stable memory in the heap, for {@code :memory:} databases and tests. Sparse: a page takes room
 * when something other than zeros is first written to it. Thread-safe.
 */
public final class HeapStableMemory implements StableMemory {

  private static final int SEGMENT_PAGES = 1024;

  private final StampedLock lock = new StampedLock();
  private byte[][][] segments = new byte[0][][];
  private volatile long sizePages;
  private volatile long maximumPages;
  private volatile boolean closed;

  /** An empty memory that may grow to 500 GiB. */
  public HeapStableMemory() {
    this(DEFAULT_MAXIMUM_PAGES);
  }

  /** An empty memory that may grow to this many pages. */
  public HeapStableMemory(long maximumPages) {
    setMaximumPages(maximumPages);
  }

  /**
   * A memory with these bytes, copied.
   *
   * @throws StableMemoryException RAGGED_FILE when they are not whole pages
   */
  public static HeapStableMemory of(byte[] bytes) {
    if (bytes.length % PAGE_BYTES != 0) {
      throw new StableMemoryException(
          StableMemoryException.Kind.RAGGED_FILE,
          bytes.length + " bytes are not a whole number of 64 KiB pages");
    }
    HeapStableMemory memory = new HeapStableMemory();
    Message message = new Message(memory);
    message.growTo(bytes.length / PAGE_BYTES);
    message.writeBorrowed(0, bytes, 0, bytes.length);
    memory.commit(message);
    return memory;
  }

  /** Sets the size in pages beyond which growth is refused; a memory that is larger stays so. */
  public void setMaximumPages(long maximumPages) {
    if (maximumPages < 0) {
      throw new IllegalArgumentException("maximum pages must not be negative: " + maximumPages);
    }
    this.maximumPages = maximumPages;
  }

  @Override
  public long sizePages() {
    requireOpen();
    return sizePages;
  }

  @Override
  public void read(long offset, byte[] target, int position, int length) {
    Objects.checkFromIndexSize(position, length, target.length);
    requireOpen();
    if (length == 0) {
      return;
    }
    long stamp = lock.readLock();
    try {
      long sizeBytes = sizePages * PAGE_BYTES;
      if (offset < 0 || offset > sizeBytes - length) {
        throw StableMemoryException.readOutOfBounds(offset, length, sizeBytes);
      }
      long at = offset;
      int to = position;
      int left = length;
      while (left > 0) {
        int inPage = (int) (at % PAGE_BYTES);
        int count = Math.min(left, PAGE_BYTES - inPage);
        byte[] page = page(at / PAGE_BYTES);
        if (page == null) {
          Arrays.fill(target, to, to + count, (byte) 0);
        } else {
          System.arraycopy(page, inPage, target, to, count);
        }
        at += count;
        to += count;
        left -= count;
      }
    } finally {
      lock.unlockRead(stamp);
    }
  }

  @Override
  public PendingCommit submit(Message message) {
    long stamp = lock.writeLock();
    try {
      requireOpen();
      message.requireOpen();
      long newPages = Math.max(sizePages, message.sizePages());
      if (newPages > sizePages && newPages > maximumPages) {
        throw StableMemoryException.growFailed(sizePages, newPages);
      }
      // Everything that can run out of heap comes before the first byte that changes.
      byte[][][] grown =
          Arrays.copyOf(segments, Math.toIntExact((newPages + SEGMENT_PAGES - 1) / SEGMENT_PAGES));
      message.forEachWrite(
          (offset, bytes, position, length) ->
              allocate(grown, newPages, offset, bytes, position, length));
      segments = grown;
      sizePages = newPages;
    } finally {
      lock.unlockWrite(stamp);
    }
    message.taken();
    stamp = lock.writeLock();
    try {
      message.forEachWrite(this::copyIn);
    } finally {
      lock.unlockWrite(stamp);
    }
    message.publish();
    message.listeners().forEach(MessageListener::applied);
    return PendingCommit.DONE;
  }

  private static void allocate(
      byte[][][] segments, long pages, long offset, byte[] bytes, int position, int length) {
    if (offset < 0 || offset > pages * PAGE_BYTES - length) {
      throw StableMemoryException.writeOutOfBounds(offset, length, pages * PAGE_BYTES);
    }
    long at = offset;
    int from = position;
    int left = length;
    while (left > 0) {
      int count = Math.min(left, PAGE_BYTES - (int) (at % PAGE_BYTES));
      if (!isZero(bytes, from, count)) {
        int segment = (int) (at / PAGE_BYTES / SEGMENT_PAGES);
        int index = (int) (at / PAGE_BYTES % SEGMENT_PAGES);
        if (segments[segment] == null) {
          segments[segment] = new byte[SEGMENT_PAGES][];
        }
        if (segments[segment][index] == null) {
          segments[segment][index] = new byte[PAGE_BYTES];
        }
      }
      at += count;
      from += count;
      left -= count;
    }
  }

  private void copyIn(long offset, byte[] bytes, int position, int length) {
    long at = offset;
    int from = position;
    int left = length;
    while (left > 0) {
      int inPage = (int) (at % PAGE_BYTES);
      int count = Math.min(left, PAGE_BYTES - inPage);
      byte[] page = page(at / PAGE_BYTES);
      if (page != null) {
        System.arraycopy(bytes, from, page, inPage, count);
      }
      at += count;
      from += count;
      left -= count;
    }
  }

  private byte[] page(long index) {
    byte[][] segment = segments[(int) (index / SEGMENT_PAGES)];
    return segment == null ? null : segment[(int) (index % SEGMENT_PAGES)];
  }

  private static boolean isZero(byte[] bytes, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * A copy of the whole memory.
   *
   * @throws ArithmeticException when it does not fit an array
   */
  public byte[] toBytes() {
    byte[] bytes = new byte[Math.toIntExact(sizePages() * PAGE_BYTES)];
    read(0, bytes, 0, bytes.length);
    return bytes;
  }

  @Override
  public boolean readOnly() {
    requireOpen();
    return false;
  }

  @Override
  public long maximumPages() {
    requireOpen();
    return maximumPages;
  }

  @Override
  public void force() {
    requireOpen();
  }

  @Override
  public void close() {
    closed = true;
  }

  private void requireOpen() {
    if (closed) {
      throw StableMemoryException.closed("the memory");
    }
  }
}
