package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatementLifecycleTest {

  private static final String THREE = "SELECT value FROM json_each('[1,2,3]')";

  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = (IcSqliteConnection) Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(connection, "CREATE TABLE t(x)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void closeOnCompletionClosesWithTheLastResult() throws SQLException {
    Statement statement = connection.createStatement();
    assertFalse(statement.isCloseOnCompletion());
    statement.closeOnCompletion();
    assertTrue(statement.isCloseOnCompletion());
    statement.executeUpdate("INSERT INTO t VALUES(1)");
    assertFalse(statement.isClosed(), "a count completes nothing");
    ResultSet first = statement.executeQuery(THREE);
    ResultSet second = statement.executeQuery(THREE);
    assertTrue(first.isClosed());
    assertFalse(statement.isClosed(), "the next execution closed the first");
    statement.getGeneratedKeys().close();
    assertFalse(statement.isClosed());
    second.close();
    assertTrue(statement.isClosed());

    Statement several = connection.createStatement();
    several.closeOnCompletion();
    several.execute("SELECT 1; SELECT 2");
    several.getResultSet().close();
    assertFalse(several.isClosed(), "another result waits");
    assertTrue(several.getMoreResults());
    several.getResultSet().close();
    assertTrue(several.isClosed());
  }

  @Test
  void anExecutionClosesTheResultBefore() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(THREE)) {
      ResultSet first = statement.executeQuery();
      assertTrue(first.next());
      assertSame(first, statement.getResultSet());
      ResultSet second = statement.executeQuery();
      assertTrue(first.isClosed());
      assertEquals("24000", assertThrows(SQLException.class, first::next).getSQLState());
      assertTrue(second.next());
      assertEquals(1, second.getInt(1));
      assertSame(statement, second.getStatement());
      first.close();
      assertTrue(second.next(), "closing the first again closes nothing");
    }
  }

  @Test
  void closingInAnyOrderIsRight() throws SQLException {
    Random random = new Random(7);
    int before = connection.session().statements().count();
    for (int round = 0; round < 200; round++) {
      List<AutoCloseable> open = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        PreparedStatement prepared = connection.prepareStatement(THREE + " -- " + i);
        Statement statement = connection.createStatement();
        ResultSet one = prepared.executeQuery();
        ResultSet two = statement.executeQuery(THREE);
        assertTrue(one.next() && two.next());
        Collections.addAll(open, prepared, statement, one, two, one, prepared);
      }
      Collections.shuffle(open, random);
      for (AutoCloseable closeable : open) {
        try {
          closeable.close();
        } catch (Exception e) {
          throw new AssertionError("in round " + round, e);
        }
      }
    }
    connection.setStatementCacheSize(0);
    assertTrue(connection.session().statements().count() <= before);
    Urls.exec(connection, "DROP TABLE t");
  }

  private static Object argument(Class<?> type) {
    if (type == boolean.class) {
      return false;
    } else if (type == long.class) {
      return 1L;
    } else if (type == double.class) {
      return 1.0;
    } else if (type == float.class) {
      return 1.0f;
    } else if (type == byte.class) {
      return (byte) 1;
    } else if (type == short.class) {
      return (short) 1;
    } else if (type == int.class) {
      return 1;
    } else if (type == String.class) {
      return "SELECT 1";
    } else if (type == Calendar.class) {
      return Calendar.getInstance();
    } else if (type == Class.class) {
      return Object.class;
    }
    return null;
  }

  private static void assertAllSay(String state, Object target, Class<?> type, String... except)
      throws NoSuchMethodException {
    for (Method method : type.getMethods()) {
      if (target.getClass().getMethod(method.getName(), method.getParameterTypes()).isDefault()
          || java.lang.reflect.Modifier.isStatic(method.getModifiers())
          || List.of(except).contains(method.getName())) {
        continue;
      }
      Object[] arguments =
          Arrays.stream(method.getParameterTypes()).map(StatementLifecycleTest::argument).toArray();
      InvocationTargetException thrown =
          assertThrows(
              InvocationTargetException.class,
              () -> method.invoke(target, arguments),
              method.toString());
      if (!(thrown.getCause() instanceof SQLException failure)) {
        throw new AssertionError(method.toString(), thrown.getCause());
      }
      assertEquals(state, failure.getSQLState(), method.toString());
    }
  }

  @Test
  void everyMethodOfAClosedStatementSaysThatItIsClosed() throws Exception {
    PreparedStatement prepared = connection.prepareStatement("SELECT ?");
    Statement statement = connection.createStatement();
    prepared.close();
    statement.close();
    String[] except = {"close", "isClosed", "unwrap", "isWrapperFor"};
    assertAllSay("HY010", prepared, PreparedStatement.class, except);
    assertAllSay("HY010", statement, Statement.class, except);
    assertTrue(prepared.isClosed());
    connection.close();
    assertAllSay("08003", prepared, PreparedStatement.class, except);
    assertAllSay("08003", statement, Statement.class, except);
  }

  @Test
  void everyMethodOfAClosedConnectionSaysThatItIsClosed() throws Exception {
    connection.close();
    assertAllSay(
        "08003",
        connection,
        Connection.class,
        "close",
        "isClosed",
        "isValid",
        "abort",
        "unwrap",
        "isWrapperFor");
    connection.abort(Runnable::run);
    assertFalse(connection.isValid(1));
  }

  @Test
  void resultSetsOfAClosedStatementSaySo() throws SQLException {
    Statement statement = connection.createStatement();
    ResultSet rows = statement.executeQuery(THREE);
    assertTrue(rows.next());
    statement.close();
    assertTrue(rows.isClosed());
    assertEquals("HY010", assertThrows(SQLException.class, rows::next).getSQLState());
    assertEquals("HY010", assertThrows(SQLException.class, () -> rows.getInt(1)).getSQLState());
    rows.close();
  }

  @Test
  void limitsAndHintsAreCheckedAndKept() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setMaxFieldSize(3);
      assertEquals(3, statement.getMaxFieldSize());
      ResultSet rows = statement.executeQuery("SELECT 'abcdef', 12345");
      assertTrue(rows.next());
      assertEquals("abc", rows.getString(1));
      assertEquals(12345, rows.getInt(2));
      assertEquals(ResultSet.FETCH_FORWARD, statement.getFetchDirection());
      for (int hint :
          List.of(ResultSet.FETCH_REVERSE, ResultSet.FETCH_UNKNOWN, ResultSet.FETCH_FORWARD)) {
        statement.setFetchDirection(hint);
        assertEquals(ResultSet.FETCH_FORWARD, statement.getFetchDirection());
      }
      assertThrows(SQLDataException.class, () -> statement.setFetchDirection(17));
      assertThrows(SQLDataException.class, () -> statement.setMaxFieldSize(-1));
      assertThrows(SQLFeatureNotSupportedException.class, () -> statement.setCursorName("c"));
      assertEquals(ResultSet.TYPE_FORWARD_ONLY, statement.getResultSetType());
      assertEquals(ResultSet.CONCUR_READ_ONLY, statement.getResultSetConcurrency());
      assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, statement.getResultSetHoldability());
      assertNull(statement.getWarnings());
      statement.clearWarnings();
      assertSame(connection, statement.getConnection());
      assertSame(statement, statement.unwrap(Statement.class));
      assertFalse(statement.isWrapperFor(String.class));
      assertThrows(SQLException.class, () -> statement.unwrap(String.class));
      statement.setLargeMaxRows(1L << 40);
      assertEquals(Integer.MAX_VALUE, statement.getMaxRows());
    }
  }

  @Test
  void cursorsOfOtherKindsAreNotSupported() throws SQLException {
    assertThrows(
        SQLFeatureNotSupportedException.class,
        () ->
            connection.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY));
    assertThrows(
        SQLFeatureNotSupportedException.class,
        () ->
            connection.prepareStatement(
                "SELECT 1", ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE));
    assertThrows(SQLFeatureNotSupportedException.class, () -> connection.prepareCall("CALL f()"));
  }

  @Test
  void aConnectionMovesBetweenThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES(?)")) {
      for (int i = 0; i < 300; i++) {
        int value = i;
        threads
            .submit(
                () -> {
                  insert.setInt(1, value);
                  return insert.executeUpdate();
                })
            .get();
      }
      assertEquals(300, Urls.number(connection, "SELECT count(DISTINCT x) FROM t"));
    } finally {
      threads.shutdownNow();
    }
  }

  private void useFrom(ExecutorService threads) throws Exception {
    List<Future<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int number = i;
      Callable<Integer> call =
          () -> {
            int seen = 0;
            for (int round = 0; round < 100; round++) {
              try (PreparedStatement insert =
                      connection.prepareStatement("INSERT INTO t VALUES(?)");
                  PreparedStatement query = connection.prepareStatement(THREE)) {
                insert.setInt(1, 1000 * number + round);
                seen += insert.executeUpdate();
                try (ResultSet rows = query.executeQuery()) {
                  for (int row = 1; row <= 3; row++) {
                    assertTrue(rows.next());
                    assertEquals(row, rows.getInt(1));
                  }
                  assertFalse(rows.next());
                }
              }
            }
            return seen;
          };
      calls.add(threads.submit(call));
    }
    for (Future<Integer> call : calls) {
      assertEquals(100, call.get());
    }
    assertEquals(800, Urls.number(connection, "SELECT count(DISTINCT x) FROM t"));
  }

  @Test
  void threadsMayUseOneConnectionAtOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      useFrom(threads);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void soMayVirtualThreads() throws Exception {
    if (Runtime.version().feature() < 21) {
      assertThrows(
          NoSuchMethodException.class,
          () -> Executors.class.getMethod("newVirtualThreadPerTaskExecutor"));
      return;
    }
    ExecutorService threads =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    try {
      useFrom(threads);
    } finally {
      threads.shutdownNow();
    }
  }
}
