package org.icsqlite.cli;

import java.nio.file.Path;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Overlay;
import org.icsqlite.image.Snapshot;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.FileOptions;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.MemoryManager;

/** A database copied into a stable memory of its own, a bounded number of bytes at a time. */
final class ImageCopy {

  private static final int PAGE = 16384;
  private static final int PAGES_AT_ONCE = 512;

  private ImageCopy() {}

  /** A database without a byte. */
  static void empty(Path target, int memoryId) {
    try (FileStableMemory memory = open(target)) {
      DatabaseImage.openOrCreate(MemoryManager.open(memory), memoryId);
    }
  }

  /** The database as the snapshot has it. */
  static void of(Snapshot source, Path target, int memoryId) {
    try (FileStableMemory memory = open(target)) {
      DatabaseImage image = DatabaseImage.openOrCreate(MemoryManager.open(memory), memoryId);
      byte[] page = new byte[PAGE];
      Snapshot newest = image.newestSnapshot();
      long offset = 0;
      while (offset < source.size()) {
        Overlay overlay = image.beginUpdate(newest);
        for (int i = 0; i < PAGES_AT_ONCE && offset < source.size(); i++) {
          int length = (int) Math.min(PAGE, source.size() - offset);
          int read = source.read(offset, page, length);
          overlay.write(offset, page, read);
          offset += read;
        }
        DatabaseImage.Committed committed = image.commit(overlay);
        committed.pending().await();
        newest = committed.snapshot();
      }
      newest.close();
    }
  }

  private static FileStableMemory open(Path target) {
    return FileStableMemory.open(
        target, FileStableMemory.Mode.CREATE, FileOptions.DEFAULT.with(Durability.NONE));
  }
}
