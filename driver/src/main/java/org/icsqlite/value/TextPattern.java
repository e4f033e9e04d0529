package org.icsqlite.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;

/** The form of dates and times as texts that a user chose. Immutable. */
final class TextPattern {

  private final DateTimeFormatter formatter;

  private TextPattern(String pattern) {
    formatter = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
  }

  /**
   * @return null for null
   * @throws IllegalArgumentException when the pattern is none
   */
  static TextPattern of(String pattern) {
    return pattern == null ? null : new TextPattern(pattern);
  }

  /** What a text in this form says; null when it has another form. */
  TemporalParts parse(String text) {
    try {
      TemporalAccessor parsed = formatter.parse(text);
      LocalDate date = parsed.query(TemporalQueries.localDate());
      LocalTime time = parsed.query(TemporalQueries.localTime());
      ZoneId zone = parsed.query(TemporalQueries.zone());
      ZoneOffset offset = zone instanceof ZoneOffset plain ? plain : null;
      if (parsed.isSupported(ChronoField.OFFSET_SECONDS)) {
        offset = ZoneOffset.ofTotalSeconds(parsed.get(ChronoField.OFFSET_SECONDS));
      } else if (zone != null && offset == null && date != null && time != null) {
        offset = ZonedDateTime.of(date, time, zone).getOffset();
      }
      return date == null && time == null ? null : new TemporalParts(date, time, offset, zone);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /**
   * @throws DateTimeException when the pattern asks for what the value has not
   */
  String format(ZonedDateTime value) {
    return formatter.format(value);
  }
}
