package org.icsqlite.bench.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Inserts one batch into an empty table in one transaction; the time is that of one row. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BatchInsertBenchmark {

  /** A table that is empty before each batch, and the values of the rows. */
  @State(Scope.Thread)
  public static class EmptyTable {

    @Param({"ICSQLITE", "SQLITE_JDBC"})
    public Library library;

    /** An empty directory. */
    @Param(".")
    public String directory;

    Connection connection;
    PreparedStatement insert;
    final String[] names = new String[SampleData.ROWS];
    final String[] notes = new String[SampleData.ROWS];

    @Setup(Level.Trial)
    public void open() throws SQLException {
      for (int i = 0; i < SampleData.ROWS; i++) {
        names[i] = SampleData.name(i);
        notes[i] = SampleData.note(i);
      }
      connection = DriverManager.getConnection(url());
      SampleData.create(connection);
      connection.setAutoCommit(false);
      insert = connection.prepareStatement(SampleData.INSERT);
    }

    String url() {
      return library.fileUrl(Path.of(directory));
    }

    @Setup(Level.Invocation)
    public void empty() throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("delete from inserted");
      }
      connection.commit();
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
      insert.close();
      connection.close();
    }
  }

  /** The same in memory. */
  @State(Scope.Thread)
  public static class EmptyTableInMemory extends EmptyTable {

    @Override
    String url() {
      return library.memoryUrl();
    }
  }

  @Benchmark
  @OperationsPerInvocation(SampleData.ROWS)
  public int[] file(EmptyTable table) throws SQLException {
    return insert(table);
  }

  @Benchmark
  @OperationsPerInvocation(SampleData.ROWS)
  public int[] memory(EmptyTableInMemory table) throws SQLException {
    return insert(table);
  }

  private static int[] insert(EmptyTable table) throws SQLException {
    PreparedStatement insert = table.insert;
    for (int i = 0; i < SampleData.ROWS; i++) {
      insert.setInt(1, i);
      insert.setString(2, table.names[i]);
      insert.setString(3, table.notes[i]);
      insert.addBatch();
    }
    int[] counts = insert.executeBatch();
    table.connection.commit();
    SampleData.require(counts.length, SampleData.ROWS);
    return counts;
  }
}
