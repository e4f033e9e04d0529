package org.icsqlite.redo;

import java.io.IOException;
import org.icsqlite.storage.StorageFile;

/** A window on a log that is read mostly forward. Not thread-safe. */
final class LogCursor {

  /** The most that can be looked at in one go. */
  static final int WINDOW_BYTES = 1 << 16;

  private final StorageFile log;
  private final long end;
  private final byte[] window = new byte[WINDOW_BYTES];
  private long start;
  private int filled;

  /**
   * Makes a cursor.
   *
   * @param end where the log ends
   */
  LogCursor(StorageFile log, long end) {
    this.log = log;
    this.end = end;
  }

  /** Where the log ends. */
  long end() {
    return end;
  }

  /** What {@link #at} gives indexes of. */
  byte[] window() {
    return window;
  }

  /** The index in the window of the byte at a position, behind which {@code count} can be read. */
  int at(long position, int count) throws IOException {
    if (position < start || position + count > start + filled) {
      filled = 0;
      int size = (int) Math.min(WINDOW_BYTES, end - position);
      log.read(position, window, 0, size);
      start = position;
      filled = size;
    }
    return (int) (position - start);
  }
}
