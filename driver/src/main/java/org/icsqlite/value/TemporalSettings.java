package org.icsqlite.value;

import java.util.Objects;

/**
 * How dates and times are stored and read. Immutable.
 *
 * <p>As TEXT the {@code java.util.Date} family and {@code Calendar} are local time of the zone that
 * is asked for, without an offset, and are read so; what java.time reads without an offset is UTC
 * where its class is a moment. INTEGER and REAL are moments; the {@code Local} classes of java.time
 * are UTC then. {@code docs/dates-and-times.md} has it as tables.
 *
 * @param storage what dates and times are written as; all three are always read
 * @param unit what an INTEGER counts, from 1970-01-01 00:00 UTC on
 * @param textPattern a pattern of {@link java.time.format.DateTimeFormatter} in which the {@code
 *     java.util.Date} family and {@code Calendar} are written as TEXT, and which is tried first
 *     when any text is read; null for the ISO forms alone
 */
public record TemporalSettings(Storage storage, EpochUnit unit, String textPattern) {

  /** TEXT, milliseconds, ISO forms. */
  public static final TemporalSettings DEFAULT =
      new TemporalSettings(Storage.TEXT, EpochUnit.MILLISECONDS, null);

  /** The storage classes that a date or time can have. */
  public enum Storage {
    /** ISO-8601 with a space before the time, exact to the nanosecond. */
    TEXT,
    /** A count of {@link EpochUnit}s, cut down to the unit toward the past. */
    INTEGER,
    /** A julian day, cut down to the millisecond toward the past. */
    REAL
  }

  /** What an INTEGER counts. */
  public enum EpochUnit {
    SECONDS(1),
    MILLISECONDS(1_000),
    MICROSECONDS(1_000_000),
    NANOSECONDS(1_000_000_000);

    private final int perSecond;

    EpochUnit(int perSecond) {
      this.perSecond = perSecond;
    }

    int perSecond() {
      return perSecond;
    }
  }

  /**
   * @throws IllegalArgumentException when the pattern is none
   */
  public TemporalSettings {
    Objects.requireNonNull(storage, "storage");
    Objects.requireNonNull(unit, "unit");
    TextPattern.of(textPattern);
  }
}
