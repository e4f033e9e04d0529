package org.icsqlite.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.icsqlite.value.ColumnValues;
import org.icsqlite.value.TemporalSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every method of ResultSet, whichever the JDK has, in every state: none may reach past the present
 * row, and none may throw anything but an SQLException with a SQLState.
 */
class ResultSetMethodsTest {

  private static final Object[][] ROWS = {
    {null, 7, 1L << 40, 2.5, "text", new byte[] {1, 2}},
    {1, "2", null, 0.0, "", new byte[0]}
  };
  private static final int COLUMNS = 6;

  /** What JDBC lets a closed set answer. */
  private static final Set<String> ALLOWED_WHEN_CLOSED =
      Set.of("close", "isClosed", "isWrapperFor", "unwrap");

  private static final Set<String> SCROLLING =
      Set.of(
          "previous",
          "first",
          "last",
          "beforeFirst",
          "afterLast",
          "absolute",
          "relative",
          "refreshRow",
          "insertRow",
          "deleteRow",
          "moveToInsertRow",
          "moveToCurrentRow");

  private static final Set<String> UNSUPPORTED_TYPES =
      Set.of("getRef", "getArray", "getRowId", "getSQLXML");

  static List<Method> methods() {
    return Arrays.stream(ResultSet.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .sorted(Comparator.comparing(Method::toString))
        .toList();
  }

  static Stream<Method> getters() {
    return methods().stream().filter(ResultSetMethodsTest::isGetter);
  }

  static Stream<Method> updates() {
    return methods().stream()
        .filter(
            method ->
                method.getName().startsWith("update")
                    || method.getName().equals("cancelRowUpdates")
                    || SCROLLING.contains(method.getName()));
  }

  @Test
  void walksAllGettersAndUpdates() {
    assertTrue(getters().count() >= 68, "getters: " + getters().count());
    assertTrue(updates().count() >= 95, "updates: " + updates().count());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void throwsNothingButSqlExceptionsInAnyState(Method method) {
    for (State state : State.values()) {
      for (int column = -1; column <= COLUMNS + 1; column++) {
        outcome(method, state.open(), column, "c" + column);
      }
      outcome(method, state.open(), Integer.MIN_VALUE, null);
      outcome(method, state.open(), Integer.MAX_VALUE, "");
    }
  }

  @ParameterizedTest
  @MethodSource("getters")
  void aGetterNeedsAPresentRow(Method getter) {
    for (State state : State.values()) {
      if (state != State.ON_ROW) {
        assertEquals("24000", outcome(getter, state.open(), 1, "c1"), state.name());
        assertEquals("24000", outcome(getter, state.open(), 0, "none"), state.name());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("getters")
  void aGetterNeedsAColumn(Method getter) {
    String expected = getter.getParameterTypes()[0] == int.class ? "07009" : "42S22";
    for (int column : new int[] {Integer.MIN_VALUE, -1, 0, COLUMNS + 1, Integer.MAX_VALUE}) {
      assertEquals(expected, outcome(getter, State.ON_ROW.open(), column, "c" + column));
    }
  }

  @ParameterizedTest
  @MethodSource("getters")
  void aGetterOfNullReturnsAndSaysSo(Method getter) throws SQLException {
    IcSqliteResultSet rows = State.ON_ROW.open();
    String outcome = outcome(getter, rows, 1, "C1");
    if (UNSUPPORTED_TYPES.contains(getter.getName())) {
      assertEquals("0A000", outcome);
    } else {
      assertEquals("returned", outcome);
      assertTrue(rows.wasNull());
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aClosedSetRefusesAllButAskingWhetherItIs(Method method) {
    String outcome = outcome(method, State.CLOSED.open(), 1, "c1");
    if (ALLOWED_WHEN_CLOSED.contains(method.getName())) {
      assertEquals("returned", outcome);
    } else if (updates().anyMatch(method::equals)) {
      assertEquals("0A000", outcome);
    } else {
      assertEquals("24000", outcome);
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aClosedConnectionIsTheReasonGiven(Method method) {
    if (ALLOWED_WHEN_CLOSED.contains(method.getName()) || updates().anyMatch(method::equals)) {
      return;
    }
    CheckingCursor cursor = cursor();
    RecordingOwner owner = new RecordingOwner();
    IcSqliteResultSet rows = rows(cursor, owner);
    cursor.closeFromOutside();
    owner.closedBecause = new SQLException("The connection is closed", "08003");

    assertEquals("08003", outcome(method, rows, 1, "c1"));
  }

  @ParameterizedTest
  @MethodSource("updates")
  void updatesAndScrollingAreRefusedWithAReason(Method update) {
    for (State state : State.values()) {
      assertEquals("0A000", outcome(update, state.open(), 1, "c1"), state.name());
    }
  }

  private enum State {
    BEFORE_FIRST,
    FIRST_FETCHED,
    ON_ROW,
    AFTER_LAST,
    FAILED,
    CLOSED,
    CLOSED_FROM_OUTSIDE;

    IcSqliteResultSet open() {
      CheckingCursor cursor = cursor();
      if (this == FAILED) {
        cursor.failingAt(2, new SQLException("disk I/O error", "58030"));
      }
      IcSqliteResultSet rows = rows(cursor, new RecordingOwner());
      try {
        switch (this) {
          case BEFORE_FIRST -> {}
          case FIRST_FETCHED -> assertTrue(rows.isBeforeFirst());
          case ON_ROW -> assertTrue(rows.next());
          case AFTER_LAST -> {
            while (rows.next()) {
              rows.getString(1);
            }
          }
          case FAILED -> {
            rows.next();
            assertThrows(SQLException.class, rows::next);
          }
          case CLOSED -> {
            rows.next();
            rows.close();
          }
          case CLOSED_FROM_OUTSIDE -> {
            rows.next();
            cursor.closeFromOutside();
          }
        }
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
      return rows;
    }
  }

  private static CheckingCursor cursor() {
    return CheckingCursor.of(List.of("c1", "c2", "c3", "c4", "c5", "c6"), ROWS);
  }

  private static IcSqliteResultSet rows(CheckingCursor cursor, RecordingOwner owner) {
    return new IcSqliteResultSet(cursor, new ColumnValues(TemporalSettings.DEFAULT), owner);
  }

  /** "returned", or the SQLState. */
  private static String outcome(Method method, ResultSet rows, int column, String label) {
    try {
      method.invoke(rows, arguments(method, column, label));
      return "returned";
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException thrown) {
        assertNotNull(thrown.getSQLState(), () -> method + " without a SQLState: " + thrown);
        assertEquals(5, thrown.getSQLState().length(), thrown.getSQLState());
        assertNotNull(thrown.getMessage(), () -> method + " without a message");
        return thrown.getSQLState();
      }
      return fail(method + " with column " + column, e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  private static Object[] arguments(Method method, int column, String label) {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      Class<?> type = types[i];
      if (type == int.class) {
        arguments[i] = i == 0 ? column : 2;
      } else if (type == String.class) {
        arguments[i] = i == 0 ? label : "value";
      } else if (type == Class.class) {
        arguments[i] =
            method.getDeclaringClass() == ResultSet.class ? String.class : ResultSet.class;
      } else if (type == boolean.class) {
        arguments[i] = true;
      } else if (type == byte.class) {
        arguments[i] = (byte) 1;
      } else if (type == short.class) {
        arguments[i] = (short) 1;
      } else if (type == long.class) {
        arguments[i] = 1L;
      } else if (type == float.class) {
        arguments[i] = 1f;
      } else if (type == double.class) {
        arguments[i] = 1d;
      }
    }
    return arguments;
  }

  private static boolean isGetter(Method method) {
    return method.getName().startsWith("get") && method.getParameterCount() > 0;
  }
}
