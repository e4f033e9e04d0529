package org.icsqlite.value;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.function.Function;

/** Dates and times out of any storage class but BLOB. Immutable. */
final class TemporalReader {

  private static final LocalDate EPOCH_DAY = LocalDate.of(1970, 1, 1);

  private final TemporalNumbers numbers;
  private final TextPattern pattern;

  TemporalReader(TemporalSettings settings) {
    numbers = new TemporalNumbers(settings.unit());
    pattern = TextPattern.of(settings.textPattern());
  }

  /** A value that needs a date; null for NULL. */
  <T> T dated(Row row, int column, String type, Function<TemporalParts, T> form)
      throws SQLException {
    TemporalParts parts = parts(row, column, type);
    if (parts == null) {
      return null;
    }
    requireDate(parts, row, column, type);
    return converted(parts, form, row, column, type);
  }

  /** A value that needs no date; null for NULL. */
  <T> T timed(Row row, int column, String type, Function<TemporalParts, T> form)
      throws SQLException {
    TemporalParts parts = parts(row, column, type);
    return parts == null ? null : converted(parts, form, row, column, type);
  }

  /** Midnight in the zone of the day that it is there; null for NULL and for an empty text. */
  Date date(Row row, int column, Calendar calendar) throws SQLException {
    if (isEmptyText(row, column)) {
      return null;
    }
    return dated(
        row,
        column,
        "java.sql.Date",
        parts -> {
          CalendarFields fields = new CalendarFields(calendar);
          LocalDate day = fields.local(parts.date(), parts).toLocalDate();
          return new Date(fields.millis(day, LocalTime.MIDNIGHT));
        });
  }

  /** On 1970-01-01 in the zone; null for NULL and for an empty text. */
  Time time(Row row, int column, Calendar calendar) throws SQLException {
    if (isEmptyText(row, column)) {
      return null;
    }
    return timed(
        row,
        column,
        "java.sql.Time",
        parts -> {
          CalendarFields fields = new CalendarFields(calendar);
          LocalDate date = parts.date() == null ? EPOCH_DAY : parts.date();
          return new Time(fields.millis(EPOCH_DAY, fields.local(date, parts).toLocalTime()));
        });
  }

  /** A time alone is on 1970-01-01; null for NULL and for an empty text. */
  Timestamp timestamp(Row row, int column, Calendar calendar) throws SQLException {
    if (isEmptyText(row, column)) {
      return null;
    }
    return timed(
        row,
        column,
        "java.sql.Timestamp",
        parts -> {
          LocalDate date = parts.date() == null ? EPOCH_DAY : parts.date();
          Timestamp timestamp = new Timestamp(new CalendarFields(calendar).millis(date, parts));
          timestamp.setNanos(parts.localTime().get(ChronoField.NANO_OF_SECOND));
          return timestamp;
        });
  }

  private static boolean isEmptyText(Row row, int column) throws SQLException {
    return row.type(column) == Row.TEXT && row.byteLength(column) == 0;
  }

  private static void requireDate(TemporalParts parts, Row row, int column, String type)
      throws SQLException {
    if (parts.date() == null) {
      throw ValueErrors.notADateOrTime(row.text(column), type);
    }
  }

  private static <T> T converted(
      TemporalParts parts, Function<TemporalParts, T> form, Row row, int column, String type)
      throws SQLException {
    try {
      return form.apply(parts);
    } catch (DateTimeException | ArithmeticException e) {
      throw ValueErrors.temporalRange(ValueErrors.describe(row, column), type, e);
    }
  }

  private TemporalParts parts(Row row, int column, String type) throws SQLException {
    int storageClass = row.type(column);
    if (storageClass == Row.NULL) {
      return null;
    }
    if (storageClass == Row.BLOB) {
      throw ValueErrors.wrongClass(row, column, type);
    }
    if (storageClass == Row.TEXT) {
      String text = row.text(column);
      TemporalParts parts = pattern == null ? null : pattern.parse(text);
      if (parts == null) {
        parts = TemporalText.parse(text);
      }
      if (parts == null) {
        throw ValueErrors.notADateOrTime(text, type);
      }
      return parts;
    }
    try {
      return TemporalParts.of(
          storageClass == Row.INTEGER
              ? numbers.ofEpoch(row.integer(column))
              : TemporalNumbers.ofJulianDay(row.real(column)));
    } catch (DateTimeException | ArithmeticException e) {
      throw ValueErrors.temporalRange(ValueErrors.describe(row, column), type, e);
    }
  }
}
