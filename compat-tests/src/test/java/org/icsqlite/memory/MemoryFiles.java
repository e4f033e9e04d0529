package org.icsqlite.memory;

import java.nio.file.Path;
import org.icsqlite.memory.FileStableMemory.Mode;
import org.icsqlite.storage.Storage;

/** Opens stable-memory files in a storage that a test has made. */
public final class MemoryFiles {

  private MemoryFiles() {}

  /** As {@link FileStableMemory} opens a file, but in the storage given. */
  public static FileStableMemory open(
      Storage storage, Path path, Mode mode, Durability durability, long logBytes) {
    return FileStableMemory.open(
        path,
        mode,
        new FileOptions(durability, StableMemory.DEFAULT_MAXIMUM_PAGES, logBytes),
        storage);
  }
}
