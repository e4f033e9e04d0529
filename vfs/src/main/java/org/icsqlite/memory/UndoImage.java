package org.icsqlite.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.storage.StorageFile;

/**
 * What a file was before a message: its length and the bytes under the message's writes. Restoring
 * writes only blocks that differ, because on a full disk a hole that was never filled cannot take
 * even its zeros back.
 */
final class UndoImage {

  private static final int BLOCK_BYTES = 4096;

  private static final class Range {
    final long offset;
    final byte[] bytes;

    Range(long offset, byte[] bytes) {
      this.offset = offset;
      this.bytes = bytes;
    }
  }

  private final StorageFile file;
  private final long length;
  private final List<Range> ranges = new ArrayList<>();

  UndoImage(StorageFile file, long length) {
    this.file = file;
    this.length = length;
  }

  /** Keeps the part of a range that lies in the file as it is; what lies beyond is cut off. */
  void save(long offset, int count) throws IOException {
    int kept = (int) Math.max(0, Math.min(count, length - offset));
    if (kept > 0) {
      byte[] bytes = new byte[kept];
      file.read(offset, bytes, 0, kept);
      ranges.add(new Range(offset, bytes));
    }
  }

  /** Puts everything back; ranges were all read before the first write, so order is free. */
  void restore() throws IOException {
    if (file.length() != length) {
      file.setLength(length);
    }
    byte[] now = new byte[BLOCK_BYTES];
    for (Range range : ranges) {
      for (int from = 0; from < range.bytes.length; from += BLOCK_BYTES) {
        int to = Math.min(from + BLOCK_BYTES, range.bytes.length);
        file.read(range.offset + from, now, 0, to - from);
        if (!Arrays.equals(now, 0, to - from, range.bytes, from, to)) {
          file.write(range.offset + from, range.bytes, from, to - from);
        }
      }
    }
  }
}
