package org.icsqlite.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One thread that reads a row by its key in a transaction of its own, alone and beside a writer
 * that commits as fast as it can. The ratio is the reader's p99 beside the writer through its p99
 * alone in the round before, for each side.
 */
final class ReaderBesideWriter implements Measurement {

  /** A reader and a writer on connections of their own. */
  private static final class Pair implements AutoCloseable {
    final Side side;
    final Connection reading;
    final Connection writing;
    final PreparedStatement read;
    final PreparedStatement update;
    final ExecutorService pool = Executors.newSingleThreadExecutor();
    final List<Double> idle = new ArrayList<>();
    final List<Double> beside = new ArrayList<>();
    final List<Double> ratios = new ArrayList<>();
    final List<Double> commits = new ArrayList<>();
    volatile boolean stop;
    long reads;
    long updates;

    Pair(Side side) throws SQLException {
      this.side = side;
      this.reading = side.connect();
      this.writing = side.connect();
      this.read = reading.prepareStatement(CounterTable.READ);
      this.update = writing.prepareStatement(CounterTable.UPDATE);
    }

    void warmUp(Plan plan) throws SQLException, InterruptedException {
      long start = System.nanoTime();
      while (plan.warmingUp(reads, start)) {
        CounterTable.read(read, reads++);
      }
      start = System.nanoTime();
      while (plan.warmingUp(updates, start)) {
        CounterTable.update(update, updates++);
        CounterTable.read(read, reads++);
      }
      Plan.settle();
    }

    void round(Plan plan) throws Exception {
      double alone = readFor(plan);
      stop = false;
      Future<Long> writer = pool.submit(this::write);
      double disturbed = readFor(plan);
      stop = true;
      idle.add(alone);
      beside.add(disturbed);
      ratios.add(disturbed / alone);
      commits.add(writer.get() * 1e3 / plan.roundMillis());
      Plan.settle();
    }

    private long write() throws SQLException {
      long before = updates;
      while (!stop) {
        CounterTable.update(update, updates++);
      }
      return updates - before;
    }

    /** Reads for a while; gives the p99 of a read in microseconds. */
    private double readFor(Plan plan) throws SQLException {
      Samples samples = new Samples();
      long now = System.nanoTime();
      long end = now + plan.roundNanos();
      while (now - end < 0) {
        CounterTable.read(read, reads++);
        long then = now;
        now = System.nanoTime();
        samples.add(now - then);
      }
      return samples.percentile(0.99) / 1e3;
    }

    List<Metric> metrics(String ratio) {
      return List.of(
          new Metric(side.name() + " p99 idle us", Samples.median(idle)),
          new Metric(side.name() + " p99 beside us", Samples.median(beside)),
          new Metric(side.name() + " commits/s", Samples.median(commits)),
          new Metric(ratio, Samples.median(ratios)));
    }

    @Override
    public void close() throws SQLException {
      pool.shutdownNow();
      writing.close();
      reading.close();
    }
  }

  @Override
  public List<Metric> run(Side ours, Side theirs, Plan plan) throws Exception {
    try (Pair our = new Pair(ours);
        Pair their = new Pair(theirs)) {
      our.warmUp(plan);
      their.warmUp(plan);
      for (int round = 0; round < plan.rounds(); round++) {
        (round % 2 == 0 ? our : their).round(plan);
        (round % 2 == 0 ? their : our).round(plan);
      }
      List<Metric> metrics = new ArrayList<>(their.metrics(theirs.name() + " ratio"));
      metrics.addAll(our.metrics(BenchCase.RATIO));
      CounterTable.requireTotal(ours, our.updates);
      CounterTable.requireTotal(theirs, their.updates);
      return metrics;
    }
  }
}
