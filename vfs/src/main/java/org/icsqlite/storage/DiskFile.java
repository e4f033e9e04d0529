package org.icsqlite.storage;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of the operating system.
 *
 * <p>A FileChannel closes itself when a thread is interrupted in it; a RandomAccessFile does not,
 * but has one position. So reads are spread over a few descriptors by thread, writes use the first,
 * and syncing goes through an AsynchronousFileChannel, which interrupts do not close either and
 * which leaves timestamps out. All descriptors are opened at once, so that they mean the same file
 * whatever becomes of its name, and closed together: POSIX drops a process's locks on a file with
 * the first descriptor closed.
 */
final class DiskFile implements StorageFile {

  private static final int READERS = 4;

  /** A multiple of what disks and page caches write whole. */
  private static final int PIECE_BYTES = 1 << 16;

  private final RandomAccessFile[] readers = new RandomAccessFile[READERS];
  private final RandomAccessFile primary;
  private final AsynchronousFileChannel syncing;
  private FileLock lock;
  private boolean closed;

  DiskFile(Path path, boolean writable) throws IOException {
    boolean opened = false;
    try {
      for (int i = 0; i < READERS; i++) {
        readers[i] = new RandomAccessFile(path.toFile(), i == 0 && writable ? "rw" : "r");
      }
      primary = readers[0];
      syncing = writable ? AsynchronousFileChannel.open(path, StandardOpenOption.WRITE) : null;
      opened = true;
    } finally {
      if (!opened) {
        closeReaders(null);
      }
    }
  }

  @Override
  public long length() throws IOException {
    return primary.length();
  }

  @Override
  public void read(long offset, byte[] target, int position, int length) throws IOException {
    RandomAccessFile reader = reader();
    synchronized (reader) {
      reader.seek(offset);
      int done = 0;
      while (done < length) {
        int count = reader.read(target, position + done, length - done);
        if (count < 0) {
          throw new EOFException("the file ends at " + reader.length() + ", it was cut while open");
        }
        done += count;
      }
    }
  }

  private RandomAccessFile reader() {
    return readers[(int) (Thread.currentThread().getId() % READERS)];
  }

  @Override
  public void write(long offset, byte[] bytes, int position, int length) throws IOException {
    synchronized (primary) {
      primary.seek(offset);
      int done = 0;
      while (done < length) {
        // A longer write may be cut anywhere by the runtime, and a killed process leaves the cut.
        int room = PIECE_BYTES - (int) ((offset + done) % PIECE_BYTES);
        int count = Math.min(length - done, room);
        primary.write(bytes, position + done, count);
        done += count;
      }
    }
  }

  @Override
  public void setLength(long length) throws IOException {
    synchronized (primary) {
      primary.setLength(length);
    }
  }

  @Override
  public void sync() throws IOException {
    if (syncing != null) {
      syncing.force(false);
    }
  }

  @Override
  public boolean tryLock(boolean shared) throws IOException {
    synchronized (readers) {
      if (lock == null) {
        lock = primary.getChannel().tryLock(0, Long.MAX_VALUE, shared);
      }
      return lock != null;
    }
  }

  @Override
  public void unlock() throws IOException {
    synchronized (readers) {
      if (lock != null) {
        lock.release();
        lock = null;
      }
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (readers) {
      if (closed) {
        return;
      }
      closed = true;
      IOException failure = closeReaders(syncing == null ? null : close(syncing, null));
      if (failure != null) {
        throw failure;
      }
    }
  }

  private IOException closeReaders(IOException earlier) {
    IOException failure = earlier;
    for (RandomAccessFile reader : readers) {
      if (reader != null) {
        failure = close(reader, failure);
      }
    }
    return failure;
  }

  private static IOException close(Closeable closeable, IOException earlier) {
    try {
      closeable.close();
      return earlier;
    } catch (IOException e) {
      return e;
    }
  }
}
