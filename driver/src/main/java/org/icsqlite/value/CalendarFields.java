package org.icsqlite.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.GregorianCalendar;

/**
 * What the {@code java.util.Date} family shows in a zone, and back. Goes by the fields of a
 * Gregorian calendar, so that a date has the digits that its toString has: in the Julian calendar
 * before 1582-10-15 unless the caller's calendar says otherwise. A time that the clocks skipped is
 * read as the one that as many minutes after the change; of a time that came twice, the second is
 * meant. Lives in one call; the caller's calendar is never changed.
 */
final class CalendarFields {

  private static final int MOST_YEARS = 290_000_000;

  private final GregorianCalendar calendar;

  /**
   * @param given whose zone counts, or null for the JVM's default zone
   */
  CalendarFields(Calendar given) {
    if (given instanceof GregorianCalendar gregorian) {
      calendar = (GregorianCalendar) gregorian.clone();
    } else if (given != null) {
      calendar = new GregorianCalendar(given.getTimeZone());
    } else {
      calendar = new GregorianCalendar();
    }
    calendar.setLenient(true);
  }

  /**
   * The moment, in milliseconds, at which a clock in the zone shows this.
   *
   * @throws DateTimeException when the year is beyond what a calendar holds
   */
  long millis(LocalDate date, LocalTime time) {
    int year = date.getYear();
    if (Math.abs(year) > MOST_YEARS) {
      throw new DateTimeException("year " + year);
    }
    calendar.clear();
    calendar.set(Calendar.ERA, year > 0 ? GregorianCalendar.AD : GregorianCalendar.BC);
    calendar.set(Calendar.YEAR, year > 0 ? year : 1 - year);
    calendar.set(Calendar.MONTH, date.getMonthValue() - 1);
    calendar.set(Calendar.DAY_OF_MONTH, date.getDayOfMonth());
    calendar.set(Calendar.HOUR_OF_DAY, time.getHour());
    calendar.set(Calendar.MINUTE, time.getMinute());
    calendar.set(Calendar.SECOND, time.getSecond());
    calendar.set(Calendar.MILLISECOND, time.getNano() / 1_000_000);
    return calendar.getTimeInMillis();
  }

  /**
   * What a clock in the zone shows, with this fraction of a second.
   *
   * @throws DateTimeException for 29 February of a year that is a leap year in the Julian calendar
   *     only
   */
  LocalDateTime local(long millis, int nanos) {
    calendar.setTimeInMillis(millis);
    int year = calendar.get(Calendar.YEAR);
    if (calendar.get(Calendar.ERA) == GregorianCalendar.BC) {
      year = 1 - year;
    }
    return LocalDateTime.of(
        year,
        calendar.get(Calendar.MONTH) + 1,
        calendar.get(Calendar.DAY_OF_MONTH),
        calendar.get(Calendar.HOUR_OF_DAY),
        calendar.get(Calendar.MINUTE),
        calendar.get(Calendar.SECOND),
        nanos);
  }

  /** How far the zone is from UTC at this moment, in whole seconds. */
  ZoneOffset offset(long millis) {
    calendar.setTimeInMillis(millis);
    return ZoneOffset.ofTotalSeconds(
        (calendar.get(Calendar.ZONE_OFFSET) + calendar.get(Calendar.DST_OFFSET)) / 1000);
  }

  /**
   * What a clock in the zone shows at the moment that the parts say, or what they say themselves.
   */
  LocalDateTime local(LocalDate date, TemporalParts parts) {
    LocalDateTime written = date.atTime(parts.localTime());
    if (parts.offset() == null) {
      return written;
    }
    // An offset has no fraction of a second.
    return local(
        written.toInstant(parts.offset()).toEpochMilli(), written.get(ChronoField.NANO_OF_SECOND));
  }

  /**
   * The moment that the parts say, to the millisecond.
   *
   * @throws ArithmeticException when it does not fit
   */
  long millis(LocalDate date, TemporalParts parts) {
    if (parts.offset() == null) {
      return millis(date, parts.localTime());
    }
    return date.atTime(parts.localTime()).toInstant(parts.offset()).toEpochMilli();
  }
}
