package org.icsqlite.redo;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.icsqlite.storage.StorageFile;

/** Checksums of short pieces of a memory file; behind its end are zeros. Not thread-safe. */
final class MemoryBytes {

  private final StorageFile memory;
  private final long bytes;
  private final byte[] piece = new byte[MemorySamples.BLOCK_BYTES];
  private final CRC32C crc = new CRC32C();

  /**
   * Looks at a file.
   *
   * @param bytes the length of the file
   */
  MemoryBytes(StorageFile memory, long bytes) {
    this.memory = memory;
    this.bytes = bytes;
  }

  /** The CRC32C of a piece of at most {@link MemorySamples#BLOCK_BYTES}. */
  int crc(long offset, int length) throws IOException {
    int present = (int) Math.max(0, Math.min(length, bytes - offset));
    if (present > 0) {
      memory.read(offset, piece, 0, present);
    }
    Arrays.fill(piece, present, length, (byte) 0);
    crc.reset();
    crc.update(piece, 0, length);
    return (int) crc.getValue();
  }
}
