package org.icsqlite.bench.jdbc;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a budget costs: 10,000 integers, read over a connection with the limits that a budget has by
 * default and one on its steps, and over a connection without limits. One invocation does both,
 * each first in every other one, and takes the processor time of each: it waits for nothing, and
 * what else the machine does counts less.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class BudgetBenchmark {

  static final int ROWS = 10_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final String LIMITS =
      "&max_rows=10000&max_result_bytes=1048576&max_sql_bytes=1048576&max_value_bytes=1048576"
          + "&max_vm_steps=1000000000";

  /** The two connections. */
  @State(Scope.Thread)
  public static class Both {

    /** An empty directory. */
    @Param(".")
    public String directory;

    private Connection free;
    private Connection limited;
    PreparedStatement freely;
    PreparedStatement budgeted;

    @Setup(Level.Trial)
    public void open() throws SQLException {
      String url = Library.ICSQLITE.fileUrl(Path.of(directory));
      free = DriverManager.getConnection(url);
      limited = DriverManager.getConnection(url + LIMITS);
      try (Statement statement = free.createStatement()) {
        statement.execute("create table integers (i integer primary key)");
        statement.execute(
            "with recursive n(i) as (values (0) union all select i + 1 from n where i < 9999)"
                + " insert into integers select i from n");
      }
      freely = free.prepareStatement("select i from integers");
      budgeted = limited.prepareStatement("select i from integers");
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
      limited.close();
      free.close();
    }
  }

  /** The times of an iteration. JMH asks for the medians at its end, and adds those up. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Times {

    private long[] free = new long[1 << 12];
    private long[] budgeted = new long[1 << 12];
    private int count;

    @Setup(Level.Iteration)
    public void clear() {
      count = 0;
    }

    void add(long freeNanos, long budgetedNanos) {
      if (count == free.length) {
        free = Arrays.copyOf(free, 2 * count);
        budgeted = Arrays.copyOf(budgeted, 2 * count);
      }
      free[count] = freeNanos;
      budgeted[count++] = budgetedNanos;
    }

    boolean odd() {
      return count % 2 != 0;
    }

    public double freeNanos() {
      return median(free);
    }

    public double budgetedNanos() {
      return median(budgeted);
    }

    private double median(long[] nanos) {
      long[] sorted = Arrays.copyOf(nanos, count);
      Arrays.sort(sorted);
      return count == 0 ? 0 : sorted[count / 2];
    }
  }

  @Benchmark
  public void integers(Both both, Times times, Blackhole sink) throws SQLException {
    if (times.odd()) {
      long budgeted = nanos(both.budgeted, sink);
      times.add(nanos(both.freely, sink), budgeted);
    } else {
      long free = nanos(both.freely, sink);
      times.add(free, nanos(both.budgeted, sink));
    }
  }

  private static long nanos(PreparedStatement statement, Blackhole sink) throws SQLException {
    long start = THREADS.getCurrentThreadCpuTime();
    int count = 0;
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        sink.consume(rows.getLong(1));
        count++;
      }
    }
    long nanos = THREADS.getCurrentThreadCpuTime() - start;
    SampleData.require(count, ROWS);
    return nanos;
  }
}
