package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several programs that let Flyway migrate one stable memory when they start. */
class FlywayStartsTest {

  private static final int MIGRATIONS = 4;

  @TempDir Path directory;
  private Path scripts;

  @BeforeEach
  void writeScripts() throws IOException {
    scripts = Files.createDirectory(directory.resolve("scripts"));
    Files.writeString(scripts.resolve("V1__create.sql"), "CREATE TABLE log(n);");
    Files.writeString(
        scripts.resolve("V2__fill.sql"),
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 5000)"
            + " INSERT INTO log SELECT n FROM c;");
    Files.writeString(scripts.resolve("V3__again.sql"), "INSERT INTO log VALUES (0);");
    Files.writeString(scripts.resolve("V3__again.sql.conf"), "executeInTransaction=false");
    Files.writeString(scripts.resolve("V4__last.sql"), "CREATE INDEX log_n ON log(n);");
  }

  private static FluentConfiguration configuration(String url, Path scripts) {
    return Flyway.configure().locations("filesystem:" + scripts).dataSource(url, null, null);
  }

  private String url(String parameters) {
    return "jdbc:icsqlite:" + directory.resolve("m.bin") + parameters;
  }

  private String value(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(""));
        Statement statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      assertTrue(row.next());
      return row.getString(1);
    }
  }

  private void assertMigratedOnce(List<Integer> applied) throws SQLException {
    assertEquals(MIGRATIONS, applied.stream().mapToInt(Integer::intValue).sum(), applied::toString);
    assertEquals("5001", value("SELECT count(*) FROM log"));
    assertEquals(
        "1,2,3,4",
        value(
            "SELECT group_concat(version) FROM"
                + " (SELECT version FROM flyway_schema_history ORDER BY installed_rank)"));
  }

  @Test
  void threadsThatStartAtOnceMigrateOnce() throws Exception {
    int threads = 6;
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Integer>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        // Other parameters, the same place.
        String url = url("?busy_timeout=" + (10_000 + i));
        Callable<Integer> run =
            () -> {
              Flyway flyway = configuration(url, scripts).load();
              start.await();
              return flyway.migrate().migrationsExecuted;
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
                    url(""),
                    scripts.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
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

  @Test
  void aWriterThatDoesNotEndStopsTheMigrationWithTheAdviceToWaitLonger() throws Exception {
    configuration(url(""), scripts).target("2").load().migrate();
    try (Connection writer = DriverManager.getConnection(url(""))) {
      writer.setAutoCommit(false);
      try (Statement statement = writer.createStatement()) {
        statement.execute("INSERT INTO log VALUES (-1)");
        Flyway flyway = configuration(url("?busy_timeout=0"), scripts).lockRetryCount(0).load();
        FlywayException failure = assertThrows(FlywayException.class, flyway::migrate);
        assertTrue(failure.getMessage().contains("lockRetryCount"), failure::getMessage);
      }
      writer.rollback();
    }
    assertEquals(2, configuration(url(""), scripts).load().migrate().migrationsExecuted);
  }

  /** One of the processes. */
  static final class Start {

    private Start() {}

    public static void main(String[] arguments) throws Exception {
      // Another process keeps the file for as long as it is connected.
      Flyway flyway =
          configuration(arguments[0], Path.of(arguments[1]))
              .connectRetries(120)
              .connectRetriesInterval(1)
              .load();
      System.out.println("ready");
      if (System.in.read() == 'g') {
        System.out.println(flyway.migrate().migrationsExecuted);
      }
    }
  }
}
