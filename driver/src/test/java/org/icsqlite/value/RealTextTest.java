package org.icsqlite.value;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
import java.util.function.DoubleSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of a REAL is SQLite's own, to the last digit. */
class RealTextTest {

  private static final int COUNT = 30_000;

  private static void assertAsSqlite(int count, DoubleSupplier values) throws SQLException {
    try (PlainSqlite sqlite = new PlainSqlite();
        PreparedStatement statement = sqlite.prepare("SELECT ?1, CAST(?1 AS TEXT)")) {
      for (int i = 0; i < count; i++) {
        double value = values.getAsDouble();
        if (Double.isNaN(value)) {
          continue;
        }
        statement.setDouble(1, value);
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          assertEquals(row.getString(1), RealText.of(value));
          assertEquals(row.getString(2), RealText.of(value));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.0, 0.0",
    "-0.0, 0.0",
    "1, 1.0",
    "0.1, 0.1",
    "100, 100.0",
    "-4.35, -4.35",
    "0.0001, 0.0001",
    "0.00001, 1.0e-05",
    "1e16, 10000000000000000.0",
    "1e17, 1.0e+17",
    "1e20, 1.0e+20",
    "1e23, 1.0e+23",
    "0.3333333333333333, 0.33333333333333332",
    "159.33999999999997, 159.33999999999998",
    "9.9E21, 9.9e+21",
    "4.9E-324, 4.9406564584124654e-324",
    "1.7976931348623157E308, 1.7976931348623157e+308",
    "Infinity, Inf",
    "-Infinity, -Inf"
  })
  void aRealHasTheTextThatSqliteGivesIt(double value, String text) throws SQLException {
    assertEquals(text, RealText.of(value));
    assertAsSqlite(1, () -> value);
  }

  @Test
  void everyBinaryExponentHasSqlitesText() throws SQLException {
    Random random = new Random(1);
    int[] next = {0};
    assertAsSqlite(
        2047 * 4,
        () ->
            Double.longBitsToDouble(
                ((long) (next[0]++ / 4) << 52) | (random.nextLong() & (-1L >>> 12))));
  }

  @Test
  void anyBitsHaveSqlitesText() throws SQLException {
    Random random = new Random(2);
    assertAsSqlite(COUNT, () -> Double.longBitsToDouble(random.nextLong()));
  }

  @Test
  void shortDecimalsAndTheirNeighboursHaveSqlitesText() throws SQLException {
    Random random = new Random(3);
    assertAsSqlite(
        COUNT,
        () -> {
          BigInteger digits = BigInteger.valueOf(random.nextLong() >>> random.nextInt(60));
          double value = new BigDecimal(digits, random.nextInt(60) - 30).doubleValue();
          return Double.longBitsToDouble(
              Double.doubleToLongBits(value) + (random.nextBoolean() ? 0 : random.nextInt(7) - 3));
        });
  }

  @Test
  void powersOfTenHaveSqlitesText() throws SQLException {
    int[] next = {-330};
    assertAsSqlite(640, () -> Double.parseDouble("9.9e" + next[0]++));
  }

  @Property
  void theTextNamesTheSameDouble(@ForAll double value) {
    assertEquals(value + 0.0, Double.parseDouble(RealText.of(value)));
  }
}
