package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteConnection;

/** Statements that several threads use or close at once: an error at worst, and no wrong row. */
class SharedStatementTest {

  private static final String QUERY = "SELECT ? UNION ALL SELECT 2 UNION ALL SELECT 3";
  private static final String CLOSED = "HY010";
  private static final int ROUNDS = 3_000;
  private static final int MOST_WAITING = 100;

  /** A call that another thread makes, and that waits for the connection's monitor. */
  private static <T> FutureTask<T> waiting(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.start();
    while (thread.getState() != Thread.State.BLOCKED) {
      assertFalse(task.isDone(), "it did not wait");
      Thread.onSpinWait();
    }
    return task;
  }

  private static String stateOf(FutureTask<?> task) throws InterruptedException {
    try {
      return "no failure but " + task.get();
    } catch (ExecutionException e) {
      return e.getCause() instanceof SQLException failure
          ? failure.getSQLState()
          : e.getCause().toString();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 32})
  void aCallThatComesLateFindsItsStatementClosed(int cached) throws Exception {
    try (Connection connection = Urls.open(Urls.fresh() + "?statement_cache=" + cached)) {
      Urls.exec(connection, "CREATE TABLE t(a)");
      PreparedStatement query = connection.prepareStatement(QUERY);
      query.setInt(1, 111);
      PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES(?)");
      insert.setInt(1, 1);
      insert.addBatch();
      FutureTask<?> late;
      FutureTask<?> lateBatch;
      FutureTask<?> lateMetadata;
      PreparedStatement next;
      ResultSet rows;
      synchronized (connection.unwrap(SQLiteConnection.class).getDatabase()) {
        late = waiting(query::executeQuery);
        lateMetadata = waiting(query::getMetaData);
        lateBatch = waiting(insert::executeBatch);
        query.close();
        insert.close();
        // With a cache it goes on with what the other one had compiled.
        next = connection.prepareStatement(QUERY);
        next.setInt(1, 5);
        next.setFetchSize(1);
        rows = next.executeQuery();
        assertTrue(rows.next());
      }
      assertEquals(CLOSED, stateOf(late));
      assertEquals(CLOSED, stateOf(lateMetadata));
      assertEquals(CLOSED, stateOf(lateBatch));
      assertEquals(5, rows.getInt(1));
      assertTrue(rows.next());
      assertEquals(2, rows.getInt(1));
      next.close();
      assertEquals(0, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }

  /** Runs a call again and again while another thread runs the other one. */
  private static void beside(Callable<?> other, Callable<?> call) throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              while (!ended.get()) {
                allowed(other);
              }
              return null;
            });
    Thread thread = new Thread(task);
    thread.start();
    try {
      for (int i = 0; i < ROUNDS; i++) {
        allowed(call);
      }
    } finally {
      ended.set(true);
      thread.join();
    }
    task.get();
  }

  /** What one thread does to the other's values may be an error that says so. */
  private static void allowed(Callable<?> call) throws Exception {
    try {
      call.call();
    } catch (BatchUpdateException e) {
      assertEquals(CLOSED, ((SQLException) e.getCause()).getSQLState(), e::toString);
    } catch (SQLException e) {
      assertEquals(CLOSED, e.getSQLState(), e::toString);
    }
  }

  /** Sets values of every length, or forgets them. */
  private static void change(PreparedStatement statement, int step) throws SQLException {
    int parameter = 1 + step % 3;
    switch (step * 7 % 5) {
      case 0 -> statement.clearParameters();
      case 1 -> statement.setString(parameter, "x".repeat(step % 300));
      case 2 -> statement.setBytes(parameter, new byte[step % 50]);
      case 3 -> statement.setLong(parameter, step);
      default -> statement.setNull(parameter, Types.NULL);
    }
  }

  @Test
  void valuesThatSeveralThreadsHaveSetAreSetAnewByOne() throws Exception {
    try (Connection connection = Urls.open(Urls.fresh())) {
      Urls.exec(connection, "CREATE TABLE t(a, b, c)");
      for (int round = 0; round < 20; round++) {
        try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t VALUES(?, ?, ?)")) {
          int[] steps = {round, 10 * round};
          beside(
              () -> {
                change(insert, steps[0]++);
                return null;
              },
              () -> {
                change(insert, steps[1]++);
                return null;
              });
          for (int i = 1; i <= 3; i++) {
            insert.setString(i, "value " + i);
          }
          insert.addBatch();
          insert.setString(2, "y".repeat(200));
          insert.addBatch();
          assertArrayEquals(new int[] {1, 1}, insert.executeBatch());
          insert.clearParameters();
          insert.setInt(1, 1);
          SQLException missing = assertThrows(SQLException.class, insert::addBatch);
          assertEquals("Parameter 2 of 3 has no value; set it first", missing.getMessage());
        }
      }
      assertEquals(20, Urls.number(connection, "SELECT count(*) FROM t WHERE length(b) = 200"));
      assertEquals(20, Urls.number(connection, "SELECT count(*) FROM t WHERE b = 'value 2'"));
    }
  }

  @Test
  void valuesThatAreSetMeanwhileAreTheOldOnesTheNewOnesOrAnError() throws Exception {
    byte[] large = new byte[50_000];
    byte[] small = new byte[1];
    try (Connection connection = Urls.open(Urls.fresh());
        PreparedStatement query = connection.prepareStatement("SELECT length(?1), ?1")) {
      query.setBytes(1, small);
      beside(
          () -> {
            query.setBytes(1, large);
            query.setBytes(1, small);
            return null;
          },
          () -> {
            try (ResultSet rows = query.executeQuery()) {
              assertTrue(rows.next());
              assertTrue(rows.getInt(1) == 1 || rows.getInt(1) == large.length);
              assertEquals(rows.getInt(1), rows.getBytes(2).length);
            }
            return null;
          });
      assertEquals(1, Urls.number(connection, "SELECT 1"));
    }
  }

  @Test
  void setsThatAreAddedMeanwhileBelongToTheNextBatch() throws Exception {
    try (Connection connection = Urls.open(Urls.fresh())) {
      Urls.exec(connection, "CREATE TABLE t(a)");
      connection.setAutoCommit(false);
      AtomicLong inserted = new AtomicLong();
      AtomicLong added = new AtomicLong();
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES(?)")) {
        beside(
            () -> {
              if (added.get() - inserted.get() < MOST_WAITING) {
                insert.setBytes(1, new byte[(int) (added.get() * 7_919 % 60_000)]);
                insert.addBatch();
                added.incrementAndGet();
              }
              return null;
            },
            () -> {
              inserted.addAndGet(Arrays.stream(insert.executeLargeBatch()).sum());
              if (inserted.get() % 64 == 0) {
                Urls.exec(connection, "DELETE FROM t");
              }
              return null;
            });
        inserted.addAndGet(Arrays.stream(insert.executeLargeBatch()).sum());
      }
      assertEquals(added.get(), inserted.get());
      connection.rollback();
    }
  }
}
