package org.icsqlite.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;

/** The program in a fork: one case in a fresh directory, a line for each figure. */
final class BenchFork {

  private BenchFork() {}

  /** Arguments: the key of the case, the directory, {@code quick} or {@code thorough}. */
  public static void main(String[] arguments) throws Exception {
    BenchCase benchCase = BenchCase.byKey(arguments[0]).orElseThrow();
    Plan plan = arguments[2].equals("quick") ? Plan.QUICK : Plan.THOROUGH;
    for (Metric metric : measure(benchCase, Path.of(arguments[1]), plan)) {
      System.out.println(metric.line());
    }
    System.out.println("done");
  }

  /** Creates both databases in an empty directory and measures. */
  static List<Metric> measure(BenchCase benchCase, Path directory, Plan plan) throws Exception {
    Side ours = Side.icsqlite(directory, benchCase.durability());
    Side theirs = Side.sqliteJdbc(directory, benchCase.synchronous());
    for (Side side : List.of(ours, theirs)) {
      try (Connection connection = side.connect()) {
        CounterTable.create(connection);
      }
    }
    return benchCase.measurement().run(ours, theirs, plan);
  }
}
