package org.icsqlite.bench.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;

/** Reads a whole table; the time is that of one row. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ScanBenchmark {

  @Benchmark
  @OperationsPerInvocation(SampleData.ROWS)
  public void texts(OpenDatabase database, Blackhole sink) throws SQLException {
    try (Statement statement = database.connection.createStatement();
        ResultSet rows = statement.executeQuery(SampleData.SCAN_TEXTS)) {
      while (rows.next()) {
        sink.consume(rows.getString(1));
        sink.consume(rows.getString(2));
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(SampleData.ROWS)
  public void mixed(OpenDatabase database, Blackhole sink) throws SQLException {
    try (Statement statement = database.connection.createStatement();
        ResultSet rows = statement.executeQuery(SampleData.SCAN_MIXED)) {
      while (rows.next()) {
        sink.consume(rows.getLong(1));
        sink.consume(rows.getDouble(2));
        sink.consume(rows.getString(3));
        sink.consume(rows.getString(4));
        sink.consume(rows.getBytes(5));
      }
    }
  }
}
