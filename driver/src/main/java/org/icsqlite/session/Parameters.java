package org.icsqlite.session;

import java.nio.ByteBuffer;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.Arrays;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.natives.Exchange;
import org.icsqlite.value.ParameterSink;
import org.icsqlite.value.Row;

/** The values of a statement's parameters, kept from one execution to the next. Not thread-safe. */
public final class Parameters implements ParameterSink {

  private static final byte UNSET = 0;

  /** Characters of a text that is written into a buffer that stays. */
  private static final int MOST_BUFFERED = 256;

  private final byte[] types;
  private final long[] numbers;
  private final byte[][] contents;
  private final int[] lengths;
  private final byte[][] buffers;
  private final byte[] cells;
  private int missing;
  private long payload;

  /** Values for parameters 1 to {@code count}, none of them set. */
  public Parameters(int count) {
    types = new byte[count];
    numbers = new long[count];
    contents = new byte[count][];
    lengths = new int[count];
    buffers = new byte[count][];
    cells = new byte[Exchange.RECORD_HEADER + Exchange.CELL * count];
    missing = count;
  }

  public int count() {
    return types.length;
  }

  private int index(int parameter) throws SQLException {
    int index = parameter - 1;
    if (index < 0 || index >= types.length) {
      throw SqlErrors.noSuchParameter(parameter, types.length);
    }
    return index;
  }

  private void set(int index, int type, byte[] content, int length) {
    if (types[index] == UNSET) {
      missing--;
    }
    types[index] = (byte) type;
    payload += length - lengths[index];
    lengths[index] = length;
    if (contents[index] != content) { // for the collector, storing the same again is work
      contents[index] = content;
    }
  }

  private void forget(int index) {
    if (types[index] != UNSET) {
      set(index, UNSET, null, 0);
      missing++;
    }
  }

  private void setNumber(int parameter, int type, long value) throws SQLException {
    int index = index(parameter);
    set(index, type, null, 0);
    numbers[index] = value;
  }

  @Override
  public void setNull(int parameter) throws SQLException {
    set(index(parameter), Row.NULL, null, 0);
  }

  @Override
  public void setInteger(int parameter, long value) throws SQLException {
    setNumber(parameter, Row.INTEGER, value);
  }

  @Override
  public void setReal(int parameter, double value) throws SQLException {
    if (Double.isNaN(value)) {
      setNull(parameter);
    } else {
      setNumber(parameter, Row.REAL, Double.doubleToRawLongBits(value));
    }
  }

  /** A text that is refused leaves the parameter without a value. */
  @Override
  public void setText(int parameter, String value) throws SQLException {
    int index = index(parameter);
    int length = value.length();
    if (length <= MOST_BUFFERED) {
      byte[] buffer = buffer(index, length);
      if (writeAscii(value, buffer)) {
        set(index, Row.TEXT, buffer, length);
        return;
      }
    }
    forget(index); // the buffer holds the beginning of another text now
    byte[] content = Utf8.encode(value);
    int lone = Utf8.loneSurrogate(value, content);
    if (lone >= 0) {
      throw Utf8.refused("Parameter " + parameter, value, lone);
    }
    set(index, Row.TEXT, content, content.length);
  }

  private byte[] buffer(int index, int length) {
    byte[] buffer = buffers[index];
    if (buffer == null || buffer.length < length) {
      buffer = new byte[Math.max(2 * length, 16)];
      buffers[index] = buffer;
    }
    return buffer;
  }

  private static boolean writeAscii(String value, byte[] buffer) {
    int length = value.length();
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        return false;
      }
      buffer[i] = (byte) c;
    }
    return true;
  }

  @Override
  public void setBlob(int parameter, byte[] value) throws SQLException {
    set(index(parameter), Row.BLOB, value, value.length);
  }

  /** Forgets all values. */
  public void clear() {
    Arrays.fill(types, UNSET);
    Arrays.fill(contents, null);
    Arrays.fill(lengths, 0);
    missing = types.length;
    payload = 0;
  }

  /** Fails with SQLState 07001 unless every parameter has a value. */
  public void requireAll() throws SQLException {
    if (missing > 0) {
      int first = 0;
      while (types[first] != UNSET) {
        first++;
      }
      throw new SQLDataException(
          "Parameter " + (first + 1) + " of " + types.length + " has no value; set it first",
          SqlState.PARAMETERS_MISSING);
    }
  }

  /** Takes the values of a record over. */
  void read(byte[] records, int start) {
    payload = 0;
    missing = 0;
    for (int i = 0; i < types.length; i++) {
      int type = RecordBytes.type(records, start, i);
      boolean content = type == Row.TEXT || type == Row.BLOB;
      types[i] = (byte) type;
      numbers[i] = RecordBytes.value(records, start, i);
      contents[i] = content ? RecordBytes.bytes(records, start, i) : null;
      lengths[i] = content ? contents[i].length : 0;
      payload += lengths[i];
    }
  }

  /** Bytes of the record. */
  long recordBytes() {
    return (Exchange.RECORD_HEADER + (long) Exchange.CELL * types.length + payload + 7) & ~7L;
  }

  /** Writes the record at {@code start}; the array has room for it. */
  void write(byte[] records, int start) {
    int bytes = start + writeCells(records, start);
    for (int i = 0; i < types.length; i++) {
      byte[] content = contents[i];
      if (content != null) {
        System.arraycopy(content, 0, records, bytes, lengths[i]);
        bytes += lengths[i];
      }
    }
  }

  /**
   * Writes the record behind the header of an exchange, which gets room for it. The extension
   * trusts no length in it, as another thread may set values meanwhile.
   *
   * @return the bytes of the record
   * @throws SQLException SQLState HY010 when another thread was seen to do so
   */
  long write(Exchange exchange) throws SQLException {
    long length = recordBytes();
    exchange.require(Exchange.HEADER + length);
    try {
      write(exchange.block(), Exchange.HEADER);
    } catch (IndexOutOfBoundsException e) {
      throw SqlErrors.changedMeanwhile(e);
    }
    return length;
  }

  /** Writes the record at {@code start}; the block has room for it. */
  void write(ByteBuffer block, int start) {
    int bytes = start + writeCells(cells, 0);
    block.put(start, cells);
    for (int i = 0; i < types.length; i++) {
      byte[] content = contents[i];
      if (content != null) {
        block.put(bytes, content, 0, lengths[i]);
        bytes += lengths[i];
      }
    }
  }

  /** Writes all of the record but the bytes of texts and blobs, which begin where it ends. */
  private int writeCells(byte[] records, int start) {
    RecordBytes.putLong(records, start, recordBytes());
    int cell = start + Exchange.RECORD_HEADER;
    int bytes = Exchange.RECORD_HEADER + Exchange.CELL * types.length;
    for (int i = 0; i < types.length; i++, cell += Exchange.CELL) {
      boolean content = contents[i] != null;
      RecordBytes.putCell(records, cell, types[i], lengths[i], content ? bytes : numbers[i]);
      bytes += lengths[i];
    }
    return Exchange.RECORD_HEADER + Exchange.CELL * types.length;
  }
}
