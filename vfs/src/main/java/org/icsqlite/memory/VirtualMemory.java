package org.icsqlite.memory;

import java.util.Objects;

/**
 * One of the memories that a {@link MemoryManager} shares out: contiguous addresses over buckets
 * that lie anywhere. Thread-safe; reads may run beside a commit, see {@link StableMemory}.
 */
public final class VirtualMemory {

  private final MemoryManager manager;
  private final int id;

  VirtualMemory(MemoryManager manager, int id) {
    this.manager = manager;
    this.id = id;
  }

  /** The memory id, 0..254. */
  public int id() {
    return id;
  }

  /** The manager that shares it out. */
  public MemoryManager manager() {
    return manager;
  }

  /** The committed size in pages. */
  public long sizePages() {
    return manager.layout().sizePages(id);
  }

  /** The size in pages within a message. */
  public long sizePages(Message message) {
    return manager.layout(message).sizePages(id);
  }

  /**
   * Copies bytes out, as the newest message left them. A length of zero does nothing, whatever the
   * offset.
   *
   * @throws StableMemoryException VIRTUAL_READ_OUT_OF_BOUNDS when the range is not in the memory
   */
  public void read(long offset, byte[] target, int position, int length) {
    read(offset, target, position, length, manager.backing()::read);
  }

  /** As {@link #read}, but what stands in place, see {@link StableMemory#readInPlace}. */
  public void readInPlace(long offset, byte[] target, int position, int length) {
    read(offset, target, position, length, manager.backing()::readInPlace);
  }

  /** How bytes of the shared memory are read. */
  private interface Reader {
    void read(long offset, byte[] target, int position, int length);
  }

  private void read(long offset, byte[] target, int position, int length, Reader reader) {
    Objects.checkFromIndexSize(position, length, target.length);
    if (length == 0) {
      return;
    }
    ManagerLayout layout = manager.layout();
    if (!contains(layout, offset, length)) {
      throw StableMemoryException.virtualReadOutOfBounds(id);
    }
    long at = offset;
    int to = position;
    int left = length;
    while (left > 0) {
      int count = inBucket(layout, at, left);
      reader.read(address(layout, at), target, to, count);
      at += count;
      to += count;
      left -= count;
    }
  }

  /**
   * Adds a write of a copy of the bytes to a message. A length of zero adds nothing.
   *
   * @throws StableMemoryException VIRTUAL_WRITE_OUT_OF_BOUNDS when the range is not in the memory
   *     as it is within the message
   */
  public void write(Message message, long offset, byte[] bytes, int position, int length) {
    Objects.checkFromIndexSize(position, length, bytes.length);
    byte[] copy = new byte[length];
    System.arraycopy(bytes, position, copy, 0, length);
    writeBorrowed(message, offset, copy, 0, length);
  }

  /** As {@link #write}, without a copy: the caller leaves the bytes alone for good. */
  public void writeBorrowed(Message message, long offset, byte[] bytes, int position, int length) {
    writeBorrowed(message, offset, null, bytes, position, length);
  }

  /**
   * As {@link #writeBorrowed(Message, long, byte[], int, int)} by a caller who knows what stands
   * there, see {@link Message#writeBorrowed(long, byte[], byte[], int, int)}.
   */
  public void writeBorrowed(
      Message message, long offset, byte[] before, byte[] bytes, int position, int length) {
    Objects.checkFromIndexSize(position, length, bytes.length);
    if (length == 0) {
      return;
    }
    ManagerLayout layout = manager.layout(message);
    if (!contains(layout, offset, length)) {
      throw StableMemoryException.virtualWriteOutOfBounds(id);
    }
    long at = offset;
    int from = position;
    int left = length;
    while (left > 0) {
      int count = inBucket(layout, at, left);
      message.writeBorrowed(address(layout, at), before, bytes, from, count);
      at += count;
      from += count;
      left -= count;
    }
  }

  /** As {@link MemoryManager#grow}. */
  public long grow(Message message, long additionalPages) {
    return manager.grow(message, id, additionalPages);
  }

  private boolean contains(ManagerLayout layout, long offset, int length) {
    return offset >= 0 && offset <= layout.sizePages(id) * StableMemory.PAGE_BYTES - length;
  }

  private static int inBucket(ManagerLayout layout, long at, int left) {
    return (int) Math.min(left, layout.bucketBytes() - at % layout.bucketBytes());
  }

  private long address(ManagerLayout layout, long at) {
    long bucketBytes = layout.bucketBytes();
    int bucket = layout.buckets(id)[(int) (at / bucketBytes)];
    return StableMemory.PAGE_BYTES + bucketBytes * bucket + at % bucketBytes;
  }
}
