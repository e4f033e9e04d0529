package org.icsqlite.redo;

import java.io.IOException;
import org.icsqlite.storage.StorageFile;

/**
 * Checksums of some blocks of a memory file, by which it is known again. A block has 4096 bytes;
 * bytes behind the end of the file count as zeros. Of a file of at most 256 blocks all are taken,
 * of a longer one the first 128 and, of the other {@code b} blocks, 128 + i * b / 128 for i from 0
 * to 127.
 */
final class MemorySamples {

  static final int MAXIMUM = 256;
  static final int BLOCK_BYTES = 4096;
  private static final int LEADING = MAXIMUM / 2;

  private MemorySamples() {}

  private static long blocks(long bytes) {
    return bytes / BLOCK_BYTES + (bytes % BLOCK_BYTES == 0 ? 0 : 1);
  }

  /** How many blocks are taken of a file of this length. */
  static int count(long bytes) {
    return (int) Math.min(MAXIMUM, blocks(bytes));
  }

  /** Which block is the i-th taken of a file of this length; rises with i. */
  static long block(long bytes, int i) {
    long all = blocks(bytes);
    if (i < LEADING || all <= MAXIMUM) {
      return i;
    }
    return LEADING + (i - LEADING) * (all - LEADING) / LEADING;
  }

  /** The index of the first block taken at or behind a block. */
  static int firstFrom(long bytes, long block) {
    int low = 0;
    int high = count(bytes);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (block(bytes, middle) < block) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The CRC32C of every block taken. */
  static int[] take(StorageFile memory, long bytes) throws IOException {
    MemoryBytes content = new MemoryBytes(memory, bytes);
    int[] samples = new int[count(bytes)];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = content.crc(block(bytes, i) * BLOCK_BYTES, BLOCK_BYTES);
    }
    return samples;
  }
}
