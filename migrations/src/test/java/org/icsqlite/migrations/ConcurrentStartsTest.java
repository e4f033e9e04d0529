package org.icsqlite.migrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

class ConcurrentStartsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  /** Runs once only: the table exists afterwards. */
  private static MigrationRunner runner() throws MigrationException {
    return MigrationRunner.builder()
        .source(
            MigrationSource.of(
                Migration.of(1, "create", "CREATE TABLE log(n)"),
                Migration.of(
                    2,
                    "fill",
                    "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 20000)"
                        + " INSERT INTO log SELECT n FROM c")))
        .lockTimeout(PATIENCE)
        .build();
  }

  private String url() {
    return "jdbc:sqlite:" + directory.resolve("shared.db");
  }

  private void assertMigratedOnce(List<Integer> applied) throws SQLException {
    assertEquals(2, applied.stream().mapToInt(Integer::intValue).sum());
    assertEquals(1, applied.stream().filter(count -> count > 0).count());
    try (Connection connection = DriverManager.getConnection(url())) {
      assertEquals(List.of("20000"), Databases.rows(connection, "SELECT count(*) FROM log"));
      assertEquals(2, MigrationHistory.read(connection).size());
    }
  }

  @Test
  void threadsThatStartAtOnceMigrateOnce() throws Exception {
    int threads = 8;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Callable<Integer> run =
            () -> {
              SQLiteDataSource source = new SQLiteDataSource();
              source.setUrl(url());
              MigrationRunner runner = runner();
              start.await();
              return runner.migrate(source).applied().size();
            };
        runs.add(executor.submit(run));
      }
      List<Integer> applied = new ArrayList<>();
      for (Future<Integer> run : runs) {
        applied.add(run.get());
      }
      assertMigratedOnce(applied);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void processesThatStartAtOnceMigrateOnce() throws Exception {
    List<Process> processes = new ArrayList<>();
    List<Integer> applied = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        processes.add(
            new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Start.class.getName(),
                    url())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
      }
      for (Process process : processes) {
        assertEquals("ready", process.inputReader(StandardCharsets.UTF_8).readLine());
      }
      for (Process process : processes) {
        process.getOutputStream().write('g');
        process.getOutputStream().flush();
      }
      for (Process process : processes) {
        try (BufferedReader answer = process.inputReader(StandardCharsets.UTF_8)) {
          applied.add(Integer.valueOf(answer.readLine()));
        }
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    assertMigratedOnce(applied);
  }

  /** One of the processes. */
  static final class Start {

    private Start() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
      MigrationRunner runner = runner();
      SQLiteDataSource source = new SQLiteDataSource();
      source.setUrl(arguments[0]);
      System.out.println("ready");
      if (System.in.read() == 'g') {
        System.out.println(runner.migrate(source).applied().size());
      }
    }
  }

  @Test
  void aLockThatIsHeldTooLongIsAnErrorAndChangesNothing() throws Exception {
    try (Connection holder = DriverManager.getConnection(url());
        Connection waiting = DriverManager.getConnection(url() + "?busy_timeout=0")) {
      Databases.execute(holder, "CREATE TABLE held(a)", "BEGIN IMMEDIATE");
      MigrationRunner impatient =
          MigrationRunner.builder()
              .source(runner()::migrations)
              .lockTimeout(Duration.ofMillis(30))
              .build();
      SQLException busy = assertThrows(SQLException.class, () -> impatient.migrate(waiting));
      assertFalse(busy instanceof MigrationException, busy.toString());
      assertEquals(5, busy.getErrorCode() & 0xff);
      Databases.execute(holder, "COMMIT");
      assertEquals(2, impatient.migrate(waiting).applied().size());
    }
  }

  @Test
  void anAutoCommitThatADataSourceHasSwitchedOffIsOffAgainAfterwards() throws Exception {
    try (Connection kept = DriverManager.getConnection(url())) {
      kept.setAutoCommit(false);
      assertEquals(2, runner().migrate(new OneConnection(kept)).applied().size());
      assertFalse(kept.getAutoCommit());
      kept.setAutoCommit(true);
      assertTrue(runner().migrate(kept).nothingDone());
    }
  }
}
