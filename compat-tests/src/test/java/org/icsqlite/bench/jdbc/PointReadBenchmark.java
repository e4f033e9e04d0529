package org.icsqlite.bench.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Reads two texts of one row by its key, through a statement that stays prepared. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PointReadBenchmark {

  /** A prepared statement, and the keys it is asked for. */
  @State(Scope.Thread)
  public static class Prepared extends OpenDatabase {

    PreparedStatement statement;
    private final Keys keys = new Keys();

    @Override
    void opened() throws SQLException {
      connection.setAutoCommit(autoCommit());
      statement = connection.prepareStatement(SampleData.POINT_READ);
    }

    boolean autoCommit() {
      return true;
    }

    @Override
    void closing() throws SQLException {
      statement.close();
    }
  }

  /** The same within one transaction. */
  @State(Scope.Thread)
  public static class InTransaction extends Prepared {

    @Override
    boolean autoCommit() {
      return false;
    }
  }

  @Benchmark
  public void autocommit(Prepared prepared, Blackhole sink) throws SQLException {
    read(prepared, sink);
  }

  @Benchmark
  public void transaction(InTransaction prepared, Blackhole sink) throws SQLException {
    read(prepared, sink);
  }

  private static void read(Prepared prepared, Blackhole sink) throws SQLException {
    prepared.statement.setInt(1, prepared.keys.next());
    try (ResultSet rows = prepared.statement.executeQuery()) {
      if (!rows.next()) {
        throw new IllegalStateException("a row is missing");
      }
      sink.consume(rows.getString(1));
      sink.consume(rows.getString(2));
    }
  }
}
