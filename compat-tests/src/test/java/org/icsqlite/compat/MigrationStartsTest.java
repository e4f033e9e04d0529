package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.icsqlite.migrations.Migration;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationHistory;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several programs that migrate one stable memory when they start. */
class MigrationStartsTest {

  @TempDir Path directory;

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
        .lockTimeout(Duration.ofMinutes(2))
        .build();
  }

  private static IcSqliteDataSource source(String url) throws SQLException {
    IcSqliteDataSource source = new IcSqliteDataSource();
    source.setUrl(url);
    return source;
  }

  private String url() {
    return "jdbc:icsqlite:" + directory.resolve("m.bin") + "?create=true";
  }

  private void assertMigratedOnce(List<Integer> applied) throws Exception {
    assertEquals(2, applied.stream().mapToInt(Integer::intValue).sum(), applied::toString);
    assertEquals(1, applied.stream().filter(count -> count > 0).count(), applied::toString);
    try (Connection connection = DriverManager.getConnection(url())) {
      assertEquals(2, MigrationHistory.read(connection).size());
    }
    RawImage.Database raw = RawImage.read(directory.resolve("m.bin")).database(120);
    assertEquals(2, raw.schemaVersion());
    assertEquals(1, raw.lastTransaction());
  }

  @Test
  void threadsThatStartAtOnceMigrateOnce() throws Exception {
    int threads = 6;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Callable<Integer> run =
            () -> {
              IcSqliteDataSource source = source(url());
              start.await();
              return runner().migrate(source).applied().size();
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
      for (int i = 0; i < 3; i++) {
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
        applied.add(Integer.valueOf(process.inputReader(StandardCharsets.UTF_8).readLine()));
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    assertMigratedOnce(applied);
  }

  /** One of the processes. */
  static final class Start {

    private Start() {}

    public static void main(String[] arguments) throws Exception {
      IcSqliteDataSource source = source(arguments[0]);
      System.out.println("ready");
      if (System.in.read() == 'g') {
        System.out.println(runner().migrate(source).applied().size());
      }
    }
  }
}
