package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sqlite.Function;

/** What other threads see of a connection that is aborted, or busy. */
class AbortAndValidityTest {

  private String url;
  private IcSqliteConnection connection;
  private CountDownLatch entered;

  @BeforeEach
  void open() throws SQLException {
    url = Urls.fresh();
    connection = (IcSqliteConnection) Urls.open(url);
    Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES (1)");
    entered = new CountDownLatch(1);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void assertClosed(Executable call) {
    assertEquals("08003", assertThrows(SQLException.class, call).getSQLState());
  }

  /** A call of another thread, which has begun when this returns. */
  private FutureTask<Integer> begin(String sql) throws Exception {
    FutureTask<Integer> task =
        new FutureTask<>(
            () -> {
              try (Statement statement = connection.createStatement();
                  ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getInt(1);
              }
            });
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    assertTrue(entered.await(30, TimeUnit.SECONDS));
    return task;
  }

  private void define(Executable within) throws SQLException {
    Function.create(
        connection,
        "enter",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            entered.countDown();
            try {
              within.execute();
            } catch (Throwable e) {
              throw new SQLException(e);
            }
            result(7);
          }
        });
  }

  @Test
  void anAbortedConnectionIsClosedBeforeItsTaskRuns() throws SQLException {
    Statement statement = connection.createStatement();
    List<Runnable> tasks = new ArrayList<>();
    connection.setAutoCommit(false);
    Urls.exec(connection, "INSERT INTO t VALUES (2)");
    connection.abort(tasks::add);
    assertTrue(connection.isClosed());
    assertTrue(statement.isClosed());
    assertFalse(connection.isValid(1));
    assertClosed(connection::createStatement);
    assertClosed(connection::commit);
    assertClosed(() -> statement.executeQuery("SELECT 1"));
    assertClosed(() -> connection.setAutoCommit(true));
    connection.abort(tasks::add);
    assertEquals(1, tasks.size(), "aborting again does nothing");
    tasks.get(0).run();
    assertTrue(connection.getDatabase().isClosed());
  }

  @Test
  void closingFreesWhatTheTaskOfAnAbortHasNot() throws SQLException {
    try (Connection other = Urls.open(url + "?busy_timeout=0")) {
      connection.setAutoCommit(false);
      Urls.exec(connection, "INSERT INTO t VALUES (2)");
      List<Runnable> tasks = new ArrayList<>();
      connection.abort(tasks::add);
      connection.close();
      assertTrue(connection.getDatabase().isClosed());
      tasks.get(0).run();
      Urls.exec(other, "INSERT INTO t VALUES (3)");
      assertEquals("[1, 3]", Urls.column(other, "SELECT x FROM t").toString());
    }
  }

  @Test
  void anExecutorThatRefusesLeavesTheConnectionClosed() throws SQLException {
    assertThrows(
        RejectedExecutionException.class,
        () ->
            connection.abort(
                task -> {
                  throw new RejectedExecutionException();
                }));
    assertTrue(connection.isClosed());
    assertFalse(connection.getDatabase().isClosed());
    connection.close();
    assertTrue(connection.getDatabase().isClosed());
  }

  @Test
  void anAbortEndsTheCallThatRuns() throws Exception {
    define(() -> {});
    FutureTask<Integer> call =
        begin(
            "SELECT enter() FROM (WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)"
                + " SELECT i FROM n) WHERE i < 0 OR enter() < 0");
    connection.abort(task -> {});
    assertTrue(connection.isClosed());
    ExecutionException ended =
        assertThrows(ExecutionException.class, () -> call.get(30, TimeUnit.SECONDS));
    assertTrue(
        List.of("57014", "08003").contains(((SQLException) ended.getCause()).getSQLState()),
        ended.getCause().toString());
  }

  @Test
  void aBusyConnectionIsNotValidAndTheCallGoesOn() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    define(() -> assertTrue(end.await(60, TimeUnit.SECONDS)));
    FutureTask<Integer> call = begin("SELECT enter()");
    long start = System.nanoTime();
    assertFalse(connection.isValid(1));
    assertFalse(connection.isValid(1));
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    assertTrue(seconds >= 2 && seconds < 20, "seconds: " + seconds);
    assertFalse(call.isDone());
    end.countDown();
    assertEquals(7, call.get(30, TimeUnit.SECONDS));
    assertTrue(connection.isValid(30));
    assertTrue(connection.isValid(0));
  }

  @Test
  void anInterruptedThreadLearnsWhetherItIsValid() throws SQLException {
    Thread.currentThread().interrupt();
    assertTrue(connection.isValid(30));
    assertTrue(Thread.interrupted());
  }

  @Test
  void aFunctionMayAskOnTheConnectionThatItRunsOn() throws Exception {
    boolean[] valid = new boolean[1];
    define(() -> valid[0] = connection.isValid(1));
    assertEquals(7, Urls.number(connection, "SELECT enter()"));
    assertTrue(valid[0]);
  }
}
