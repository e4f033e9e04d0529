package org.icsqlite.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * One thread that updates one row a transaction, on both sides in turn. The ratio is that of two
 * neighbouring rounds, so that a disk that becomes slower for a while counts on both sides.
 */
final class OneWriter implements Measurement {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final boolean explicitTransaction;

  /**
   * The measurement.
   *
   * @param explicitTransaction whether each update is followed by a commit, instead of autocommit
   */
  OneWriter(boolean explicitTransaction) {
    this.explicitTransaction = explicitTransaction;
  }

  /** A connection with its statement, and what was measured on it. */
  private static final class Writer implements AutoCloseable {
    final Side side;
    final Connection connection;
    final PreparedStatement update;
    final List<Double> micros = new ArrayList<>();
    final List<Double> cpuMicros = new ArrayList<>();
    long updates;

    Writer(Side side) throws SQLException {
      this.side = side;
      this.connection = side.connect();
      this.update = connection.prepareStatement(CounterTable.UPDATE);
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  @Override
  public List<Metric> run(Side ours, Side theirs, Plan plan) throws Exception {
    List<Double> ratios = new ArrayList<>();
    Writer our = new Writer(ours);
    try (our;
        Writer their = new Writer(theirs)) {
      if (explicitTransaction) {
        our.connection.setAutoCommit(false);
        their.connection.setAutoCommit(false);
      }
      warmUp(our, plan);
      warmUp(their, plan);
      for (int round = 0; round < plan.rounds(); round++) {
        round(round % 2 == 0 ? our : their, plan);
        round(round % 2 == 0 ? their : our, plan);
        ratios.add(last(their.micros) / last(our.micros));
      }
      List<Metric> metrics = new ArrayList<>();
      for (Writer writer : List.of(our, their)) {
        metrics.add(new Metric(writer.side.name() + " us", Samples.median(writer.micros)));
        metrics.add(new Metric(writer.side.name() + " cpu us", Samples.median(writer.cpuMicros)));
      }
      metrics.add(new Metric(BenchCase.RATIO, Samples.median(ratios)));
      CounterTable.requireTotal(their.side, their.updates);
      CounterTable.requireTotal(our.side, our.updates);
      return metrics;
    }
  }

  private static double last(List<Double> values) {
    return values.get(values.size() - 1);
  }

  private void warmUp(Writer writer, Plan plan) throws SQLException, InterruptedException {
    long start = System.nanoTime();
    while (plan.warmingUp(writer.updates, start)) {
      transaction(writer);
    }
    Plan.settle();
  }

  private void round(Writer writer, Plan plan) throws SQLException, InterruptedException {
    long before = writer.updates;
    long cpu = THREADS.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    long end = start;
    while (end - start < plan.roundNanos()) {
      transaction(writer);
      end = System.nanoTime();
    }
    long count = writer.updates - before;
    writer.micros.add((end - start) / 1e3 / count);
    writer.cpuMicros.add((THREADS.getCurrentThreadCpuTime() - cpu) / 1e3 / count);
    Plan.settle();
  }

  private void transaction(Writer writer) throws SQLException {
    CounterTable.update(writer.update, writer.updates++);
    if (explicitTransaction) {
      writer.connection.commit();
    }
  }
}
