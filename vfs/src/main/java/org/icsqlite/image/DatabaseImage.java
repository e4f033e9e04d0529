package org.icsqlite.image;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.memory.VirtualMemory;

/**
 * The database image of ic-sqlite-vfs in a virtual memory.
 *
 * <pre>
 * offset           size             content
 *      0           160 + 16 n       superblock
 *  65536                            room of earlier imports, usually none
 *  base            page count pages database page p at base + p * 16384
 * </pre>
 *
 * <p>Every commit makes a new version. A snapshot reads pages in place; a commit first keeps the
 * bodies that it will overwrite and that an open snapshot can see, then applies its message, then
 * becomes the newest version. The invariants:
 *
 * <ul>
 *   <li>A body is kept before its page is overwritten, and until no open snapshot needs it.
 *   <li>A read in place that overlaps the keeping of bodies is thrown away and done again; one that
 *       starts later finds every body that is about to be overwritten.
 *   <li>While a commit runs, the version before it counts as open, so that a snapshot taken
 *       meanwhile finds its bodies too.
 * </ul>
 *
 * So readers never wait for a commit's disk work, and commits never wait for readers. Commits of
 * all images of one MemoryManager exclude each other. Thread-safe.
 */
public final class DatabaseImage implements Image {

  private record State(long version, Superblock superblock) {}

  private final VirtualMemory memory;
  private final StampedLock keeping = new StampedLock();
  private final PreImages preImages = new PreImages();
  private volatile State current;

  private DatabaseImage(VirtualMemory memory, Superblock superblock) {
    this.memory = memory;
    this.current = new State(1, superblock);
  }

  /**
   * Reads and checks the image of a memory id; writes nothing. One image object serves all users of
   * a memory id: a second one would not see the commits of the first.
   *
   * @throws StableMemoryException NO_DATABASE when the virtual memory has no pages, the failures of
   *     {@link Superblock#decode}, DATABASE_OUT_OF_BOUNDS
   */
  public static DatabaseImage open(MemoryManager manager, int memoryId) {
    VirtualMemory memory = manager.memory(memoryId);
    if (memory.sizePages() == 0) {
      throw new StableMemoryException(
          Kind.NO_DATABASE, "memory " + memoryId + " is empty, it holds no database");
    }
    byte[] block = new byte[Superblock.MAXIMUM_BYTES];
    memory.read(0, block, 0, block.length);
    Superblock superblock = Superblock.decode(block);
    superblock.requireInside(memory);
    return new DatabaseImage(memory, superblock);
  }

  /**
   * Opens the image of a memory id; where the virtual memory has no pages, creates an empty
   * database first, and the MemoryManager too when that is new.
   *
   * @throws StableMemoryException as {@link #open}, and READ_ONLY, GROW_FAILED, IO_ERROR
   */
  public static DatabaseImage openOrCreate(MemoryManager manager, int memoryId) {
    ReentrantLock lock = manager.commitLock();
    lock.lock();
    try {
      VirtualMemory memory = manager.memory(memoryId);
      if (memory.sizePages() == 0) {
        Message message = new Message(manager.backing());
        create(memory, message);
        manager.backing().commit(message);
      }
      return open(manager, memoryId);
    } finally {
      lock.unlock();
    }
  }

  /** Adds the creation of an empty database in a virtual memory without pages to a message. */
  public static void create(VirtualMemory memory, Message message) {
    if (memory.sizePages(message) != 0) {
      throw new IllegalStateException("memory " + memory.id() + " is not empty");
    }
    byte[] block = Superblock.fresh().encode();
    memory.grow(message, 1);
    memory.writeBorrowed(message, 0, block, 0, block.length);
  }

  @Override
  public int memoryId() {
    return memory.id();
  }

  @Override
  public String layoutName() {
    return "ic-sqlite-vfs";
  }

  @Override
  public boolean writable() {
    return !memory.manager().backing().readOnly();
  }

  /** The virtual memory that holds the image. */
  public VirtualMemory memory() {
    return memory;
  }

  /** The superblock of the newest version. */
  public Superblock superblock() {
    return current.superblock();
  }

  /** The number of the newest version; 1 when the image was opened. */
  public long version() {
    return current.version();
  }

  @Override
  public Snapshot snapshot() {
    if (current.superblock().importing()) {
      throw StableMemoryException.importInProgress();
    }
    return openCurrent();
  }

  private DatabaseSnapshot openCurrent() {
    synchronized (preImages) {
      State state = current;
      preImages.open(state.version(), state.superblock());
      return new DatabaseSnapshot(this, state.version(), state.superblock());
    }
  }

  void release(long version) {
    preImages.release(version);
  }

  /** Whether a snapshot of this image is of the newest version. */
  public boolean isCurrent(Snapshot snapshot) {
    return snapshot instanceof DatabaseSnapshot own
        && own.image() == this
        && own.version() == current.version();
  }

  /**
   * Refuses what no update can follow on.
   *
   * @throws StableMemoryException READ_ONLY, IMPORT_ALREADY_STARTED
   */
  public void requireUpdatable() {
    if (!writable()) {
      throw new StableMemoryException(
          Kind.READ_ONLY, "memory " + memory.id() + " is open for reading only");
    }
    if (current.superblock().importing()) {
      throw StableMemoryException.importAlreadyStarted();
    }
  }

  /**
   * Begins a transaction on the newest version.
   *
   * @param base an open snapshot of the newest version, which stays open as long as the overlay is
   *     used
   * @throws StableMemoryException READ_ONLY, IMPORT_ALREADY_STARTED, SNAPSHOT_STALE
   */
  public Overlay beginUpdate(Snapshot base) {
    requireUpdatable();
    requireCurrent(base);
    return new Overlay((DatabaseSnapshot) base);
  }

  private void requireCurrent(Snapshot snapshot) {
    if (!isCurrent(snapshot)) {
      throw new StableMemoryException(
          Kind.SNAPSHOT_STALE,
          "version " + snapshot.version() + " is not the newest, " + current.version() + " is");
    }
  }

  /**
   * Commits a transaction as one message: growth, pages in the order in which they became dirty,
   * superblock. On failure nothing has changed, neither in the memory nor here, and the overlay can
   * be committed again.
   *
   * @return an open snapshot of the new version, or of the same one when nothing was to commit
   * @throws StableMemoryException READ_ONLY, SNAPSHOT_STALE, ZERO_EXTENT_LIMIT_EXCEEDED,
   *     OFFSET_OVERFLOW, GROW_FAILED, IO_ERROR
   */
  public Snapshot commit(Overlay overlay) {
    ReentrantLock lock = memory.manager().commitLock();
    lock.lock();
    try {
      requireUpdatable();
      requireCurrent(overlay.base());
      overlay.requireOpen();
      if (overlay.isEmpty()) {
        overlay.markCommitted();
        return openCurrent();
      }
      State next =
          new State(
              current.version() + 1,
              current.superblock().committed(overlay.size(), overlay.committedExtents()));
      Message message = message(overlay, next.superblock());
      Snapshot snapshot = publish(message, overlay.dirtyBodies().keySet(), next);
      overlay.markCommitted();
      return snapshot;
    } finally {
      lock.unlock();
    }
  }

  private Message message(Overlay overlay, Superblock next) {
    long base = next.baseOffset();
    long requiredEnd = end(base, overlay.size());
    for (long page : overlay.dirtyBodies().keySet()) {
      requiredEnd = Math.max(requiredEnd, end(base, ImagePages.startOf(page + 1)));
    }
    Message message = new Message(memory.manager().backing());
    long pages =
        requiredEnd / StableMemory.PAGE_BYTES
            + (requiredEnd % StableMemory.PAGE_BYTES == 0 ? 0 : 1);
    if (pages > memory.sizePages()) {
      memory.grow(message, pages - memory.sizePages());
    }
    overlay
        .dirtyBodies()
        .forEach(
            (page, body) ->
                memory.writeBorrowed(
                    message, base + ImagePages.startOf(page), body, 0, body.length));
    byte[] block = next.encode();
    memory.writeBorrowed(message, 0, block, 0, block.length);
    return message;
  }

  private static long end(long base, long bytes) {
    if (bytes < 0 || base > Long.MAX_VALUE - bytes) {
      throw StableMemoryException.offsetOverflow();
    }
    return base + bytes;
  }

  private Snapshot publish(Message message, Iterable<Long> pages, State next) {
    State old = current;
    Snapshot snapshot = new DatabaseSnapshot(this, next.version(), next.superblock());
    preImages.open(old.version(), old.superblock());
    List<Long> needed = preImages.needed(pages);
    preImages.open(next.version(), next.superblock());
    boolean applied = false;
    try {
      keep(needed, old.superblock().baseOffset(), next.version());
      memory.manager().backing().commit(message);
      applied = true;
      synchronized (preImages) {
        current = next;
      }
    } finally {
      settle(applied, old.version(), next.version());
    }
    return snapshot;
  }

  /** Ends the commit's hold on versions. A failure here must not make a commit look like none. */
  private void settle(boolean applied, long old, long next) {
    try {
      if (!applied) {
        preImages.remove(next);
        preImages.release(next);
      }
      preImages.release(old);
    } catch (RuntimeException | Error e) {
      if (!applied) {
        throw e;
      }
    }
  }

  private void keep(List<Long> pages, long base, long commit) {
    Map<Long, byte[]> bodies = new HashMap<>();
    for (long page : pages) {
      byte[] body = new byte[ImagePages.PAGE_BYTES];
      readInPlace(base + ImagePages.startOf(page), body, 0, body.length);
      bodies.put(page, body);
    }
    long stamp = keeping.writeLock();
    try {
      preImages.add(commit, bodies);
    } finally {
      keeping.unlockWrite(stamp);
    }
  }

  /** Reads part of a page as a version sees it, given that the version stores the page. */
  void readPage(
      long version,
      Superblock superblock,
      long page,
      int within,
      byte[] target,
      int position,
      int length) {
    long offset = superblock.baseOffset() + ImagePages.startOf(page) + within;
    long stamp = keeping.tryOptimisticRead();
    byte[] body = preImages.find(page, version);
    if (body == null && stamp != 0) {
      readInPlace(offset, target, position, length);
      if (keeping.validate(stamp)) {
        return;
      }
    }
    if (body == null) {
      stamp = keeping.readLock();
      try {
        body = preImages.find(page, version);
        if (body == null) {
          readInPlace(offset, target, position, length);
        }
      } finally {
        keeping.unlockRead(stamp);
      }
    }
    if (body != null) {
      System.arraycopy(body, within, target, position, length);
    }
  }

  /** The last page may end behind the memory when the base is not a whole number of pages. */
  private void readInPlace(long offset, byte[] target, int position, int length) {
    long available = memory.sizePages() * StableMemory.PAGE_BYTES - offset;
    int inside = (int) Math.max(0, Math.min(length, available));
    memory.read(offset, target, position, inside);
    Arrays.fill(target, position + inside, position + length, (byte) 0);
  }

  /** The FNV-1a checksum of the newest version's bytes; reads all of them. */
  public long checksum() {
    try (DatabaseSnapshot snapshot = openCurrent()) {
      return checksum(snapshot);
    }
  }

  /** The FNV-1a checksum of a snapshot's bytes; reads all of them. */
  public static long checksum(Snapshot snapshot) {
    Fnv1a64 fnv = new Fnv1a64();
    byte[] page = new byte[ImagePages.PAGE_BYTES];
    long offset = 0;
    int count = snapshot.read(offset, page, page.length);
    while (count > 0) {
      fnv.update(page, 0, count);
      offset += count;
      count = snapshot.read(offset, page, page.length);
    }
    return fnv.value();
  }

  /** Bytes of the virtual memory. */
  public long allocatedBytes() {
    return memory.sizePages() * StableMemory.PAGE_BYTES;
  }

  /** Bytes in use: the superblock's room and the database. */
  public long activeBytes() {
    return Superblock.RESERVED_BYTES + current.superblock().databaseSize();
  }

  /** Allocated bytes beyond the active ones, not below 0. */
  public long orphanBytesEstimate() {
    return Math.max(0, allocatedBytes() - activeBytes());
  }

  /** Orphan bytes in ten-thousandths of the active ones. */
  public long orphanRatioBasisPoints() {
    return orphanBytesEstimate() * 10_000 / activeBytes();
  }

  /** How many snapshots are open. */
  public int openSnapshots() {
    return preImages.openCount();
  }

  /** Bytes of page bodies that are kept for open snapshots. */
  public long preImageBytes() {
    return preImages.bytes();
  }
}
