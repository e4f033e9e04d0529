package org.icsqlite.jdbc;

import java.sql.SQLException;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.image.ChecksumState;
import org.icsqlite.image.ChecksumVerification;
import org.icsqlite.image.ScanListener;

/**
 * The image checksum of the database behind a connection. Reach it with {@code
 * connection.unwrap(IcSqliteConnection.class)}.
 */
public interface ImageChecksum {

  /**
   * What the superblock says about the image checksum, the FNV-1a hash of 64 bits over the bytes of
   * the database that ic-sqlite-vfs keeps there. From any thread.
   *
   * @return never null
   * @throws SQLException SQLState 08003 when the connection is closed, 0A000 for a layout without a
   *     checksum
   */
  ChecksumState checksumState() throws SQLException;

  /** As {@link #verifyChecksum(ScanListener)} without a listener. */
  default ChecksumVerification verifyChecksum() throws SQLException {
    return verifyChecksum(ScanListener.NONE);
  }

  /**
   * Computes the checksum of the newest committed state and compares it with the stored one. Reads
   * the whole database and writes nothing; works in query mode and inside a transaction that reads,
   * whose snapshot does not matter. Others read and write meanwhile.
   *
   * @param listener is told how far the scan is and can end it; never null
   * @return both values, never null
   * @throws SQLException SQLState 25001 inside a transaction that has written, 57014 when the
   *     listener or an interrupt of the thread ends the scan, 72000 when others replaced more than
   *     max_snapshot_bytes meanwhile, 08003 when the connection is or gets closed, 0A000 for a
   *     layout without a checksum
   */
  ChecksumVerification verifyChecksum(ScanListener listener) throws SQLException;

  /** As {@link #refreshChecksum(ScanListener)} without a listener. */
  default long refreshChecksum() throws SQLException {
    return refreshChecksum(ScanListener.NONE);
  }

  /**
   * Computes the checksum of the database and stores it in the superblock, which is then no longer
   * stale. Reads the whole database; other connections read meanwhile, and those that want to write
   * wait as for any transaction. The database itself stays as it is, so that transactions of others
   * that have read can still go on to write. When this returns, the checksum is as durable as a
   * commit.
   *
   * @param listener is told how far the scan is and can end it; never null
   * @return the checksum, 64 bits of which the sign means nothing
   * @throws SQLException nothing was changed, with SQLState 25006 in query mode or while read-only,
   *     25001 inside a transaction that has read or written, HYT00 when another connection writes
   *     for longer than busy_timeout, 57014 when the listener or an interrupt of the thread ends
   *     the scan or the wait, 53100 when the disk is full, 08003 when the connection is or gets
   *     closed, 08006 when the memory has failed before; 08007 when it fails now and it is not
   *     known whether the checksum was stored
   */
  long refreshChecksum(ScanListener listener) throws SQLException;

  /** As {@link #refreshChecksumChunk(long, ScanListener)} without a listener. */
  default ChecksumProgress refreshChecksumChunk(long bytes) throws SQLException {
    return refreshChecksumChunk(bytes, ScanListener.NONE);
  }

  /**
   * Does a part of a refresh of the checksum and stores how far it came, so that this or a later
   * connection, in any process, goes on there; the call that comes to the end of the database
   * stores the checksum as {@link #refreshChecksum()} does. A commit in between ends the refresh,
   * and the next call begins anew. On an image that is not stale a new refresh begins as well.
   *
   * @param bytes how many bytes of the database to scan at most, 1 or more; {@link Long#MAX_VALUE}
   *     for all that are left
   * @param listener is told how far the scan is and can end it, which undoes this call; never null
   * @return how far the refresh is now, never null
   * @throws SQLException as {@link #refreshChecksum(ScanListener)}, and SQLState 22023 when bytes
   *     is below 1
   */
  ChecksumProgress refreshChecksumChunk(long bytes, ScanListener listener) throws SQLException;
}
