package org.icsqlite.bench.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.SqliteNative;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.sqlite.SQLiteConnection;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/**
 * What is left without JDBC: the extension's calls alone, on icsqlite's own connection. SQLite
 * copies the rows into native memory, and nobody looks at them there.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FloorBenchmark {

  private static final int ROWS_AT_A_TIME = 4_096;
  private static final int STEPS_AT_A_TIME = 20_000;

  /** A compiled statement and the block that its rows come through. */
  @State(Scope.Thread)
  public abstract static class Compiled extends OpenDatabase {

    private JDBC4PreparedStatement owner;
    Exchange exchange;
    long statement;

    abstract String sql();

    @Override
    void opened() throws SQLException {
      begin();
      owner = new JDBC4PreparedStatement(connection.unwrap(SQLiteConnection.class), sql());
      statement = owner.pointer.safeRunLong((db, pointer) -> pointer);
      exchange = new Exchange(SqliteNative.instance().calls());
    }

    void begin() throws SQLException {}

    @Override
    void closing() throws SQLException {
      owner.close();
      exchange.close();
    }
  }

  /** The scan of two texts. */
  @State(Scope.Thread)
  public static class ScanTexts extends Compiled {

    @Override
    String sql() {
      return SampleData.SCAN_TEXTS;
    }
  }

  /** The scan of five columns. */
  @State(Scope.Thread)
  public static class ScanMixed extends Compiled {

    @Override
    String sql() {
      return SampleData.SCAN_MIXED;
    }
  }

  /** The point read. */
  @State(Scope.Thread)
  public static class PointRead extends Compiled {

    private final Keys keys = new Keys();

    @Override
    String sql() {
      return SampleData.POINT_READ;
    }
  }

  /** The point read within one transaction. */
  @State(Scope.Thread)
  public static class PointReadInTransaction extends PointRead {

    @Override
    void begin() throws SQLException {
      connection.setAutoCommit(false);
      try (Statement beginning = connection.createStatement()) {
        beginning.executeQuery("select count(*) from texts").close();
      }
    }
  }

  /** The batch insert. */
  @State(Scope.Thread)
  public static class Insert extends Compiled {

    private static final int SETS = 500;

    @Override
    String sql() {
      return SampleData.INSERT;
    }

    @Override
    void begin() throws SQLException {
      connection.setAutoCommit(false);
    }

    @Setup(Level.Invocation)
    public void empty() throws SQLException {
      connection.commit();
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("delete from inserted");
        connection.commit();
        statement.executeUpdate("delete from inserted");
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(SampleData.ROWS)
  public void texts(ScanTexts compiled) {
    scan(compiled);
  }

  @Benchmark
  @OperationsPerInvocation(SampleData.ROWS)
  public void mixed(ScanMixed compiled) {
    scan(compiled);
  }

  private static void scan(Compiled compiled) {
    Exchange exchange = compiled.exchange;
    long statement = compiled.statement;
    exchange.execute(statement, ROWS_AT_A_TIME, STEPS_AT_A_TIME);
    int rows = exchange.rows();
    while (exchange.code() == Exchange.ROW) {
      exchange.fetch(statement, ROWS_AT_A_TIME, STEPS_AT_A_TIME, exchange.needed() > 0, 0);
      rows += exchange.rows();
    }
    SampleData.require(rows, SampleData.ROWS);
  }

  @Benchmark
  public void autocommit(PointRead compiled) {
    read(compiled);
  }

  @Benchmark
  public void transaction(PointReadInTransaction compiled) {
    read(compiled);
  }

  /** Asks for two rows, so that the statement has ended when the call returns. */
  private static void read(PointRead compiled) {
    Exchange exchange = compiled.exchange;
    ByteBuffer block = exchange.block();
    block.putLong(Exchange.HEADER, Exchange.RECORD_HEADER + Exchange.CELL);
    putInteger(block, Exchange.HEADER + Exchange.RECORD_HEADER, compiled.keys.next());
    exchange.execute(compiled.statement, 2, STEPS_AT_A_TIME);
    if (exchange.rows() != 1 || exchange.code() != Exchange.DONE) {
      throw new IllegalStateException("code " + exchange.code());
    }
  }

  private static void putInteger(ByteBuffer block, int cell, long value) {
    block.putInt(cell, 1);
    block.putLong(cell + 8, value);
  }

  /** Writes the sets of parameters too, as they have to be somewhere; the texts are the same. */
  @Benchmark
  @OperationsPerInvocation(SampleData.ROWS)
  public void insert(Insert compiled) throws SQLException {
    Exchange exchange = compiled.exchange;
    byte[] text = SampleData.note(SampleData.ROWS).getBytes(StandardCharsets.UTF_8);
    int cells = Exchange.RECORD_HEADER + 3 * Exchange.CELL;
    int length = (cells + text.length + 7) & ~7;
    int results = Exchange.HEADER + Insert.SETS * length;
    ByteBuffer block = exchange.block();
    for (int id = 0; id < SampleData.ROWS; ) {
      for (int set = 0; set < Insert.SETS; set++, id++) {
        int record = Exchange.HEADER + set * length;
        int cell = record + Exchange.RECORD_HEADER;
        block.putLong(record, length);
        putInteger(block, cell, id);
        for (int i = 1; i < 3; i++) {
          block.putInt(cell + i * Exchange.CELL, 3);
          block.putInt(cell + i * Exchange.CELL + 4, text.length - 10 * (i - 1));
          block.putLong(cell + i * Exchange.CELL + 8, cells);
        }
        block.put(record + cells, text);
      }
      exchange.executeBatch(compiled.statement, Insert.SETS, results);
      SampleData.require(exchange.rows(), Insert.SETS);
    }
    compiled.connection.commit();
  }
}
