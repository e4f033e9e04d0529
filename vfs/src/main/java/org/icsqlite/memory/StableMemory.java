package org.icsqlite.memory;

import java.io.Closeable;

/**
 * A stable memory: whole pages of 64 KiB that only grow, changed by one {@link Message} at a time.
 *
 * <p>Offsets and lengths are bytes, sizes are pages. Implementations are thread-safe: reads may run
 * beside a commit, but a read that overlaps the ranges of a running commit may see old bytes, new
 * bytes or a mix. Callers that need more keep the two apart, as the images above do.
 *
 * <p>Every method except {@link #close} throws a {@link StableMemoryException} of kind CLOSED after
 * the memory was closed.
 */
public interface StableMemory extends Closeable {

  /** Bytes in one page. */
  int PAGE_BYTES = 65536;

  /** Pages in 500 GiB, what the Internet Computer grants one canister. */
  long DEFAULT_MAXIMUM_PAGES = 500L * 1024 * 1024 * 1024 / PAGE_BYTES;

  /** The current size in pages, 0 or more. */
  long sizePages();

  /**
   * Copies bytes out of the memory, as the newest message that was taken left them. A length of
   * zero does nothing, whatever the offset.
   *
   * @param offset where to read, in bytes
   * @param target where to put the bytes, never null
   * @param position the first index in {@code target}
   * @param length how many bytes
   * @throws StableMemoryException READ_OUT_OF_BOUNDS when the range does not lie in the memory,
   *     IO_ERROR when the storage fails
   */
  void read(long offset, byte[] target, int position, int length);

  /**
   * As {@link #read}, but what stands in place, whether or not newer bytes are on their way there.
   * For callers who know what is on its way, see {@link MessageListener}.
   */
  default void readInPlace(long offset, byte[] target, int position, int length) {
    read(offset, target, position, length);
  }

  /**
   * Takes a message: fixes its place behind those before and makes its changes those of the memory.
   * They may reach their place later. Either that is done or the call throws and every byte and the
   * size are as before.
   *
   * @return what to wait for; dropping it is safe
   * @throws StableMemoryException READ_ONLY, GROW_FAILED, WRITE_OUT_OF_BOUNDS, IO_ERROR
   * @throws IllegalStateException when the message was committed or abandoned before
   */
  PendingCommit submit(Message message);

  /** As {@link #submit}, and returns when the message is as durable as the memory promises. */
  default void commit(Message message) {
    submit(message).await();
  }

  /**
   * Whether it helps when the writes of a message tell what stood there before; what they do not
   * tell is read where it is needed.
   */
  default boolean wantsBefore() {
    return false;
  }

  /** Whether {@link #commit} is refused. */
  boolean readOnly();

  /** The size in pages beyond which growth is refused. */
  long maximumPages();

  /** Returns when everything that was committed is on disk; does nothing in the heap. */
  void force();

  /** Releases the storage. Closing twice is harmless. */
  @Override
  void close();
}
