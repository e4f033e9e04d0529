package org.icsqlite.image;

/**
 * One committed state of a database, which does not change while the snapshot is open. Reads of one
 * snapshot from several threads are safe.
 */
public interface Snapshot extends AutoCloseable {

  /** The number of the state; later ones are greater. */
  long version();

  /** The size of the database in bytes. */
  long size();

  /**
   * Copies bytes of the database to the start of {@code target}.
   *
   * @param offset where to read, 0 or more
   * @param target where to put them, never null
   * @param length how many, at most the length of {@code target}
   * @return the bytes read, fewer than {@code length} only at the end of the database
   * @throws org.icsqlite.memory.StableMemoryException CLOSED, or what the memory throws
   */
  int read(long offset, byte[] target, int length);

  /** Releases what was kept for the snapshot. Closing twice is harmless. */
  @Override
  void close();
}
