package org.icsqlite.redo;

import java.nio.file.Path;
import org.icsqlite.storage.StorageFile;
import org.icsqlite.testing.ForwardingFile;
import org.icsqlite.testing.ForwardingStorage;

/** The disk without waiting for it, for what is not about a power cut. */
final class UnsyncedStorage extends ForwardingStorage {

  @Override
  protected StorageFile wrap(Path path, StorageFile file) {
    return new ForwardingFile(file) {
      @Override
      public void sync() {}
    };
  }

  @Override
  public void syncDirectory(Path path) {}
}
