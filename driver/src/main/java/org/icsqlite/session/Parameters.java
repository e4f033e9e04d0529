package org.icsqlite.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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

  private final byte[] types;
  private final long[] numbers;
  private final byte[][] contents;
  private int missing;
  private long payload;

  /** Values for parameters 1 to {@code count}, none of them set. */
  public Parameters(int count) {
    types = new byte[count];
    numbers = new long[count];
    contents = new byte[count][];
    missing = count;
  }

  public int count() {
    return types.length;
  }

  private int set(int parameter, int type, byte[] content) throws SQLException {
    int index = parameter - 1;
    if (index < 0 || index >= types.length) {
      throw SqlErrors.noSuchParameter(parameter, types.length);
    }
    if (types[index] == UNSET) {
      missing--;
    }
    byte[] before = contents[index];
    if (before != null) {
      payload -= before.length;
    }
    if (content != null) {
      payload += content.length;
    }
    types[index] = (byte) type;
    contents[index] = content;
    return index;
  }

  @Override
  public void setNull(int parameter) throws SQLException {
    set(parameter, Row.NULL, null);
  }

  @Override
  public void setInteger(int parameter, long value) throws SQLException {
    numbers[set(parameter, Row.INTEGER, null)] = value;
  }

  @Override
  public void setReal(int parameter, double value) throws SQLException {
    if (Double.isNaN(value)) {
      setNull(parameter);
    } else {
      numbers[set(parameter, Row.REAL, null)] = Double.doubleToRawLongBits(value);
    }
  }

  @Override
  public void setText(int parameter, String value) throws SQLException {
    requireWhole(parameter, value);
    set(parameter, Row.TEXT, value.getBytes(StandardCharsets.UTF_8));
  }

  /** A surrogate without its other half has no UTF-8, and would silently become a '?'. */
  private static void requireWhole(int parameter, String value) throws SQLException {
    int length = value.length();
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < length
            && Character.isLowSurrogate(value.charAt(i + 1))) {
          i++;
        } else {
          throw new SQLDataException(
              String.format(
                  "Parameter %d holds a lone surrogate U+%04X at index %d, which is no character",
                  parameter, (int) c, i),
              SqlState.MALFORMED_TEXT);
        }
      }
    }
  }

  @Override
  public void setBlob(int parameter, byte[] value) throws SQLException {
    set(parameter, Row.BLOB, value);
  }

  /** Forgets all values. */
  public void clear() {
    Arrays.fill(types, UNSET);
    Arrays.fill(contents, null);
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
      payload += content ? contents[i].length : 0;
    }
  }

  /** Bytes of the record. */
  long recordBytes() {
    return (Exchange.RECORD_HEADER + (long) Exchange.CELL * types.length + payload + 7) & ~7L;
  }

  /** Writes the record at {@code start}; the block has room for it. */
  void write(ByteBuffer block, int start) {
    long length = recordBytes();
    block.putLong(start, length);
    int cell = start + Exchange.RECORD_HEADER;
    int bytes = Exchange.RECORD_HEADER + Exchange.CELL * types.length;
    for (int i = 0; i < types.length; i++, cell += Exchange.CELL) {
      block.putInt(cell, types[i]);
      byte[] content = contents[i];
      if (content == null) {
        block.putLong(cell + 8, numbers[i]);
      } else {
        block.putInt(cell + 4, content.length);
        block.putLong(cell + 8, bytes);
        block.put(start + bytes, content);
        bytes += content.length;
      }
    }
  }
}
