package org.icsqlite.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Dates and times as texts. Written in the forms that SQLite's own functions understand, for years
 * 0 to 9999 and offsets of whole minutes up to 14 hours:
 *
 * <pre>
 *   date         2026-01-02          years beyond as +12026 or -0044
 *   time         03:04:05.123456789  fraction of no, 3, 6 or 9 digits
 *   both         2026-01-02 03:04:05
 *   offset       2026-01-02 03:04:05Z, 2026-01-02 03:04:05+02:00
 * </pre>
 *
 * <p>Read is more: T for the space, seconds left out, a fraction of one to nine digits, a blank
 * before the offset, offsets as +02, +0200 and with seconds, 24:00 as the end of a day, a region in
 * brackets after the offset.
 */
final class TemporalText {

  private static final int LONGEST = 120;
  private static final int[] TENS = {
    100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1
  };

  private final String text;
  private int position;

  private TemporalText(String text) {
    this.text = text;
  }

  static String of(LocalDateTime value) {
    return value.toLocalDate() + " " + of(value.toLocalTime());
  }

  static String of(LocalTime value) {
    String text = value.toString();
    return text.length() == 5 ? text + ":00" : text;
  }

  /** What the text says; null when it says no date or time. */
  static TemporalParts parse(String text) {
    if (text.length() > LONGEST) {
      return null;
    }
    try {
      return new TemporalText(text.strip()).parse();
    } catch (DateTimeException e) {
      return null;
    }
  }

  private TemporalParts parse() {
    LocalDate date = null;
    LocalTime time = null;
    boolean endOfDay = false;
    if (text.length() < 3 || text.charAt(2) != ':') {
      date = date();
      if (position + 1 < text.length() && isSeparator() && isDigit(position + 1)) {
        position++;
      }
    }
    if (position < text.length() && isDigit(position)) {
      endOfDay = date != null && text.startsWith("24:", position);
      time = time(endOfDay);
      date = endOfDay ? date.plusDays(1) : date;
    }
    ZoneOffset offset = null;
    ZoneId region = null;
    if (position < text.length()) {
      while (time != null && position < text.length() - 1 && text.charAt(position) == ' ') {
        position++;
      }
      offset = offset();
    }
    if (offset != null && take('[')) {
      int end = text.length() - 1;
      require(end > position && text.charAt(end) == ']');
      region = ZoneId.of(text.substring(position, end));
      position = text.length();
    }
    require(position == text.length());
    return new TemporalParts(date, time, offset, region);
  }

  private LocalDate date() {
    boolean negative = take('-');
    if (!negative) {
      take('+');
    }
    int start = position;
    int year = 0;
    while (position < text.length() && isDigit(position)) {
      require(position - start < 9);
      year = year * 10 + text.charAt(position++) - '0';
    }
    require(position - start >= 4);
    expect('-');
    int month = twoDigits();
    expect('-');
    return LocalDate.of(negative ? -year : year, month, twoDigits());
  }

  private LocalTime time(boolean endOfDay) {
    int hour = twoDigits();
    expect(':');
    int minute = twoDigits();
    int second = 0;
    int nano = 0;
    if (take(':')) {
      second = twoDigits();
      if (take('.')) {
        int digits = 0;
        while (position < text.length() && isDigit(position)) {
          require(digits < TENS.length);
          nano += (text.charAt(position++) - '0') * TENS[digits++];
        }
        require(digits > 0);
      }
    }
    if (endOfDay) {
      require(minute == 0 && second == 0 && nano == 0);
      return LocalTime.MIDNIGHT;
    }
    return LocalTime.of(hour, minute, second, nano);
  }

  private ZoneOffset offset() {
    if (take('Z') || take('z')) {
      return ZoneOffset.UTC;
    }
    int sign = take('-') ? -1 : 1;
    if (sign > 0) {
      expect('+');
    }
    int hours = twoDigits();
    int minutes = 0;
    int seconds = 0;
    boolean colons = take(':');
    if (colons || (position < text.length() && isDigit(position))) {
      minutes = twoDigits();
      if (colons ? take(':') : position < text.length() && isDigit(position)) {
        seconds = twoDigits();
      }
    }
    return ZoneOffset.ofHoursMinutesSeconds(sign * hours, sign * minutes, sign * seconds);
  }

  private boolean isSeparator() {
    char c = text.charAt(position);
    return c == ' ' || c == 'T' || c == 't';
  }

  private boolean isDigit(int index) {
    char c = text.charAt(index);
    return c >= '0' && c <= '9';
  }

  private int twoDigits() {
    require(position + 2 <= text.length() && isDigit(position) && isDigit(position + 1));
    int value = (text.charAt(position) - '0') * 10 + text.charAt(position + 1) - '0';
    position += 2;
    return value;
  }

  private boolean take(char wanted) {
    if (position < text.length() && text.charAt(position) == wanted) {
      position++;
      return true;
    }
    return false;
  }

  private void expect(char wanted) {
    require(take(wanted));
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new DateTimeException("not understood");
    }
  }
}
