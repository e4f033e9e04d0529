package org.icsqlite.memory;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The MemoryManager of ic-stable-structures, layout version 1: shares one stable memory among 255
 * virtual memories, which own buckets of a fixed number of pages. The bytes are drawn in {@code
 * ManagerLayout}.
 *
 * <p>Growing is staged in a {@link Message}; the new layout holds for that message at once and for
 * everybody else when it was committed. A message that fails or is dropped leaves the manager as it
 * was. Staging and committing belong under {@link #commitLock}, one message at a time: a second
 * message that grows makes the commit of the first fail. Everything else is thread-safe.
 */
public final class MemoryManager {

  /** Pages in a bucket when nothing else is asked: 8 MiB. */
  public static final int DEFAULT_BUCKET_PAGES = 128;

  /** The largest memory id. */
  public static final int MAXIMUM_ID = ManagerLayout.MEMORIES - 1;

  private final StableMemory memory;
  private final ReentrantLock commitLock = new ReentrantLock(true);
  private volatile ManagerLayout layout;
  private volatile boolean created;

  /** The header as it is in the memory, reserved bytes included; null before it is there. */
  private byte[] header;

  /** Weak: a message that was dropped must not live on here. */
  private WeakReference<Message> stagedIn = new WeakReference<>(null);

  private ManagerLayout staged;

  private MemoryManager(StableMemory memory, ManagerLayout layout, boolean created) {
    this.memory = memory;
    this.layout = layout;
    this.created = created;
  }

  /**
   * Reads and checks the manager of a memory; reads only its first page and writes nothing. On a
   * memory without pages it starts a new manager, whose bytes go into the first message that grows.
   *
   * @param memory the memory, never null
   * @param bucketPages pages in a bucket, 1..65535; an existing manager keeps its own
   * @throws StableMemoryException BUCKET_SIZE_IS_ZERO, NON_MEMORY_MANAGER_LAYOUT, INVALID_LAYOUT
   */
  public static MemoryManager open(StableMemory memory, int bucketPages) {
    if (bucketPages == 0) {
      throw StableMemoryException.bucketSizeIsZero();
    }
    if (bucketPages < 0 || bucketPages > 65535) {
      throw new IllegalArgumentException("bucket pages must be 1..65535, not " + bucketPages);
    }
    long pages = memory.sizePages();
    if (pages == 0) {
      return new MemoryManager(memory, ManagerLayout.fresh(bucketPages), false);
    }
    byte[] table = new byte[ManagerLayout.TABLE_BYTES];
    memory.read(0, table, 0, table.length);
    MemoryManager manager = new MemoryManager(memory, ManagerLayout.decode(table, pages), true);
    manager.header = Arrays.copyOf(table, ManagerLayout.HEADER_BYTES);
    return manager;
  }

  /** As {@link #open(StableMemory, int)} with buckets of 128 pages. */
  public static MemoryManager open(StableMemory memory) {
    return open(memory, DEFAULT_BUCKET_PAGES);
  }

  /** The virtual memory of an id, 0..254; INVALID_MEMORY_ID otherwise. Allocates nothing. */
  public VirtualMemory memory(int id) {
    return new VirtualMemory(this, checkId(id));
  }

  /** Whether the manager's bytes are in the memory; false for a new one before its first commit. */
  public boolean created() {
    return created;
  }

  /** Adds the bytes of a new manager to the message, unless they are there already. */
  public synchronized void create(Message message) {
    if (created || stagedIn.refersTo(message)) {
      return;
    }
    message.growTo(1);
    byte[] owners = new byte[ManagerLayout.MAXIMUM_BUCKETS];
    Arrays.fill(owners, ManagerLayout.FREE);
    message.writeBorrowed(ManagerLayout.OWNERS_OFFSET, owners, 0, owners.length);
    writeHeader(message, null, layout);
    stage(message, layout);
  }

  /**
   * Grows a virtual memory within a message; zero pages rewrite the header only.
   *
   * @param additionalPages how many pages to add, 0 or more
   * @return the size in pages before
   * @throws StableMemoryException GROW_FAILED with the sizes of the virtual memory; the message is
   *     then as it was
   */
  public synchronized long grow(Message message, int id, long additionalPages) {
    checkId(id);
    if (additionalPages < 0) {
      throw new IllegalArgumentException("pages must not be negative: " + additionalPages);
    }
    ManagerLayout old = layout(message);
    ManagerLayout grown = old.grown(id, additionalPages);
    if (grown == null || grown.rawPages() > Math.max(message.sizePages(), memory.maximumPages())) {
      throw StableMemoryException.growFailed(
          old.sizePages(id), old.sizePages(id) + additionalPages);
    }
    if (!created && memory.maximumPages() < 1) {
      throw StableMemoryException.growFailed(0, additionalPages);
    }
    byte[] before = stagedIn.refersTo(message) ? null : header;
    create(message);
    message.growTo(grown.rawPages());
    for (int bucket = old.allocated(); bucket < grown.allocated(); bucket++) {
      byte[] owner = {(byte) id};
      byte[] free = before == null ? null : new byte[] {ManagerLayout.FREE};
      message.writeBorrowed(ManagerLayout.OWNERS_OFFSET + bucket, free, owner, 0, 1);
    }
    writeHeader(message, before, grown);
    stage(message, grown);
    return old.sizePages(id);
  }

  private static void writeHeader(Message message, byte[] before, ManagerLayout layout) {
    byte[] header = layout.header();
    message.writeBorrowed(0, before, header, 0, header.length);
  }

  private void stage(Message message, ManagerLayout next) {
    Message earlier = stagedIn.get();
    if (earlier != message) {
      if (earlier != null) {
        earlier.abandon();
      }
      stagedIn = new WeakReference<>(message);
      message.listen(
          new MessageListener() {
            @Override
            public void taken() {
              publish(message);
            }
          });
    }
    staged = next;
  }

  private synchronized void publish(Message message) {
    if (stagedIn.refersTo(message)) {
      layout = staged;
      header = layout.header();
      created = true;
      stagedIn.clear();
      staged = null;
    }
  }

  /** What holds within the message. */
  synchronized ManagerLayout layout(Message message) {
    return stagedIn.refersTo(message) ? staged : layout;
  }

  ManagerLayout layout() {
    return layout;
  }

  /** Held while a message for this memory is filled and committed. */
  public ReentrantLock commitLock() {
    return commitLock;
  }

  /** The memory that is shared. */
  public StableMemory backing() {
    return memory;
  }

  /** Pages in a bucket, 1..65535. */
  public int bucketPages() {
    return layout.bucketPages();
  }

  /** Buckets in use, 0..32768. */
  public int allocatedBuckets() {
    return layout.allocated();
  }

  /** Pages of a virtual memory, 0..254; 0 for one that never grew. */
  public long sizePages(int id) {
    return layout.sizePages(checkId(id));
  }

  /** The memory id that owns each bucket in use; a copy. */
  public int[] owners() {
    return layout.owners();
  }

  /** The buckets of a virtual memory in the order of its addresses; a copy. */
  public int[] buckets(int id) {
    return layout.buckets(checkId(id)).clone();
  }

  private static int checkId(int id) {
    if (id < 0 || id > MAXIMUM_ID) {
      throw StableMemoryException.invalidMemoryId(id);
    }
    return id;
  }
}
