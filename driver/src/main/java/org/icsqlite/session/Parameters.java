package org.icsqlite.session;

import java.sql.SQLDataException;
import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.natives.Exchange;
import org.icsqlite.value.ParameterSink;
import org.icsqlite.value.Row;

/**
 * The values of a statement's parameters, kept from one execution to the next. Not thread-safe;
 * what sets a text or BLOB fails with SQLState HY010 when another thread was seen to set one
 * meanwhile.
 */
public final class Parameters implements ParameterSink {

  private final ParameterRecord values;

  /** Values for parameters 1 to {@code count}, none of them set. */
  public Parameters(int count) {
    values = new ParameterRecord(count);
  }

  public int count() {
    return values.count();
  }

  private int index(int parameter) throws SQLException {
    int index = parameter - 1;
    if (index < 0 || index >= values.count()) {
      throw SqlErrors.noSuchParameter(parameter, values.count());
    }
    return index;
  }

  @Override
  public void setNull(int parameter) throws SQLException {
    values.putNumber(index(parameter), Row.NULL, 0);
  }

  @Override
  public void setInteger(int parameter, long value) throws SQLException {
    values.putNumber(index(parameter), Row.INTEGER, value);
  }

  @Override
  public void setReal(int parameter, double value) throws SQLException {
    if (Double.isNaN(value)) {
      setNull(parameter);
    } else {
      values.putNumber(index(parameter), Row.REAL, Double.doubleToRawLongBits(value));
    }
  }

  /** A text that is refused leaves the parameter without a value. */
  @Override
  public void setText(int parameter, String value) throws SQLException {
    int index = index(parameter);
    try {
      if (!values.putAscii(index, value)) {
        values.putBytes(index, Row.TEXT, utf8(parameter, value));
      }
    } catch (IndexOutOfBoundsException e) {
      throw SqlErrors.changedMeanwhile(e);
    }
  }

  private static byte[] utf8(int parameter, String value) throws SQLException {
    byte[] content = Utf8.encode(value);
    int lone = Utf8.loneSurrogate(value, content);
    if (lone >= 0) {
      throw Utf8.refused("Parameter " + parameter, value, lone);
    }
    return content;
  }

  @Override
  public void setBlob(int parameter, byte[] value) throws SQLException {
    int index = index(parameter);
    try {
      values.putBytes(index, Row.BLOB, value);
    } catch (IndexOutOfBoundsException e) {
      throw SqlErrors.changedMeanwhile(e);
    }
  }

  /** Forgets all values. */
  public void clear() {
    values.clear();
  }

  /** Fails with SQLState 07001 unless every parameter has a value. */
  public void requireAll() throws SQLException {
    int first = values.firstUnset();
    if (first < count()) {
      throw new SQLDataException(
          "Parameter " + (first + 1) + " of " + count() + " has no value; set it first",
          SqlState.PARAMETERS_MISSING);
    }
  }

  /** Takes the values of a record over. */
  void read(byte[] records, int start) {
    values.read(records, start);
  }

  /** Bytes of the record. */
  long recordBytes() {
    return values.length();
  }

  /** Writes the record, which has this many bytes, at {@code start}; the array has room for it. */
  void write(byte[] records, int start, int length) {
    values.write(records, start, length);
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
      values.write(exchange.block(), Exchange.HEADER, (int) length);
    } catch (IndexOutOfBoundsException e) {
      throw SqlErrors.changedMeanwhile(e);
    }
    return length;
  }
}
