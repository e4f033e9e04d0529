package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sqlite.Function;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteException;

/** A cancel or a timeout ends one execution: the one that it was meant for. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class CancelAndTimeoutTest {

  private static final String ENDLESS =
      "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i) SELECT max(v) FROM i";

  private static final String MANY =
      "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT 1000000)"
          + " SELECT v FROM i";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = (IcSqliteConnection) Urls.open(Urls.fresh());
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    threads.shutdownNow();
  }

  private static SQLException failureOf(Future<?> future) {
    return assertInstanceOf(
        SQLException.class, assertThrows(ExecutionException.class, future::get).getCause());
  }

  /** Cancels until the call has noticed, for nobody can tell when it has begun. */
  private static SQLException cancelled(Statement statement, Future<?> call) throws SQLException {
    while (!call.isDone()) {
      statement.cancel();
      LockSupport.parkNanos(200_000);
    }
    SQLException failure = failureOf(call);
    assertEquals("57014", failure.getSQLState());
    assertEquals(9, failure.getErrorCode());
    return failure;
  }

  @Test
  void aCancelledStatementSaysSoAndTheConnectionGoesOnAtOnce() throws Exception {
    try (Statement statement = connection.createStatement()) {
      Future<?> call = threads.submit(() -> statement.executeQuery(ENDLESS));
      SQLException failure = cancelled(statement, call);
      assertEquals("The statement was cancelled", failure.getMessage());
      assertInstanceOf(SQLiteException.class, failure.getCause());
      try (ResultSet rows = statement.executeQuery("SELECT 7")) {
        assertTrue(rows.next());
        assertEquals(7, rows.getInt(1));
      }
      assertEquals(
          1_000_000,
          Urls.number(connection, MANY.replace("SELECT v FROM", "SELECT count(*) FROM")));
    }
  }

  @Test
  void aCancelBeforeAnExecutionDoesNotMeetIt() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.cancel();
      try (ResultSet rows = statement.executeQuery(MANY)) {
        for (int i = 0; i < 1_000_000; i++) {
          assertTrue(rows.next());
        }
      }
      statement.cancel();
      statement.execute("SELECT 1");
    }
  }

  @Test
  void aCancelBetweenFetchesMeetsTheNextOneAndNotTheRowsThatAreHere() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(10);
      ResultSet rows = statement.executeQuery(MANY);
      for (int i = 1; i <= 7; i++) {
        assertTrue(rows.next());
      }
      statement.cancel();
      for (int i = 8; i <= 10; i++) {
        assertTrue(rows.next());
        assertEquals(i, rows.getInt(1));
      }
      assertEquals("57014", assertThrows(SQLException.class, rows::next).getSQLState());
      assertFalse(statement.isClosed());
      assertTrue(statement.executeQuery("SELECT 1").next());
    }
  }

  @Test
  void anOpenCursorOfAnotherStatementSurvives() throws Exception {
    try (Statement paused = connection.createStatement();
        Statement statement = connection.createStatement()) {
      paused.setFetchSize(10);
      ResultSet rows = paused.executeQuery(MANY);
      for (int i = 1; i <= 15; i++) {
        assertTrue(rows.next());
      }
      for (int round = 0; round < 20; round++) {
        cancelled(statement, threads.submit(() -> statement.executeQuery(ENDLESS)));
      }
      for (int i = 16; i <= 1_000_000; i++) {
        assertTrue(rows.next());
        assertEquals(i, rows.getInt(1));
      }
      assertFalse(rows.next());
    }
  }

  @Test
  void aStatementThatAFunctionRunsIsAnother() throws Exception {
    AtomicBoolean inside = new AtomicBoolean();
    AtomicBoolean goOn = new AtomicBoolean();
    Function.create(
        connection,
        "within",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            inside.set(true);
            try (Statement inner = connection.createStatement();
                ResultSet rows = inner.executeQuery("SELECT 5")) {
              rows.next();
              while (!goOn.get()) {
                Thread.onSpinWait();
              }
              result(rows.getInt(1));
            }
          }
        });
    try (Statement statement = connection.createStatement()) {
      String sql = ENDLESS.replace("max(v)", "max(v + within())");
      Future<?> call = threads.submit(() -> statement.executeQuery(sql));
      while (!inside.get()) {
        Thread.onSpinWait();
      }
      statement.cancel();
      goOn.set(true);
      assertEquals("57014", failureOf(call).getSQLState());
    } finally {
      goOn.set(true);
      Function.destroy(connection, "within");
    }
  }

  /** Calls of two statements of one connection, or of two; only the one that was cancelled ends. */
  private static void interleave(Connection first, Connection second, long seed) throws Exception {
    Random random = new Random(seed);
    String sql =
        "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT ?)"
            + " SELECT count(*) FROM i";
    ExecutorService two = Executors.newFixedThreadPool(2);
    try (PreparedStatement victim = first.prepareStatement(sql);
        PreparedStatement bystander = second.prepareStatement(sql)) {
      int cancelled = 0;
      for (int round = 0; round < 400; round++) {
        int rows = 1 + random.nextInt(20_000);
        long pause = random.nextInt(1_000_000);
        Future<Long> wanted = two.submit(() -> count(victim, rows));
        Future<Long> other = two.submit(() -> count(bystander, rows));
        long until = System.nanoTime() + pause;
        while (System.nanoTime() < until) {
          Thread.onSpinWait();
        }
        victim.cancel();
        assertEquals(rows, other.get());
        try {
          assertEquals(rows, wanted.get());
        } catch (ExecutionException e) {
          assertEquals("57014", ((SQLException) e.getCause()).getSQLState());
          cancelled++;
        }
        assertEquals(3_000, count(victim, 3_000));
      }
      assertTrue(cancelled > 0, "none of 400 cancels met its statement");
    } finally {
      two.shutdownNow();
    }
  }

  private static long count(PreparedStatement statement, int rows) throws SQLException {
    statement.setInt(1, rows);
    try (ResultSet counted = statement.executeQuery()) {
      assertTrue(counted.next());
      return counted.getLong(1);
    }
  }

  @Test
  void ofTwoStatementsOfOneConnectionTheRightOneEnds() throws Exception {
    interleave(connection, connection, 41);
  }

  @Test
  void ofTwoConnectionsTheRightOneEnds() throws Exception {
    try (Connection other = Urls.open(Urls.fresh())) {
      interleave(connection, other, 42);
    }
  }

  @Test
  void cancelsAtAnyTimeMeetNoLaterExecution() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    try (PreparedStatement statement = connection.prepareStatement("SELECT ?");
        Statement after = connection.createStatement()) {
      Future<?> cancelling =
          threads.submit(
              () -> {
                while (!ended.get()) {
                  statement.cancel();
                }
                return null;
              });
      String thousand =
          "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT 1000)"
              + " SELECT count(*) FROM i";
      int met = 0;
      for (int i = 0; i < 20_000; i++) {
        statement.setInt(1, i);
        try (ResultSet rows = statement.executeQuery()) {
          assertTrue(rows.next());
          assertEquals(i, rows.getInt(1));
        } catch (SQLException e) {
          assertEquals("57014", e.getSQLState());
          met++;
        }
        // Long enough for SQLite to look at its guard.
        try (ResultSet rows = after.executeQuery(thousand)) {
          rows.next();
          assertEquals(1_000, rows.getInt(1));
        }
      }
      ended.set(true);
      cancelling.get();
      assertTrue(met < 20_000, "every one of them was met");
    }
  }

  @Test
  void aProgressHandlerOfTheUsersKeepsCancellingPossible() throws Exception {
    ProgressHandler.setHandler(
        connection,
        1_000,
        new ProgressHandler() {
          @Override
          protected int progress() {
            return 0;
          }
        });
    try (Statement statement = connection.createStatement()) {
      AtomicBoolean begun = new AtomicBoolean();
      Future<Long> call =
          threads.submit(
              () -> {
                begun.set(true);
                assertEquals(
                    "57014",
                    assertThrows(SQLException.class, () -> statement.executeQuery(ENDLESS))
                        .getSQLState());
                return System.nanoTime();
              });
      while (!begun.get()) {
        Thread.onSpinWait();
      }
      LockSupport.parkNanos(20_000_000);
      long asked = System.nanoTime();
      statement.cancel();
      long took = call.get() - asked;
      assertTrue(took < 2_000_000_000L, "it took " + took + " ns");
      assertEquals(1, Urls.number(connection, "SELECT 1"));
    } finally {
      ProgressHandler.clearHandler(connection);
    }
  }

  @Test
  void aTimeoutStopsWhateverRunsLong() throws SQLException {
    Urls.exec(
        connection,
        "CREATE TABLE t AS WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT"
            + " 3000) SELECT v, v * 7919 % 3001 AS w FROM i");
    for (String sql :
        new String[] {
          ENDLESS,
          "SELECT count(*) FROM t AS a, t AS b, t AS c, t AS d",
          "SELECT a.w, b.w FROM t AS a, t AS b, t AS c ORDER BY a.w * b.w % 1000003"
        }) {
      try (Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(1);
        long begun = System.nanoTime();
        SQLException failure = assertThrows(SQLException.class, () -> statement.executeQuery(sql));
        long took = System.nanoTime() - begun;
        assertInstanceOf(SQLTimeoutException.class, failure);
        assertEquals("HYT00", failure.getSQLState());
        assertEquals(9, failure.getErrorCode());
        assertInstanceOf(SQLiteException.class, failure.getCause());
        assertTrue(took > 900_000_000L && took < 20_000_000_000L, sql + " took " + took + " ns");
        statement.execute("SELECT 1");
      }
    }
  }

  @Test
  void theTimeOfTheCallerBetweenFetchesDoesNotCount() throws Exception {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      statement.setFetchSize(10);
      ResultSet rows = statement.executeQuery(MANY);
      for (int i = 0; i < 10; i++) {
        assertTrue(rows.next());
      }
      long until = System.nanoTime() + 1_200_000_000L;
      while (System.nanoTime() < until) {
        LockSupport.parkNanos(until - System.nanoTime());
      }
      assertTrue(rows.next());
      rows.close();
      statement.setQueryTimeout(0);
      assertEquals(0, statement.getQueryTimeout());
      assertEquals(
          "22023",
          assertThrows(SQLException.class, () -> statement.setQueryTimeout(-1)).getSQLState());
    }
  }

  @Test
  void aTimeoutOfOneStatementLeavesTheOthersAlone() throws SQLException {
    try (Statement timed = connection.createStatement();
        Statement paused = connection.createStatement()) {
      paused.setFetchSize(10);
      ResultSet rows = paused.executeQuery(MANY);
      assertTrue(rows.next());
      timed.setQueryTimeout(1);
      assertThrows(SQLTimeoutException.class, () -> timed.executeQuery(ENDLESS));
      for (int i = 2; i <= 1_000_000; i++) {
        assertTrue(rows.next());
      }
      assertEquals(1_000_000, rows.getInt(1));
    }
  }

  @Test
  void aTimeoutEndsTheWaitForTheWriteLock() throws SQLException {
    String url = Urls.fresh() + "?busy_timeout=600000";
    try (Connection holder = Urls.open(url);
        Connection waiting = Urls.open(url);
        Statement statement = waiting.createStatement()) {
      Urls.exec(holder, "CREATE TABLE t(x)");
      holder.setAutoCommit(false);
      Urls.exec(holder, "INSERT INTO t VALUES(1)");
      statement.setQueryTimeout(1);
      for (boolean autoCommit : new boolean[] {true, false}) {
        waiting.setAutoCommit(autoCommit);
        SQLException failure =
            assertThrows(SQLException.class, () -> statement.execute("INSERT INTO t VALUES(2)"));
        assertInstanceOf(SQLTimeoutException.class, failure);
        assertEquals("HYT00", failure.getSQLState());
        assertInstanceOf(SQLiteException.class, failure.getCause());
      }
      holder.commit();
      assertEquals(1, statement.executeUpdate("INSERT INTO t VALUES(3)"));
    }
  }

  @Test
  void aBatchEndsWhereItIsCancelledOrTimesOut() throws Exception {
    Urls.exec(connection, "CREATE TABLE t(x)");
    String sql =
        "INSERT INTO t SELECT count(*) FROM (WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL"
            + " SELECT v + 1 FROM i LIMIT ?) SELECT v FROM i)";
    for (boolean timeout : new boolean[] {false, true}) {
      Urls.exec(connection, "DELETE FROM t");
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < 5; i++) {
          statement.setLong(1, i < 3 ? 10 : 1L << 40);
          statement.addBatch();
        }
        SQLException failure;
        if (timeout) {
          statement.setQueryTimeout(1);
          failure = assertThrows(SQLException.class, statement::executeBatch);
          assertEquals("HYT00", failure.getSQLState());
          assertInstanceOf(SQLTimeoutException.class, failure.getCause());
        } else {
          Future<?> call = threads.submit(statement::executeBatch);
          LockSupport.parkNanos(200_000_000);
          failure = cancelled(statement, call);
        }
        BatchUpdateException batch = assertInstanceOf(BatchUpdateException.class, failure);
        assertTrue(Arrays.equals(new int[] {1, 1, 1}, batch.getUpdateCounts()));
        assertEquals(3, Urls.number(connection, "SELECT count(*) FROM t"));
        statement.setQueryTimeout(0);
        statement.setLong(1, 10);
        assertEquals(1, statement.executeUpdate());
      }
    }
  }

  @Test
  void aThousandInterruptionsLeaveNothingBehind() throws Exception {
    try (Statement statement = connection.createStatement()) {
      List<Long> growth =
          NativeHeap.growth(
              250 * 200,
              () -> {
                for (int i = 0; i < 250; i++) {
                  cancelled(statement, threads.submit(() -> statement.executeQuery(ENDLESS)));
                }
              });
      statement.execute("SELECT 1");
      assertTrue(Collections.min(growth) < 250 * 200, "the native heap grew by " + growth);
      assertTrue(connection.session().statements().count() < 40);
    }
  }
}
