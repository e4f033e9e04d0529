package org.icsqlite.compat;

import java.io.IOException;
import java.nio.file.Path;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.MemoryManager;

/** The FNV-1a 64 checksum over the logical bytes of one database of an image file. */
interface ImageChecksum {
  /** The checksum of the database in this memory; the file must not be open elsewhere. */
  long of(Path image, int memoryId) throws IOException;

  /** The computation that the exchange tests hold against the crate's. */
  static ImageChecksum ours() {
    return (image, memoryId) -> {
      try (FileStableMemory memory =
          FileStableMemory.open(image, FileStableMemory.Mode.READ_ONLY)) {
        return DatabaseImage.open(MemoryManager.open(memory), memoryId).checksum();
      }
    };
  }
}
