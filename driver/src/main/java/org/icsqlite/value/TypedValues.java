package org.icsqlite.value;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.temporal.Temporal;
import java.util.UUID;
import org.icsqlite.error.SqlState;

/**
 * Parameters that are set with a type of JDBC. The value is first written as it naturally is, dates
 * and times as texts, and what that gives is read as the type. Immutable.
 */
final class TypedValues {

  private static final int CELL = 0;

  /** A BigDecimal of more digits after the point than this is a mistake. */
  private static final int MOST_SCALE = 100_000;

  private final ParameterValues target;
  private final TemporalWriter texts;
  private final ColumnValues reading;

  TypedValues(ParameterValues target, TemporalSettings settings) {
    this.target = target;
    texts =
        new TemporalWriter(
            new TemporalSettings(
                TemporalSettings.Storage.TEXT, settings.unit(), settings.textPattern()));
    reading = new ColumnValues(settings);
  }

  void set(ParameterSink sink, int parameter, Object value, int sqlType, int scaleOrLength)
      throws SQLException {
    switch (sqlType) {
      case Types.NULL -> sink.setNull(parameter);
      case Types.JAVA_OBJECT, Types.OTHER -> target.set(sink, parameter, value);
      case Types.BIT, Types.BOOLEAN -> setBoolean(sink, parameter, value);
      case Types.TINYINT -> setLong(sink, parameter, value, Byte.MIN_VALUE, 255, "TINYINT");
      case Types.SMALLINT ->
          setLong(sink, parameter, value, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
      case Types.INTEGER ->
          setLong(sink, parameter, value, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
      case Types.BIGINT, Types.ROWID ->
          setLong(sink, parameter, value, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> setDouble(sink, parameter, value);
      case Types.DECIMAL, Types.NUMERIC -> setDecimal(sink, parameter, value, scaleOrLength);
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          setText(sink, parameter, value, scaleOrLength);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
          setBytes(sink, parameter, value, scaleOrLength);
      case Types.DATE -> setDate(sink, parameter, value);
      case Types.TIME -> setTime(sink, parameter, value, false);
      case Types.TIME_WITH_TIMEZONE -> setTime(sink, parameter, value, true);
      case Types.TIMESTAMP -> setTimestamp(sink, parameter, value, false);
      case Types.TIMESTAMP_WITH_TIMEZONE -> setTimestamp(sink, parameter, value, true);
      default ->
          throw new SQLFeatureNotSupportedException(
              "SQLite has nothing for type " + sqlType + " of java.sql.Types",
              SqlState.FEATURE_NOT_SUPPORTED);
    }
  }

  private void setBoolean(ParameterSink sink, int parameter, Object value) throws SQLException {
    Cell cell = scalar(value, "BOOLEAN");
    if (cell.type(CELL) == Row.NULL) {
      sink.setNull(parameter);
    } else {
      sink.setInteger(parameter, NumberValues.toBoolean(cell, CELL) ? 1 : 0);
    }
  }

  private void setLong(
      ParameterSink sink, int parameter, Object value, long least, long most, String type)
      throws SQLException {
    Cell cell = scalar(value, type);
    if (cell.type(CELL) == Row.NULL) {
      sink.setNull(parameter);
    } else {
      sink.setInteger(parameter, NumberValues.toLong(cell, CELL, least, most, type));
    }
  }

  private void setDouble(ParameterSink sink, int parameter, Object value) throws SQLException {
    Cell cell = scalar(value, "DOUBLE");
    if (cell.type(CELL) == Row.NULL) {
      sink.setNull(parameter);
    } else {
      sink.setReal(parameter, NumberValues.toDouble(cell, CELL, "DOUBLE"));
    }
  }

  /** Whole numbers and doubles stay what they are; decimals and texts become exact texts. */
  private void setDecimal(ParameterSink sink, int parameter, Object value, int scale)
      throws SQLException {
    Cell cell = scalar(value, "DECIMAL");
    boolean real = cell.type(CELL) == Row.REAL;
    if (cell.type(CELL) == Row.INTEGER || (real && scale < 0)) {
      target.set(sink, parameter, value);
      return;
    }
    BigDecimal number = NumberValues.toDecimal(cell, CELL, "DECIMAL");
    if (number != null && scale >= 0) {
      if (scale > MOST_SCALE || (long) number.precision() - number.scale() > MOST_SCALE) {
        throw ValueErrors.outOfRange(number.toString(), "DECIMAL with " + scale + " digits");
      }
      number = number.setScale(scale, RoundingMode.HALF_UP);
    }
    if (real) {
      sink.setReal(parameter, number.doubleValue());
    } else {
      target.set(sink, parameter, number);
    }
  }

  /** What stands for one number, truth or text; a date has no number, bytes have none either. */
  private Cell scalar(Object value, String type) throws SQLException {
    if (value != null
        && !(value instanceof Number)
        && !(value instanceof Boolean)
        && !(value instanceof CharSequence)
        && !(value instanceof Character)) {
      throw ValueErrors.notAssignable(value, type);
    }
    Cell cell = new Cell();
    target.set(cell, 1, value);
    return cell;
  }

  private void setText(ParameterSink sink, int parameter, Object value, int length)
      throws SQLException {
    if (value instanceof Reader reader) {
      target.setReader(sink, parameter, reader, length);
    } else if (value instanceof InputStream stream) {
      target.setAsciiStream(sink, parameter, stream, length);
    } else if (value instanceof Boolean) {
      sink.setText(parameter, value.toString());
    } else if (value instanceof Clob) {
      target.set(sink, parameter, value);
    } else if (TemporalWriter.isTemporal(value)) {
      texts.set(sink, parameter, value);
    } else if (value instanceof byte[] || value instanceof Blob) {
      throw ValueErrors.notAssignable(value, "VARCHAR");
    } else {
      Cell cell = new Cell();
      target.set(cell, 1, value);
      target.set(sink, parameter, reading.getString(cell, CELL));
    }
  }

  private void setBytes(ParameterSink sink, int parameter, Object value, int length)
      throws SQLException {
    if (value instanceof InputStream stream) {
      target.setStream(sink, parameter, stream, length);
    } else if (value == null || value instanceof byte[] || value instanceof Blob) {
      target.set(sink, parameter, value);
    } else if (value instanceof UUID uuid) {
      sink.setBlob(
          parameter,
          ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits())
              .array());
    } else if (value instanceof CharSequence) {
      target.set(sink, parameter, Streams.utf8(value.toString()));
    } else {
      throw ValueErrors.notAssignable(value, "BLOB");
    }
  }

  private void setDate(ParameterSink sink, int parameter, Object value) throws SQLException {
    if (isClassic(value)) {
      long millis = TemporalWriter.timestamp(value).getTime();
      target.setDate(sink, parameter, new Date(millis), null);
    } else {
      target.set(sink, parameter, reread(value, LocalDate.class, "DATE"));
    }
  }

  private void setTime(ParameterSink sink, int parameter, Object value, boolean withOffset)
      throws SQLException {
    if (isClassic(value)) {
      long millis = TemporalWriter.timestamp(value).getTime();
      target.setTime(sink, parameter, new Time(millis), null);
    } else if (withOffset || value instanceof OffsetTime) {
      target.set(sink, parameter, reread(value, OffsetTime.class, "TIME WITH TIME ZONE"));
    } else {
      target.set(sink, parameter, reread(value, LocalTime.class, "TIME"));
    }
  }

  /** What names an offset keeps it. */
  private void setTimestamp(ParameterSink sink, int parameter, Object value, boolean withOffset)
      throws SQLException {
    if (isClassic(value)) {
      Timestamp timestamp = TemporalWriter.timestamp(value);
      if (withOffset) {
        target.set(sink, parameter, timestamp.toInstant().atZone(ZoneId.systemDefault()));
      } else {
        target.setTimestamp(sink, parameter, timestamp, null);
      }
    } else if (withOffset || namesOffset(value)) {
      target.set(sink, parameter, reread(value, OffsetDateTime.class, "TIMESTAMP WITH TIME ZONE"));
    } else {
      target.set(sink, parameter, reread(value, LocalDateTime.class, "TIMESTAMP"));
    }
  }

  private static boolean isClassic(Object value) {
    return TemporalWriter.isTemporal(value) && !TemporalWriter.isJavaTime(value);
  }

  private static boolean namesOffset(Object value) {
    if (value instanceof CharSequence text) {
      TemporalParts parts = TemporalText.parse(text.toString());
      return parts != null && parts.offset() != null;
    }
    return value instanceof Temporal
        && !(value instanceof LocalDateTime)
        && !(value instanceof LocalDate)
        && !(value instanceof LocalTime);
  }

  /** A text or one of java.time's values, as another of them. */
  private <T> T reread(Object value, Class<T> as, String type) throws SQLException {
    if (value == null) {
      return null;
    }
    Cell cell = new Cell();
    if (value instanceof CharSequence) {
      target.set(cell, 1, value);
    } else if (TemporalWriter.isJavaTime(value)) {
      texts.set(cell, 1, value);
    } else {
      throw ValueErrors.notAssignable(value, type);
    }
    return reading.getObject(cell, CELL, as);
  }
}
