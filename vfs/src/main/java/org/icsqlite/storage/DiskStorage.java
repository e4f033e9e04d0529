package org.icsqlite.storage;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/** The file system of the operating system. */
public final class DiskStorage implements Storage {

  /** The only one; it has no state. */
  public static final Storage INSTANCE = new DiskStorage();

  private DiskStorage() {}

  @Override
  public StorageFile open(Path path, boolean writable) throws IOException {
    return new DiskFile(path, writable);
  }

  @Override
  public StorageFile create(Path path) throws IOException {
    Files.createFile(path);
    return new DiskFile(path, true);
  }

  @Override
  public boolean exists(Path path) {
    return Files.exists(path);
  }

  @Override
  public boolean isRegularFile(Path path) {
    return Files.isRegularFile(path);
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return path.toRealPath();
  }

  @Override
  public int linkCount(Path path) throws IOException {
    return path.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? ((Number) Files.getAttribute(path, "unix:nlink")).intValue()
        : 1;
  }

  @Override
  public long lastModified(Path path) throws IOException {
    return Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(Path path) throws IOException {
    Files.deleteIfExists(path);
  }

  /**
   * A directory opens as a file on POSIX systems and is refused on Windows, which syncs names. An
   * interrupt closes the channel, so it is put off.
   */
  @Override
  public void syncDirectory(Path directory) throws IOException {
    if (!directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      while (!synced(directory)) {
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean synced(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
      return true;
    } catch (ClosedByInterruptException e) {
      return false;
    }
  }

  @Override
  public Found find(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    Object key = attributes.fileKey();
    return new Found(
        key == null ? path.toRealPath().toString() : key.toString(), attributes.size());
  }
}
