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
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.icsqlite.value.TemporalSettings.EpochUnit;
import org.icsqlite.value.TemporalSettings.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is written is read back: to the nanosecond, the unit, or the millisecond. */
class TemporalRoundTripTest {

  private static <T> T back(TemporalSettings settings, T value, Class<T> type) throws SQLException {
    Cell cell = new Cell();
    new ParameterValues(settings).set(cell, 1, value);
    return new ColumnValues(settings).getObject(cell, 0, type);
  }

  private static TemporalSettings storage(Storage storage, EpochUnit unit) {
    return new TemporalSettings(storage, unit, null);
  }

  private static ChronoUnit chrono(EpochUnit unit) {
    return switch (unit) {
      case SECONDS -> ChronoUnit.SECONDS;
      case MILLISECONDS -> ChronoUnit.MILLIS;
      case MICROSECONDS -> ChronoUnit.MICROS;
      case NANOSECONDS -> ChronoUnit.NANOS;
    };
  }

  @Provide
  Arbitrary<LocalDateTime> anyDateTime() {
    return dateTimes(Arbitraries.integers().between(-999_999_999, 999_999_999));
  }

  /** What nanoseconds in 64 bits hold. */
  @Provide
  Arbitrary<LocalDateTime> nearDateTime() {
    return dateTimes(Arbitraries.integers().between(1678, 2261));
  }

  private static Arbitrary<LocalDateTime> dateTimes(Arbitrary<Integer> years) {
    Arbitrary<LocalDate> dates =
        Combinators.combine(years, Arbitraries.integers().between(1, 365)).as(LocalDate::ofYearDay);
    return Combinators.combine(dates, times()).as(LocalDateTime::of);
  }

  private static Arbitrary<LocalTime> times() {
    long day = LocalTime.MAX.toNanoOfDay();
    return Arbitraries.oneOf(
            Arbitraries.longs().between(0, day),
            Arbitraries.longs().between(0, day / 1_000_000).map(millis -> millis * 1_000_000),
            Arbitraries.longs().between(0, 86_399).map(second -> second * 1_000_000_000))
        .map(LocalTime::ofNanoOfDay);
  }

  @Provide
  Arbitrary<ZoneOffset> anyOffset() {
    return Arbitraries.integers()
        .between(-64_800, 64_800)
        .map(ZoneOffset::ofTotalSeconds)
        .withoutEdgeCases();
  }

  @Property
  void textIsExactToTheNanosecond(
      @ForAll("anyDateTime") LocalDateTime value, @ForAll("anyOffset") ZoneOffset offset)
      throws SQLException {
    TemporalSettings text = TemporalSettings.DEFAULT;
    OffsetDateTime moment = value.atOffset(offset);
    assertEquals(value, back(text, value, LocalDateTime.class));
    assertEquals(value.toLocalDate(), back(text, value.toLocalDate(), LocalDate.class));
    assertEquals(value.toLocalTime(), back(text, value.toLocalTime(), LocalTime.class));
    assertEquals(moment, back(text, moment, OffsetDateTime.class));
    assertEquals(moment.toOffsetTime(), back(text, moment.toOffsetTime(), OffsetTime.class));
    assertEquals(
        moment.toZonedDateTime(), back(text, moment.toZonedDateTime(), ZonedDateTime.class));
    Instant instant = value.toInstant(ZoneOffset.UTC);
    assertEquals(instant, back(text, instant, Instant.class));
  }

  @Property
  void integersAreExactToTheUnitAndCutTowardThePast(
      @ForAll("nearDateTime") LocalDateTime value,
      @ForAll("anyOffset") ZoneOffset offset,
      @ForAll EpochUnit unit)
      throws SQLException {
    assertNumbers(storage(Storage.INTEGER, unit), chrono(unit), value, offset);
  }

  @Property
  void realsAreExactToTheMillisecond(
      @ForAll("nearDateTime") LocalDateTime value, @ForAll("anyOffset") ZoneOffset offset)
      throws SQLException {
    assertNumbers(storage(Storage.REAL, EpochUnit.SECONDS), ChronoUnit.MILLIS, value, offset);
  }

  private static void assertNumbers(
      TemporalSettings settings, ChronoUnit unit, LocalDateTime value, ZoneOffset offset)
      throws SQLException {
    LocalDateTime cut = value.truncatedTo(unit);
    assertEquals(cut, back(settings, value, LocalDateTime.class));
    assertEquals(value.toLocalDate(), back(settings, value.toLocalDate(), LocalDate.class));
    assertEquals(cut.toLocalTime(), back(settings, value.toLocalTime(), LocalTime.class));
    OffsetDateTime moment = value.atOffset(offset);
    Instant instant = moment.toInstant().truncatedTo(unit);
    OffsetDateTime utc = instant.atOffset(ZoneOffset.UTC);
    assertEquals(instant, back(settings, moment.toInstant(), Instant.class));
    assertEquals(utc, back(settings, moment, OffsetDateTime.class));
    assertEquals(
        utc.toZonedDateTime(), back(settings, moment.toZonedDateTime(), ZonedDateTime.class));
    assertEquals(
        moment.toOffsetTime().withOffsetSameInstant(ZoneOffset.UTC).truncatedTo(unit),
        back(settings, moment.toOffsetTime(), OffsetTime.class));
  }

  @Property
  void anyCountOfAnyUnitIsReadAndWrittenBackOrRefused(@ForAll long count, @ForAll EpochUnit unit)
      throws SQLException {
    TemporalSettings settings = storage(Storage.INTEGER, unit);
    ColumnValues values = new ColumnValues(settings);
    ObjectRow row = new ObjectRow(count);
    if (unit == EpochUnit.SECONDS && Math.abs(count / 31_556_952) > 999_998_000) {
      assertRefused("22003", () -> values.getObject(row, 0, Instant.class));
      return;
    }
    Cell cell = new Cell();
    new ParameterValues(settings).set(cell, 1, values.getObject(row, 0, Instant.class));
    assertEquals(count, cell.integer(0));
  }

  @ParameterizedTest
  @CsvSource({
    "NANOSECONDS, 2262-04-11T23:47:16.854775807Z, 9223372036854775807",
    "NANOSECONDS, 1677-09-21T00:12:43.145224192Z, -9223372036854775808",
    "MICROSECONDS, 1969-12-31T23:59:59.999999999Z, -1",
    "MILLISECONDS, 1969-12-31T23:59:59.999999999Z, -1",
    "SECONDS, 1969-12-31T23:59:59.999999999Z, -1",
    "SECONDS, 2026-01-02T03:04:05.9Z, 1767323045"
  })
  void aMomentIsACountOfTheUnit(EpochUnit unit, Instant moment, long count) throws SQLException {
    Cell cell = new Cell();
    new ParameterValues(storage(Storage.INTEGER, unit)).set(cell, 1, moment);
    assertEquals(count, cell.integer(0));
  }

  @ParameterizedTest
  @CsvSource({
    "INTEGER, NANOSECONDS, 2262-04-11T23:47:16.854775808Z",
    "INTEGER, NANOSECONDS, 1677-09-21T00:12:43.145224191Z",
    "INTEGER, MICROSECONDS, +294247-01-10T04:00:54.775808Z",
    "INTEGER, MILLISECONDS, +292278994-08-17T07:12:55.808Z",
    "REAL, SECONDS, +999999-01-01T00:00:00.001Z",
    "REAL, SECONDS, +292278994-08-17T07:12:55.808Z",
    "TEXT, SECONDS, +1000000000-12-31T23:59:59.999999999Z"
  })
  void aMomentThatDoesNotFitIsRefused(Storage storage, EpochUnit unit, Instant moment) {
    ParameterValues values = new ParameterValues(storage(storage, unit));
    assertRefused("22003", moment.toString(), () -> values.set(new Cell(), 1, moment));
  }

  @Test
  void realsThatAreNoJulianDayAreRefused() {
    ColumnValues values = new ColumnValues(TemporalSettings.DEFAULT);
    for (double real : new double[] {1e300, -1e9, 1e9, Double.POSITIVE_INFINITY}) {
      assertRefused("22003", () -> values.getObject(new ObjectRow(real), 0, Instant.class));
      assertRefused("22003", () -> values.getTimestamp(new ObjectRow(real), 0, null));
    }
  }

  @Test
  void aRegionIsStoredAsItsOffset() throws SQLException {
    ZonedDateTime value = ZonedDateTime.of(2026, 7, 2, 3, 4, 5, 0, ZoneId.of("Europe/Berlin"));
    Cell cell = new Cell();
    new ParameterValues(TemporalSettings.DEFAULT).set(cell, 1, value);
    assertEquals("2026-07-02 03:04:05+02:00", cell.text(0));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-02T03:04, 2026-01-02 03:04:00",
    "2026-01-02T03:04:05.1, 2026-01-02 03:04:05.100",
    "2026-01-02T03:04:05.0001, 2026-01-02 03:04:05.000100",
    "2026-01-02T03:04:05.000000001, 2026-01-02 03:04:05.000000001",
    "-0044-03-15T12:00, -0044-03-15 12:00:00",
    "+12026-01-02T00:00, +12026-01-02 00:00:00"
  })
  void aTextHasSecondsAndAsManyDigitsAsNeeded(LocalDateTime value, String text)
      throws SQLException {
    Cell cell = new Cell();
    new ParameterValues(TemporalSettings.DEFAULT).set(cell, 1, value);
    assertEquals(text, cell.text(0));
  }
}
