package org.icsqlite.memory;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Path;

/**
 * Positional I/O on one file that survives {@link Thread#interrupt}: a FileChannel closes itself
 * when a thread is interrupted in it, a RandomAccessFile does not. Its channel is used for locks
 * only, which do not wait.
 */
class PositionalFile {

  private final RandomAccessFile file;

  PositionalFile(Path path, boolean writable) throws IOException {
    file = new RandomAccessFile(path.toFile(), writable ? "rw" : "r");
  }

  synchronized void read(long offset, byte[] target, int position, int length) throws IOException {
    file.seek(offset);
    int done = 0;
    while (done < length) {
      int count = file.read(target, position + done, length - done);
      if (count < 0) {
        throw new EOFException("the file ends at " + file.length() + ", it was cut while open");
      }
      done += count;
    }
  }

  synchronized void write(long offset, byte[] bytes, int position, int length) throws IOException {
    file.seek(offset);
    file.write(bytes, position, length);
  }

  synchronized long length() throws IOException {
    return file.length();
  }

  synchronized void setLength(long length) throws IOException {
    file.setLength(length);
  }

  /** Not under the monitor: readers go on while the disk works. */
  void sync() throws IOException {
    file.getFD().sync();
  }

  /** A lock on the whole file, or null when somebody else has a conflicting one. */
  FileLock tryLock(boolean shared) throws IOException {
    return file.getChannel().tryLock(0, Long.MAX_VALUE, shared);
  }

  void close() throws IOException {
    file.close();
  }
}
