package org.icsqlite.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.storage.StorageFile;
import org.icsqlite.testing.ForwardingFile;
import org.icsqlite.testing.ForwardingStorage;

/** Counts the operations on a storage, and makes one of them fail once. Thread-safe. */
final class FaultStorage extends ForwardingStorage {

  /** How the operation fails. */
  enum Kind {
    /** Nothing is done. */
    IO_ERROR,
    /** Nothing is done for want of room; only for what takes room. */
    DISK_FULL,
    /** About half of the bytes is written, of the memory file whole sectors; only for writes. */
    SHORT_WRITE,
    /** It is done, and an error reported all the same; only for what changes something. */
    DONE_BUT_FAILED,
    /** What was written since the last sync is gone; only for the sync of a file. */
    LOST_BY_SYNC
  }

  /** What was to be done. */
  enum Call {
    OPEN,
    CREATE,
    RENAME,
    DELETE,
    SYNC_DIRECTORY,
    FIND,
    LENGTH,
    READ,
    WRITE,
    SET_LENGTH,
    SYNC,
    CLOSE;

    boolean canFailBy(Kind kind) {
      return switch (kind) {
        case IO_ERROR -> true;
        case DISK_FULL -> this == CREATE || this == WRITE || this == SET_LENGTH || this == SYNC;
        case SHORT_WRITE -> this == WRITE;
        case DONE_BUT_FAILED ->
            this == CREATE
                || this == RENAME
                || this == DELETE
                || this == WRITE
                || this == SET_LENGTH;
        case LOST_BY_SYNC -> this == SYNC;
      };
    }
  }

  private interface Action {
    void run() throws IOException;
  }

  private interface Question<T> {
    T answer() throws IOException;
  }

  private final CrashStorage disk;
  private final int failing;
  private final Kind kind;
  private final List<String> calls = new ArrayList<>();
  private boolean failed;
  private boolean stopped;

  /** Makes the operation of this number, from 0, fail; none for a negative one. */
  FaultStorage(CrashStorage disk, int failing, Kind kind) {
    super(disk);
    this.disk = disk;
    this.failing = failing;
    this.kind = kind;
  }

  /** What was done so far, in order. */
  synchronized List<String> calls() {
    return new ArrayList<>(calls);
  }

  /** Whether the operation has failed. */
  synchronized boolean failed() {
    return failed;
  }

  int failing() {
    return failing;
  }

  /** How many files there are. */
  int files() {
    return disk.disk().files().size();
  }

  /** From now on nothing is counted and nothing fails. */
  synchronized void stop() {
    stopped = true;
  }

  private synchronized boolean fails(Call call, Object what) {
    if (stopped) {
      return false;
    }
    calls.add(call + " " + what);
    boolean fails = calls.size() - 1 == failing && call.canFailBy(kind);
    failed |= fails;
    return fails;
  }

  private IOException failure() {
    return new IOException(
        kind == Kind.DISK_FULL ? "No space left on device" : "Input/output error");
  }

  private void run(Call call, Object what, Action action) throws IOException {
    if (!fails(call, what)) {
      action.run();
      return;
    }
    if (kind == Kind.DONE_BUT_FAILED) {
      action.run();
    }
    throw failure();
  }

  private <T> T ask(Call call, Object what, Question<T> question) throws IOException {
    if (fails(call, what)) {
      throw failure();
    }
    return question.answer();
  }

  @Override
  public StorageFile open(Path path, boolean writable) throws IOException {
    return ask(Call.OPEN, path, () -> new FaultFile(path, disk.open(path, writable)));
  }

  @Override
  public StorageFile create(Path path) throws IOException {
    if (fails(Call.CREATE, path)) {
      if (kind == Kind.DONE_BUT_FAILED) {
        disk.create(path).close();
      }
      throw failure();
    }
    return new FaultFile(path, disk.create(path));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    run(Call.RENAME, from, () -> disk.rename(from, to));
  }

  @Override
  public void delete(Path path) throws IOException {
    run(Call.DELETE, path, () -> disk.delete(path));
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    run(Call.SYNC_DIRECTORY, directory, () -> disk.syncDirectory(directory));
  }

  @Override
  public Found find(Path path) throws IOException {
    return ask(Call.FIND, path, () -> disk.find(path));
  }

  private final class FaultFile extends ForwardingFile {

    private final Path path;
    private final StorageFile file;

    FaultFile(Path path, StorageFile file) {
      super(file);
      this.path = path;
      this.file = file;
    }

    @Override
    public long length() throws IOException {
      return ask(Call.LENGTH, path, file::length);
    }

    @Override
    public void read(long offset, byte[] target, int position, int length) throws IOException {
      run(Call.READ, path, () -> file.read(offset, target, position, length));
    }

    @Override
    public void write(long offset, byte[] bytes, int position, int length) throws IOException {
      if (fails(Call.WRITE, path + " at " + offset + ", " + length + " bytes")) {
        if (kind == Kind.SHORT_WRITE || kind == Kind.DONE_BUT_FAILED) {
          int written = kind == Kind.SHORT_WRITE ? half(offset, length) : length;
          file.write(offset, bytes, position, written);
        }
        throw failure();
      }
      file.write(offset, bytes, position, length);
    }

    private int half(long offset, int length) {
      int half = length / 2;
      int behindSector = (int) ((offset + half) % SECTOR_BYTES);
      return path.equals(FaultScript.MEMORY) ? Math.max(0, half - behindSector) : half;
    }

    @Override
    public void setLength(long length) throws IOException {
      run(Call.SET_LENGTH, path, () -> file.setLength(length));
    }

    @Override
    public void sync() throws IOException {
      if (fails(Call.SYNC, path)) {
        if (kind == Kind.LOST_BY_SYNC) {
          disk.loseUnsynced(file);
        }
        throw failure();
      }
      file.sync();
    }

    @Override
    public void close() throws IOException {
      boolean fails = fails(Call.CLOSE, path);
      file.close();
      if (fails) {
        throw failure();
      }
    }
  }
}
