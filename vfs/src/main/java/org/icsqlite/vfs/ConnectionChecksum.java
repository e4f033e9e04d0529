package org.icsqlite.vfs;

import java.util.function.Function;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.image.ChecksumRefresh;
import org.icsqlite.image.ChecksumState;
import org.icsqlite.image.ChecksumVerification;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Image;
import org.icsqlite.image.ScanListener;
import org.icsqlite.memory.PendingCommit;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;

/**
 * The image checksum as one connection refreshes and verifies it. A refresh holds the right to
 * write from before its first read, so that no commit makes it vain; the right is handed on before
 * the wait for the disk. A verification holds a snapshot and nothing else. Used by one thread at a
 * time, that of the connection.
 */
public final class ConnectionChecksum {

  private final Mount mount;

  public ConnectionChecksum(Mount mount) {
    this.mount = mount;
  }

  /**
   * What the superblock says about the checksum.
   *
   * @throws StableMemoryException FOREIGN_FORMAT_READ_ONLY for a layout that has none
   */
  public ChecksumState state() {
    return image().checksumState();
  }

  /**
   * Computes the checksum and compares it with the stored one; writes nothing.
   *
   * @throws StableMemoryException UPDATE_IN_PROGRESS inside a transaction of this connection that
   *     writes, FOREIGN_FORMAT_READ_ONLY for a layout that has no checksum, and what {@link
   *     DatabaseImage#verifyChecksum} throws
   */
  public ChecksumVerification verify(ScanListener listener) {
    requireNoUpdate();
    return image().verifyChecksum(whileOpen(listener));
  }

  /**
   * Computes the checksum and stores it.
   *
   * @throws VfsException BUSY or INTERRUPT when the right to write was not given, IOERR_UNLOCK when
   *     it is not known whether the stored checksum survives
   * @throws StableMemoryException UPDATE_IN_PROGRESS inside a transaction of this connection that
   *     writes, and what {@link ChecksumRefresh#all} throws
   */
  public ChecksumProgress refresh(ScanListener listener) {
    requireNoUpdate();
    return writing(refresh -> refresh.all(whileOpen(listener)));
  }

  /**
   * Does one chunk of a refresh.
   *
   * @param maximum how many bytes to scan at most, 1 or more
   * @throws VfsException as {@link #refresh}
   * @throws StableMemoryException as {@link #refresh}, and CHECKSUM_REFRESH_CHUNK_EMPTY
   */
  public ChecksumProgress refreshChunk(long maximum, ScanListener listener) {
    requireNoUpdate();
    ChecksumRefresh.requireChunk(maximum);
    return writing(refresh -> refresh.chunk(maximum, whileOpen(listener)));
  }

  private ChecksumProgress writing(Function<ChecksumRefresh, ChecksumRefresh.Stored> work) {
    ChecksumRefresh refresh = new ChecksumRefresh(image());
    mount.acquireWriter();
    ChecksumRefresh.Stored stored;
    try {
      stored = work.apply(refresh);
    } finally {
      mount.database().writer().release(mount);
    }
    await(stored.pending());
    return stored.progress();
  }

  private static void await(PendingCommit pending) {
    try {
      pending.await();
    } catch (StableMemoryException e) {
      throw new VfsException(ResultCode.IOERR_UNLOCK, e.getMessage(), e);
    }
  }

  private ScanListener whileOpen(ScanListener listener) {
    return (done, total) -> !mount.ending() && listener.at(done, total);
  }

  private void requireNoUpdate() {
    if (mount.database().writer().heldBy(mount)) {
      throw StableMemoryException.of(Kind.UPDATE_IN_PROGRESS);
    }
  }

  private DatabaseImage image() {
    Image image = mount.database().image();
    if (image instanceof DatabaseImage own) {
      return own;
    }
    throw new StableMemoryException(
        Kind.FOREIGN_FORMAT_READ_ONLY,
        "an image of " + image.layoutName() + " keeps no checksum of the database");
  }
}
