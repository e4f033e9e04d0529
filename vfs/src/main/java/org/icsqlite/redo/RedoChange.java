package org.icsqlite.redo;

import java.util.Objects;

/**
 * A range of the memory file before and after a message. Changes of one message do not overlap.
 *
 * @param offset where it lies in the file, in bytes
 * @param before what stood there, from index 0, at least {@code length} bytes; null for zeros
 * @param after the array that holds the new bytes; not changed while the change is in use
 * @param position the first new byte in {@code after}
 * @param length how many bytes, 1 or more
 */
@SuppressWarnings("ArrayRecordComponent") // borrowed, never compared
public record RedoChange(long offset, byte[] before, byte[] after, int position, int length) {

  public RedoChange {
    Objects.checkFromIndexSize(position, length, after.length);
    if (before != null) {
      Objects.checkFromIndexSize(0, length, before.length);
    }
    if (offset < 0 || offset > Long.MAX_VALUE - length) {
      throw new IllegalArgumentException("offset " + offset + ", length " + length);
    }
  }
}
