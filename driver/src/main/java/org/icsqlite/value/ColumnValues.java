package org.icsqlite.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/**
 * Reads the present row as Java types. Columns count from 0 and are not checked. A value that the
 * type cannot hold as it is, is refused: SQLState 22003 for a number out of range or with a
 * fraction that would be lost, 22018 for what is no number or boolean, 22007 for a text that is no
 * date or time. NULL is 0, false or null. Immutable, for use by any threads.
 */
public final class ColumnValues {

  private final TemporalReader temporals;

  public ColumnValues(TemporalSettings settings) {
    temporals = new TemporalReader(settings);
  }

  /**
   * True for any number but 0 and for the texts 1, true, t, yes, y and on in any case; false for 0,
   * false, f, no, n and off.
   */
  public boolean getBoolean(Row row, int column) throws SQLException {
    return NumberValues.toBoolean(row, column);
  }

  public byte getByte(Row row, int column) throws SQLException {
    return (byte) NumberValues.toLong(row, column, Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
  }

  public short getShort(Row row, int column) throws SQLException {
    return (short) NumberValues.toLong(row, column, Short.MIN_VALUE, Short.MAX_VALUE, "short");
  }

  public int getInt(Row row, int column) throws SQLException {
    return (int) NumberValues.toLong(row, column, Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
  }

  public long getLong(Row row, int column) throws SQLException {
    return NumberValues.toLong(row, column, Long.MIN_VALUE, Long.MAX_VALUE, "long");
  }

  /** The nearest float; infinite only if the value is. */
  public float getFloat(Row row, int column) throws SQLException {
    return NumberValues.toFloat(row, column);
  }

  /** The nearest double. */
  public double getDouble(Row row, int column) throws SQLException {
    return NumberValues.toDouble(row, column, "double");
  }

  /** Numbers as SQLite's CAST writes them, a BLOB as UTF-8 with U+FFFD for what is none. */
  public String getString(Row row, int column) throws SQLException {
    return switch (row.type(column)) {
      case Row.NULL -> null;
      case Row.INTEGER -> Long.toString(row.integer(column));
      case Row.REAL -> RealText.of(row.real(column));
      case Row.BLOB -> new String(row.bytes(column), StandardCharsets.UTF_8);
      default -> row.text(column);
    };
  }

  /** A fresh array: a BLOB as it is, anything else as the UTF-8 of its text. */
  public byte[] getBytes(Row row, int column) throws SQLException {
    return switch (row.type(column)) {
      case Row.NULL -> null;
      case Row.INTEGER, Row.REAL -> getString(row, column).getBytes(StandardCharsets.UTF_8);
      default -> row.bytes(column);
    };
  }

  /** A REAL as the decimal number that {@link #getString} writes. */
  public BigDecimal getBigDecimal(Row row, int column) throws SQLException {
    return NumberValues.toDecimal(row, column, "BigDecimal");
  }

  /** A REAL as exactly the whole number that it is. */
  BigInteger getBigInteger(Row row, int column) throws SQLException {
    return NumberValues.toInteger(row, column);
  }

  /** Integer where it fits, else Long; Double; String; byte[]; null. */
  public Object getObject(Row row, int column) throws SQLException {
    return switch (row.type(column)) {
      case Row.NULL -> null;
      case Row.INTEGER -> boxed(row.integer(column));
      case Row.REAL -> row.real(column);
      case Row.BLOB -> row.bytes(column);
      default -> row.text(column);
    };
  }

  private static Object boxed(long value) {
    if (value == (int) value) {
      return (int) value;
    }
    return value;
  }

  /**
   * As the type asked for; null for NULL, for primitive types too.
   *
   * @throws SQLException SQLState 0A000 when the type is none of those that are supported, which
   *     the message names; else as in the other methods
   */
  public <T> T getObject(Row row, int column, Class<T> type) throws SQLException {
    return ObjectTypes.read(this, row, column, type);
  }

  /**
   * The day at midnight, in the zone of the calendar or the JVM's default zone. A text without
   * offset, and an empty one, which is null, are taken as JDBC does: in that zone. A number or a
   * text with an offset is a moment.
   */
  public Date getDate(Row row, int column, Calendar calendar) throws SQLException {
    return temporals.date(row, column, calendar);
  }

  /** As {@link #getDate}, the time of day on 1970-01-01 to the millisecond. */
  public Time getTime(Row row, int column, Calendar calendar) throws SQLException {
    return temporals.time(row, column, calendar);
  }

  /** As {@link #getDate}, to the nanosecond; a time alone is on 1970-01-01. */
  public Timestamp getTimestamp(Row row, int column, Calendar calendar) throws SQLException {
    return temporals.timestamp(row, column, calendar);
  }

  TemporalReader temporals() {
    return temporals;
  }
}
