package org.icsqlite.isolation;

import static org.icsqlite.isolation.Sql.exec;
import static org.icsqlite.isolation.Sql.number;
import static org.icsqlite.isolation.Sql.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads that write and read at once. Transaction n writes n to the rows that n determines, so
 * every version is known without a record of it: a read transaction must be one version in all its
 * queries, not older than the newest commit that had returned before it began, and not newer than
 * the newest that had been asked for when its first query ended.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HistoryTest {

  private static final int ROWS = 60;
  private static final int PAD = 2500;
  private static final int COMMITS = 400;

  /** What a transaction writes that is going to be rolled back; no reader may meet it. */
  private static final int NEVER = 1_000_000_000;

  private static final AtomicInteger NAMES = new AtomicInteger();

  private final int[][] states = states();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger returned = new AtomicInteger();
  private final long seed = new Random().nextLong();
  @TempDir Path directory;

  /** The rows that transaction n writes. */
  private static List<Integer> rowsOf(int n) {
    Random random = new Random(n);
    int count = 1 + random.nextInt(5);
    return random.ints(count, 1, ROWS + 1).distinct().boxed().toList();
  }

  /** The number in each row after each transaction, a little beyond the last. */
  private static int[][] states() {
    int[][] states = new int[COMMITS + 100][];
    states[0] = new int[ROWS + 1];
    for (int n = 1; n < states.length; n++) {
      states[n] = states[n - 1].clone();
      for (int row : rowsOf(n)) {
        states[n][row] = n;
      }
    }
    return states;
  }

  @Test
  void everyReadTransactionInTheHeapIsOneVersionInRealTimeOrder() throws Exception {
    run("jdbc:icsqlite:mem:history-" + NAMES.incrementAndGet() + "?cache_size_kib=64");
  }

  @Test
  void everyReadTransactionInAFileIsOneVersionInRealTimeOrder() throws Exception {
    run("jdbc:icsqlite:" + directory.resolve("stable_memory.bin") + "?cache_size_kib=64");
  }

  private void run(String url) throws Exception {
    try (Connection first = DriverManager.getConnection(url)) {
      exec(first, "CREATE TABLE version(n INTEGER)");
      exec(first, "INSERT INTO version VALUES(0)");
      exec(first, "CREATE TABLE item(id INTEGER PRIMARY KEY, n INTEGER, pad TEXT)");
      exec(first, "CREATE INDEX by_n ON item(n, id)");
      exec(
          first,
          "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<"
              + ROWS
              + ") INSERT INTO item SELECT v, 0, printf('%.*c', "
              + PAD
              + ", '0') FROM i");
      List<Callable<Integer>> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Random random = new Random(seed + i);
        threads.add(() -> write(url, random));
      }
      for (int i = 0; i < 3; i++) {
        Random random = new Random(seed + 100 + i);
        threads.add(() -> read(url, random));
      }
      threads.add(() -> rebuild(url));
      ExecutorService executor = Executors.newFixedThreadPool(threads.size());
      try {
        List<Future<Integer>> futures = new ArrayList<>();
        for (Callable<Integer> thread : threads) {
          futures.add(executor.submit(orStop(thread)));
        }
        int commits = 0;
        for (int i = 0; i < futures.size(); i++) {
          int done = futures.get(i).get();
          commits += i < 3 ? done : 0;
          assertTrue(done > 0, "thread " + i + " of seed " + seed + " did nothing");
        }
        assertEquals(returned.get(), commits, "no two transactions had one number");
        assertEquals(commits, check(first, new Random(seed)), "the last version");
        assertEquals("ok", text(first, "PRAGMA integrity_check"));
      } finally {
        executor.shutdownNow();
      }
    }
  }

  /** When one thread fails the others have to end too. */
  private <T> Callable<T> orStop(Callable<T> thread) {
    return () -> {
      boolean done = false;
      try {
        T result = thread.call();
        done = true;
        return result;
      } finally {
        if (!done) {
          returned.addAndGet(NEVER);
        }
      }
    };
  }

  private int write(String url, Random random) throws SQLException {
    int commits = 0;
    try (Connection connection =
            DriverManager.getConnection(url + "&transaction_mode=immediate&busy_timeout=60000");
        PreparedStatement update =
            connection.prepareStatement("UPDATE item SET n=?1, pad=?2 WHERE id=?3")) {
      connection.setAutoCommit(false);
      while (returned.get() < COMMITS) {
        int n = (int) number(connection, "SELECT n FROM version") + 1;
        boolean rollback = random.nextInt(5) == 0;
        exec(connection, "UPDATE version SET n=" + (rollback ? NEVER : n));
        for (int row : rowsOf(n)) {
          update.setInt(1, rollback ? NEVER : n);
          update.setString(2, Integer.toString(n % 10).repeat(PAD));
          update.setInt(3, row);
          assertEquals(1, update.executeUpdate());
        }
        if (rollback) {
          connection.rollback();
        } else {
          asked.accumulateAndGet(n, Math::max);
          connection.commit();
          returned.accumulateAndGet(n, Math::max);
          commits++;
        }
      }
      connection.rollback();
    }
    return commits;
  }

  private int read(String url, Random random) throws SQLException {
    int transactions = 0;
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      boolean last;
      do {
        last = returned.get() >= COMMITS;
        check(connection, random);
        connection.commit();
        transactions++;
      } while (!last);
    }
    return transactions;
  }

  /** Reads a version several times over, and returns its number. */
  private int check(Connection connection, Random random) throws SQLException {
    int least = returned.get();
    int version = (int) number(connection, "SELECT n FROM version");
    int most = asked.get();
    String where = "version " + version + ", seed " + seed;
    assertTrue(least >= NEVER || version >= least, where + " is older than " + least);
    assertTrue(version <= most, where + " is newer than " + most);
    int[] expected = states[version];
    for (int query = random.nextInt(6); query >= 0; query--) {
      if (random.nextBoolean()) {
        Thread.onSpinWait();
      }
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  query % 2 == 0
                      ? "SELECT id, n, pad FROM item ORDER BY id"
                      : "SELECT id, n, '' FROM item INDEXED BY by_n WHERE n >= 0")) {
        int count = 0;
        while (rows.next()) {
          int row = rows.getInt(1);
          assertEquals(expected[row], rows.getInt(2), where + ", row " + row);
          String pad = rows.getString(3);
          if (!pad.isEmpty()) {
            assertEquals(Integer.toString(expected[row] % 10).repeat(PAD), pad, where);
          }
          count++;
        }
        assertEquals(ROWS, count, where);
      }
      assertEquals(version, number(connection, "SELECT n FROM version"), where);
    }
    return version;
  }

  /** Moves every page and cuts the file under the open snapshots of the readers. */
  private int rebuild(String url) throws SQLException {
    int rounds = 0;
    try (Connection connection = DriverManager.getConnection(url + "&busy_timeout=60000")) {
      do {
        exec(connection, "CREATE TABLE filler AS SELECT id, randomblob(20000) FROM item");
        exec(connection, "DROP TABLE filler");
        exec(connection, "VACUUM");
        rounds++;
      } while (returned.get() < COMMITS);
    }
    return rounds;
  }
}
