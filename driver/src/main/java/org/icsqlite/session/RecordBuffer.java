package org.icsqlite.session;

import java.util.Arrays;

/** Records that are gathered in the heap. */
final class RecordBuffer {

  private byte[] records = new byte[256];
  private int used;
  private int count;

  void add(byte[] source, int start) {
    int length = RecordBytes.length(source, start);
    long end = (long) used + length;
    if (end > Integer.MAX_VALUE - 8) {
      throw new OutOfMemoryError("the rows that the statement returns take " + end + " bytes");
    }
    if (end > records.length) {
      records = Arrays.copyOf(records, (int) Math.min(Integer.MAX_VALUE - 8L, end * 2));
    }
    System.arraycopy(source, start, records, used, length);
    used = (int) end;
    count++;
  }

  byte[] records() {
    return records;
  }

  int count() {
    return count;
  }
}
