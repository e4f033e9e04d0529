package org.icsqlite.bench.jdbc;

import java.util.Arrays;
import java.util.Optional;

/** What is compared, and what icsqlite is to reach. */
enum JdbcCase {
  SCAN_TEXTS("scan-texts", "row", ScanBenchmark.class, "texts", "texts", 2.0, 2.0),
  SCAN_MIXED("scan-mixed", "row", ScanBenchmark.class, "mixed", "mixed", 2.0, 2.0),
  READ_IN_TRANSACTION(
      "read-tx", "read", PointReadBenchmark.class, "transaction", "transaction", 1.4, 1.4),
  READ_AUTOCOMMIT(
      "read-auto", "read", PointReadBenchmark.class, "autocommit", "autocommit", 0.8, 1.5),
  INSERT_FILE("insert-file", "row", BatchInsertBenchmark.class, "file", "insert", 1.25, 1.25),
  INSERT_MEMORY("insert-memory", "row", BatchInsertBenchmark.class, "memory", null, 1.25, 1.25),
  OPEN("open", "open", OpenBenchmark.class, "openQueryClose", null, 0, 0),
  /** Not with sqlite-jdbc: with a budget and, in the same fork, without one. */
  BUDGET("budget", "row", BudgetBenchmark.class, "integers", null, 0.971, 0.971);

  /** The first Java whose native calls need no JNA. */
  private static final int FFM_JAVA = 22;

  private final String key;
  private final String unit;
  private final Class<?> type;
  private final String method;
  private final String floor;
  private final double goalWithJna;
  private final double goalWithFfm;

  JdbcCase(
      String key,
      String unit,
      Class<?> type,
      String method,
      String floor,
      double goalWithJna,
      double goalWithFfm) {
    this.key = key;
    this.unit = unit;
    this.type = type;
    this.method = method;
    this.floor = floor;
    this.goalWithJna = goalWithJna;
    this.goalWithFfm = goalWithFfm;
  }

  String key() {
    return key;
  }

  /** What a figure is about: a row, a read. */
  String unit() {
    return unit;
  }

  /** The regular expression by which JMH finds the benchmark. */
  String benchmark() {
    return benchmark(type, method);
  }

  /** The same for what {@link FloorBenchmark} measures of it, or null. */
  String floor() {
    return floor == null ? null : benchmark(FloorBenchmark.class, floor);
  }

  private static String benchmark(Class<?> type, String method) {
    return "^" + (type.getName() + "." + method).replace(".", "\\.") + "$";
  }

  /** How many times as fast as sqlite-jdbc it is to be; 0 where there is no goal. */
  double goal(int java) {
    return java < FFM_JAVA ? goalWithJna : goalWithFfm;
  }

  static Optional<JdbcCase> byKey(String key) {
    return Arrays.stream(values()).filter(known -> known.key.equals(key)).findFirst();
  }
}
