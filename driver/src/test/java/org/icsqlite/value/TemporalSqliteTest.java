package org.icsqlite.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.icsqlite.value.TemporalSettings.EpochUnit;
import org.icsqlite.value.TemporalSettings.Storage;

/** SQLite's own date functions understand what is written, and what they give is read. */
class TemporalSqliteTest {

  private static final DateTimeFormatter MILLIS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);

  private static final String MOMENT =
      "SELECT strftime('%Y-%m-%d %H:%M:%f', ?1), julianday(?1), unixepoch(?1)";

  private static final ColumnValues READ = new ColumnValues(TemporalSettings.DEFAULT);
  private static final ParameterValues TEXT = new ParameterValues(TemporalSettings.DEFAULT);
  private static final ParameterValues REAL =
      new ParameterValues(new TemporalSettings(Storage.REAL, EpochUnit.SECONDS, null));
  private static final ParameterValues SECONDS =
      new ParameterValues(new TemporalSettings(Storage.INTEGER, EpochUnit.SECONDS, null));

  private static PlainSqlite sqlite;

  @BeforeContainer
  static void open() throws SQLException {
    sqlite = new PlainSqlite();
  }

  @AfterContainer
  static void close() throws SQLException {
    sqlite.close();
  }

  /** Years 0 to 9999, with milliseconds. */
  @Provide
  Arbitrary<LocalDateTime> moments() {
    long first = LocalDateTime.of(0, 1, 2, 0, 0).toInstant(ZoneOffset.UTC).toEpochMilli();
    long last = LocalDateTime.of(9999, 12, 30, 0, 0).toInstant(ZoneOffset.UTC).toEpochMilli();
    return Arbitraries.longs()
        .between(first, last)
        .map(millis -> LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC));
  }

  /** Whole minutes up to 14 hours, which is what SQLite reads. */
  @Provide
  Arbitrary<ZoneOffset> offsets() {
    return Arbitraries.integers()
        .between(-840, 840)
        .map(minutes -> ZoneOffset.ofTotalSeconds(minutes * 60));
  }

  @Property
  void aLocalDateTimeIsThatTimeToSqlite(@ForAll("moments") LocalDateTime value)
      throws SQLException {
    assertMoment(value, sqlite.row(MOMENT, sink -> TEXT.set(sink, 1, value)));
    assertMoment(value, sqlite.row(MOMENT, sink -> REAL.set(sink, 1, value)));
  }

  @Property
  void aMomentIsThatMomentToSqlite(
      @ForAll("moments") LocalDateTime utc, @ForAll("offsets") ZoneOffset offset)
      throws SQLException {
    OffsetDateTime value = utc.atOffset(ZoneOffset.UTC).withOffsetSameInstant(offset);
    assertMoment(utc, sqlite.row(MOMENT, sink -> TEXT.set(sink, 1, value)));
    assertMoment(utc, sqlite.row(MOMENT, sink -> TEXT.set(sink, 1, value.toInstant())));
    assertMoment(utc, sqlite.row(MOMENT, sink -> REAL.set(sink, 1, value)));
  }

  private static void assertMoment(LocalDateTime value, ObjectRow row) throws SQLException {
    assertEquals(value.format(MILLIS), row.text(0));
    assertEquals(value.toEpochSecond(ZoneOffset.UTC), row.integer(2));
    Cell day = new Cell();
    REAL.set(day, 1, value);
    assertEquals(row.real(1), day.real(0));
    assertEquals(value, READ.getObject(row, 0, LocalDateTime.class));
    assertEquals(value, READ.getObject(new ObjectRow(row.real(1)), 0, LocalDateTime.class));
  }

  @Property
  void nanosecondsAreReadBySqliteToTheSecond(
      @ForAll("moments") LocalDateTime second, @ForAll("nanos") int nanos) throws SQLException {
    LocalDateTime value = second.withNano(nanos);
    ObjectRow row = sqlite.row("SELECT datetime(?1), ?1", sink -> TEXT.set(sink, 1, value));
    assertEquals(value.format(MILLIS).substring(0, 19), row.text(0));
    assertEquals(value, READ.getObject(row, 1, LocalDateTime.class));
  }

  @Provide
  Arbitrary<Integer> nanos() {
    return Arbitraries.integers().between(0, 999_400_000);
  }

  @Property
  void datesAndTimesAloneAreUnderstood(@ForAll("moments") LocalDateTime value) throws SQLException {
    LocalDate date = value.toLocalDate();
    LocalTime time = value.toLocalTime();
    for (ParameterValues values : new ParameterValues[] {TEXT, REAL}) {
      ObjectRow day =
          sqlite.row("SELECT date(?1), datetime(?1)", sink -> values.set(sink, 1, date));
      assertEquals(date, READ.getObject(day, 0, LocalDate.class));
      assertEquals(date.atStartOfDay(), READ.getObject(day, 1, LocalDateTime.class));
      ObjectRow clock =
          sqlite.row(
              "SELECT strftime('%H:%M:%f', ?1), date(?1)", sink -> values.set(sink, 1, time));
      assertEquals(time, READ.getObject(clock, 0, LocalTime.class));
      assertEquals("2000-01-01", clock.text(1));
    }
  }

  @Property
  void secondsAreUnderstoodAsUnixEpoch(@ForAll("moments") LocalDateTime value) throws SQLException {
    ObjectRow row =
        sqlite.row("SELECT datetime(?1, 'unixepoch')", sink -> SECONDS.set(sink, 1, value));
    assertEquals(value.withNano(0), READ.getObject(row, 0, LocalDateTime.class));
  }
}
