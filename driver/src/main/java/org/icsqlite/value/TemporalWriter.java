package org.icsqlite.value;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Calendar;
import org.icsqlite.value.TemporalSettings.Storage;

/** Dates and times as TEXT, INTEGER or REAL, by the settings. Immutable. */
@SuppressWarnings("JavaUtilDate") // The older classes are among what is written.
final class TemporalWriter {

  private static final LocalDate EPOCH_DAY = LocalDate.of(1970, 1, 1);

  /** The day that SQLite's functions give to a time alone. */
  private static final LocalDate SQLITE_DAY = LocalDate.of(2000, 1, 1);

  private final Storage storage;
  private final TemporalNumbers numbers;
  private final TextPattern pattern;

  TemporalWriter(TemporalSettings settings) {
    storage = settings.storage();
    numbers = new TemporalNumbers(settings.unit());
    pattern = TextPattern.of(settings.textPattern());
  }

  /** Whether {@link #set(ParameterSink, int, Object)} knows the class. */
  static boolean isTemporal(Object value) {
    return value instanceof java.util.Date || value instanceof Calendar || isJavaTime(value);
  }

  /** Whether it is one of java.time's classes that are written. */
  static boolean isJavaTime(Object value) {
    return value instanceof LocalDate
        || value instanceof LocalTime
        || value instanceof LocalDateTime
        || value instanceof Instant
        || value instanceof OffsetDateTime
        || value instanceof ZonedDateTime
        || value instanceof OffsetTime;
  }

  /**
   * One that {@link #isTemporal} names, the older classes in the JVM's default zone. A zone becomes
   * the offset that it has at that moment.
   */
  void set(ParameterSink sink, int parameter, Object value) throws SQLException {
    if (value instanceof Date date) {
      set(sink, parameter, date, null);
    } else if (value instanceof Time time) {
      set(sink, parameter, time, null);
    } else if (value instanceof java.util.Date || value instanceof Calendar) {
      set(sink, parameter, timestamp(value), null);
    } else {
      setJavaTime(sink, parameter, (Temporal) value);
    }
  }

  /** Of any other than the java.time classes. */
  static Timestamp timestamp(Object value) {
    if (value instanceof Timestamp timestamp) {
      return timestamp;
    }
    return new Timestamp(
        value instanceof Calendar calendar
            ? calendar.getTimeInMillis()
            : ((java.util.Date) value).getTime());
  }

  private void setJavaTime(ParameterSink sink, int parameter, Temporal value) throws SQLException {
    try {
      if (storage == Storage.TEXT) {
        sink.setText(parameter, text(value));
      } else {
        setMoment(sink, parameter, moment(value));
      }
    } catch (DateTimeException | ArithmeticException e) {
      throw outOfRange(value, e);
    }
  }

  /** The day that it is in the zone. As a number: the moment that the value holds. */
  void set(ParameterSink sink, int parameter, Date value, Calendar calendar) throws SQLException {
    setClassic(sink, parameter, value, 0, calendar, LocalDate.class);
  }

  /** What a clock in the zone shows. As a number: the moment that the value holds. */
  void set(ParameterSink sink, int parameter, Time value, Calendar calendar) throws SQLException {
    setClassic(sink, parameter, value, millisAsNanos(value), calendar, LocalTime.class);
  }

  /** Date and time in the zone, without offset. As a number: the moment that the value holds. */
  void set(ParameterSink sink, int parameter, Timestamp value, Calendar calendar)
      throws SQLException {
    setClassic(sink, parameter, value, value.getNanos(), calendar, LocalDateTime.class);
  }

  private void setClassic(
      ParameterSink sink,
      int parameter,
      java.util.Date value,
      int nanos,
      Calendar calendar,
      Class<?> shown)
      throws SQLException {
    long millis = value.getTime();
    try {
      if (storage != Storage.TEXT) {
        Instant moment =
            value instanceof Timestamp exact ? exact.toInstant() : Instant.ofEpochMilli(millis);
        setMoment(sink, parameter, moment);
        return;
      }
      CalendarFields fields = new CalendarFields(calendar);
      LocalDateTime local = fields.local(millis, nanos);
      if (pattern != null) {
        sink.setText(parameter, pattern.format(local.atZone(fields.offset(millis))));
      } else if (shown == LocalDate.class) {
        sink.setText(parameter, local.toLocalDate().toString());
      } else if (shown == LocalTime.class) {
        sink.setText(parameter, TemporalText.of(local.toLocalTime()));
      } else {
        sink.setText(parameter, TemporalText.of(local));
      }
    } catch (DateTimeException | ArithmeticException e) {
      throw outOfRange(value, e);
    }
  }

  private static int millisAsNanos(java.util.Date value) {
    return (int) Math.floorMod(value.getTime(), 1000L) * 1_000_000;
  }

  private static String text(Temporal value) {
    if (value instanceof LocalTime time) {
      return TemporalText.of(time);
    }
    if (value instanceof LocalDateTime local) {
      return TemporalText.of(local);
    }
    if (value instanceof OffsetTime time) {
      return TemporalText.of(time.toLocalTime()) + time.getOffset();
    }
    if (value instanceof Instant moment) {
      return text(moment.atOffset(ZoneOffset.UTC));
    }
    if (value instanceof OffsetDateTime moment) {
      return TemporalText.of(moment.toLocalDateTime()) + moment.getOffset();
    }
    if (value instanceof ZonedDateTime moment) {
      return text(moment.toOffsetDateTime());
    }
    return value.toString();
  }

  private Instant moment(Temporal value) {
    if (value instanceof LocalDate date) {
      return date.atStartOfDay().toInstant(ZoneOffset.UTC);
    }
    if (value instanceof LocalTime time) {
      return time.atDate(dayOfTimes()).toInstant(ZoneOffset.UTC);
    }
    if (value instanceof LocalDateTime local) {
      return local.toInstant(ZoneOffset.UTC);
    }
    if (value instanceof OffsetTime time) {
      return time.atDate(dayOfTimes()).toInstant();
    }
    return Instant.from(value);
  }

  private LocalDate dayOfTimes() {
    return storage == Storage.REAL ? SQLITE_DAY : EPOCH_DAY;
  }

  private void setMoment(ParameterSink sink, int parameter, Instant moment) throws SQLException {
    if (storage == Storage.INTEGER) {
      sink.setInteger(parameter, numbers.toEpoch(moment));
    } else {
      sink.setReal(parameter, TemporalNumbers.toJulianDay(moment));
    }
  }

  private SQLException outOfRange(Object value, RuntimeException cause) {
    String form =
        switch (storage) {
          case TEXT -> pattern == null ? "the proleptic Gregorian calendar" : "the text pattern";
          case INTEGER -> "an INTEGER in the unit that is set";
          case REAL -> "a REAL with milliseconds";
        };
    return ValueErrors.temporalRange(value, form, cause);
  }
}
