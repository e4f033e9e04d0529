package org.icsqlite.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The file operations that stable memory and its redo log are built on. {@link DiskStorage} is the
 * real one; tests put their own in its place to record every operation, to fail one, or to give the
 * states that a crash can leave.
 *
 * <p>What is promised about a crash: {@link StorageFile#sync} makes the bytes and the length of one
 * file durable, {@link #syncDirectory} the creation, renaming and deletion of names in it. Anything
 * else may be lost, reordered, or torn at {@link StorageFile#SECTOR_BYTES}. Thread-safe.
 */
public interface Storage {

  /**
   * Opens a file that exists.
   *
   * @param path the file, never null
   * @param writable whether it will be written
   * @throws IOException when there is none or it may not be opened
   */
  StorageFile open(Path path, boolean writable) throws IOException;

  /**
   * Creates an empty file and opens it for writing.
   *
   * @throws FileAlreadyExistsException when the name is taken
   */
  StorageFile create(Path path) throws IOException;

  /** Whether the name leads to something. */
  boolean exists(Path path);

  /** Whether the name leads to a regular file. */
  boolean isRegularFile(Path path);

  /** The one name of a file that is not by way of links, for a file that exists. */
  Path realPath(Path path) throws IOException;

  /** How many names the file has in its file system; 1 where that is not known. */
  int linkCount(Path path) throws IOException;

  /** When the file was last changed, in whatever unit; to be compared for equality. */
  long lastModified(Path path) throws IOException;

  /** Gives a file another name in the same directory, atomically, replacing what had that name. */
  void rename(Path from, Path to) throws IOException;

  /** Removes a name; does nothing when there is none. */
  void delete(Path path) throws IOException;

  /** Makes the names in a directory durable; does nothing where the platform cannot. */
  void syncDirectory(Path directory) throws IOException;

  /**
   * What a name leads to.
   *
   * @param key what tells a file from every other one, whatever its name: device and inode where
   *     there are such, otherwise the real path. Two files have it in common when they are one.
   * @param length in bytes
   */
  record Found(String key, long length) {}

  /**
   * Looks a name up, with one call of the operating system where it has keys.
   *
   * @throws NoSuchFileException when the name leads to nothing
   */
  Found find(Path path) throws IOException;

  /** The key of what a name leads to. */
  default String fileKey(Path path) throws IOException {
    return find(path).key();
  }
}
