package org.icsqlite.testing;

import java.io.IOException;
import java.nio.file.Path;
import org.icsqlite.storage.DiskStorage;
import org.icsqlite.storage.Storage;
import org.icsqlite.storage.StorageFile;

/** Hands every call on to another storage, and every opened file to {@link #wrap}. */
public class ForwardingStorage implements Storage {

  private final Storage target;

  /** Calls go to the disk. */
  public ForwardingStorage() {
    this(DiskStorage.INSTANCE);
  }

  /** Calls go to a storage. */
  public ForwardingStorage(Storage target) {
    this.target = target;
  }

  /** What stands for an opened file; the file itself unless overridden. */
  protected StorageFile wrap(Path path, StorageFile file) throws IOException {
    return file;
  }

  @Override
  public StorageFile open(Path path, boolean writable) throws IOException {
    return wrap(path, target.open(path, writable));
  }

  @Override
  public StorageFile create(Path path) throws IOException {
    return wrap(path, target.create(path));
  }

  @Override
  public boolean exists(Path path) {
    return target.exists(path);
  }

  @Override
  public boolean isRegularFile(Path path) {
    return target.isRegularFile(path);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return target.realPath(path);
  }

  @Override
  public int linkCount(Path path) throws IOException {
    return target.linkCount(path);
  }

  @Override
  public long lastModified(Path path) throws IOException {
    return target.lastModified(path);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    target.rename(from, to);
  }

  @Override
  public void delete(Path path) throws IOException {
    target.delete(path);
  }

  @Override
  public void syncDirectory(Path directory) throws IOException {
    target.syncDirectory(directory);
  }

  @Override
  public Found find(Path path) throws IOException {
    return target.find(path);
  }
}
