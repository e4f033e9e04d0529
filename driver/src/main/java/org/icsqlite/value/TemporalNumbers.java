package org.icsqlite.value;

import java.time.DateTimeException;
import java.time.Instant;
import org.icsqlite.value.TemporalSettings.EpochUnit;

/** Moments as counts since 1970 and as julian days. Immutable. */
final class TemporalNumbers {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final double MILLIS_PER_DAY = 86_400_000;

  /** Milliseconds from noon of day 0, -4713-11-24, to 1970. */
  private static final long JULIAN_EPOCH_MILLIS = 210_866_760_000_000L;

  private static final double MOST_MILLIS = 0x1p53;

  private final EpochUnit unit;

  TemporalNumbers(EpochUnit unit) {
    this.unit = unit;
  }

  /**
   * @throws DateTimeException when it is beyond what an Instant holds
   */
  Instant ofEpoch(long count) {
    long perSecond = unit.perSecond();
    return Instant.ofEpochSecond(
        Math.floorDiv(count, perSecond),
        Math.floorMod(count, perSecond) * (NANOS_PER_SECOND / perSecond));
  }

  /**
   * Cut down to the unit, toward the past.
   *
   * @throws ArithmeticException when it does not fit
   */
  long toEpoch(Instant moment) {
    long perSecond = unit.perSecond();
    long part = moment.getNano() / (NANOS_PER_SECOND / perSecond);
    long second = moment.getEpochSecond();
    // One second nearer to 0, since the whole may fit when its seconds alone do not.
    return second < 0
        ? Math.addExact(Math.multiplyExact(second + 1, perSecond), part - perSecond)
        : Math.addExact(Math.multiplyExact(second, perSecond), part);
  }

  /**
   * To the nearest millisecond, as SQLite reads it.
   *
   * @throws ArithmeticException when the number is too large for milliseconds
   */
  static Instant ofJulianDay(double day) {
    double millis = day * MILLIS_PER_DAY;
    if (Double.isNaN(millis) || Math.abs(millis) > MOST_MILLIS) {
      throw new ArithmeticException("beyond 53 bits of milliseconds");
    }
    return Instant.ofEpochMilli(Math.round(millis) - JULIAN_EPOCH_MILLIS);
  }

  /**
   * Cut down to the millisecond, toward the past.
   *
   * @throws ArithmeticException when it is so far away that a julian day has no milliseconds
   */
  static double toJulianDay(Instant moment) {
    long millis = moment.toEpochMilli();
    double day = Math.addExact(millis, JULIAN_EPOCH_MILLIS) / MILLIS_PER_DAY;
    if (ofJulianDay(day).toEpochMilli() != millis) {
      throw new ArithmeticException("a julian day has no milliseconds there");
    }
    return day;
  }
}
