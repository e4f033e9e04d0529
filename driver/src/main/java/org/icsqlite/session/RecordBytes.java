package org.icsqlite.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.icsqlite.value.Row;

/**
 * Records as the extension writes and reads them, in the heap; the layout is drawn at {@link
 * org.icsqlite.natives.Exchange}. Numbers have the machine's byte order. A record is known by where
 * it begins.
 */
final class RecordBytes {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private RecordBytes() {}

  /** Bytes of the record: the next one begins so far behind it. */
  static int length(byte[] records, int start) {
    return (int) (long) LONGS.get(records, start);
  }

  static void putLong(byte[] records, int at, long value) {
    LONGS.set(records, at, value);
  }

  /** Writes the cell that begins at {@code at}. */
  static void putCell(byte[] records, int at, int type, int length, long value) {
    LONGS.set(records, at, LITTLE ? type | (long) length << 32 : (long) type << 32 | length);
    LONGS.set(records, at + 8, value);
  }

  private static int cell(int start, int column) {
    return start + 8 + 16 * column;
  }

  static int type(byte[] records, int start, int column) {
    return (int) INTS.get(records, cell(start, column));
  }

  static int byteLength(byte[] records, int start, int column) {
    return (int) INTS.get(records, cell(start, column) + 4);
  }

  static long value(byte[] records, int start, int column) {
    return (long) LONGS.get(records, cell(start, column) + 8);
  }

  /** Bytes of its texts and blobs, and 8 for each number; the length of a NULL is 0. */
  static long payload(byte[] records, int start, int columns) {
    long payload = 0;
    for (int i = 0; i < columns; i++) {
      payload += type(records, start, i) <= Row.REAL ? 8 : byteLength(records, start, i);
    }
    return payload;
  }

  /** The same of several records, one behind the other. */
  static long payload(byte[] records, int start, int count, int columns) {
    if (records.length - start == count * cell(0, columns)) {
      return 8 * numbers(records, start, count, columns);
    }
    long payload = 0;
    for (int i = 0, at = start; i < count; i++, at += length(records, at)) {
      payload += payload(records, at, columns);
    }
    return payload;
  }

  /**
   * Cells that hold numbers, of records without any bytes of texts and blobs: these are all of one
   * length, so that the processor need not read one to find the next.
   */
  private static long numbers(byte[] records, int start, int count, int columns) {
    int length = cell(0, columns);
    long numbers = 0;
    for (int column = 0; column < columns; column++) {
      int cell = cell(start, column);
      for (int i = 0; i < count; i++) {
        numbers += (int) INTS.get(records, cell + i * length) <= Row.REAL ? 1 : 0;
      }
    }
    return numbers;
  }

  static String text(byte[] records, int start, int column) {
    int cell = cell(start, column);
    return new String(
        records,
        start + (int) (long) LONGS.get(records, cell + 8),
        (int) INTS.get(records, cell + 4),
        StandardCharsets.UTF_8);
  }

  static byte[] bytes(byte[] records, int start, int column) {
    int from = start + (int) value(records, start, column);
    return Arrays.copyOfRange(records, from, from + byteLength(records, start, column));
  }

  /** The value of a cell whose NULL means null. */
  static String textOrNull(byte[] records, int start, int column) {
    return type(records, start, column) == Row.NULL ? null : text(records, start, column);
  }
}
