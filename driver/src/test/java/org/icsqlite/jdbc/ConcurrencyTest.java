package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConcurrencyTest {

  private static final int TRANSACTIONS = 2000;

  @TempDir Path directory;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void aReaderNeverSeesHalfATransactionInAFile() throws Exception {
    moneyIsNeverLost(Urls.of(directory.resolve("stable_memory.bin")));
  }

  @Test
  void aReaderNeverSeesHalfATransactionInTheHeap() throws Exception {
    moneyIsNeverLost(Urls.fresh() + "?cache_size_kib=64");
  }

  /** One thread moves amounts between two tables, the other checks the sum in transactions. */
  private void moneyIsNeverLost(String url) throws Exception {
    try (Connection keepsOpen = Urls.open(url)) {
      Urls.exec(
          keepsOpen,
          "CREATE TABLE a(id INTEGER PRIMARY KEY, n INTEGER, pad BLOB)",
          "CREATE TABLE b(id INTEGER PRIMARY KEY, n INTEGER, pad BLOB)",
          "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<100)"
              + " INSERT INTO a SELECT v, 1000, randomblob(3000) FROM i",
          "INSERT INTO b SELECT id, 1000, randomblob(3000) FROM a");
      AtomicBoolean done = new AtomicBoolean();
      CountDownLatch reading = new CountDownLatch(1);
      Future<?> writer =
          threads.submit(
              () -> {
                reading.await();
                try {
                  write(url);
                } finally {
                  done.set(true);
                }
                return null;
              });
      Future<Integer> reader = threads.submit(() -> check(url, done, reading));

      writer.get();
      int checks = reader.get();

      assertEquals(true, checks > 0);
      assertEquals(
          TRANSACTIONS, Urls.number(keepsOpen, "SELECT sum(n)-100000 FROM b"), "all committed");
      assertEquals("ok", Urls.column(keepsOpen, "PRAGMA integrity_check").get(0));
    }
  }

  private static void write(String url) throws SQLException {
    try (Connection connection = Urls.open(url);
        PreparedStatement take =
            connection.prepareStatement("UPDATE a SET n=n-1, pad=randomblob(3000) WHERE id=?");
        PreparedStatement give = connection.prepareStatement("UPDATE b SET n=n+1 WHERE id=?")) {
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSACTIONS; i++) {
        take.setInt(1, 1 + i % 100);
        assertEquals(1, take.executeUpdate());
        give.setInt(1, 1 + (i * 7) % 100);
        assertEquals(1, give.executeUpdate());
        connection.commit();
      }
    }
  }

  private static int check(String url, AtomicBoolean done, CountDownLatch reading)
      throws SQLException {
    int checks = 0;
    try (Connection connection = Urls.open(url);
        PreparedStatement sumOfA = connection.prepareStatement("SELECT sum(n) FROM a");
        PreparedStatement sumOfB = connection.prepareStatement("SELECT sum(n) FROM b")) {
      connection.setAutoCommit(false);
      boolean last;
      do {
        last = done.get();
        long total = number(sumOfA);
        reading.countDown();
        total += number(sumOfB);
        assertEquals(200_000, total, "sum over both tables");
        connection.commit();
        checks++;
      } while (!last);
    }
    return checks;
  }

  private static long number(PreparedStatement query) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void writersInSeveralThreadsAllGetTheirTurn() throws Exception {
    String url = Urls.fresh() + "?busy_timeout=60000";
    try (Connection keepsOpen = Urls.open(url)) {
      Urls.exec(keepsOpen, "CREATE TABLE t(n INTEGER)", "INSERT INTO t VALUES(0)");
      List<Callable<Void>> writers = new ArrayList<>();
      for (int w = 0; w < 6; w++) {
        writers.add(
            () -> {
              try (Connection connection = Urls.open(url)) {
                for (int i = 0; i < 300; i++) {
                  Urls.exec(connection, "UPDATE t SET n=n+1");
                }
              }
              return null;
            });
      }
      for (Future<Void> writer : threads.invokeAll(writers)) {
        writer.get();
      }
      assertEquals(1800, Urls.number(keepsOpen, "SELECT n FROM t"));
    }
  }

  @Test
  void databasesInOneFileAreWrittenSideBySide() throws Exception {
    Path file = directory.resolve("many.bin");
    List<Callable<Void>> writers = new ArrayList<>();
    for (int id = 0; id < 4; id++) {
      String url = Urls.of(file) + "?bucket_pages=2&memory_id=" + id * 80;
      int step = id + 1;
      writers.add(
          () -> {
            try (Connection connection = Urls.open(url)) {
              Urls.exec(connection, "CREATE TABLE t(n)");
              for (int i = 0; i < 50; i++) {
                Urls.exec(connection, "INSERT INTO t VALUES(zeroblob(" + step * 5000 + "))");
              }
            }
            return null;
          });
    }
    for (Future<Void> writer : threads.invokeAll(writers)) {
      writer.get();
    }
    for (int id = 0; id < 4; id++) {
      try (Connection connection = Urls.open(Urls.of(file) + "?mode=query&memory_id=" + id * 80)) {
        assertEquals("ok", Urls.column(connection, "PRAGMA integrity_check").get(0));
        assertEquals(
            50L * (id + 1) * 5000, Urls.number(connection, "SELECT sum(length(n)) FROM t"));
      }
    }
  }

  @Test
  void aConnectionClosedInsideATransactionFreesTheWriteLock() throws Exception {
    String url = Urls.fresh() + "?busy_timeout=0";
    try (Connection survivor = Urls.open(url)) {
      Urls.exec(survivor, "CREATE TABLE t(x)");
      try (Connection dying = Urls.open(url)) {
        dying.setAutoCommit(false);
        Urls.exec(dying, "INSERT INTO t VALUES(1)");
      }
      Urls.exec(survivor, "INSERT INTO t VALUES(2)");
      assertEquals(List.of("2"), Urls.column(survivor, "SELECT x FROM t"));
    }
  }
}
