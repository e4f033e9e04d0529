package org.icsqlite.crash;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/**
 * A file system in memory that can record what is done to it. Everything that is done is seen at
 * once; what of it a crash would leave, {@link CrashStates} works out from the recording.
 * Thread-safe.
 */
final class CrashStorage implements Storage {

  private static final AtomicLong FILES = new AtomicLong();

  /** A file, whatever its names. */
  private static final class Node {
    final int number;
    Content content;
    Content synced;
    OpenFile locker;

    Node(int number, Content content) {
      this.number = number;
      this.content = content;
      this.synced = content.copy();
    }
  }

  private final Map<Path, Node> names = new HashMap<>();
  private final Recording recording;
  private int nodes;

  /** Begins with what lies on a disk, of which the files are numbered in the order of names. */
  CrashStorage(Disk start, Recording recording) {
    this.recording = recording;
    for (Path name : start.files().keySet().stream().sorted().toList()) {
      names.put(name, new Node(nodes++, start.files().get(name).copy()));
    }
  }

  CrashStorage(Disk start) {
    this(start, null);
  }

  /** A copy of everything as it is now. */
  synchronized Disk disk() {
    Map<Path, Content> files = new HashMap<>();
    names.forEach((name, node) -> files.put(name, node.content.copy()));
    return new Disk(files);
  }

  /** The content of a file, or null; not to be changed. */
  synchronized Content content(Path path) {
    Node node = names.get(path);
    return node == null ? null : node.content;
  }

  /** Forgets what was done to a file of this storage since its last sync, as a disk that fails. */
  void loseUnsynced(StorageFile file) {
    synchronized (this) {
      Node node = ((OpenFile) file).node;
      node.content = node.synced.copy();
    }
  }

  private void record(Operation operation) {
    if (recording != null) {
      recording.add(operation);
    }
  }

  private Node node(Path path) throws NoSuchFileException {
    Node node = names.get(path);
    if (node == null) {
      throw new NoSuchFileException(path.toString());
    }
    return node;
  }

  @Override
  public synchronized StorageFile open(Path path, boolean writable) throws IOException {
    return new OpenFile(node(path), writable);
  }

  @Override
  public synchronized StorageFile create(Path path) throws IOException {
    if (names.containsKey(path)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    Node node = new Node(nodes++, new Content(FILES.incrementAndGet()));
    names.put(path, node);
    record(new Operation.Create(path, node.number, node.content.identity()));
    return new OpenFile(node, true);
  }

  @Override
  public synchronized boolean exists(Path path) {
    return names.containsKey(path);
  }

  @Override
  public boolean isRegularFile(Path path) {
    return exists(path);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return path.toAbsolutePath().normalize();
  }

  @Override
  public int linkCount(Path path) {
    return 1;
  }

  @Override
  public long lastModified(Path path) throws IOException {
    return 0;
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    Node node = node(from);
    names.remove(from);
    names.put(to, node);
    record(new Operation.Rename(from, to, node.number));
  }

  @Override
  public synchronized void delete(Path path) {
    if (names.remove(path) != null) {
      record(new Operation.Delete(path));
    }
  }

  @Override
  public synchronized void syncDirectory(Path directory) {
    record(new Operation.SyncDirectory(directory));
  }

  @Override
  public synchronized Found find(Path path) throws IOException {
    Content content = node(path).content;
    return new Found("simulated file " + content.identity(), content.length());
  }

  private final class OpenFile implements StorageFile {
    private final Node node;
    private final boolean writable;
    private boolean closed;

    OpenFile(Node node, boolean writable) {
      this.node = node;
      this.writable = writable;
    }

    private void requireOpen(boolean forWriting) throws IOException {
      if (closed || (forWriting && !writable)) {
        throw new IOException(closed ? "the file is closed" : "the file is open for reading");
      }
    }

    @Override
    public long length() throws IOException {
      synchronized (CrashStorage.this) {
        requireOpen(false);
        return node.content.length();
      }
    }

    @Override
    public void read(long offset, byte[] target, int position, int length) throws IOException {
      Objects.checkFromIndexSize(position, length, target.length);
      synchronized (CrashStorage.this) {
        requireOpen(false);
        if (length > 0 && offset > node.content.length() - length) {
          throw new EOFException("the file ends at " + node.content.length());
        }
        node.content.read(offset, target, position, length);
      }
    }

    @Override
    public void write(long offset, byte[] bytes, int position, int length) throws IOException {
      Objects.checkFromIndexSize(position, length, bytes.length);
      synchronized (CrashStorage.this) {
        requireOpen(true);
        node.content.write(offset, bytes, position, length);
        if (recording != null && length > 0) {
          byte[] copy = Arrays.copyOfRange(bytes, position, position + length);
          record(new Operation.Write(node.number, offset, copy));
        }
      }
    }

    @Override
    public void setLength(long length) throws IOException {
      synchronized (CrashStorage.this) {
        requireOpen(true);
        if (length != node.content.length()) {
          node.content.setLength(length);
          record(new Operation.SetLength(node.number, length));
        }
      }
    }

    /** What other threads write before this returns is not covered. */
    @Override
    @SuppressWarnings("ThreadPriorityCheck") // only gives them the chance to
    public void sync() throws IOException {
      int covered;
      synchronized (CrashStorage.this) {
        requireOpen(false);
        node.synced = node.content.copy();
        if (recording == null) {
          return;
        }
        covered = recording.size();
      }
      Thread.yield();
      synchronized (CrashStorage.this) {
        record(new Operation.Sync(node.number, covered));
      }
    }

    @Override
    public boolean tryLock(boolean shared) throws IOException {
      synchronized (CrashStorage.this) {
        requireOpen(!shared);
        if (node.locker != null && node.locker != this) {
          throw new OverlappingFileLockException();
        }
        node.locker = this;
        return true;
      }
    }

    @Override
    public void unlock() {
      synchronized (CrashStorage.this) {
        if (node.locker == this) {
          node.locker = null;
        }
      }
    }

    @Override
    public void close() {
      synchronized (CrashStorage.this) {
        unlock();
        closed = true;
      }
    }
  }
}
