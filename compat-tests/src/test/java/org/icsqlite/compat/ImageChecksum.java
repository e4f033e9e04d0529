package org.icsqlite.compat;

import java.io.IOException;
import java.nio.file.Path;

/** The FNV-1a 64 checksum over the logical bytes of one database of an image file. */
interface ImageChecksum {
  /** The checksum of the database in this memory; the file must not be open elsewhere. */
  long of(Path image, int memoryId) throws IOException;

  /** The computation that the exchange tests hold against the crate's. */
  static ImageChecksum ours() {
    return (image, memoryId) -> RawImage.read(image).database(memoryId).checksum();
  }
}
