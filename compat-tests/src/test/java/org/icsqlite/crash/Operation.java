package org.icsqlite.crash;

import java.nio.file.Path;

/** What was done to the disk. Files have numbers, as their names change. */
sealed interface Operation {

  @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
  record Write(int file, long offset, byte[] bytes) implements Operation {
    @Override
    public String toString() {
      return "write file " + file + " at " + offset + ", " + bytes.length + " bytes";
    }
  }

  record SetLength(int file, long length) implements Operation {}

  /**
   * A sync of one file.
   *
   * @param covered how many operations had been done when the sync began; the later ones are not
   *     covered by it
   */
  record Sync(int file, int covered) implements Operation {}

  record Create(Path name, int file, long identity) implements Operation {}

  record Rename(Path from, Path to, int file) implements Operation {}

  record Delete(Path name) implements Operation {}

  record SyncDirectory(Path directory) implements Operation {}
}
