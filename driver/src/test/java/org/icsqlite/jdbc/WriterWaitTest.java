package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.icsqlite.vfs.EngineStatistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writers that wait for one another, through JDBC. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WriterWaitTest {

  @TempDir Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final String url = Urls.fresh() + "?busy_timeout=600000";
  private IcSqliteConnection holder;

  @BeforeEach
  void hold() throws SQLException {
    holder = (IcSqliteConnection) Urls.open(url);
    Urls.exec(holder, "CREATE TABLE t(x)");
    holder.setAutoCommit(false);
    Urls.exec(holder, "INSERT INTO t VALUES(0)");
  }

  @AfterEach
  void stop() throws SQLException {
    holder.close();
    threads.shutdownNow();
  }

  private void awaitWaiting(int count) throws SQLException {
    while (holder.statistics().waitingWriters() != count) {
      LockSupport.parkNanos(20_000);
    }
  }

  private static SQLException failureOf(Future<?> future) {
    return assertInstanceOf(
        SQLException.class, assertThrows(ExecutionException.class, future::get).getCause());
  }

  private static void assertCancelled(SQLException failure, String reason) {
    assertEquals("57014", failure.getSQLState());
    assertEquals(9, failure.getErrorCode());
    assertEquals(reason, failure.getMessage());
  }

  @Test
  void aSecondConnectionOfTheSameThreadTimesOutAndTheErrorNamesTheHolder() throws SQLException {
    try (Connection second = Urls.open(url)) {
      ((IcSqliteConnection) second).setBusyTimeout(60);
      long start = System.nanoTime();
      SQLException failure =
          assertThrows(SQLException.class, () -> Urls.exec(second, "INSERT INTO t VALUES(1)"));
      assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(60));
      assertInstanceOf(SQLTimeoutException.class, failure);
      assertEquals("HYT00", failure.getSQLState());
      assertEquals(5, failure.getErrorCode());
      assertTrue(
          failure
              .getMessage()
              .matches(
                  "database is locked: waited 60 ms \\(busy_timeout\\) for the write lock,"
                      + " held for \\d+ ms by a transaction begun in this same thread \\Q"
                      + Thread.currentThread().getName()
                      + "\\E; waiting cannot end it: commit or roll back on its connection first"),
          failure.getMessage());
      EngineStatistics statistics = holder.statistics();
      assertEquals(1, statistics.waits());
      assertEquals(1, statistics.waitTimeouts());
      assertEquals(0, statistics.waitingWriters());
      assertTrue(statistics.longestWait().toMillis() >= 60, statistics.toString());
      assertEquals(statistics.longestWait(), statistics.totalWait());
      holder.commit();
      Urls.exec(second, "INSERT INTO t VALUES(2)");
    }
  }

  @Test
  void theErrorOfAnotherThreadNamesTheHoldersThread() throws Exception {
    try (Connection second = Urls.open(url)) {
      ((IcSqliteConnection) second).setBusyTimeout(0);
      SQLException failure =
          failureOf(
              threads.submit(
                  () -> {
                    Urls.exec(second, "INSERT INTO t VALUES(1)");
                    return null;
                  }));
      assertTrue(
          failure
              .getMessage()
              .matches(
                  ".*waited 0 ms \\(busy_timeout\\) for the write lock, held for \\d+ ms by a"
                      + " transaction begun in thread \\Q"
                      + Thread.currentThread().getName()
                      + "\\E"),
          failure.getMessage());
    }
  }

  @Test
  void cancelEndsTheWaitAndNothingElse() throws Exception {
    try (Connection waiting = Urls.open(url);
        Statement statement = waiting.createStatement();
        PreparedStatement prepared = waiting.prepareStatement("INSERT INTO t VALUES(2)")) {
      Future<?> first = threads.submit(() -> statement.execute("INSERT INTO t VALUES(1)"));
      awaitWaiting(1);
      statement.cancel();
      assertCancelled(failureOf(first), "cancelled while waiting for the write lock");
      assertEquals(0, holder.statistics().waitingWriters());

      Future<Integer> second = threads.submit(() -> prepared.executeUpdate());
      awaitWaiting(1);
      statement.cancel();
      assertEquals(1, holder.statistics().waitingWriters(), "the other statement goes on");
      prepared.cancel();
      assertCancelled(failureOf(second), "cancelled while waiting for the write lock");

      statement.cancel();
      prepared.cancel();
      Future<Integer> third = threads.submit(() -> prepared.executeUpdate());
      awaitWaiting(1);
      holder.commit();
      assertEquals(1, third.get(), "a cancel in time does not reach what is begun later");
      assertEquals(List.of("0", "2"), Urls.column(holder, "SELECT x FROM t ORDER BY x"));
    }
  }

  @Test
  void cancelAlsoEndsTheWaitOfTheBeginThatAStatementCauses() throws Exception {
    try (Connection waiting = Urls.open(url + "&transaction_mode=immediate");
        Statement statement = waiting.createStatement()) {
      // The next statement begins the transaction, and so has to wait.
      waiting.setAutoCommit(false);
      Future<?> blocked = threads.submit(() -> statement.execute("INSERT INTO t VALUES(1)"));
      awaitWaiting(1);
      statement.cancel();
      assertCancelled(failureOf(blocked), "cancelled while waiting for the write lock");
      holder.commit();
      statement.execute("INSERT INTO t VALUES(2)");
      waiting.commit();
      assertEquals(List.of("0", "2"), Urls.column(holder, "SELECT x FROM t ORDER BY x"));
    }
  }

  @Test
  void cancelInterruptsAStatementThatRunsAndOneWithRowsLeft() throws Exception {
    try (Connection connection = Urls.open(Urls.fresh());
        Statement statement = connection.createStatement();
        Statement other = connection.createStatement()) {
      String endless =
          "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i) SELECT %s FROM i";
      Future<?> running = threads.submit(() -> statement.executeQuery(endless.formatted("max(v)")));
      while (!running.isDone()) {
        statement.cancel();
        LockSupport.parkNanos(1_000_000);
      }
      assertEquals("57014", failureOf(running).getSQLState());

      ResultSet rows = statement.executeQuery(endless.formatted("v"));
      assertTrue(rows.next());
      other.cancel();
      assertTrue(rows.next(), "the other statement was to be cancelled, and does not run");
      statement.cancel();
      SQLException failure =
          assertThrows(
              SQLException.class,
              () -> {
                while (rows.next()) {
                  // SQLite notices at one of the next rows.
                }
              });
      assertEquals("57014", failure.getSQLState());
      assertEquals(1, Urls.number(connection, "SELECT 1"));
    }
  }

  @Test
  void closingEndsTheWaitAndFreesThePlace() throws Exception {
    Connection closed = Urls.open(url);
    try (Connection behind = Urls.open(url)) {
      Future<?> first =
          threads.submit(
              () -> {
                Urls.exec(closed, "INSERT INTO t VALUES(1)");
                return null;
              });
      awaitWaiting(1);
      Future<?> second =
          threads.submit(
              () -> {
                Urls.exec(behind, "INSERT INTO t VALUES(2)");
                return null;
              });
      awaitWaiting(2);
      closed.close();
      assertEquals("08003", failureOf(first).getSQLState());
      assertTrue(closed.isClosed());
      assertEquals(1, holder.statistics().waitingWriters());
      holder.commit();
      second.get();
      assertEquals(List.of("0", "2"), Urls.column(holder, "SELECT x FROM t ORDER BY x"));
    }
  }

  @Test
  void abortEndsTheWait() throws Exception {
    Connection aborted = Urls.open(url);
    Future<?> waiting =
        threads.submit(
            () -> {
              Urls.exec(aborted, "INSERT INTO t VALUES(1)");
              return null;
            });
    awaitWaiting(1);
    aborted.abort(Runnable::run);
    String state = failureOf(waiting).getSQLState();
    assertTrue(state.equals("57014") || state.equals("08003"), state);
    assertTrue(aborted.isClosed());
    holder.commit();
    assertEquals(1, Urls.number(holder, "SELECT count(*) FROM t"));
  }

  @Test
  void aHolderThatClosesInsideItsTransactionHandsTheLockOn() throws Exception {
    try (Connection waiting = Urls.open(url)) {
      Future<?> blocked =
          threads.submit(
              () -> {
                Urls.exec(waiting, "INSERT INTO t VALUES(1)");
                return null;
              });
      awaitWaiting(1);
      holder.close();
      blocked.get();
      assertEquals(List.of("1"), Urls.column(waiting, "SELECT x FROM t"));
    }
  }

  @Test
  void anInterruptEndsTheWaitAndStaysSet() throws Exception {
    try (Connection waiting = Urls.open(url)) {
      AtomicReference<Thread> thread = new AtomicReference<>();
      Future<Boolean> interrupted =
          threads.submit(
              () -> {
                thread.set(Thread.currentThread());
                SQLException failure =
                    assertThrows(
                        SQLException.class, () -> Urls.exec(waiting, "INSERT INTO t VALUES(1)"));
                assertCancelled(
                    failure, "the thread was interrupted while waiting for the write lock");
                return Thread.interrupted();
              });
      awaitWaiting(1);
      thread.get().interrupt();
      assertTrue(interrupted.get());
      holder.commit();
      Urls.exec(waiting, "INSERT INTO t VALUES(3)");
      assertEquals(List.of("0", "3"), Urls.column(holder, "SELECT x FROM t ORDER BY x"));
    }
  }

  @Test
  void eightWritersGetTheLockInTheOrderOfAsking() throws Exception {
    List<Future<?>> writers = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      int number = i;
      writers.add(
          threads.submit(
              () -> {
                try (Connection connection = Urls.open(url)) {
                  Urls.exec(connection, "INSERT INTO t VALUES(" + number + ")");
                }
                return null;
              }));
      awaitWaiting(i);
    }
    holder.commit();
    for (Future<?> writer : writers) {
      writer.get();
    }
    assertEquals(
        IntStream.rangeClosed(0, 8).mapToObj(Integer::toString).toList(),
        Urls.column(holder, "SELECT x FROM t ORDER BY rowid"));
    assertEquals(8, holder.statistics().waits());
  }

  @Test
  void eightWritersInAFileNeverFindItBusy() throws Exception {
    String file = Urls.of(directory.resolve("stable_memory.bin"));
    try (Connection keepsOpen = Urls.open(file)) {
      Urls.exec(keepsOpen, "CREATE TABLE t(n INTEGER)", "INSERT INTO t VALUES(0)");
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        writers.add(
            threads.submit(
                () -> {
                  try (Connection connection = Urls.open(file);
                      PreparedStatement add = connection.prepareStatement("UPDATE t SET n=n+1")) {
                    for (int round = 0; round < 100; round++) {
                      assertEquals(1, add.executeUpdate());
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      assertEquals(800, Urls.number(keepsOpen, "SELECT n FROM t"));
    }
  }

  /** Leaves a connection unreachable in the middle of a transaction, the write lock held. */
  private void abandon(String shared) throws SQLException {
    Connection abandoned = Urls.open(shared);
    abandoned.setAutoCommit(false);
    Urls.exec(abandoned, "INSERT INTO t VALUES('lost')");
    ResultSet rows = abandoned.createStatement().executeQuery("SELECT x FROM t");
    assertTrue(rows.next());
  }

  @Test
  void aConnectionThatNobodyClosedGivesTheLockBackWhenItIsCollected() throws Exception {
    String shared = Urls.fresh() + "?busy_timeout=600000";
    int mounts = NativeLibrary.get().vfs().mounts();
    try (Connection survivor = Urls.open(shared)) {
      Urls.exec(survivor, "CREATE TABLE t(x)");
      abandon(shared);
      assertEquals(mounts + 2, NativeLibrary.get().vfs().mounts());
      Future<?> blocked =
          threads.submit(
              () -> {
                Urls.exec(survivor, "INSERT INTO t VALUES('kept')");
                return null;
              });
      while (!blocked.isDone() || NativeLibrary.get().vfs().mounts() != mounts + 1) {
        System.gc();
        LockSupport.parkNanos(1_000_000);
      }
      blocked.get();
      assertEquals(List.of("kept"), Urls.column(survivor, "SELECT x FROM t"));
    }
    assertEquals(mounts, NativeLibrary.get().vfs().mounts());
  }

  @Test
  void aLongWaitIsAnEventOfTheFlightRecorder() throws Exception {
    Path dump = directory.resolve("waits.jfr");
    try (Recording recording = new Recording();
        Connection second = Urls.open(url)) {
      recording.enable("org.icsqlite.WriterWait");
      recording.start();
      ((IcSqliteConnection) second).setBusyTimeout(1);
      assertThrows(SQLException.class, () -> Urls.exec(second, "INSERT INTO t VALUES(1)"));
      ((IcSqliteConnection) second).setBusyTimeout(40);
      assertThrows(SQLException.class, () -> Urls.exec(second, "INSERT INTO t VALUES(1)"));
      recording.stop();
      recording.dump(dump);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(dump).stream()
            .filter(event -> event.getDuration().toMillis() >= 40)
            .toList();
    assertEquals(1, events.size());
    RecordedEvent event = events.get(0);
    assertEquals("org.icsqlite.WriterWait", event.getEventType().getName());
    assertEquals(true, event.getBoolean("timedOut"));
    assertEquals(
        url.substring("jdbc:icsqlite:".length(), url.indexOf('?')) + " memory 120",
        event.getString("database"));
  }
}
