package org.icsqlite.vfs;

import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Overlay;
import org.icsqlite.image.Snapshot;
import org.icsqlite.memory.PendingCommit;
import org.icsqlite.memory.StableMemoryException;

/**
 * The main database file of one connection.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>From SHARED on the file reads one snapshot, or the overlay on top of it; a commit of
 *       another connection does not change what it reads.
 *   <li>From RESERVED on the connection holds the writer slot, its snapshot is the newest version,
 *       and writes go to the overlay alone.
 *   <li>The overlay is committed in {@link #commitPhaseTwo} and nowhere else: SQLITE_FCNTL_SYNC
 *       also arrives in a rollback after a cache spill. Lowering the lock drops an overlay that was
 *       not committed.
 *   <li>Lowering the lock hands the writer slot on first, and then waits until what this connection
 *       committed or read is as durable as promised: the next writer works while this one waits.
 * </ul>
 */
final class MainFile implements VfsFile {

  /** Where the database's header has the page size, two bytes, and 1 for 65536. */
  private static final int PAGE_SIZE_AT = 16;

  private static final int PAGE_OF_64_KIB = 1;

  private final Mount mount;
  private final Database database;
  private final boolean readOnly;
  private int level = LOCK_NONE;
  private Snapshot snapshot;
  private Overlay overlay;

  /** What to wait for before anything that was read or committed is told to the user. */
  private PendingCommit pending = PendingCommit.DONE;

  MainFile(Mount mount, boolean readOnly) {
    this.mount = mount;
    this.database = mount.database();
    this.readOnly = readOnly;
  }

  Mount mount() {
    return mount;
  }

  @Override
  public int read(long offset, byte[] target, int length) {
    int count = readNow(offset, target, length);
    mount.countRead(count);
    return count;
  }

  private int readNow(long offset, byte[] target, int length) {
    if (overlay != null) {
      return overlay.read(offset, target, length);
    }
    try {
      if (snapshot != null) {
        return snapshot.read(offset, target, length);
      }
      try (Snapshot visible = database.image().snapshot()) {
        return visible.read(offset, target, length);
      }
    } catch (StableMemoryException e) {
      if (e.kind() == StableMemoryException.Kind.SNAPSHOT_TOO_OLD) {
        throw new VfsException(ResultCode.BUSY_SNAPSHOT, e.getMessage(), e);
      }
      throw e;
    }
  }

  @Override
  public long size() {
    if (overlay != null) {
      return overlay.size();
    }
    if (snapshot != null) {
      return snapshot.size();
    }
    try (Snapshot visible = database.image().snapshot()) {
      return visible.size();
    }
  }

  @Override
  public void write(long offset, byte[] source, int length) {
    overlayForWriting("write").write(offset, source, length);
  }

  @Override
  public void truncate(long newSize) {
    overlayForWriting("truncate").truncate(newSize);
  }

  private Overlay overlayForWriting(String operation) {
    if (readOnly) {
      throw new VfsException(
          ResultCode.READONLY, operation + " attempted on read-only file (mode=query)");
    }
    if (overlay == null) {
      throw new VfsException(ResultCode.IOERR_WRITE, operation + " without the write lock");
    }
    return overlay;
  }

  @Override
  public void lock(int wanted) {
    if (wanted <= level) {
      return;
    }
    if (level == LOCK_NONE) {
      takeSnapshot();
    }
    if (wanted >= LOCK_RESERVED && level < LOCK_RESERVED) {
      reserve();
    }
    level = wanted;
  }

  /** Who holds the writer slot begins with the newest version, durable or not. */
  private void takeSnapshot() {
    try {
      if (database.writer().heldBy(mount)) {
        snapshot = database.writableImage().newestSnapshot();
        pending = database.writableImage().pending();
      } else {
        snapshot = database.image().snapshot();
      }
    } catch (RuntimeException | Error e) {
      database.writer().release(mount);
      throw e;
    }
    level = LOCK_SHARED;
  }

  private void reserve() {
    if (readOnly) {
      throw new VfsException(ResultCode.READONLY, "write lock on read-only file (mode=query)");
    }
    WriterQueue writer = database.writer();
    if (!writer.heldBy(mount) && !writer.acquireAtOnce(mount)) {
      throw snapshotBusy("another connection writes, " + writer.describeHolder());
    }
    try {
      if (!database.writableImage().isCurrent(snapshot)) {
        throw snapshotBusy("another connection has replaced the version that it reads");
      }
      overlay = database.writableImage().beginUpdate(snapshot, mount.admitPages());
    } catch (RuntimeException | Error e) {
      writer.release(mount);
      throw e;
    }
  }

  /**
   * What a transaction gets that has read before. For one that had not begun SQLite makes
   * SQLITE_BUSY of it and calls the busy handler, which waits.
   */
  private static VfsException snapshotBusy(String reason) {
    return VfsException.ordinary(ResultCode.BUSY_SNAPSHOT, reason);
  }

  @Override
  public void unlock(int wanted) {
    overlay = null;
    database.writer().release(mount);
    level = Math.min(level, wanted);
    if (level == LOCK_NONE && snapshot != null) {
      snapshot.close();
      snapshot = null;
    }
    awaitPending();
  }

  private void awaitPending() {
    PendingCommit awaited = pending;
    pending = PendingCommit.DONE;
    try {
      awaited.await();
    } catch (StableMemoryException e) {
      VfsException lost = new VfsException(ResultCode.IOERR_UNLOCK, e.getMessage(), e);
      mount.publicationFailed(lost);
      throw lost;
    }
  }

  @Override
  public boolean reserved() {
    return database.writer().taken();
  }

  @Override
  public void commitPhaseTwo() {
    if (overlay == null) {
      return;
    }
    try {
      DatabaseImage.Committed committed = commit(database.writableImage(), overlay);
      snapshot = committed.snapshot();
      pending = committed.pending();
    } catch (VfsException e) {
      mount.publicationFailed(e);
      throw e;
    }
    overlay = null;
  }

  /**
   * Commits. SQLite drops its cache only after SQLITE_FULL or an SQLITE_IOERR; after any other
   * code, SQLITE_NOMEM included, it would keep pages that were never committed.
   */
  private static DatabaseImage.Committed commit(DatabaseImage image, Overlay overlay) {
    try {
      return image.commit(overlay);
    } catch (StableMemoryException e) {
      if (e.kind() == StableMemoryException.Kind.GROW_FAILED
          || e.kind() == StableMemoryException.Kind.DISK_FULL) {
        throw new VfsException(ResultCode.FULL, e.getMessage(), e);
      }
      if (e.kind() == StableMemoryException.Kind.POISONED) {
        // As when it fails while waiting: it may have been taken.
        throw new VfsException(ResultCode.IOERR_UNLOCK, e.getMessage(), e);
      }
      throw new VfsException(ResultCode.IOERR, e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      throw new VfsException(ResultCode.IOERR, e.toString(), e);
    }
  }

  @Override
  public PragmaReply pragma(String name, String argument) {
    return PragmaPolicy.reply(mount, this::pageSize, name, argument);
  }

  /** Bytes of a page as the database's header has it; 0 for a database without a page. */
  private long pageSize() {
    if (size() == 0) {
      return 0;
    }
    byte[] header = new byte[PAGE_SIZE_AT + 2];
    readNow(0, header, header.length);
    int field =
        (Byte.toUnsignedInt(header[PAGE_SIZE_AT]) << 8)
            | Byte.toUnsignedInt(header[PAGE_SIZE_AT + 1]);
    return field == PAGE_OF_64_KIB ? 65_536 : field;
  }

  @Override
  public void close() {
    unlock(LOCK_NONE);
  }
}
