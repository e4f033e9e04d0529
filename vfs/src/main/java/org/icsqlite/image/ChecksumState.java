package org.icsqlite.image;

/**
 * What a superblock says about the checksum of its database. Immutable.
 *
 * @param checksum the checksum that was stored last, 64 bits of which the sign means nothing; 0
 *     when none was ever stored
 * @param stale whether a transaction was committed since
 * @param refreshing whether a refresh in chunks is under way
 * @param refreshedBytes how many bytes of the database the refresh under way has scanned; 0 without
 *     one
 * @param databaseBytes the size of the database in bytes
 * @param lastTransactionId the number of the last transaction, unsigned; 0 when there was none
 */
public record ChecksumState(
    long checksum,
    boolean stale,
    boolean refreshing,
    long refreshedBytes,
    long databaseBytes,
    long lastTransactionId) {

  static ChecksumState of(Superblock block) {
    return new ChecksumState(
        block.checksum(),
        block.checksumStale(),
        block.checksumRefreshing(),
        block.refreshOffset(),
        block.databaseSize(),
        block.lastTransactionId());
  }

  /**
   * Whether the stored checksum claims to be that of the present bytes: nothing was committed
   * since, and one was stored at all. A new database has none and no stale flag either.
   */
  public boolean current() {
    return !stale && (checksum != 0 || lastTransactionId != 0);
  }
}
