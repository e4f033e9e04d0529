package org.icsqlite.value;

import static org.icsqlite.value.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.icsqlite.value.TemporalSettings.EpochUnit;
import org.icsqlite.value.TemporalSettings.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** java.sql's dates and times in the zone of a calendar, or in the default zone. */
class CalendarFieldsTest {

  private static final String[] ZONES = {
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Asia/Tokyo"
  };

  private static final ColumnValues READ = new ColumnValues(TemporalSettings.DEFAULT);
  private static final ParameterValues WRITE = new ParameterValues(TemporalSettings.DEFAULT);

  private static Calendar zone(String id) {
    return new GregorianCalendar(TimeZone.getTimeZone(id));
  }

  private static Timestamp timestamp(String text, Calendar calendar) throws SQLException {
    return READ.getTimestamp(new ObjectRow(text), 0, calendar);
  }

  private static String written(Timestamp value, Calendar calendar) throws SQLException {
    Cell cell = new Cell();
    WRITE.setTimestamp(cell, 1, value, calendar);
    return cell.text(0);
  }

  @Provide
  Arbitrary<String> zones() {
    return Arbitraries.of(ZONES);
  }

  /** What comes back from a text without offset: not the hour that clocks show twice. */
  @Property
  void aTimestampComesBackAsWhatTheClockShowed(
      @ForAll("zones") String zone, @ForAll("seconds") long second, @ForAll("nanos") int nano)
      throws SQLException {
    Timestamp value = Timestamp.from(Instant.ofEpochSecond(second, nano));
    String text = written(value, zone(zone));
    LocalDateTime shown = LocalDateTime.ofInstant(value.toInstant(), ZoneId.of(zone));
    assertEquals(shown, READ.getObject(new ObjectRow(text), 0, LocalDateTime.class));
    Timestamp back = timestamp(text, zone(zone));
    assertEquals(text, written(back, zone(zone)));
    if (ZoneId.of(zone).getRules().getValidOffsets(shown).size() == 1) {
      assertEquals(value, back);
    }
  }

  @Provide
  Arbitrary<Long> seconds() {
    return Arbitraries.longs()
        .between(
            Instant.parse("1972-01-01T00:00:00Z").getEpochSecond(),
            Instant.parse("2099-01-01T00:00:00Z").getEpochSecond());
  }

  @Provide
  Arbitrary<Integer> nanos() {
    return Arbitraries.integers().between(0, 999_999_999);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-29 02:30:00, Europe/Berlin, 2026-03-29T01:30:00Z",
    "2026-10-25 02:30:00, Europe/Berlin, 2026-10-25T01:30:00Z",
    "2026-01-02 03:04:05.123456789, America/New_York, 2026-01-02T08:04:05.123456789Z",
    "2026-01-02 03:04:05+02:00, America/New_York, 2026-01-02T01:04:05Z",
    "2026-01-02 03:04:05.5Z, Asia/Tokyo, 2026-01-02T03:04:05.5Z",
    "2026-01-02, Asia/Tokyo, 2026-01-01T15:00:00Z",
    "1969-12-31 23:59:59.999999999, UTC, 1969-12-31T23:59:59.999999999Z",
    "03:04:05, UTC, 1970-01-01T03:04:05Z"
  })
  void aTextWithoutOffsetIsInTheZoneOfTheCalendar(String text, String zone, Instant expected)
      throws SQLException {
    assertEquals(expected, timestamp(text, zone(zone)).toInstant());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-02 23:30:00, Asia/Tokyo, 2026-01-01T15:00:00Z",
    "2026-01-02 23:30:00Z, Asia/Tokyo, 2026-01-02T15:00:00Z",
    "2026-01-02, America/New_York, 2026-01-02T05:00:00Z"
  })
  void aDateIsMidnightOfItsDayInTheZone(String text, String zone, Instant expected)
      throws SQLException {
    Date date = READ.getDate(new ObjectRow(text), 0, zone(zone));
    assertEquals(expected.toEpochMilli(), date.getTime());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-07-02 23:30:00, Asia/Tokyo, 1970-01-01T14:30:00Z",
    "23:30:00.123, America/New_York, 1970-01-02T04:30:00.123Z",
    "03:04:05+02:00, UTC, 1970-01-01T01:04:05Z",
    "2026-07-02 10:00:00Z, Europe/Berlin, 1970-01-01T11:00:00Z"
  })
  void aTimeIsOnTheFirstDayOf1970InTheZone(String text, String zone, Instant expected)
      throws SQLException {
    Time time = READ.getTime(new ObjectRow(text), 0, zone(zone));
    assertEquals(expected.toEpochMilli(), time.getTime());
  }

  @Test
  void theCallersCalendarIsNotChanged() throws SQLException {
    Calendar calendar = zone("Asia/Tokyo");
    calendar.setTimeInMillis(12345);
    Calendar before = (Calendar) calendar.clone();
    timestamp("2026-01-02 03:04:05", calendar);
    written(new Timestamp(99), calendar);
    assertEquals(before, calendar);
  }

  @Test
  void aZoneWithRulesOfItsOwnIsHonoured() throws SQLException {
    SimpleTimeZone summer =
        new SimpleTimeZone(
            3_600_000, "Own", Calendar.JUNE, 1, 0, 0, Calendar.AUGUST, 1, 0, 0, 1_800_000);
    Calendar calendar = new GregorianCalendar(summer);
    assertEquals(
        Instant.parse("2026-07-01T10:30:00Z"),
        timestamp("2026-07-01 12:00:00", calendar).toInstant());
    assertEquals(
        Instant.parse("2026-01-01T11:00:00Z"),
        timestamp("2026-01-01 12:00:00", calendar).toInstant());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1500-01-01", "1582-10-04", "1582-10-15", "0001-01-01", "9999-12-31"})
  void theDigitsOfADateAreThoseThatItPrints(String digits) throws SQLException {
    Date value = Date.valueOf(digits);
    Cell cell = new Cell();
    WRITE.set(cell, 1, value);
    assertEquals(digits, cell.text(0));
    assertEquals(value, READ.getDate(cell, 0, null));
    assertEquals(LocalDate.parse(digits), READ.getObject(cell, 0, LocalDate.class));
    Timestamp timestamp = Timestamp.valueOf(digits + " 03:04:05.6");
    assertEquals(digits + " 03:04:05.600", written(timestamp, null));
    assertEquals(timestamp, timestamp(digits + " 03:04:05.600", null));
  }

  @Test
  void yearsBeforeOneAreCountedWithAYearZero() throws SQLException {
    GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
    calendar.clear();
    calendar.set(Calendar.ERA, GregorianCalendar.BC);
    calendar.set(45, Calendar.MARCH, 15);
    Timestamp ides = new Timestamp(calendar.getTimeInMillis());
    assertEquals("-0044-03-15 00:00:00", written(ides, zone("UTC")));
    assertEquals(ides, timestamp("-0044-03-15 00:00:00", zone("UTC")));
  }

  @Test
  void aLeapDayOfTheJulianCalendarAloneIsRefused() {
    Date value = Date.valueOf("1500-02-28");
    Date leap = new Date(value.getTime() + 86_400_000);
    assertRefused("22003", () -> WRITE.set(new Cell(), 1, leap));
  }

  @Test
  void aYearBeyondTheCalendarIsRefused() {
    assertRefused("22003", () -> timestamp("+999999999-01-01 00:00", null));
    assertRefused("22003", () -> timestamp("+999999999-01-01 00:00Z", null));
  }

  @ParameterizedTest
  @EnumSource(Storage.class)
  void eachClassComesBackFromEachStorage(Storage storage) throws SQLException {
    TemporalSettings settings = new TemporalSettings(storage, EpochUnit.MILLISECONDS, null);
    ParameterValues write = new ParameterValues(settings);
    ColumnValues read = new ColumnValues(settings);
    for (String id : ZONES) {
      Calendar calendar = zone(id);
      Cell cell = new Cell();
      Timestamp timestamp = Timestamp.from(Instant.parse("2026-01-02T03:04:05.678Z"));
      write.setTimestamp(cell, 1, timestamp, calendar);
      assertEquals(timestamp, read.getTimestamp(cell, 0, calendar));
      Date date = read.getDate(new ObjectRow("2026-07-02"), 0, calendar);
      write.setDate(cell, 1, date, calendar);
      assertEquals(date, read.getDate(cell, 0, calendar));
      Time time = read.getTime(new ObjectRow("03:04:05.678"), 0, calendar);
      write.setTime(cell, 1, time, calendar);
      assertEquals(time, read.getTime(cell, 0, calendar));
    }
  }

  @Test
  void anIntegerOfMicrosecondsIsATimestampWithThem() throws SQLException {
    TemporalSettings settings = new TemporalSettings(Storage.INTEGER, EpochUnit.MICROSECONDS, null);
    Timestamp value = Timestamp.from(Instant.parse("1960-01-02T03:04:05.123456Z"));
    Cell cell = new Cell();
    new ParameterValues(settings).set(cell, 1, value);
    assertEquals(-315_521_754_876_544L, cell.integer(0));
    assertEquals(value, new ColumnValues(settings).getTimestamp(cell, 0, zone("Asia/Tokyo")));
  }

  @Test
  void anEmptyTextIsNull() throws SQLException {
    assertNull(READ.getDate(new ObjectRow(""), 0, null));
    assertNull(READ.getTime(new ObjectRow(""), 0, null));
    assertNull(timestamp("", null));
    assertNull(READ.getObject(new ObjectRow(""), 0, java.util.Date.class));
    assertNull(READ.getObject(new ObjectRow(""), 0, Calendar.class));
    assertRefused("22007", () -> timestamp("soon", null));
  }

  @Test
  void thePatternIsWhatTheOlderClassesAreWrittenIn() throws SQLException {
    TemporalSettings settings =
        new TemporalSettings(Storage.TEXT, EpochUnit.MILLISECONDS, "dd.MM.yyyy HH:mm:ss.SSS XXX");
    ParameterValues write = new ParameterValues(settings);
    Timestamp value = Timestamp.from(Instant.parse("2026-07-02T03:04:05.678Z"));
    Cell cell = new Cell();
    write.setTimestamp(cell, 1, value, zone("Europe/Berlin"));
    assertEquals("02.07.2026 05:04:05.678 +02:00", cell.text(0));
    assertEquals(value, new ColumnValues(settings).getTimestamp(cell, 0, zone("Asia/Tokyo")));
    write.set(cell, 1, LocalDate.of(2026, 7, 2));
    assertEquals("2026-07-02", cell.text(0));
  }
}
