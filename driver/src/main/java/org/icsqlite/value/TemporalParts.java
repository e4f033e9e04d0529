package org.icsqlite.value;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * What a stored date or time says. A number says a moment, so its offset is UTC.
 *
 * @param date null for a time alone
 * @param time null for a date alone
 * @param offset null when none was written
 * @param region the zone when one was written, or null
 */
record TemporalParts(LocalDate date, LocalTime time, ZoneOffset offset, ZoneId region) {

  static TemporalParts of(Instant moment) {
    LocalDateTime utc = LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
    return new TemporalParts(utc.toLocalDate(), utc.toLocalTime(), ZoneOffset.UTC, null);
  }

  /** The time as it is written; midnight for a date alone, as SQLite has it. */
  LocalTime localTime() {
    return time == null ? LocalTime.MIDNIGHT : time;
  }

  /** Date and time as they are written, whatever the offset. Asks for a date. */
  LocalDateTime localDateTime() {
    return date.atTime(localTime());
  }

  /** Without an offset in UTC, as SQLite's functions take it. Asks for a date. */
  OffsetDateTime offsetDateTime() {
    return localDateTime().atOffset(offset == null ? ZoneOffset.UTC : offset);
  }

  /** Asks for a date. */
  ZonedDateTime zonedDateTime() {
    OffsetDateTime moment = offsetDateTime();
    return region == null ? moment.toZonedDateTime() : moment.atZoneSameInstant(region);
  }

  /** Asks for a date. */
  Instant instant() {
    return offsetDateTime().toInstant();
  }

  OffsetTime offsetTime() {
    return localTime().atOffset(offset == null ? ZoneOffset.UTC : offset);
  }
}
