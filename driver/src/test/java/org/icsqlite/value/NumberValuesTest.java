package org.icsqlite.value;

import static org.icsqlite.value.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A number is read as it is, or refused. */
class NumberValuesTest {

  private final ColumnValues values = new ColumnValues(TemporalSettings.DEFAULT);

  /** Reads one value as some integer type. */
  private interface Reading {
    long of(Row row, int column) throws SQLException;
  }

  private void assertAsModel(Reading reading, Object stored, BigDecimal model, int bits) {
    Row row = new ObjectRow(stored);
    BigInteger limit = BigInteger.ONE.shiftLeft(bits - 1);
    BigInteger whole;
    try {
      whole = model.toBigIntegerExact();
    } catch (ArithmeticException e) {
      whole = null;
    }
    if (whole == null || whole.compareTo(limit) >= 0 || whole.compareTo(limit.negate()) < 0) {
      assertRefused("22003", () -> reading.of(row, 0));
    } else {
      long expected = whole.longValueExact();
      assertEquals(expected, assertDoesNotThrow(() -> reading.of(row, 0)));
    }
  }

  private void assertAllAsModel(Object stored, BigDecimal model) {
    assertAsModel(values::getByte, stored, model, 8);
    assertAsModel(values::getShort, stored, model, 16);
    assertAsModel(values::getInt, stored, model, 32);
    assertAsModel(values::getLong, stored, model, 64);
  }

  @Provide
  Arbitrary<Long> anyLong() {
    return Arbitraries.oneOf(
        Arbitraries.longs(),
        Arbitraries.longs().between(-70_000, 70_000),
        Arbitraries.of(8, 16, 32, 64)
            .flatMap(
                bits -> Arbitraries.longs().between(-2, 2).map(near -> (1L << (bits - 1)) + near)));
  }

  @Provide
  Arbitrary<BigDecimal> decimals() {
    return anyLong()
        .flatMap(
            digits ->
                Arbitraries.integers()
                    .between(-25, 25)
                    .map(scale -> new BigDecimal(BigInteger.valueOf(digits), scale)));
  }

  @Property
  void anIntegerIsReadAsWhatFits(@ForAll("anyLong") long value) {
    assertAllAsModel(value, BigDecimal.valueOf(value));
  }

  @Property
  void aTextIsReadAsTheNumberThatItSays(@ForAll("decimals") BigDecimal value) throws SQLException {
    assertAllAsModel(value.toString(), value);
    assertAllAsModel(" " + value.toPlainString() + "\n", value);
    Row row = new ObjectRow(value.toString());
    assertEquals(value, values.getBigDecimal(row, 0));
    assertEquals(value.doubleValue(), values.getDouble(row, 0));
  }

  @Property
  void aRealIsReadAsTheWholeNumberThatItIs(@ForAll("anyLong") long value, @ForAll boolean half)
      throws SQLException {
    double real = half ? value / 2.0 : value;
    assertAllAsModel(real, new BigDecimal(real));
  }

  @Property
  void anyRealIsReadAsWholeOrRefused(@ForAll double real) {
    assertAllAsModel(real, new BigDecimal(real));
  }

  @ParameterizedTest
  @CsvSource({
    "'12', 12",
    "' 12 ', 12",
    "'1e3', 1000",
    "'+7', 7",
    "'3.0', 3",
    "'-0.0', 0",
    "'5.', 5",
    "'1200e-2', 12",
    "'0e999999999', 0",
    "'0.00e-999999', 0"
  })
  void aTextOfAWholeNumberIsReadAsInt(String text, int value) throws SQLException {
    assertEquals(value, values.getInt(new ObjectRow(text), 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "abc",
        "1x",
        "0x10",
        "1e",
        ".",
        "1_000",
        "NaN",
        "Infinity",
        "1d",
        "١",
        "--1"
      })
  void aTextThatIsNoNumberIsRefused(String text) {
    Row row = new ObjectRow(text);
    assertRefused("22018", () -> values.getInt(row, 0));
    assertRefused("22018", () -> values.getLong(row, 0));
    assertRefused("22018", () -> values.getDouble(row, 0));
    assertRefused("22018", () -> values.getFloat(row, 0));
    assertRefused("22018", () -> values.getBigDecimal(row, 0));
    assertRefused("22018", () -> values.getObject(row, 0, BigInteger.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "-1e999999999", "1e400"})
  void aHugeExponentIsRefusedWithoutDoingTheWork(String text) {
    Row row = new ObjectRow(text);
    assertRefused("22003", () -> values.getLong(row, 0));
    assertRefused("22003", () -> values.getDouble(row, 0));
    if (!text.equals("1e400")) {
      assertRefused("22003", () -> values.getObject(row, 0, BigInteger.class));
    }
  }

  @Test
  void aTinyExponentIsAFraction() throws SQLException {
    Row row = new ObjectRow("1e-999999999");
    assertRefused("22003", "fraction", () -> values.getLong(row, 0));
    assertRefused("22003", "fraction", () -> values.getObject(row, 0, BigInteger.class));
    assertEquals(0.0, values.getDouble(row, 0));
  }

  @Test
  void aTextOfMillionsOfDigitsIsRefusedUnread() {
    Row row = new ObjectRow("9".repeat(5_000_000));
    assertRefused("22003", "5000000 characters", () -> values.getBigDecimal(row, 0));
  }

  @Test
  void aBlobIsNoNumber() {
    Row row = new ObjectRow((Object) "12".getBytes(StandardCharsets.UTF_8));
    assertRefused("22018", "BLOB of 2 bytes", () -> values.getInt(row, 0));
    assertRefused("22018", () -> values.getDouble(row, 0));
    assertRefused("22018", () -> values.getBigDecimal(row, 0));
    assertRefused("22018", () -> values.getBoolean(row, 0));
  }

  @Test
  void messagesNameTheValueAndTheTypeAndCutLongTexts() {
    assertRefused(
        "22003", "3000000000 is out of range of int", () -> values.getInt(row(3_000_000_000L), 0));
    assertRefused("22003", "1.5 has a fraction", () -> values.getInt(row(1.5), 0));
    assertRefused(
        "22018", "'" + "x".repeat(80) + "...'", () -> values.getInt(row("x".repeat(99)), 0));
  }

  private static Row row(Object value) {
    return new ObjectRow(value);
  }

  @Test
  void aFloatIsTheNearestOneAndNeverInfiniteUnlessTheValueIs() throws SQLException {
    assertEquals(0.1f, values.getFloat(row(0.1), 0));
    assertEquals((float) Long.MAX_VALUE, values.getFloat(row(Long.MAX_VALUE), 0));
    assertEquals(Float.MAX_VALUE, values.getFloat(row((double) Float.MAX_VALUE), 0));
    assertEquals(0f, values.getFloat(row(1e-300), 0));
    assertEquals(Float.NEGATIVE_INFINITY, values.getFloat(row(Double.NEGATIVE_INFINITY), 0));
    assertRefused("22003", () -> values.getFloat(row(1e39), 0));
    assertRefused("22003", () -> values.getFloat(row("-1e39"), 0));
  }

  @Test
  void nullIsZeroFalseOrNull() throws SQLException {
    Row row = new ObjectRow((Object) null);
    assertFalse(values.getBoolean(row, 0));
    assertEquals(0, values.getByte(row, 0));
    assertEquals(0, values.getShort(row, 0));
    assertEquals(0, values.getInt(row, 0));
    assertEquals(0, values.getLong(row, 0));
    assertEquals(0f, values.getFloat(row, 0));
    assertEquals(0.0, values.getDouble(row, 0));
    assertNull(values.getString(row, 0));
    assertNull(values.getBytes(row, 0));
    assertNull(values.getBigDecimal(row, 0));
    assertNull(values.getObject(row, 0));
    assertNull(values.getDate(row, 0, null));
    assertNull(values.getTime(row, 0, null));
    assertNull(values.getTimestamp(row, 0, null));
  }

  static Stream<Arguments> truths() {
    return Stream.of(
        Arguments.of(true, new Object[] {1, -1L, 0.5, "1", "true", "T", "yes", "Y", " ON "}),
        Arguments.of(false, new Object[] {0, 0.0, -0.0, "0", "FALSE", "f", "No", "n", "off"}));
  }

  @ParameterizedTest
  @MethodSource("truths")
  void numbersAndWordsAreRead(boolean expected, Object[] stored) throws SQLException {
    for (Object value : stored) {
      assertEquals(expected, values.getBoolean(row(value), 0), String.valueOf(value));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "maybe", "1.0", "truee"})
  void otherWordsAreNoBoolean(String text) {
    assertRefused("22018", () -> values.getBoolean(row(text), 0));
  }

  @Test
  void aRealIsADecimalAsSqlitePrintsIt() throws SQLException {
    assertEquals(new BigDecimal("0.1"), values.getBigDecimal(row(0.1), 0));
    assertEquals(new BigDecimal("1.0e+20"), values.getBigDecimal(row(1e20), 0));
    assertEquals(BigDecimal.valueOf(7), values.getBigDecimal(row(7), 0));
    assertEquals(
        BigInteger.ONE.shiftLeft(100), values.getObject(row(0x1p100), 0, BigInteger.class));
    assertRefused("22003", () -> values.getBigDecimal(row(Double.POSITIVE_INFINITY), 0));
    assertRefused(
        "22003", () -> values.getObject(row(Double.POSITIVE_INFINITY), 0, BigInteger.class));
    assertRefused("22003", () -> values.getObject(row(0.5), 0, BigInteger.class));
  }

  @Test
  void textsAndBytesOfEveryStorageClass() throws SQLException {
    assertEquals("-9223372036854775808", values.getString(row(Long.MIN_VALUE), 0));
    assertEquals("1.0", values.getString(row(1.0), 0));
    assertEquals("a\0b", values.getString(row("a\0b"), 0));
    assertEquals("é\uFFFD", values.getString(row(new byte[] {(byte) 0xc3, (byte) 0xa9, -1}), 0));
    assertArrayEquals(new byte[] {'1', '.', '5'}, values.getBytes(row(1.5), 0));
    assertArrayEquals(new byte[] {'4', '2'}, values.getBytes(row(42), 0));
    assertArrayEquals(new byte[] {(byte) 0xc3, (byte) 0xa9}, values.getBytes(row("é"), 0));
    assertArrayEquals(new byte[0], values.getBytes(row(new byte[0]), 0));
    assertArrayEquals(new byte[0], values.getBytes(row(""), 0));
  }
}
