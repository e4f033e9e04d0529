package org.icsqlite.value;

import static org.icsqlite.value.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts that are read as dates and times, and those that are not. */
class TemporalTextTest {

  private final ColumnValues values = new ColumnValues(TemporalSettings.DEFAULT);

  private <T> T read(String text, Class<T> type) throws SQLException {
    return values.getObject(new ObjectRow(text), 0, type);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-02 03:04, 2026-01-02T03:04",
    "2026-01-02T03:04, 2026-01-02T03:04",
    "2026-01-02t03:04:05, 2026-01-02T03:04:05",
    "2026-01-02 03:04:05.1, 2026-01-02T03:04:05.1",
    "2026-01-02 03:04:05.12, 2026-01-02T03:04:05.12",
    "2026-01-02 03:04:05.123, 2026-01-02T03:04:05.123",
    "2026-01-02 03:04:05.1234, 2026-01-02T03:04:05.1234",
    "2026-01-02 03:04:05.12345, 2026-01-02T03:04:05.12345",
    "2026-01-02 03:04:05.123456, 2026-01-02T03:04:05.123456",
    "2026-01-02 03:04:05.1234567, 2026-01-02T03:04:05.1234567",
    "2026-01-02 03:04:05.12345678, 2026-01-02T03:04:05.12345678",
    "2026-01-02 03:04:05.123456789, 2026-01-02T03:04:05.123456789",
    "2026-01-02 03:04:05.000000001, 2026-01-02T03:04:05.000000001",
    "'  2026-01-02 03:04:05 ', 2026-01-02T03:04:05",
    "2026-01-02, 2026-01-02T00:00",
    "2026-12-31 24:00, 2027-01-01T00:00",
    "2026-12-31T24:00:00.000, 2027-01-01T00:00",
    "2026-01-02 23:30:00+02:00, 2026-01-02T23:30",
    "2026-01-02T23:30:00-11:00[Pacific/Niue], 2026-01-02T23:30",
    "-0044-03-15 12:00, -0044-03-15T12:00",
    "0000-01-01 00:00, 0000-01-01T00:00",
    "+12026-01-02 00:00, +12026-01-02T00:00",
    "12026-01-02 00:00, +12026-01-02T00:00",
    "-999999999-01-01 00:00, -999999999-01-01T00:00"
  })
  void aTextIsReadAsTheLocalDateAndTimeThatItShows(String text, LocalDateTime expected)
      throws SQLException {
    assertEquals(expected, read(text, LocalDateTime.class));
    assertEquals(expected.toLocalDate(), read(text, LocalDate.class));
    assertEquals(expected.toLocalTime(), read(text, LocalTime.class));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-02 03:04:05, 2026-01-02T03:04:05Z",
    "2026-01-02 03:04:05Z, 2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05.5z, 2026-01-02T03:04:05.5Z",
    "2026-01-02 03:04:05+02:00, 2026-01-02T03:04:05+02:00",
    "2026-01-02 03:04:05 +02:00, 2026-01-02T03:04:05+02:00",
    "2026-01-02 03:04+0200, 2026-01-02T03:04+02:00",
    "2026-01-02 03:04:05.123456789+02, 2026-01-02T03:04:05.123456789+02:00",
    "2026-01-02 03:04:05-00:30, 2026-01-02T03:04:05-00:30",
    "2026-01-02 03:04:05+00:19:32, 2026-01-02T03:04:05+00:19:32",
    "2026-01-02 03:04:05-180000, 2026-01-02T03:04:05-18:00",
    "2026-01-02Z, 2026-01-02T00:00Z",
    "2026-01-02+05:30, 2026-01-02T00:00+05:30",
    "2026-01-02, 2026-01-02T00:00Z"
  })
  void aTextWithAnOffsetIsAMomentAndOneWithoutIsInUtc(String text, OffsetDateTime expected)
      throws SQLException {
    assertEquals(expected, read(text, OffsetDateTime.class));
    assertEquals(expected.toZonedDateTime(), read(text, ZonedDateTime.class));
    assertEquals(expected.toInstant(), read(text, Instant.class));
    assertEquals(expected.toOffsetTime(), read(text, OffsetTime.class));
  }

  @Test
  void aRegionInBracketsIsKept() throws SQLException {
    ZonedDateTime expected = ZonedDateTime.parse("2026-07-02T03:04:05+02:00[Europe/Berlin]");
    assertEquals(expected, read(expected.toString(), ZonedDateTime.class));
    assertEquals(expected.toInstant(), read(expected.toString(), Instant.class));
  }

  @ParameterizedTest
  @CsvSource({
    "03:04, 03:04",
    "03:04:05, 03:04:05",
    "03:04:05.123456789, 03:04:05.123456789",
    "23:59:59.9+02:00, 23:59:59.9"
  })
  void aTimeAloneIsReadAsTime(String text, LocalTime expected) throws SQLException {
    assertEquals(expected, read(text, LocalTime.class));
  }

  @ParameterizedTest
  @ValueSource(classes = {LocalDate.class, LocalDateTime.class, Instant.class, ZonedDateTime.class})
  void aTimeAloneHasNoDate(Class<?> type) {
    assertRefused("22007", "'03:04:05'", () -> read("03:04:05", type));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "now",
        "1767323045",
        "2026",
        "2026-01",
        "2026-1-2",
        "26-01-02",
        "2026-13-01",
        "2026-02-29",
        "2026-02-31",
        "2026-01-02 3:04",
        "2026-01-02 03",
        "2026-01-02 03:04:",
        "2026-01-02 03:04:05.",
        "2026-01-02 03:04:05,5",
        "2026-01-02 03:04:05.1234567890",
        "2026-01-02 24:00:01",
        "24:00",
        "2026-01-02 25:00",
        "2026-01-02 23:60",
        "2026-01-02 23:59:60",
        "2026-01-02  03:04",
        "2026-01-02T",
        "2026-01-02 03:04:05+",
        "2026-01-02 03:04:05+2",
        "2026-01-02 03:04:05+02:",
        "2026-01-02 03:04:05+19:00",
        "2026-01-02 03:04:05 UTC",
        "2026-01-02 03:04:05Zx",
        "2026-01-02 03:04:05Z[",
        "2026-01-02 03:04:05Z[]",
        "2026-01-02 03:04:05Z[Mars/Base]",
        "2026-01-02 03:04:05[Europe/Berlin]",
        "2026/01/02",
        "٢٠٢٦-01-02",
        "+-2026-01-02",
        "1234567890-01-02"
      })
  void anyOtherTextIsRefused(String text) {
    assertRefused("22007", "YYYY-MM-DD", () -> read(text, LocalDateTime.class));
    assertRefused("22007", "LocalTime", () -> read(text, LocalTime.class));
    assertRefused("22007", "Instant", () -> read(text, Instant.class));
  }

  @Test
  void aLongTextIsCutInTheMessage() {
    assertRefused(
        "22007", "'" + "2".repeat(80) + "...'", () -> read("2".repeat(999), LocalDate.class));
  }

  @Test
  void aBlobIsNoDate() {
    assertRefused(
        "22018", () -> values.getObject(new ObjectRow((Object) new byte[3]), 0, LocalDate.class));
    assertRefused("22018", () -> values.getTimestamp(new ObjectRow((Object) new byte[3]), 0, null));
  }

  @Test
  void thePatternIsTriedFirstAndTheIsoFormsAfterIt() throws SQLException {
    ColumnValues patterned = new ColumnValues(pattern("dd.MM.yyyy HH:mm:ss"));
    LocalDateTime expected = LocalDateTime.of(2026, 2, 1, 3, 4, 5);
    for (String text : new String[] {"01.02.2026 03:04:05", "2026-02-01T03:04:05"}) {
      assertEquals(expected, patterned.getObject(new ObjectRow(text), 0, LocalDateTime.class));
    }
    assertRefused(
        "22007", () -> patterned.getObject(new ObjectRow("31.02.26"), 0, LocalDateTime.class));
  }

  @Test
  void aPatternWithAnOffsetOrAZoneSaysAMoment() throws SQLException {
    Instant expected = Instant.parse("2026-07-01T01:04:05Z");
    ColumnValues offsets = new ColumnValues(pattern("yyyyMMddHHmmssXXX"));
    assertEquals(
        expected, offsets.getObject(new ObjectRow("20260701030405+02:00"), 0, Instant.class));
    ColumnValues zones = new ColumnValues(pattern("yyyy-MM-dd HH:mm:ss VV"));
    assertEquals(
        expected,
        zones.getObject(new ObjectRow("2026-07-01 03:04:05 Europe/Berlin"), 0, Instant.class));
  }

  private static TemporalSettings pattern(String pattern) {
    return new TemporalSettings(
        TemporalSettings.Storage.TEXT, TemporalSettings.EpochUnit.MILLISECONDS, pattern);
  }
}
