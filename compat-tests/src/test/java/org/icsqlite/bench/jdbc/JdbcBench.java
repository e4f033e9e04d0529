package org.icsqlite.bench.jdbc;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Has JMH run the cases, one fork at a time: a fork of each library in turn, each of them first in
 * every other round, so that a slow moment of the machine meets both. Tells its progress on
 * standard error and writes the report to standard output. Exit status 0: every goal was reached;
 * 1: some were missed; 2: wrong use or a fork that failed.
 */
final class JdbcBench {

  private static final String USAGE =
      """
      usage: jmh.sh [--quick] [--forks N] [--case KEY]... [--java HOME]... [--dir DIR]
        --quick      short iterations and one fork, to see whether it works
        --forks N    JVMs for each library, case and Java, 5 by default
        --case KEY   only this case; may be given several times
        --java HOME  a Java to measure on; may be given several times
        --dir DIR    where the databases lie while they are measured; the current directory by default
      cases:\
      """;

  private static final String ALLOCATION = "gc.alloc.rate.norm";
  private static final int FFM_JAVA = 22;

  private boolean quick;
  private int forks;
  private Path directory = Path.of("");
  private final List<JdbcCase> cases = new ArrayList<>();
  private final List<Path> javaHomes = new ArrayList<>();
  private final JdbcReport report = new JdbcReport();

  private JdbcBench() {}

  public static void main(String[] arguments) throws IOException {
    JdbcBench bench = new JdbcBench();
    try {
      bench.parse(List.of(arguments).iterator());
    } catch (IllegalArgumentException e) {
      System.err.println("jmh: " + e.getMessage());
      System.err.println(USAGE);
      for (JdbcCase known : JdbcCase.values()) {
        System.err.println("  " + known.key());
      }
      System.exit(2);
    }
    try {
      bench.run();
    } catch (RunnerException e) {
      System.err.println("jmh: " + e);
      System.exit(2);
    }
    System.exit(bench.report.allReached() ? 0 : 1);
  }

  private void parse(Iterator<String> arguments) {
    while (arguments.hasNext()) {
      String option = arguments.next();
      switch (option) {
        case "--quick" -> quick = true;
        case "--forks" -> forks = positive(value(option, arguments));
        case "--case" -> {
          String key = value(option, arguments);
          cases.add(
              JdbcCase.byKey(key)
                  .orElseThrow(() -> new IllegalArgumentException("unknown case " + key)));
        }
        case "--java" -> javaHomes.add(Path.of(value(option, arguments)));
        case "--dir" -> directory = Path.of(value(option, arguments));
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    if (forks == 0) {
      forks = quick ? 1 : 5;
    }
    if (cases.isEmpty()) {
      cases.addAll(List.of(JdbcCase.values()));
    }
    if (javaHomes.isEmpty()) {
      javaHomes.add(Path.of(System.getProperty("java.home")));
    }
  }

  private static String value(String option, Iterator<String> arguments) {
    if (!arguments.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return arguments.next();
  }

  private static int positive(String value) {
    if (!value.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException("not a number of forks: " + value);
    }
    return Integer.parseInt(value);
  }

  private void run() throws IOException, RunnerException {
    double loadBefore = load();
    int number = 0;
    for (JdbcCase jdbcCase : cases) {
      for (int fork = 0; fork < forks; fork++) {
        for (Path home : javaHomes) {
          int java = version(home);
          System.err.printf(
              Locale.ROOT,
              "%d of %d: %s on Java %d, load %.1f%n",
              ++number,
              cases.size() * forks * javaHomes.size(),
              jdbcCase.key(),
              java,
              load());
          pair(jdbcCase, home, java, fork % 2 == 0);
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%s %s, %d processors, load %.1f before and %.1f after%n%n",
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        loadBefore,
        load());
    System.out.print(report.markdown());
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** One fork of each library, and one of the floor. */
  private void pair(JdbcCase jdbcCase, Path home, int java, boolean oursFirst)
      throws IOException, RunnerException {
    String benchmark = jdbcCase.benchmark();
    Figure ours;
    Figure theirs;
    if (jdbcCase == JdbcCase.BUDGET) {
      RunResult both = fork(benchmark, Library.ICSQLITE, home, java);
      ours = median(both, "budgetedNanos");
      theirs = median(both, "freeNanos");
    } else if (oursFirst) {
      ours = figure(fork(benchmark, Library.ICSQLITE, home, java));
      theirs = figure(fork(benchmark, Library.SQLITE_JDBC, home, java));
    } else {
      theirs = figure(fork(benchmark, Library.SQLITE_JDBC, home, java));
      ours = figure(fork(benchmark, Library.ICSQLITE, home, java));
    }
    report.add(jdbcCase, java, ours, theirs);
    System.err.printf(
        Locale.ROOT,
        "  %.0f and %.0f ns a %s, ratio %.2f%n",
        ours.nanos(),
        theirs.nanos(),
        jdbcCase.unit(),
        theirs.nanos() / ours.nanos());
    if (jdbcCase.floor() != null) {
      report.addFloor(jdbcCase, java, figure(fork(jdbcCase.floor(), Library.ICSQLITE, home, java)));
    }
  }

  /** The feature release, as the file {@code release} of a Java says it. */
  private static int version(Path home) throws IOException {
    for (String line : Files.readAllLines(home.resolve("release"))) {
      if (line.startsWith("JAVA_VERSION=")) {
        return Integer.parseInt(line.replaceAll("[^0-9.]", "").split("\\.", -1)[0]);
      }
    }
    throw new IOException(home + " is no Java: its file release names no version");
  }

  private RunResult fork(String benchmark, Library library, Path home, int java)
      throws IOException, RunnerException {
    Path data = Files.createTempDirectory(directory.toAbsolutePath(), "bench-");
    Path log = data.resolve("jmh.log");
    try {
      List<String> jvmArguments = new ArrayList<>();
      jvmArguments.add("-Xmx512m");
      jvmArguments.add("-Djava.io.tmpdir=" + data);
      if (java >= FFM_JAVA) {
        jvmArguments.add("--enable-native-access=ALL-UNNAMED");
      }
      ChainedOptionsBuilder options =
          new OptionsBuilder()
              .include(benchmark)
              .forks(1)
              .jvm(home.resolve("bin").resolve("java").toString())
              .jvmArgs(jvmArguments.toArray(new String[0]))
              .param("library", library.name())
              .param("directory", data.toString())
              .warmupIterations(quick ? 3 : 5)
              .warmupTime(time())
              .measurementIterations(quick ? 3 : 5)
              .measurementTime(time())
              .addProfiler(GCProfiler.class)
              .shouldFailOnError(true)
              .output(log.toString());
      return new Runner(options.build()).runSingle();
    } catch (RunnerException e) {
      if (Files.exists(log)) {
        System.err.print(Files.readString(log));
      }
      throw e;
    } finally {
      delete(data);
    }
  }

  private TimeValue time() {
    return TimeValue.milliseconds(quick ? 500 : 1_000);
  }

  private static Figure figure(RunResult result) {
    return new Figure(
        result.getPrimaryResult().getScore(),
        result.getSecondaryResults().get(ALLOCATION).getScore());
  }

  /** Of a fork that has taken the times of both sides itself; JMH has added the iterations up. */
  private static Figure median(RunResult result, String counter) {
    return new Figure(
        result.getSecondaryResults().get(counter).getScore()
            / result.getParams().getMeasurement().getCount()
            / BudgetBenchmark.ROWS,
        result.getSecondaryResults().get(ALLOCATION).getScore() / (2 * BudgetBenchmark.ROWS));
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
