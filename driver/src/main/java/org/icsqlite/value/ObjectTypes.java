package org.icsqlite.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.icsqlite.error.SqlState;

/** The classes that getObject(column, class) knows. */
final class ObjectTypes {

  private static final int MOST_CONSTANTS = 20;

  /** Reads a value that is not NULL. */
  private interface Reading {
    Object of(ColumnValues values, Row row, int column) throws SQLException;
  }

  private static final Map<Class<?>, Reading> READINGS = readings();

  private ObjectTypes() {}

  @SuppressWarnings("unchecked") // Each reading gives what its class says, boxed for a primitive.
  static <T> T read(ColumnValues values, Row row, int column, Class<T> type) throws SQLException {
    if (type == null) {
      throw unsupported("null");
    }
    Reading reading = READINGS.get(type);
    if (reading == null && !type.isEnum()) {
      throw unsupported(type.getName());
    }
    if (row.type(column) == Row.NULL) {
      return null;
    }
    return (T) (reading == null ? constant(row, column, type) : reading.of(values, row, column));
  }

  private static Map<Class<?>, Reading> readings() {
    Map<Class<?>, Reading> map = new HashMap<>();
    both(map, boolean.class, Boolean.class, ColumnValues::getBoolean);
    both(map, byte.class, Byte.class, ColumnValues::getByte);
    both(map, short.class, Short.class, ColumnValues::getShort);
    both(map, int.class, Integer.class, ColumnValues::getInt);
    both(map, long.class, Long.class, ColumnValues::getLong);
    both(map, float.class, Float.class, ColumnValues::getFloat);
    both(map, double.class, Double.class, ColumnValues::getDouble);
    both(map, char.class, Character.class, ObjectTypes::character);
    map.put(Object.class, ColumnValues::getObject);
    map.put(Number.class, ObjectTypes::number);
    map.put(BigDecimal.class, ColumnValues::getBigDecimal);
    map.put(BigInteger.class, ColumnValues::getBigInteger);
    map.put(String.class, ColumnValues::getString);
    map.put(byte[].class, ColumnValues::getBytes);
    map.put(UUID.class, ObjectTypes::uuid);
    map.put(java.sql.Date.class, (values, row, column) -> values.getDate(row, column, null));
    map.put(java.sql.Time.class, (values, row, column) -> values.getTime(row, column, null));
    map.put(Timestamp.class, (values, row, column) -> values.getTimestamp(row, column, null));
    map.put(java.util.Date.class, ObjectTypes::utilDate);
    map.put(Calendar.class, ObjectTypes::calendar);
    map.put(GregorianCalendar.class, ObjectTypes::calendar);
    map.put(
        LocalTime.class,
        (values, row, column) ->
            values.temporals().timed(row, column, "LocalTime", TemporalParts::localTime));
    map.put(
        OffsetTime.class,
        (values, row, column) ->
            values.temporals().timed(row, column, "OffsetTime", TemporalParts::offsetTime));
    map.put(
        LocalDate.class,
        (values, row, column) ->
            values.temporals().dated(row, column, "LocalDate", TemporalParts::date));
    map.put(
        LocalDateTime.class,
        (values, row, column) ->
            values.temporals().dated(row, column, "LocalDateTime", TemporalParts::localDateTime));
    map.put(
        OffsetDateTime.class,
        (values, row, column) ->
            values.temporals().dated(row, column, "OffsetDateTime", TemporalParts::offsetDateTime));
    map.put(
        ZonedDateTime.class,
        (values, row, column) ->
            values.temporals().dated(row, column, "ZonedDateTime", TemporalParts::zonedDateTime));
    map.put(
        Instant.class,
        (values, row, column) ->
            values.temporals().dated(row, column, "Instant", TemporalParts::instant));
    return Map.copyOf(map);
  }

  private static void both(
      Map<Class<?>, Reading> map, Class<?> primitive, Class<?> box, Reading reading) {
    map.put(primitive, reading);
    map.put(box, reading);
  }

  private static Number number(ColumnValues values, Row row, int column) throws SQLException {
    return switch (row.type(column)) {
      case Row.INTEGER -> values.getLong(row, column);
      case Row.REAL -> row.real(column);
      default -> values.getBigDecimal(row, column);
    };
  }

  private static Character character(ColumnValues values, Row row, int column) throws SQLException {
    String text = values.getString(row, column);
    if (text.length() != 1) {
      throw ValueErrors.invalid(text, "single char");
    }
    return text.charAt(0);
  }

  @SuppressWarnings("JavaUtilDate") // It is what the caller asks for.
  private static java.util.Date utilDate(ColumnValues values, Row row, int column)
      throws SQLException {
    Timestamp timestamp = values.getTimestamp(row, column, null);
    return timestamp == null ? null : new java.util.Date(timestamp.getTime());
  }

  private static Calendar calendar(ColumnValues values, Row row, int column) throws SQLException {
    Timestamp timestamp = values.getTimestamp(row, column, null);
    if (timestamp == null) {
      return null;
    }
    Calendar calendar = new GregorianCalendar();
    calendar.setTimeInMillis(timestamp.getTime());
    return calendar;
  }

  /** The canonical text, or 16 bytes with the most significant first. */
  private static UUID uuid(ColumnValues values, Row row, int column) throws SQLException {
    if (row.type(column) == Row.BLOB && row.byteLength(column) == 16) {
      ByteBuffer bytes = ByteBuffer.wrap(row.bytes(column));
      return new UUID(bytes.getLong(), bytes.getLong());
    }
    if (row.type(column) != Row.TEXT) {
      throw ValueErrors.wrongClass(row, column, "UUID");
    }
    String text = row.text(column);
    if (text.length() == 36) {
      try {
        UUID uuid = UUID.fromString(text);
        if (uuid.toString().equalsIgnoreCase(text)) {
          return uuid;
        }
      } catch (IllegalArgumentException e) {
        // Said below.
      }
    }
    throw ValueErrors.invalid(text, "UUID");
  }

  private static Object constant(Row row, int column, Class<?> type) throws SQLException {
    if (row.type(column) != Row.TEXT) {
      throw ValueErrors.wrongClass(row, column, type.getSimpleName());
    }
    String name = row.text(column);
    Object[] constants = type.getEnumConstants();
    for (Object constant : constants) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    String known =
        Arrays.stream(constants)
            .limit(MOST_CONSTANTS)
            .map(constant -> ((Enum<?>) constant).name())
            .collect(Collectors.joining(", "));
    throw ValueErrors.invalid(
        name,
        type.getSimpleName()
            + "; there are "
            + known
            + (constants.length > MOST_CONSTANTS ? ", ..." : ""));
  }

  private static SQLException unsupported(String type) {
    String known =
        READINGS.keySet().stream()
            .filter(known1 -> !known1.isPrimitive())
            .map(Class::getSimpleName)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return new SQLFeatureNotSupportedException(
        "A column cannot be read as " + type + "; supported are enums, primitives and " + known,
        SqlState.FEATURE_NOT_SUPPORTED);
  }
}
