package org.icsqlite.redo;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.icsqlite.storage.StorageFile;

/**
 * What a replay leaves in a part of the memory file, gathered before any of it is written.
 *
 * <p>A sector goes from what it is to its last state in one write. Records written one after the
 * other would take it through mixtures of old and new that no record left, and a recovery that
 * crashes in the middle of them could not be told from the wrong file. The part is bounded: blocks
 * that do not fit are left to a further pass over the records, see {@link #next}.
 */
final class ReplayBlocks {

  /** Whole sectors; a power of two. */
  static final int BLOCK_BYTES = 4096;

  private final StorageFile memory;
  private final long length;
  private final int maximum;
  private final long first;
  private final TreeMap<Long, byte[]> blocks = new TreeMap<>();
  private long limit = Long.MAX_VALUE;

  /**
   * An empty part.
   *
   * @param length the length of the memory file, in bytes
   * @param first the first block that belongs to it
   * @param maximum how many blocks are kept at most
   */
  ReplayBlocks(StorageFile memory, long length, long first, int maximum) {
    this.memory = memory;
    this.length = length;
    this.first = first;
    this.maximum = maximum;
  }

  /** Puts bytes over what is there, as far as they lie in this part. */
  void put(long offset, byte[] bytes, int length) throws IOException {
    for (int done = 0; done < length; ) {
      long at = offset + done;
      long block = at / BLOCK_BYTES;
      int within = (int) (at % BLOCK_BYTES);
      int count = Math.min(length - done, BLOCK_BYTES - within);
      byte[] content = block(block);
      if (content != null) {
        System.arraycopy(bytes, done, content, within, count);
      }
      done += count;
    }
  }

  private byte[] block(long block) throws IOException {
    if (block < first || block >= limit) {
      return null;
    }
    byte[] content = blocks.get(block);
    if (content == null) {
      content = new byte[BLOCK_BYTES];
      memory.read(block * BLOCK_BYTES, content, 0, inside(block));
      blocks.put(block, content);
      if (blocks.size() > maximum) {
        limit = blocks.pollLastEntry().getKey();
        return block < limit ? content : null;
      }
    }
    return content;
  }

  /** Writes the part. */
  void write() throws IOException {
    for (Map.Entry<Long, byte[]> block : blocks.entrySet()) {
      memory.write(block.getKey() * BLOCK_BYTES, block.getValue(), 0, inside(block.getKey()));
    }
  }

  private int inside(long block) {
    return (int) Math.min(BLOCK_BYTES, length - block * BLOCK_BYTES);
  }

  /** The first block of the next part; {@link Long#MAX_VALUE} when nothing was left out. */
  long next() {
    return limit;
  }
}
