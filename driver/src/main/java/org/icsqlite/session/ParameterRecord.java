package org.icsqlite.session;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.icsqlite.natives.Exchange;
import org.icsqlite.value.Row;

/**
 * The values of a statement's parameters, kept as the record that the extension reads, so that a
 * set of them goes into a batch or a call with one copy.
 *
 * <pre>
 *    0     8  length, a multiple of 8
 *    8  16*n  cells: type (4), length (4), value or offset in the record (8); type 0: not set
 *  ...        slots, one for each parameter that has had a text or BLOB of up to 256 bytes: a
 *             multiple of 8 bytes, of which the first hold the present one
 * </pre>
 *
 * <p>A slot grows for a longer value, and then all move. Of more than 64 parameters all slots grow
 * at once, so that a few moves are enough for a statement with thousands. Texts and BLOBs of more
 * than 256 bytes stay apart, and are put behind the cells when a record is written; so are those of
 * slots that leave too much unused. Parameters count from 0. Not thread-safe: a thread that sets
 * values while another writes them may give a record whose lengths are wrong, or an
 * IndexOutOfBoundsException. What is asked of all values is counted anew each time, so that nothing
 * of that stays when they are set again by one thread.
 */
final class ParameterRecord {

  /** Bytes of the longest value that has a slot. */
  static final int MOST_IN_SLOT = 256;

  static final int UNSET = 0;

  /** The most parameters whose slots grow one by one, each of which moves all. */
  static final int MOST_OWN_ROOMS = 64;

  /** Unused bytes that a record may have, beside as many as are used. */
  private static final int MOST_UNUSED = 64;

  private static final int ASCII_END = 0x80;

  private final int cellsEnd;
  private final int[] slots;
  private final int[] rooms;
  private final byte[][] apart;
  private byte[] record;

  /** A record for {@code count} parameters, none of them set. */
  ParameterRecord(int count) {
    cellsEnd = Exchange.RECORD_HEADER + Exchange.CELL * count;
    slots = new int[count];
    rooms = new int[count];
    apart = new byte[count][];
    record = new byte[cellsEnd];
    Arrays.fill(slots, cellsEnd);
  }

  int count() {
    return slots.length;
  }

  /** The first parameter that has no value, or {@link #count} when all have one. */
  int firstUnset() {
    int first = 0;
    while (first < slots.length && type(first) != UNSET) {
      first++;
    }
    return first;
  }

  /** A type of {@link Row}, or {@link #UNSET}. */
  int type(int parameter) {
    return RecordBytes.type(record, 0, parameter);
  }

  // ---- values ---------------------------------------------------------------------------------

  /** Sets a number, as the bits of its 8 bytes, or with {@link Row#NULL} NULL. */
  void putNumber(int parameter, int type, long value) {
    put(parameter, type, 0, value);
  }

  /**
   * Sets a text that consists of ASCII characters and has a slot; any other leaves the parameter
   * without a value.
   *
   * @return whether it was set
   */
  boolean putAscii(int parameter, String text) {
    int length = text.length();
    if (length <= MOST_IN_SLOT) {
      int slot = slot(parameter, length);
      if (writeAscii(text, record, slot)) {
        put(parameter, Row.TEXT, length, slot);
        return true;
      }
    }
    forget(parameter); // the slot holds the beginning of another text now
    return false;
  }

  private static boolean writeAscii(String text, byte[] target, int at) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= ASCII_END) {
        return false;
      }
      target[at + i] = (byte) c;
    }
    return true;
  }

  /** Sets a text or BLOB; the array is the record's from now on. */
  void putBytes(int parameter, int type, byte[] content) {
    int length = content.length;
    if (length <= MOST_IN_SLOT) {
      int slot = slot(parameter, length);
      System.arraycopy(content, 0, record, slot, length);
      put(parameter, type, length, slot);
    } else {
      put(parameter, type, length, 0);
      apart[parameter] = content;
    }
  }

  private void put(int parameter, int type, int length, long value) {
    if (apart[parameter] != null) {
      apart[parameter] = null;
    }
    RecordBytes.putCell(record, cell(parameter), type, length, value);
  }

  private static int cell(int parameter) {
    return Exchange.RECORD_HEADER + Exchange.CELL * parameter;
  }

  private void forget(int parameter) {
    put(parameter, UNSET, 0, 0);
  }

  /** Forgets all values. */
  void clear() {
    for (int i = 0; i < slots.length; i++) {
      forget(i);
    }
  }

  /** Takes the values over of a record that {@link #write} has written. */
  void read(byte[] records, int start) {
    for (int i = 0; i < slots.length; i++) {
      int type = RecordBytes.type(records, start, i);
      if (type == Row.TEXT || type == Row.BLOB) {
        putBytes(i, type, RecordBytes.bytes(records, start, i));
      } else {
        putNumber(i, type, RecordBytes.value(records, start, i));
      }
    }
  }

  // ---- slots ----------------------------------------------------------------------------------

  /** Where a value of this many bytes has room. */
  private int slot(int parameter, int length) {
    if (rooms[parameter] < length) {
      growSlot(parameter, length);
    }
    return slots[parameter];
  }

  /**
   * Synchronized, and changes nothing before it is sure of everything, so that the slots lie within
   * the record whatever other threads do meanwhile.
   */
  private synchronized void growSlot(int parameter, int length) {
    int[] grownRooms = rooms.clone();
    int room = aligned(length) + 8;
    if (slots.length <= MOST_OWN_ROOMS) {
      grownRooms[parameter] = room;
    } else {
      Arrays.setAll(grownRooms, i -> Math.max(rooms[i], room));
    }
    int end = cellsEnd + Arrays.stream(grownRooms).sum();
    byte[] grown = Arrays.copyOf(Arrays.copyOf(record, cellsEnd), end);
    int[] grownSlots = new int[slots.length];
    int slot = cellsEnd;
    for (int i = 0; i < slots.length; i++) {
      if (inSlot(i)) {
        int used = RecordBytes.byteLength(record, 0, i);
        System.arraycopy(record, slots[i], grown, slot, used);
        RecordBytes.putCell(grown, cell(i), type(i), used, slot);
      }
      grownSlots[i] = slot;
      slot += grownRooms[i];
    }
    RecordBytes.putLong(grown, 0, end);
    record = grown;
    System.arraycopy(grownSlots, 0, slots, 0, slots.length);
    System.arraycopy(grownRooms, 0, rooms, 0, rooms.length);
  }

  private boolean inSlot(int parameter) {
    return type(parameter) >= Row.TEXT && type(parameter) <= Row.BLOB && apart[parameter] == null;
  }

  // ---- records --------------------------------------------------------------------------------

  private static int aligned(int length) {
    return (length + 7) & ~7;
  }

  /**
   * Bytes that {@link #write} writes: those of the record where it is written as it is, and no
   * other number of bytes is the same.
   */
  long length() {
    long payload = 0;
    boolean whole = true;
    for (int i = 0; i < slots.length; i++) {
      payload += RecordBytes.byteLength(record, 0, i);
      whole &= apart[i] == null;
    }
    long dense = (cellsEnd + payload + 7) & ~7L;
    if (whole && record.length - dense <= payload + MOST_UNUSED) {
      return record.length;
    }
    return dense == record.length ? dense + 8 : dense;
  }

  /**
   * Writes the record at {@code start}.
   *
   * @param length what {@link #length} said; the array has room for it
   */
  void write(byte[] target, int start, int length) {
    if (length == record.length) {
      System.arraycopy(record, 0, target, start, length);
    } else {
      writeCells(target, start);
      int at = start + cellsEnd;
      for (int i = 0; i < slots.length; i++) {
        int used = RecordBytes.byteLength(record, 0, i);
        System.arraycopy(holder(i), from(i), target, at, used);
        at += used;
      }
    }
    RecordBytes.putLong(target, start, length);
  }

  /** The same into a block in the machine's byte order. */
  void write(ByteBuffer target, int start, int length) {
    if (length == record.length) {
      target.put(start, record, 0, length);
    } else {
      byte[] cells = new byte[cellsEnd];
      writeCells(cells, 0);
      target.put(start, cells);
      int at = start + cellsEnd;
      for (int i = 0; i < slots.length; i++) {
        int used = RecordBytes.byteLength(record, 0, i);
        target.put(at, holder(i), from(i), used);
        at += used;
      }
    }
    target.putLong(start, length);
  }

  private byte[] holder(int parameter) {
    byte[] content = apart[parameter];
    return content == null ? record : content;
  }

  private int from(int parameter) {
    return apart[parameter] == null ? slots[parameter] : 0;
  }

  /** Writes the cells of a record whose texts and BLOBs begin where the cells end. */
  private void writeCells(byte[] target, int start) {
    long at = cellsEnd;
    for (int i = 0; i < slots.length; i++) {
      int type = type(i);
      int used = RecordBytes.byteLength(record, 0, i);
      boolean content = type == Row.TEXT || type == Row.BLOB;
      long value = content ? at : RecordBytes.value(record, 0, i);
      RecordBytes.putCell(target, start + cell(i), type, used, value);
      at += used;
    }
  }
}
