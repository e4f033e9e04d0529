package org.icsqlite.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.icsqlite.redo.RedoChange;

/**
 * The growth and the writes of one transaction, applied together by {@link StableMemory#commit}.
 *
 * <p>Nothing reaches the memory before the commit. A message is committed at most once; one that is
 * dropped instead leaves no trace. Not thread-safe; the thread that commits must be the one that
 * filled it, or be ordered after it.
 */
public final class Message {

  /** Receives the writes of a message, in the order in which they were made. */
  @FunctionalInterface
  public interface WriteVisitor<E extends Exception> {
    /**
     * One write of {@code length} bytes of {@code bytes} from {@code position}; do not change it.
     */
    void write(long offset, byte[] bytes, int position, int length) throws E;
  }

  private enum State {
    OPEN,
    COMMITTED,
    ABANDONED
  }

  /** One write; {@code before} holds at the same indexes what stood there, or is null. */
  static final class Write {
    final long offset;
    byte[] before;
    final byte[] bytes;
    final int position;
    final int length;

    Write(long offset, byte[] before, byte[] bytes, int position, int length) {
      this.offset = offset;
      this.before = before;
      this.bytes = bytes;
      this.position = position;
      this.length = length;
    }
  }

  private final StableMemory base;
  private final long basePages;
  private final List<Write> writes = new ArrayList<>();
  private final List<MessageListener> listeners = new ArrayList<>();
  private long sizePages;
  private State state = State.OPEN;
  private boolean published;

  /** An empty message for a memory, which has to keep its present size until the commit. */
  public Message(StableMemory base) {
    this.base = base;
    this.basePages = base.sizePages();
    this.sizePages = basePages;
  }

  /** The size in pages when the message was begun. */
  public long basePages() {
    return basePages;
  }

  /** The size in pages after the message. */
  public long sizePages() {
    return sizePages;
  }

  /** Whether a commit would change nothing. */
  public boolean isEmpty() {
    return writes.isEmpty() && sizePages == basePages;
  }

  /**
   * Grows the memory to at least this size; a smaller size does nothing.
   *
   * @throws StableMemoryException GROW_FAILED beyond the memory's maximum
   */
  public void growTo(long pages) {
    requireOpen();
    if (pages <= sizePages) {
      return;
    }
    if (pages > base.maximumPages()) {
      throw StableMemoryException.growFailed(sizePages, pages);
    }
    sizePages = pages;
  }

  /**
   * Adds a write of a copy of the bytes. A length of zero adds nothing.
   *
   * @throws StableMemoryException WRITE_OUT_OF_BOUNDS when it does not lie in the grown memory
   */
  public void write(long offset, byte[] bytes, int position, int length) {
    Objects.checkFromIndexSize(position, length, bytes.length);
    checkWrite(offset, length);
    if (length > 0) {
      byte[] copy = new byte[length];
      System.arraycopy(bytes, position, copy, 0, length);
      writes.add(new Write(offset, null, copy, 0, length));
    }
  }

  /** As {@link #write}, without a copy: the caller leaves the bytes alone until the commit. */
  public void writeBorrowed(long offset, byte[] bytes, int position, int length) {
    writeBorrowed(offset, null, bytes, position, length);
  }

  /**
   * As {@link #writeBorrowed(long, byte[], int, int)} by a caller who knows what stands there.
   *
   * @param before holds at the same indexes what the newest message left at the place; null when
   *     that is not known
   */
  public void writeBorrowed(long offset, byte[] before, byte[] bytes, int position, int length) {
    Objects.checkFromIndexSize(position, length, bytes.length);
    if (before != null) {
      Objects.checkFromIndexSize(position, length, before.length);
    }
    checkWrite(offset, length);
    if (length > 0) {
      writes.add(new Write(offset, before, bytes, position, length));
    }
  }

  private void checkWrite(long offset, int length) {
    requireOpen();
    long sizeBytes = sizePages * StableMemory.PAGE_BYTES;
    if (length > 0 && (offset < 0 || offset > sizeBytes - length)) {
      throw StableMemoryException.writeOutOfBounds(offset, length, sizeBytes);
    }
  }

  /** Hands every write to the visitor, in order. */
  public <E extends Exception> void forEachWrite(WriteVisitor<E> visitor) throws E {
    for (Write write : writes) {
      visitor.write(write.offset, write.bytes, write.position, write.length);
    }
  }

  /** Lets go of what the writes replace, once the log has seen it. */
  void forgetBefore() {
    for (Write write : writes) {
      write.before = null;
    }
  }

  /**
   * Lets ranges that do not overlap take the place of writes that did. In place, the state between
   * two overlapping writes would be one that no record of the log knows.
   */
  void replaceWrites(List<RedoChange> changes) {
    writes.clear();
    for (RedoChange change : changes) {
      writes.add(
          new Write(change.offset(), null, change.after(), change.position(), change.length()));
    }
  }

  /** How many bytes the writes have together. */
  long bytes() {
    long bytes = 0;
    for (Write write : writes) {
      bytes += write.length;
    }
    return bytes;
  }

  /** Lets go of the writes, once the memory has them. */
  void forgetWrites() {
    writes.clear();
  }

  List<Write> writes() {
    return writes;
  }

  /** Tells the listener how the message fares, in the order of listening. */
  public void listen(MessageListener listener) {
    requireOpen();
    listeners.add(listener);
  }

  List<MessageListener> listeners() {
    return listeners;
  }

  /** Makes a later commit fail. */
  public void abandon() {
    if (state == State.OPEN) {
      state = State.ABANDONED;
    }
  }

  /** For a memory, before it applies the message: refuses one that was used before. */
  public void requireOpen() {
    if (state != State.OPEN) {
      throw new IllegalStateException(
          state == State.COMMITTED ? "message was already committed" : "message was abandoned");
    }
  }

  /** For a memory: others may see the message now. */
  void publish() {
    if (!published) {
      published = true;
      listeners.forEach(MessageListener::published);
    }
  }

  /** For a memory that has taken the message: closes it and tells the listeners. */
  public void taken() {
    requireOpen();
    state = State.COMMITTED;
    listeners.forEach(MessageListener::taken);
  }
}
