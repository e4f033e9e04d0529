package org.icsqlite.image;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.MessageListener;
import org.icsqlite.memory.PendingCommit;
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
 * <p>Every commit makes a new version, and there are three of interest: the newest, which the next
 * writer begins with; the visible one, which a reader gets, and which the memory moves when a
 * commit is as durable as it promises; and what stands in place. Between newest and in place page
 * bodies are in {@link PageVersions}, as are the pre-images that open snapshots need. So readers
 * never wait for a commit's disk work, and commits never wait for readers. Commits of all images of
 * one MemoryManager exclude each other. Thread-safe.
 */
public final class DatabaseImage implements Image {

  /** Bytes of pre-images that are kept for snapshots when nothing else is asked: 64 MiB. */
  public static final long DEFAULT_SNAPSHOT_BYTES = 64L << 20;

  /**
   * A version with its superblock. Refreshing the checksum changes the block and no version.
   *
   * @param number counts the messages of the image
   */
  record State(long number, long version, Superblock superblock) {}

  /**
   * A commit that the memory has taken.
   *
   * @param snapshot an open snapshot of the new version, or of the same one when nothing was to
   *     commit
   * @param pending what to wait for until the commit is as durable as the memory promises
   */
  public record Committed(Snapshot snapshot, PendingCommit pending) {}

  private final VirtualMemory memory;
  private final PageVersions versions;
  private final StoredPages pages;
  private final SuperblockRoom room;

  private volatile State newest;
  private volatile State visible;
  private volatile PendingCommit newestPending = PendingCommit.DONE;

  private DatabaseImage(
      VirtualMemory memory, SuperblockRoom room, Superblock superblock, long limit) {
    this.memory = memory;
    this.room = room;
    this.newest = new State(1, 1, superblock);
    this.visible = newest;
    this.versions = new PageVersions(limit, 1, superblock);
    this.pages = new StoredPages(memory, versions);
  }

  /**
   * Reads and checks the image of a memory id; writes nothing. One image object serves all users of
   * a memory id: a second one would not see the commits of the first.
   *
   * @param snapshotBytes how many bytes of pre-images are kept for open snapshots, 0 or more;
   *     beyond it the oldest snapshots fail with SNAPSHOT_TOO_OLD
   * @throws StableMemoryException NO_DATABASE when the virtual memory has no pages, the failures of
   *     {@link Superblock#decode}, DATABASE_OUT_OF_BOUNDS
   */
  public static DatabaseImage open(MemoryManager manager, int memoryId, long snapshotBytes) {
    VirtualMemory memory = manager.memory(memoryId);
    if (memory.sizePages() == 0) {
      throw new StableMemoryException(
          Kind.NO_DATABASE, "memory " + memoryId + " is empty, it holds no database");
    }
    SuperblockRoom room = SuperblockRoom.read(memory);
    Superblock superblock = room.superblock();
    superblock.requireInside(memory);
    return new DatabaseImage(memory, room, superblock, snapshotBytes);
  }

  /** As {@link #open(MemoryManager, int, long)} with {@link #DEFAULT_SNAPSHOT_BYTES}. */
  public static DatabaseImage open(MemoryManager manager, int memoryId) {
    return open(manager, memoryId, DEFAULT_SNAPSHOT_BYTES);
  }

  /**
   * Opens the image of a memory id; where the virtual memory has no pages, creates an empty
   * database first, and the MemoryManager too when that is new.
   *
   * @throws StableMemoryException as {@link #open}, and READ_ONLY, GROW_FAILED, IO_ERROR
   */
  public static DatabaseImage openOrCreate(
      MemoryManager manager, int memoryId, long snapshotBytes) {
    ReentrantLock lock = manager.commitLock();
    lock.lock();
    try {
      VirtualMemory memory = manager.memory(memoryId);
      if (memory.sizePages() == 0) {
        Message message = new Message(manager.backing());
        create(memory, message);
        manager.backing().commit(message);
      }
      return open(manager, memoryId, snapshotBytes);
    } finally {
      lock.unlock();
    }
  }

  /** As the other with {@link #DEFAULT_SNAPSHOT_BYTES}. */
  public static DatabaseImage openOrCreate(MemoryManager manager, int memoryId) {
    return openOrCreate(manager, memoryId, DEFAULT_SNAPSHOT_BYTES);
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
    return newest.superblock();
  }

  /** The number of the newest version; 1 when the image was opened. */
  public long version() {
    return newest.version();
  }

  /** The number of the version that a new snapshot is of. */
  public long visibleVersion() {
    return visible.version();
  }

  /** {@inheritDoc} It is of the visible version. */
  @Override
  public Snapshot snapshot() {
    if (visible.superblock().importing()) {
      throw StableMemoryException.importInProgress();
    }
    return openVisible();
  }

  private DatabaseSnapshot openVisible() {
    pages.requireUsable();
    synchronized (versions) {
      return open(visible);
    }
  }

  /**
   * A snapshot of the newest version, to write on: what it reads may not be durable yet. Whoever
   * tells others of what it read waits for {@link #pending} first.
   */
  public Snapshot newestSnapshot() {
    return openNewest();
  }

  DatabaseSnapshot openNewest() {
    pages.requireUsable();
    synchronized (versions) {
      return open(newest);
    }
  }

  /** What to wait for until the newest version is as durable as the memory promises. */
  public PendingCommit pending() {
    return newestPending;
  }

  private DatabaseSnapshot open(State state) {
    versions.open(state.version(), state.superblock());
    return new DatabaseSnapshot(this, state.version(), state.superblock());
  }

  void release(long version) {
    versions.release(version);
  }

  /** Whether a snapshot of this image is of the newest version. */
  public boolean isCurrent(Snapshot snapshot) {
    return snapshot instanceof DatabaseSnapshot own
        && own.image() == this
        && own.version() == newest.version();
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
    if (newest.superblock().importing()) {
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
    return beginUpdate(base, PageAdmission.unlimited());
  }

  /**
   * As the other, for a transaction that may not change any number of pages.
   *
   * @param admission for this transaction alone
   */
  public Overlay beginUpdate(Snapshot base, PageAdmission admission) {
    requireUpdatable();
    requireCurrent(base);
    return new Overlay((DatabaseSnapshot) base, admission);
  }

  private void requireCurrent(Snapshot snapshot) {
    if (!isCurrent(snapshot)) {
      throw new StableMemoryException(
          Kind.SNAPSHOT_STALE,
          "version " + snapshot.version() + " is not the newest, " + newest.version() + " is");
    }
  }

  /**
   * Commits a transaction as one message: growth, pages in the order in which they became dirty,
   * superblock. The base snapshot of the overlay is closed. On failure nothing has changed, neither
   * in the memory nor here, and the overlay can be committed again.
   *
   * @throws StableMemoryException READ_ONLY, SNAPSHOT_STALE, ZERO_EXTENT_LIMIT_EXCEEDED,
   *     OFFSET_OVERFLOW, GROW_FAILED, DISK_FULL, IO_ERROR
   * @throws PageAdmission.RefusedException when a page was refused before
   */
  public Committed commit(Overlay overlay) {
    ReentrantLock lock = memory.manager().commitLock();
    lock.lock();
    try {
      requireUpdatable();
      requireCurrent(overlay.base());
      overlay.requireOpen();
      overlay.requireWhole();
      if (overlay.isEmpty()) {
        overlay.markCommitted();
        Snapshot same = newestSnapshot();
        overlay.base().close();
        return new Committed(same, newestPending);
      }
      State next =
          new State(
              newest.number() + 1,
              newest.version() + 1,
              newest.superblock().committed(overlay.size(), overlay.committedExtents()));
      StableMemory backing = memory.manager().backing();
      Publication publication = new Publication(this, overlay, next, backing.wantsBefore());
      Message message = new Message(backing);
      publication.write(message, memory);
      publication.setBlock(room.write(message, newest.superblock(), next.superblock()));
      message.listen(publication);
      PendingCommit pending = backing.submit(message);
      newestPending = pending;
      overlay.markCommitted();
      return new Committed(publication.snapshot(), pending);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Raises the schema version of the superblock, as a message of its own; the database, its
   * transaction id and its version here stay as they are. Does nothing when it is as high already.
   *
   * @param version an unsigned number
   * @return what to wait for until the change is as durable as the memory promises
   * @throws StableMemoryException READ_ONLY, IMPORT_ALREADY_STARTED, DISK_FULL, IO_ERROR
   */
  public PendingCommit raiseSchemaVersion(long version) {
    ReentrantLock lock = memory.manager().commitLock();
    lock.lock();
    try {
      requireUpdatable();
      Superblock current = newest.superblock();
      if (Long.compareUnsigned(current.schemaVersion(), version) >= 0) {
        return newestPending;
      }
      return submit(superblock -> superblock.withSchemaVersion(version));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes the superblock alone, as one message. The database stays the same version: snapshots
   * and the transactions on them do not notice.
   *
   * @param base an open snapshot of the newest version
   * @param change leaves size, base and extents as they are
   * @return what to wait for until the block is as durable as the memory promises
   * @throws StableMemoryException READ_ONLY, IMPORT_ALREADY_STARTED, SNAPSHOT_STALE, DISK_FULL,
   *     IO_ERROR
   */
  PendingCommit store(Snapshot base, UnaryOperator<Superblock> change) {
    ReentrantLock lock = memory.manager().commitLock();
    lock.lock();
    try {
      requireUpdatable();
      requireCurrent(base);
      return submit(change);
    } finally {
      lock.unlock();
    }
  }

  /** Submits a change of the superblock alone, under the commit lock. */
  private PendingCommit submit(UnaryOperator<Superblock> change) {
    State next =
        new State(newest.number() + 1, newest.version(), change.apply(newest.superblock()));
    Message message = new Message(memory.manager().backing());
    byte[] after = room.write(message, newest.superblock(), next.superblock());
    message.listen(
        new MessageListener() {
          @Override
          public void taken() {
            replace(next, after);
          }

          @Override
          public void published() {
            DatabaseImage.this.published(next);
          }
        });
    newestPending = memory.manager().backing().submit(message);
    return newestPending;
  }

  private void replace(State next, byte[] newBlock) {
    synchronized (versions) {
      room.replace(newBlock);
      newest = next;
    }
  }

  /** The memory has taken the commit: it is the newest version. */
  DatabaseSnapshot taken(State next, byte[] newBlock, Runnable add) {
    synchronized (versions) {
      add.run();
      replace(next, newBlock);
      return open(next);
    }
  }

  void published(State next) {
    synchronized (versions) {
      if (next.number() > visible.number()) {
        boolean newer = next.version() > visible.version();
        visible = next;
        if (newer) {
          versions.publish(next.version(), next.superblock());
        }
      }
    }
  }

  PageVersions versions() {
    return versions;
  }

  StoredPages pages() {
    return pages;
  }

  /** The FNV-1a checksum of the visible version's bytes; reads all of them. */
  public long checksum() {
    try (DatabaseSnapshot snapshot = openVisible()) {
      return ChecksumScan.all(snapshot, ScanListener.NONE);
    }
  }

  /** What the superblock of the visible version says about its checksum. */
  public ChecksumState checksumState() {
    return ChecksumState.of(visible.superblock());
  }

  /**
   * Computes the checksum of the visible version and compares it with the stored one; writes
   * nothing, and commits go on meanwhile.
   *
   * @throws StableMemoryException IMPORT_IN_PROGRESS, SNAPSHOT_TOO_OLD
   * @throws java.util.concurrent.CancellationException when the listener or an interrupt of the
   *     thread, whose status stays set, ends the scan
   */
  public ChecksumVerification verifyChecksum(ScanListener listener) {
    try (DatabaseSnapshot snapshot = (DatabaseSnapshot) snapshot()) {
      return new ChecksumVerification(
          ChecksumState.of(snapshot.superblock()), ChecksumScan.all(snapshot, listener));
    }
  }

  /** Bytes of the virtual memory. */
  public long allocatedBytes() {
    return memory.sizePages() * StableMemory.PAGE_BYTES;
  }

  /** Bytes in use: the superblock's room and the database. */
  public long activeBytes() {
    return Superblock.RESERVED_BYTES + newest.superblock().databaseSize();
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
    return versions.snapshots();
  }

  /** Bytes of page bodies that are kept for open snapshots. */
  public long preImageBytes() {
    return versions.preImageBytes();
  }

  /** How many bytes of pre-images are kept from the next commit on, 0 or more. */
  public void setSnapshotLimit(long bytes) {
    versions.setLimitBytes(bytes);
  }

  /** Figures of versions and snapshots. */
  public ImageStatistics statistics() {
    synchronized (versions) {
      return new ImageStatistics(
          newest.version(),
          visible.version(),
          versions.snapshots(),
          versions.oldestAgeNanos(),
          versions.preImageBytes(),
          versions.limitBytes(),
          versions.headBytes());
    }
  }
}
