package org.icsqlite.value;

import static org.icsqlite.value.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.util.Calendar;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes that a column can be asked for. */
class ObjectTypesTest {

  private final ColumnValues values = new ColumnValues(TemporalSettings.DEFAULT);

  private <T> T read(Object stored, Class<T> type) throws SQLException {
    return values.getObject(new ObjectRow(stored), 0, type);
  }

  @Test
  void withoutAClassTheStorageClassDecides() throws SQLException {
    assertEquals(7, values.getObject(new ObjectRow(7L), 0));
    assertEquals(Integer.MIN_VALUE, values.getObject(new ObjectRow((long) Integer.MIN_VALUE), 0));
    assertEquals(2147483648L, values.getObject(new ObjectRow(2147483648L), 0));
    assertEquals(1.5, values.getObject(new ObjectRow(1.5), 0));
    assertEquals("a", values.getObject(new ObjectRow("a"), 0));
    assertArrayEquals(
        new byte[] {1}, (byte[]) values.getObject(new ObjectRow((Object) new byte[] {1}), 0));
    assertEquals(7, read(7, Object.class));
  }

  @Test
  void primitivesAndBoxesAreAlike() throws SQLException {
    assertEquals(true, read(1, boolean.class));
    assertEquals(true, read("yes", Boolean.class));
    assertEquals((byte) 7, read(7, byte.class));
    assertEquals((byte) 7, read(7, Byte.class));
    assertEquals((short) 7, read(7, short.class));
    assertEquals((short) 7, read("7", Short.class));
    assertEquals(7, read(7.0, int.class));
    assertEquals(7, read(7, Integer.class));
    assertEquals(7L, read(7, long.class));
    assertEquals(7L, read(7, Long.class));
    assertEquals(1.5f, read(1.5, float.class));
    assertEquals(1.5f, read(1.5, Float.class));
    assertEquals(1.5, read("1.5", double.class));
    assertEquals(1.5, read(1.5, Double.class));
    assertEquals('x', read("x", char.class));
    assertEquals('7', read(7, Character.class));
    assertRefused("22018", () -> read("xy", Character.class));
    assertRefused("22018", () -> read("", char.class));
    assertRefused("22003", () -> read(128, byte.class));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        int.class,
        boolean.class,
        Integer.class,
        String.class,
        byte[].class,
        LocalDate.class,
        UUID.class,
        BigDecimal.class,
        Timestamp.class,
        TimeUnit.class,
        Object.class
      })
  void nullIsNull(Class<?> type) throws SQLException {
    assertNull(read(null, type));
  }

  @Test
  void numbersAreOfTheClassThatHoldsThem() throws SQLException {
    assertEquals(7L, read(7, Number.class));
    assertEquals(1.5, read(1.5, Number.class));
    assertEquals(new BigDecimal("1.50"), read("1.50", Number.class));
    assertEquals(BigInteger.TEN.pow(30), read("1e30", BigInteger.class));
    assertEquals(BigInteger.valueOf(Long.MIN_VALUE), read(Long.MIN_VALUE, BigInteger.class));
    assertRefused("22018", () -> read(new byte[1], Number.class));
  }

  @Property
  void aUuidIsReadFromItsTextAndFromItsBytes(@ForAll long most, @ForAll long least)
      throws SQLException {
    UUID uuid = new UUID(most, least);
    Cell cell = new Cell();
    ParameterValues parameters = new ParameterValues(TemporalSettings.DEFAULT);
    parameters.set(cell, 1, uuid);
    assertEquals(uuid.toString(), cell.text(0));
    assertEquals(uuid, values.getObject(cell, 0, UUID.class));
    assertEquals(uuid, read(uuid.toString().toUpperCase(Locale.ROOT), UUID.class));
    parameters.set(cell, 1, uuid, Types.BINARY, -1);
    assertEquals(most >>> 56, cell.bytes(0)[0] & 0xffL);
    assertEquals(uuid, values.getObject(cell, 0, UUID.class));
  }

  @Test
  void anythingElseIsNoUuid() {
    assertRefused("22018", () -> read("1-1-1-1-1", UUID.class));
    assertRefused("22018", () -> read("00000000-0000-0000-0000-00000000000g", UUID.class));
    assertRefused("22018", () -> read("0000000-00000-0000-0000-000000000000", UUID.class));
    assertRefused("22018", () -> read(new byte[15], UUID.class));
    assertRefused("22018", () -> read(1, UUID.class));
  }

  private enum Colour {
    RED {
      @Override
      public String toString() {
        return "crimson";
      }
    },
    GREEN
  }

  @Test
  void anEnumIsWrittenAndReadByName() throws SQLException {
    Cell cell = new Cell();
    new ParameterValues(TemporalSettings.DEFAULT).set(cell, 1, Colour.RED);
    assertEquals("RED", cell.text(0));
    assertEquals(Colour.RED, values.getObject(cell, 0, Colour.class));
    assertRefused("22018", "there are RED, GREEN", () -> read("crimson", Colour.class));
    assertRefused("22018", () -> read(0, Colour.class));
  }

  @Test
  @SuppressWarnings("JavaUtilDate") // One of the classes that are read.
  void datesOfJavaUtilAreMoments() throws SQLException {
    Timestamp expected = Timestamp.valueOf("2026-01-02 03:04:05.678");
    assertEquals(
        new java.util.Date(expected.getTime()),
        read("2026-01-02 03:04:05.678", java.util.Date.class));
    Calendar calendar = read("2026-01-02 03:04:05.678", Calendar.class);
    assertEquals(expected.getTime(), calendar.getTimeInMillis());
    assertEquals(expected, read(expected.getTime(), Timestamp.class));
    assertEquals(java.sql.Date.valueOf("2026-01-02"), read("2026-01-02", java.sql.Date.class));
    assertEquals(java.sql.Time.valueOf("03:04:05"), read("03:04:05", java.sql.Time.class));
  }

  @Test
  void anUnknownClassIsRefusedWithTheKnownOnes() {
    assertRefused("0A000", "java.lang.Thread", () -> read(1, Thread.class));
    assertRefused("0A000", "LocalDate, LocalDateTime", () -> read(null, Thread.class));
    assertRefused("0A000", () -> read(1, null));
  }
}
