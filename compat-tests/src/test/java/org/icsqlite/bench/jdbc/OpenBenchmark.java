package org.icsqlite.bench.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Opens a connection to a file that nobody else has open, runs one query and closes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OpenBenchmark {

  /** A file without an open connection. */
  @State(Scope.Thread)
  public static class ClosedDatabase extends OpenDatabase {

    @Override
    void opened() throws SQLException {
      connection.close();
    }
  }

  @Benchmark
  public String openQueryClose(ClosedDatabase database) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select name from texts where id = 500")) {
      if (!rows.next()) {
        throw new IllegalStateException("a row is missing");
      }
      return rows.getString(1);
    }
  }
}
