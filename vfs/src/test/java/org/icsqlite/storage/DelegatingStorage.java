package org.icsqlite.storage;

import java.io.IOException;
import java.nio.file.Path;

/** Hands every call on to the disk, and every opened file to {@link #wrap}. */
public class DelegatingStorage implements Storage {

  private final Storage target = DiskStorage.INSTANCE;

  /** What stands for an opened file; the file itself unless overridden. */
  protected StorageFile wrap(Path path, StorageFile file) {
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
  public String fileKey(Path path) throws IOException {
    return target.fileKey(path);
  }
}
