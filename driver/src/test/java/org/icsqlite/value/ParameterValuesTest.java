package org.icsqlite.value;

import static org.icsqlite.value.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.rowset.serial.SerialBlob;
import javax.sql.rowset.serial.SerialClob;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Java's values are stored as. */
class ParameterValuesTest {

  private static final BigInteger LONG = BigInteger.ONE.shiftLeft(63);

  private final ParameterValues values = new ParameterValues(TemporalSettings.DEFAULT);

  private static Object stored(Cell cell) {
    return switch (cell.type(0)) {
      case Row.INTEGER -> cell.integer(0);
      case Row.REAL -> cell.real(0);
      case Row.TEXT -> cell.text(0);
      case Row.BLOB -> cell.bytes(0);
      default -> null;
    };
  }

  private Object natural(Object value) throws SQLException {
    Cell cell = new Cell();
    values.set(cell, 1, value);
    return stored(cell);
  }

  private Object typed(Object value, int type, int scale) throws SQLException {
    Cell cell = new Cell();
    values.set(cell, 1, value, type, scale);
    return stored(cell);
  }

  private static Calendar calendar(Timestamp timestamp) {
    Calendar calendar = new GregorianCalendar();
    calendar.setTimeInMillis(timestamp.getTime());
    return calendar;
  }

  @SuppressWarnings("JavaUtilDate") // One of the classes that are written.
  static Stream<Arguments> naturalForms() {
    Timestamp timestamp = Timestamp.valueOf("2026-01-02 03:04:05.678");
    return Stream.of(
        Arguments.of(null, null),
        Arguments.of(true, 1L),
        Arguments.of(false, 0L),
        Arguments.of((byte) -1, -1L),
        Arguments.of((short) 300, 300L),
        Arguments.of(7, 7L),
        Arguments.of(Long.MIN_VALUE, Long.MIN_VALUE),
        Arguments.of(0.1f, (double) 0.1f),
        Arguments.of(0.1, 0.1),
        Arguments.of(Double.NaN, null),
        Arguments.of(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY),
        Arguments.of("a\0b", "a\0b"),
        Arguments.of(CharBuffer.wrap("text"), "text"),
        Arguments.of('x', "x"),
        Arguments.of(new BigDecimal("1.50"), "1.50"),
        Arguments.of(new BigDecimal("1E+3"), "1E+3"),
        Arguments.of(LONG.subtract(BigInteger.ONE), Long.MAX_VALUE),
        Arguments.of(LONG.negate(), Long.MIN_VALUE),
        Arguments.of(LONG, "9223372036854775808"),
        Arguments.of(new UUID(1, 2), "00000000-0000-0001-0000-000000000002"),
        Arguments.of(Thread.State.NEW, "NEW"),
        Arguments.of(timestamp, "2026-01-02 03:04:05.678"),
        Arguments.of(new java.util.Date(timestamp.getTime()), "2026-01-02 03:04:05.678"),
        Arguments.of(calendar(timestamp), "2026-01-02 03:04:05.678"),
        Arguments.of(Date.valueOf("2026-01-02"), "2026-01-02"),
        Arguments.of(Time.valueOf("03:04:05"), "03:04:05"),
        Arguments.of(LocalDate.of(2026, 1, 2), "2026-01-02"),
        Arguments.of(LocalTime.of(3, 4), "03:04:00"),
        Arguments.of(Instant.EPOCH, "1970-01-01 00:00:00Z"),
        Arguments.of(new StringReader("read"), "read"));
  }

  @ParameterizedTest
  @MethodSource("naturalForms")
  void aValueHasItsNaturalStorageClass(Object value, Object expected) throws SQLException {
    assertEquals(expected, natural(value));
  }

  @Test
  void bytesAndLargeObjectsAreBlobsAndTexts() throws SQLException {
    byte[] bytes = {0, 1, -1};
    assertArrayEquals(bytes, (byte[]) natural(bytes));
    assertArrayEquals(new byte[0], (byte[]) natural(new byte[0]));
    assertArrayEquals(bytes, (byte[]) natural(new ByteArrayInputStream(bytes)));
    assertArrayEquals(bytes, (byte[]) natural(new SerialBlob(bytes)));
    assertEquals("clob", natural(new SerialClob("clob".toCharArray())));
    assertEquals("clob", typed(new SerialClob("clob".toCharArray()), Types.CLOB, -1));
    assertArrayEquals(bytes, (byte[]) typed(new ByteArrayInputStream(bytes), Types.BLOB, -1));
    assertArrayEquals(
        new byte[] {0}, (byte[]) typed(new ByteArrayInputStream(bytes), Types.VARBINARY, 1));
    assertArrayEquals(new byte[] {(byte) 0xc3, (byte) 0xa9}, (byte[]) typed("é", Types.BINARY, -1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.50", "1E+3", "-0.00", "1E-30", "123456789012345678901234567890"})
  void aBigDecimalComesBackWithItsScale(String number) throws SQLException {
    BigDecimal value = new BigDecimal(number);
    Cell cell = new Cell();
    values.set(cell, 1, value);
    assertEquals(value, new ColumnValues(TemporalSettings.DEFAULT).getBigDecimal(cell, 0));
  }

  @Property
  void aBigIntegerComesBack(@ForAll BigInteger value) throws SQLException {
    Cell cell = new Cell();
    values.set(cell, 1, value);
    assertEquals(
        value, new ColumnValues(TemporalSettings.DEFAULT).getObject(cell, 0, BigInteger.class));
  }

  @Property
  void aFloatComesBack(@ForAll float value) throws SQLException {
    Cell cell = new Cell();
    values.set(cell, 1, value);
    assertEquals(value, new ColumnValues(TemporalSettings.DEFAULT).getFloat(cell, 0));
  }

  static Stream<Arguments> conversions() {
    Timestamp timestamp = Timestamp.valueOf("2026-01-02 03:04:05.678");
    OffsetDateTime moment = OffsetDateTime.parse("2026-01-02T23:04:05+02:00");
    return Stream.of(
        Arguments.of("12", Types.INTEGER, -1, 12L),
        Arguments.of(" 1e3 ", Types.BIGINT, -1, 1000L),
        Arguments.of(3.0, Types.INTEGER, -1, 3L),
        Arguments.of(true, Types.INTEGER, -1, 1L),
        Arguments.of(new BigDecimal("7.00"), Types.SMALLINT, -1, 7L),
        Arguments.of(255, Types.TINYINT, -1, 255L),
        Arguments.of('7', Types.INTEGER, -1, 7L),
        Arguments.of("yes", Types.BOOLEAN, -1, 1L),
        Arguments.of(0.0, Types.BIT, -1, 0L),
        Arguments.of("1.5", Types.DOUBLE, -1, 1.5),
        Arguments.of(7, Types.REAL, -1, 7.0),
        Arguments.of(0.1f, Types.FLOAT, -1, (double) 0.1f),
        Arguments.of(false, Types.DOUBLE, -1, 0.0),
        Arguments.of(Double.NaN, Types.DOUBLE, -1, null),
        Arguments.of("1.50", Types.DECIMAL, -1, "1.50"),
        Arguments.of("1.5", Types.NUMERIC, 2, "1.50"),
        Arguments.of(new BigDecimal("2.345"), Types.NUMERIC, 2, "2.35"),
        Arguments.of(new BigDecimal("-2.345"), Types.NUMERIC, 0, "-2"),
        Arguments.of(1.005, Types.NUMERIC, 2, 1.01),
        Arguments.of(1.005, Types.NUMERIC, -1, 1.005),
        Arguments.of(7, Types.NUMERIC, 2, 7L),
        Arguments.of(true, Types.NUMERIC, -1, 1L),
        Arguments.of(12, Types.VARCHAR, -1, "12"),
        Arguments.of(1e20, Types.VARCHAR, -1, "1.0e+20"),
        Arguments.of(true, Types.VARCHAR, -1, "true"),
        Arguments.of(new BigDecimal("1.50"), Types.CHAR, -1, "1.50"),
        Arguments.of(Thread.State.NEW, Types.VARCHAR, -1, "NEW"),
        Arguments.of(timestamp, Types.VARCHAR, -1, "2026-01-02 03:04:05.678"),
        Arguments.of(moment, Types.LONGVARCHAR, -1, "2026-01-02 23:04:05+02:00"),
        Arguments.of(new StringReader("abc"), Types.CLOB, 2, "ab"),
        Arguments.of(timestamp, Types.DATE, -1, "2026-01-02"),
        Arguments.of(timestamp, Types.TIME, -1, "03:04:05.678"),
        Arguments.of(timestamp, Types.TIMESTAMP, -1, "2026-01-02 03:04:05.678"),
        Arguments.of(calendar(timestamp), Types.DATE, -1, "2026-01-02"),
        Arguments.of(Date.valueOf("2026-01-02"), Types.TIMESTAMP, -1, "2026-01-02 00:00:00"),
        Arguments.of("2026-01-02T03:04", Types.DATE, -1, "2026-01-02"),
        Arguments.of("2026-01-02T03:04", Types.TIME, -1, "03:04:00"),
        Arguments.of("2026-01-02T03:04", Types.TIMESTAMP, -1, "2026-01-02 03:04:00"),
        Arguments.of("2026-01-02T03:04+02", Types.TIMESTAMP, -1, "2026-01-02 03:04:00+02:00"),
        Arguments.of(moment, Types.DATE, -1, "2026-01-02"),
        Arguments.of(moment, Types.TIME, -1, "23:04:05"),
        Arguments.of(moment, Types.TIMESTAMP, -1, "2026-01-02 23:04:05+02:00"),
        Arguments.of(moment, Types.TIMESTAMP_WITH_TIMEZONE, -1, "2026-01-02 23:04:05+02:00"),
        Arguments.of(moment.toOffsetTime(), Types.TIME_WITH_TIMEZONE, -1, "23:04:05+02:00"),
        Arguments.of(LocalDate.of(2026, 1, 2), Types.TIMESTAMP, -1, "2026-01-02 00:00:00"),
        Arguments.of(LocalDateTime.of(2026, 1, 2, 3, 4), Types.DATE, -1, "2026-01-02"),
        Arguments.of("x", Types.NULL, -1, null),
        Arguments.of(7, Types.JAVA_OBJECT, -1, 7L));
  }

  @ParameterizedTest
  @MethodSource("conversions")
  void aValueIsConvertedToTheTypeThatIsNamed(Object value, int type, int scale, Object expected)
      throws SQLException {
    assertEquals(expected, typed(value, type, scale));
  }

  @Test
  void aTimestampWithTimeZoneHasTheOffsetOfTheDefaultZone() throws SQLException {
    Timestamp value = Timestamp.valueOf("2026-01-02 03:04:05");
    assertEquals(
        "2026-01-02 03:04:05" + value.toInstant().atZone(ZoneId.systemDefault()).getOffset(),
        typed(value, Types.TIMESTAMP_WITH_TIMEZONE, -1));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        Types.BIT,
        Types.BOOLEAN,
        Types.TINYINT,
        Types.SMALLINT,
        Types.INTEGER,
        Types.BIGINT,
        Types.REAL,
        Types.FLOAT,
        Types.DOUBLE,
        Types.DECIMAL,
        Types.NUMERIC,
        Types.CHAR,
        Types.VARCHAR,
        Types.LONGVARCHAR,
        Types.NCHAR,
        Types.NVARCHAR,
        Types.LONGNVARCHAR,
        Types.CLOB,
        Types.NCLOB,
        Types.BINARY,
        Types.VARBINARY,
        Types.LONGVARBINARY,
        Types.BLOB,
        Types.DATE,
        Types.TIME,
        Types.TIMESTAMP,
        Types.TIME_WITH_TIMEZONE,
        Types.TIMESTAMP_WITH_TIMEZONE,
        Types.OTHER,
        Types.JAVA_OBJECT,
        Types.NULL,
        Types.ROWID
      })
  void nullIsNullOfEveryType(int type) throws SQLException {
    assertNull(typed(null, type, 2));
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("22021", "\uD800", Types.BINARY, -1),
        Arguments.of("22018", "abc", Types.INTEGER, -1),
        Arguments.of("22018", "abc", Types.DOUBLE, -1),
        Arguments.of("22018", "maybe", Types.BOOLEAN, -1),
        Arguments.of("22003", "1.5", Types.INTEGER, -1),
        Arguments.of("22003", 3_000_000_000L, Types.INTEGER, -1),
        Arguments.of("22003", 40_000, Types.SMALLINT, -1),
        Arguments.of("22003", 256, Types.TINYINT, -1),
        Arguments.of("22003", LONG, Types.BIGINT, -1),
        Arguments.of("22003", new BigDecimal("1e999999999"), Types.NUMERIC, 2),
        Arguments.of("22003", BigDecimal.ONE, Types.NUMERIC, Integer.MAX_VALUE),
        Arguments.of("22005", new byte[1], Types.INTEGER, -1),
        Arguments.of("22005", new byte[1], Types.VARCHAR, -1),
        Arguments.of("22005", new Timestamp(0), Types.BIGINT, -1),
        Arguments.of("22005", LocalDate.EPOCH, Types.DOUBLE, -1),
        Arguments.of("22005", 7, Types.DATE, -1),
        Arguments.of("22005", true, Types.TIMESTAMP, -1),
        Arguments.of("22005", 7, Types.BLOB, -1),
        Arguments.of("22007", "soon", Types.TIMESTAMP, -1),
        Arguments.of("22007", LocalTime.NOON, Types.DATE, -1),
        Arguments.of("0A000", "x", Types.ARRAY, -1),
        Arguments.of("0A000", "x", Types.SQLXML, -1),
        Arguments.of("0A000", "x", 123456, -1));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatTheTypeCannotHoldIsRefused(String state, Object value, int type, int scale) {
    assertRefused(state, () -> typed(value, type, scale));
  }

  @Test
  void anUnknownClassIsRefused() {
    assertRefused("0A000", "java.time.Duration", () -> natural(Duration.ZERO));
    assertRefused("0A000", "Object", () -> natural(new Object()));
    assertRefused("0A000", () -> natural(new AtomicInteger()));
  }

  @Test
  void nullsOfTheOlderClassesAndOfStreamsAreNull() throws SQLException {
    Cell cell = new Cell();
    cell.setInteger(1, 1);
    values.setDate(cell, 1, null, null);
    assertEquals(Row.NULL, cell.type(0));
    cell.setInteger(1, 1);
    values.setTime(cell, 1, null, null);
    assertEquals(Row.NULL, cell.type(0));
    cell.setInteger(1, 1);
    values.setTimestamp(cell, 1, null, null);
    assertEquals(Row.NULL, cell.type(0));
    cell.setInteger(1, 1);
    values.setStream(cell, 1, null, 5);
    assertEquals(Row.NULL, cell.type(0));
    cell.setInteger(1, 1);
    values.setAsciiStream(cell, 1, null, 5);
    assertEquals(Row.NULL, cell.type(0));
    cell.setInteger(1, 1);
    values.setReader(cell, 1, null, 5);
    assertEquals(Row.NULL, cell.type(0));
  }
}
