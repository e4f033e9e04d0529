package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection that several threads use at once: what one call does is whole for all others. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SharedConnectionTest {

  private static final int ROUNDS = 200;
  private static final int MANY_ROUNDS = 20_000;
  private static final int ROWS = 2_000;

  /** Runs a call again and again while another thread runs the other one; none may fail. */
  private static void beside(Callable<?> other, Callable<?> call) throws Exception {
    beside(other, call, ROUNDS);
  }

  private static void beside(Callable<?> other, Callable<?> call, int rounds) throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              while (!ended.get()) {
                other.call();
              }
              return null;
            });
    Thread thread = new Thread(task);
    thread.start();
    try {
      for (int i = 0; i < rounds && !task.isDone(); i++) {
        call.call();
      }
    } finally {
      ended.set(true);
      thread.join();
    }
    task.get();
  }

  private static Connection withRows() throws Exception {
    Connection connection = Urls.open(Urls.fresh());
    Urls.exec(
        connection,
        "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER)",
        "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<"
            + ROWS
            + ") INSERT INTO t SELECT v, 0 FROM i");
    connection.setAutoCommit(false);
    return connection;
  }

  private static int count(ResultSet rows) throws Exception {
    int count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  @Test
  void aCommitFindsNoWriteThatHasRowsLeft() throws Exception {
    try (Connection connection = withRows();
        PreparedStatement update =
            connection.prepareStatement("UPDATE t SET n = n + 1 RETURNING id")) {
      beside(
          () -> {
            assertEquals(ROWS, count(update.executeQuery()));
            return null;
          },
          () -> {
            connection.releaseSavepoint(connection.setSavepoint());
            connection.commit();
            return null;
          });
    }
  }

  @Test
  void aRollbackFindsNoMetadataThatAreRead() throws Exception {
    try (Connection connection = withRows();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < 100; i++) {
        statement.execute("CREATE TABLE IF NOT EXISTS other" + i + "(id INTEGER PRIMARY KEY, a)");
      }
      connection.commit();
      beside(
          () -> {
            connection.rollback();
            return null;
          },
          () -> {
            try (ResultSet columns =
                    connection.getMetaData().getColumns(null, null, "other%", "%");
                PreparedStatement insert =
                    connection.prepareStatement(
                        "INSERT INTO other7(a) VALUES(1)", Statement.RETURN_GENERATED_KEYS)) {
              assertEquals(200, count(columns));
              insert.executeUpdate();
            }
            return null;
          });
    }
  }

  @Test
  void aThreadWaitsForTheOtherThatExecutesTheSameStatement() throws Exception {
    try (Connection connection = withRows();
        PreparedStatement update = connection.prepareStatement("UPDATE t SET n = n + 1")) {
      int[] runs = new int[2];
      beside(() -> runs[0] += update.executeUpdate(), () -> runs[1] += update.executeUpdate());
      assertEquals(
          (runs[0] + runs[1]) / ROWS, Urls.number(connection, "SELECT n FROM t WHERE id = 1"));
    }
  }

  @Test
  void keysThatAreReadMeanwhileAreThoseOfOneExecutionOrNone() throws Exception {
    try (Connection connection = withRows();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO t(n) VALUES(1),(2),(3)", Statement.RETURN_GENERATED_KEYS)) {
      beside(
          () -> {
            int keys = count(insert.getGeneratedKeys());
            assertTrue(keys == 0 || keys == 3, () -> keys + " keys");
            return null;
          },
          insert::executeUpdate,
          MANY_ROUNDS);
    }
  }
}
