package org.icsqlite.storage;

import java.io.Closeable;
import java.io.IOException;

/**
 * One open file. Offsets and lengths are bytes. Thread-safe: reads run beside each other and beside
 * a write or a sync. Interrupting a thread does not disturb it.
 */
public interface StorageFile extends Closeable {

  /** What a disk writes whole or not at all. */
  int SECTOR_BYTES = 512;

  /** The length of the file. */
  long length() throws IOException;

  /**
   * Copies bytes out.
   *
   * @throws java.io.EOFException when the file ends before
   */
  void read(long offset, byte[] target, int position, int length) throws IOException;

  /** Writes bytes, and makes the file longer where they lie beyond its end. */
  void write(long offset, byte[] bytes, int position, int length) throws IOException;

  /** Cuts the file, or makes it longer with bytes that read as zeros. */
  void setLength(long length) throws IOException;

  /**
   * Returns when every write and length that was set before is on disk. After a failure nothing is
   * known of them, and another call may succeed without having brought them there.
   */
  void sync() throws IOException;

  /**
   * Takes a lock on the whole file without waiting. It goes with {@link #close}.
   *
   * @param shared whether others may hold a shared one too
   * @return whether this process has it now; false when another one holds a conflicting one
   * @throws java.nio.channels.OverlappingFileLockException when this JVM holds a lock on the file
   * @throws IOException where the file system has no locks
   */
  boolean tryLock(boolean shared) throws IOException;

  /** Gives the lock of this file object back, if it holds one. */
  void unlock() throws IOException;

  /** Closes the file. Closing twice is harmless. */
  @Override
  void close() throws IOException;
}
