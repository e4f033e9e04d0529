package org.icsqlite.bench.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.icsqlite.tools.RunawayQueries;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * How late a query that would not end stops after its timeout, from the call until its exception is
 * caught: written to standard output as Markdown. The argument is a directory for the database.
 */
final class StopLatency {

  private static final int TIMEOUT_MILLIS = 50;
  private static final int RUNS = 200;
  private static final int WARMUP = 20;

  private StopLatency() {}

  /** Runs a query that is to be stopped. */
  private interface Runner {
    void run(String sql) throws SQLException;
  }

  public static void main(String[] arguments) throws SQLException, IOException {
    Path directory = Files.createTempDirectory(Path.of(arguments[0]).toAbsolutePath(), "stops-");
    Path file = directory.resolve("m.bin");
    try (Connection connection =
        DriverManager.getConnection(
            "jdbc:icsqlite:" + file + "?durability=none&query_timeout=" + TIMEOUT_MILLIS)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT NOT NULL)");
        statement.execute(RunawayQueries.FILL);
      }
      System.out.println("| query | through | median ms | p99 ms | longest ms |");
      System.out.println("| --- | --- | --- | --- | --- |");
      Map<String, String> queries = new LinkedHashMap<>();
      queries.put("recursion", RunawayQueries.RECURSION);
      queries.put("cross join", RunawayQueries.CROSS_JOIN);
      queries.put("sort", RunawayQueries.SORT);
      Map<String, Runner> runners = runners(connection);
      for (Map.Entry<String, String> query : queries.entrySet()) {
        for (Map.Entry<String, Runner> runner : runners.entrySet()) {
          double[] late = measure(runner.getValue(), query.getValue());
          System.out.printf(
              Locale.ROOT,
              "| %s | %s | %.2f | %.2f | %.2f |%n",
              query.getKey(),
              runner.getKey(),
              late[RUNS / 2],
              late[RUNS * 99 / 100],
              late[RUNS - 1]);
        }
      }
    } finally {
      Files.deleteIfExists(file);
      Files.delete(directory);
    }
  }

  private static Map<String, Runner> runners(Connection connection) {
    DSLContext jooq = DSL.using(connection, SQLDialect.SQLITE);
    JdbcTemplate template = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
    Map<String, Runner> runners = new LinkedHashMap<>();
    runners.put("JDBC", sql -> queryWithJdbc(connection, sql));
    runners.put("jOOQ", jooq::fetch);
    runners.put("JdbcTemplate", template::queryForList);
    return runners;
  }

  private static void queryWithJdbc(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
    }
  }

  /** Milliseconds beyond the timeout, in ascending order. */
  private static double[] measure(Runner runner, String sql) {
    double[] late = new double[RUNS];
    for (int i = -WARMUP; i < RUNS; i++) {
      long start = System.nanoTime();
      if (!fails(runner, sql)) {
        throw new IllegalStateException("it ended by itself: " + sql);
      }
      if (i >= 0) {
        late[i] = (System.nanoTime() - start) / 1e6 - TIMEOUT_MILLIS;
      }
    }
    Arrays.sort(late);
    return late;
  }

  private static boolean fails(Runner runner, String sql) {
    try {
      runner.run(sql);
      return false;
    } catch (SQLException | RuntimeException e) {
      return true;
    }
  }
}
