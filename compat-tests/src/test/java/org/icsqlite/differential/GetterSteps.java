package org.icsqlite.differential;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Every getter of a result set that takes a column, on values of every storage class. */
final class GetterSteps implements Part {

  static final List<String> VALUES =
      List.of(
          "NULL",
          "0",
          "1",
          "-1",
          "42",
          "127",
          "128",
          "-129",
          "32768",
          "2147483647",
          "2147483648",
          "9007199254740993",
          "9223372036854775807",
          "-9223372036854775807 - 1",
          "1709212455123",
          "0.0",
          "1.0",
          "1.5",
          "-2.5",
          "0.1",
          "1e15",
          "1e16",
          "1e19",
          "1.5e300",
          "-9e999",
          "9e999",
          "2460369.5",
          "''",
          "'abc'",
          "'12'",
          "' 12 '",
          "'-7.9'",
          "'12abc'",
          "'1e3'",
          "'9223372036854775808'",
          "'true'",
          "'FALSE'",
          "'1'",
          "'0'",
          "'yes'",
          "'2024-02-29'",
          "'2024-02-29 13:14:15'",
          "'2024-02-29 13:14:15.123'",
          "'2024-02-29T13:14:15'",
          "'13:14:15'",
          "'2024-02-30'",
          "'\u00e4\u20ac\ud83d\ude00'",
          "'a' || char(0) || 'b'",
          "CAST(x'ff41' AS TEXT)",
          "CAST(x'eda080' AS TEXT)",
          "x''",
          "x'00ff'",
          "x'3132'",
          "zeroblob(40)");

  private static final List<Class<?>> CLASSES =
      List.of(
          String.class,
          Integer.class,
          Long.class,
          Double.class,
          Boolean.class,
          java.math.BigDecimal.class,
          byte[].class,
          java.sql.Date.class,
          java.sql.Timestamp.class,
          java.sql.Time.class,
          java.time.LocalDate.class,
          java.time.LocalDateTime.class,
          java.util.UUID.class,
          Object.class);

  private static List<Method> getters() {
    return Arrays.stream(ResultSet.class.getMethods())
        .filter(method -> method.getName().startsWith("get"))
        .filter(method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {int.class}))
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  @Override
  public void run(Side side, Outcomes outcomes) throws Exception {
    try (Connection connection = side.open();
        Statement statement = connection.createStatement()) {
      for (String value : VALUES) {
        try (ResultSet row = statement.executeQuery("SELECT " + value + " AS v")) {
          row.next();
          for (Method getter : getters()) {
            outcomes.record("get " + value + " " + getter.getName(), () -> getter.invoke(row, 1));
            outcomes.record("get " + value + " " + getter.getName() + " wasNull", row::wasNull);
          }
          for (Class<?> type : CLASSES) {
            outcomes.record(
                "get " + value + " as " + type.getSimpleName(), () -> row.getObject("v", type));
          }
        }
      }
    }
  }
}
