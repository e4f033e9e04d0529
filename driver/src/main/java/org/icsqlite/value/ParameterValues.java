package org.icsqlite.value;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.UUID;
import org.icsqlite.error.SqlState;

/**
 * Writes Java values as parameters, which count from 1. A null of any kind is NULL. What is set is
 * what the value is now: arrays are copied, streams read to their end. A text or BLOB that is
 * longer than the connection's largest is refused with SQLState 54000 before it is copied or
 * encoded. Immutable, for use by any threads.
 */
public final class ParameterValues {

  private final TemporalWriter temporals;
  private final TypedValues typed;
  private final Streams streams;

  public ParameterValues(TemporalSettings settings) {
    this(settings, Streams.SQLITE_MAXIMUM);
  }

  /**
   * @param maximum the largest text or BLOB, in bytes; more than SQLite's own limit is that limit
   */
  public ParameterValues(TemporalSettings settings, int maximum) {
    temporals = new TemporalWriter(settings);
    streams = new Streams(Math.min(maximum, Streams.SQLITE_MAXIMUM));
    typed = new TypedValues(this, settings);
  }

  /**
   * In the storage class that is natural for the value:
   *
   * <pre>
   *   INTEGER  Boolean as 0 or 1, Byte, Short, Integer, Long, BigInteger of up to 64 bits
   *   REAL     Float, as the same number, and Double
   *   TEXT     String and other CharSequences, Character, BigDecimal, longer BigInteger, UUID, enums
   *            by name, Clob, Reader
   *   BLOB     byte[], Blob, InputStream
   *   as set   java.time's dates and times, java.sql.Date, Time and Timestamp; java.util.Date and
   *            Calendar as a Timestamp; all of these in the JVM's default zone
   * </pre>
   *
   * @throws SQLException SQLState 0A000 for any other class; 54000 for a text or BLOB that is too
   *     long; 22003 for a date or time that its form cannot hold
   */
  public void set(ParameterSink sink, int parameter, Object value) throws SQLException {
    if (value == null) {
      sink.setNull(parameter);
    } else if (value instanceof String text) {
      sink.setText(parameter, streams.checked(text));
    } else {
      setObject(sink, parameter, value);
    }
  }

  /** As {@link #set(ParameterSink, int, Object)} does. */
  public void set(ParameterSink sink, int parameter, String value) throws SQLException {
    if (value == null) {
      sink.setNull(parameter);
    } else {
      sink.setText(parameter, streams.checked(value));
    }
  }

  private void setObject(ParameterSink sink, int parameter, Object value) throws SQLException {
    if (value instanceof Number number) {
      setNumber(sink, parameter, number);
    } else if (value instanceof Boolean truth) {
      sink.setInteger(parameter, truth ? 1 : 0);
    } else if (value instanceof byte[] bytes) {
      sink.setBlob(parameter, streams.checked(bytes).clone());
    } else if (TemporalWriter.isTemporal(value)) {
      temporals.set(sink, parameter, value);
    } else if (value instanceof Enum<?> constant) {
      sink.setText(parameter, constant.name());
    } else if (value instanceof CharSequence || value instanceof Character) {
      sink.setText(parameter, streams.checked(value.toString()));
    } else if (value instanceof UUID) {
      sink.setText(parameter, value.toString());
    } else if (value instanceof Blob blob) {
      setStream(sink, parameter, blob.getBinaryStream(), blob.length());
    } else if (value instanceof Clob clob) {
      setReader(sink, parameter, clob.getCharacterStream(), clob.length());
    } else if (value instanceof InputStream stream) {
      setStream(sink, parameter, stream, -1);
    } else if (value instanceof Reader reader) {
      setReader(sink, parameter, reader, -1);
    } else {
      throw unsupported(value);
    }
  }

  private static void setNumber(ParameterSink sink, int parameter, Number value)
      throws SQLException {
    if (value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte) {
      sink.setInteger(parameter, value.longValue());
    } else if (value instanceof Double || value instanceof Float) {
      sink.setReal(parameter, value.doubleValue());
    } else if (value instanceof BigDecimal) {
      sink.setText(parameter, value.toString());
    } else if (value instanceof BigInteger integer) {
      if (integer.bitLength() < Long.SIZE) {
        sink.setInteger(parameter, integer.longValue());
      } else {
        sink.setText(parameter, integer.toString());
      }
    } else {
      throw unsupported(value);
    }
  }

  /**
   * Converted to a type of JDBC first.
   *
   * @param sqlType one of {@link java.sql.Types}
   * @param scaleOrLength for DECIMAL and NUMERIC the digits after the point, to which a number that
   *     is not whole is rounded half up; for streams and readers the length; -1 for as they are
   * @throws SQLException SQLState 22005 when the class does not go with the type, 22003 or 22018
   *     when the value does not, 22007 for a text that is no date or time, 0A000 for types that
   *     SQLite has nothing for
   */
  public void set(ParameterSink sink, int parameter, Object value, int sqlType, int scaleOrLength)
      throws SQLException {
    typed.set(sink, parameter, value, sqlType, scaleOrLength);
  }

  /** The day in the zone of the calendar, or the JVM's default zone for null. */
  public void setDate(ParameterSink sink, int parameter, Date value, Calendar calendar)
      throws SQLException {
    if (value == null) {
      sink.setNull(parameter);
    } else {
      temporals.set(sink, parameter, value, calendar);
    }
  }

  /** The time of day in the zone of the calendar, or the JVM's default zone for null. */
  public void setTime(ParameterSink sink, int parameter, Time value, Calendar calendar)
      throws SQLException {
    if (value == null) {
      sink.setNull(parameter);
    } else {
      temporals.set(sink, parameter, value, calendar);
    }
  }

  /** Date and time in the zone of the calendar, or the JVM's default zone for null. */
  public void setTimestamp(ParameterSink sink, int parameter, Timestamp value, Calendar calendar)
      throws SQLException {
    if (value == null) {
      sink.setNull(parameter);
    } else {
      temporals.set(sink, parameter, value, calendar);
    }
  }

  /**
   * As BLOB. The stream is read here and stays open.
   *
   * @param length how many bytes to read, or -1 for all
   * @throws SQLException SQLState 22026 when the stream has fewer, 54000 when these are too many,
   *     58030 when it fails
   */
  public void setStream(ParameterSink sink, int parameter, InputStream stream, long length)
      throws SQLException {
    if (stream == null) {
      sink.setNull(parameter);
    } else {
      sink.setBlob(parameter, streams.bytes(stream, length));
    }
  }

  /** As {@link #setStream}, as TEXT; the bytes are UTF-8, else SQLState 22021. */
  public void setAsciiStream(ParameterSink sink, int parameter, InputStream stream, long length)
      throws SQLException {
    if (stream == null) {
      sink.setNull(parameter);
    } else {
      sink.setText(parameter, streams.ascii(stream, length));
    }
  }

  /** As {@link #setStream}, as TEXT; the length is in chars, the limit in bytes of UTF-8. */
  public void setReader(ParameterSink sink, int parameter, Reader reader, long length)
      throws SQLException {
    if (reader == null) {
      sink.setNull(parameter);
    } else {
      sink.setText(parameter, streams.text(reader, length));
    }
  }

  private static SQLException unsupported(Object value) {
    return new SQLFeatureNotSupportedException(
        "A "
            + value.getClass().getName()
            + " cannot be set as a parameter; supported are numbers, Boolean, texts, byte[], UUID,"
            + " enums, dates and times of java.time, java.sql and java.util, Blob, Clob,"
            + " InputStream and Reader",
        SqlState.FEATURE_NOT_SUPPORTED);
  }
}
