package org.icsqlite.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Several threads with a connection each, all updating one row a transaction, on both sides in
 * turn. A wait is the time of one update as its caller sees it; one that ends in SQLITE_BUSY counts
 * as a wait too, and as no update.
 */
final class ManyWriters implements Measurement {

  private static final int SQLITE_BUSY = 5;

  private final int threads;

  ManyWriters(int threads) {
    this.threads = threads;
  }

  private static final class Writer implements Callable<Long> {
    final Connection connection;
    final PreparedStatement update;
    final long first;
    final Samples waits = new Samples();
    long updates;
    long busy;
    volatile long endNanos;

    Writer(Side side, long first) throws SQLException {
      this.connection = side.connect();
      this.update = connection.prepareStatement(CounterTable.UPDATE);
      this.first = first;
    }

    /** Updates until the end of the round; gives the updates that were committed. */
    @Override
    public Long call() throws SQLException {
      long before = updates;
      long now = System.nanoTime();
      while (now - endNanos < 0) {
        try {
          CounterTable.update(update, first + updates);
          updates++;
        } catch (SQLException e) {
          if ((e.getErrorCode() & 0xff) != SQLITE_BUSY) {
            throw e;
          }
          busy++;
        }
        long then = now;
        now = System.nanoTime();
        waits.add(now - then);
      }
      return updates - before;
    }
  }

  /** The writers of one side. */
  private final class Crowd implements AutoCloseable {
    final Side side;
    final List<Writer> writers = new ArrayList<>();
    final List<Double> perSecond = new ArrayList<>();
    final ExecutorService pool = Executors.newFixedThreadPool(threads);

    Crowd(Side side) throws SQLException {
      this.side = side;
      for (int i = 0; i < threads; i++) {
        writers.add(new Writer(side, i * 1_000_003L));
      }
    }

    void warmUp(Plan plan) throws Exception {
      long count = 0;
      long start = System.nanoTime();
      while (plan.warmingUp(count, start)) {
        count += run(plan);
      }
      writers.forEach(writer -> writer.waits.clear());
      Plan.settle();
    }

    void round(Plan plan) throws Exception {
      long start = System.nanoTime();
      long count = run(plan);
      perSecond.add(count * 1e9 / (System.nanoTime() - start));
      Plan.settle();
    }

    /** All writers for the time of one round; gives the updates that were committed. */
    private long run(Plan plan) throws Exception {
      long end = System.nanoTime() + plan.roundNanos();
      writers.forEach(writer -> writer.endNanos = end);
      long count = 0;
      for (Future<Long> updates : pool.invokeAll(writers)) {
        count += updates.get();
      }
      return count;
    }

    Samples waits() {
      Samples all = new Samples();
      writers.forEach(writer -> all.addAll(writer.waits));
      return all;
    }

    List<Metric> metrics() {
      Samples waits = waits();
      return List.of(
          new Metric(side.name() + " commits/s", Samples.median(perSecond)),
          new Metric(side.name() + " BUSY", writers.stream().mapToLong(w -> w.busy).sum()),
          new Metric(side.name() + " wait p50 us", waits.percentile(0.5) / 1e3),
          new Metric(side.name() + " wait p99 us", waits.percentile(0.99) / 1e3),
          new Metric(side.name() + " wait max us", waits.percentile(1) / 1e3));
    }

    @Override
    public void close() throws SQLException {
      pool.shutdownNow();
      for (Writer writer : writers) {
        writer.connection.close();
      }
    }
  }

  @Override
  public List<Metric> run(Side ours, Side theirs, Plan plan) throws Exception {
    List<Double> ratios = new ArrayList<>();
    try (Crowd our = new Crowd(ours);
        Crowd their = new Crowd(theirs)) {
      our.warmUp(plan);
      their.warmUp(plan);
      for (int round = 0; round < plan.rounds(); round++) {
        (round % 2 == 0 ? our : their).round(plan);
        (round % 2 == 0 ? their : our).round(plan);
        ratios.add(our.perSecond.get(round) / their.perSecond.get(round));
      }
      List<Metric> metrics = new ArrayList<>();
      for (Crowd crowd : List.of(our, their)) {
        metrics.addAll(crowd.metrics());
        CounterTable.requireTotal(
            crowd.side, crowd.writers.stream().mapToLong(writer -> writer.updates).sum());
      }
      metrics.add(new Metric(BenchCase.RATIO, Samples.median(ratios)));
      return metrics;
    }
  }
}
