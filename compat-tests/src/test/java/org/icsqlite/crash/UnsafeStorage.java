package org.icsqlite.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;
import org.icsqlite.testing.ForwardingFile;
import org.icsqlite.testing.ForwardingStorage;

/** Makes a store unsafe as it would be with one step forgotten or done in the wrong order. */
final class UnsafeStorage extends ForwardingStorage {

  /** What is wrong. */
  enum Fault {
    LOG_NOT_SYNCED,
    /** What is appended to the log gets there after the next write to the memory file. */
    APPLIED_BEFORE_LOG,
    MEMORY_NOT_SYNCED,
    DIRECTORY_NOT_SYNCED
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  private record Late(long offset, byte[] bytes) {}

  private final Fault fault;
  private final Object monitor = new Object();
  private final List<Late> late = new ArrayList<>();
  private StorageFile log;

  UnsafeStorage(Storage target, Fault fault) {
    super(target);
    this.fault = fault;
  }

  @Override
  protected StorageFile wrap(Path path, StorageFile file) {
    return path.equals(Workload.MEMORY) ? new MemoryFile(file) : new LogFile(file);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    writeLog();
    super.rename(from, to);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    if (fault != Fault.DIRECTORY_NOT_SYNCED) {
      super.syncDirectory(directory);
    }
  }

  private void writeLog() throws IOException {
    synchronized (monitor) {
      if (!late.isEmpty()) {
        for (Late write : late) {
          log.write(write.offset(), write.bytes(), 0, write.bytes().length);
        }
        late.clear();
        log.sync();
      }
    }
  }

  private final class MemoryFile extends ForwardingFile {

    MemoryFile(StorageFile file) {
      super(file);
    }

    @Override
    public void write(long offset, byte[] bytes, int position, int length) throws IOException {
      super.write(offset, bytes, position, length);
      writeLog();
    }

    @Override
    public void sync() throws IOException {
      if (fault != Fault.MEMORY_NOT_SYNCED) {
        super.sync();
      }
    }
  }

  private final class LogFile extends ForwardingFile {

    private final StorageFile file;

    LogFile(StorageFile file) {
      super(file);
      this.file = file;
    }

    @Override
    public void write(long offset, byte[] bytes, int position, int length) throws IOException {
      synchronized (monitor) {
        if (fault == Fault.APPLIED_BEFORE_LOG) {
          log = file;
          late.add(new Late(offset, Arrays.copyOfRange(bytes, position, position + length)));
        } else {
          super.write(offset, bytes, position, length);
        }
      }
    }

    @Override
    public void setLength(long length) throws IOException {
      writeLog();
      super.setLength(length);
    }

    @Override
    public long length() throws IOException {
      writeLog();
      return super.length();
    }

    @Override
    public void read(long offset, byte[] target, int position, int length) throws IOException {
      writeLog();
      super.read(offset, target, position, length);
    }

    @Override
    public void sync() throws IOException {
      if (fault != Fault.LOG_NOT_SYNCED) {
        super.sync();
      }
    }

    @Override
    public void close() throws IOException {
      writeLog();
      super.close();
    }
  }
}
