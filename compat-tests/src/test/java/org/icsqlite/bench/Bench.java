package org.icsqlite.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs each case in forks of each Java, tells its progress on standard error and writes the report
 * to standard output. Exit status 0: every goal was reached; 1: some were missed; 2: wrong use or a
 * fork that failed.
 */
final class Bench {

  private static final String USAGE =
      """
      usage: bench.sh [--quick] [--forks N] [--case KEY]... [--java HOME]... [--dir DIR]
        --quick      short rounds and one fork, to see whether it works
        --forks N    JVMs for each case and Java, 5 by default
        --case KEY   only this case; may be given several times
        --java HOME  a Java to measure on; may be given several times
        --dir DIR    where the databases lie while they are measured; the current directory by default
      cases:""";

  private boolean quick;
  private int forks;
  private Path directory = Path.of("");
  private final List<BenchCase> cases = new ArrayList<>();
  private final List<String> javaHomes = new ArrayList<>();

  private Bench() {}

  /** A use that the usage text answers. */
  private static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Bench bench = new Bench();
    try {
      bench.parse(List.of(arguments).iterator());
    } catch (UsageException e) {
      System.err.println("bench: " + e.getMessage());
      System.err.println(USAGE);
      for (BenchCase known : BenchCase.values()) {
        System.err.printf("  %-15s %s%n", known.key(), known.title());
      }
      System.exit(2);
    }
    System.exit(bench.run() ? 0 : 1);
  }

  private void parse(Iterator<String> arguments) throws UsageException {
    while (arguments.hasNext()) {
      String option = arguments.next();
      switch (option) {
        case "--quick" -> quick = true;
        case "--forks" -> forks = positive(value(option, arguments));
        case "--case" -> cases.add(known(value(option, arguments)));
        case "--java" -> javaHomes.add(value(option, arguments));
        case "--dir" -> directory = Path.of(value(option, arguments));
        default -> throw new UsageException("unknown option " + option);
      }
    }
    if (forks == 0) {
      forks = quick ? 1 : 5;
    }
    if (cases.isEmpty()) {
      cases.addAll(List.of(BenchCase.values()));
    }
    if (javaHomes.isEmpty()) {
      javaHomes.add(System.getProperty("java.home"));
    }
  }

  private static String value(String option, Iterator<String> arguments) throws UsageException {
    if (!arguments.hasNext()) {
      throw new UsageException(option + " needs a value");
    }
    return arguments.next();
  }

  private static int positive(String value) throws UsageException {
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UsageException("not a number of forks: " + value);
  }

  private static BenchCase known(String key) throws UsageException {
    return BenchCase.byKey(key).orElseThrow(() -> new UsageException("unknown case " + key));
  }

  private boolean run() throws IOException, InterruptedException {
    Report report = new Report();
    System.out.println(Machine.describe(directory.toAbsolutePath()) + "\n");
    int total = cases.size() * javaHomes.size() * forks;
    int number = 0;
    for (BenchCase benchCase : cases) {
      for (int fork = 0; fork < forks; fork++) {
        for (String home : javaHomes) {
          String java = version(home);
          System.err.printf(
              "%d of %d: %s on Java %s, load %.1f%n",
              ++number, total, benchCase.key(), java, Machine.load());
          report.add(benchCase, java, fork(benchCase, home));
        }
      }
    }
    System.out.print(report.markdown());
    return report.allReached();
  }

  /** The feature release, as the file {@code release} of a Java says it. */
  private static String version(String home) throws IOException {
    for (String line : Files.readAllLines(Path.of(home, "release"))) {
      if (line.startsWith("JAVA_VERSION=")) {
        return line.replaceAll("[^0-9.]", "").split("\\.", -1)[0];
      }
    }
    throw new IOException(home + " is no Java: its file release names no version");
  }

  private List<Metric> fork(BenchCase benchCase, String home)
      throws IOException, InterruptedException {
    Path data = Files.createTempDirectory(directory.toAbsolutePath(), "bench-");
    try {
      List<String> command = new ArrayList<>();
      command.add(Path.of(home, "bin", "java").toString());
      if (Integer.parseInt(version(home)) >= 22) {
        command.add("--enable-native-access=ALL-UNNAMED");
      }
      command.add("-Xmx512m");
      command.add("-Djava.io.tmpdir=" + data);
      command.add("-cp");
      command.add(System.getProperty("java.class.path"));
      command.add(BenchFork.class.getName());
      command.add(benchCase.key());
      command.add(data.toString());
      command.add(quick ? "quick" : "thorough");
      return metrics(benchCase, command);
    } finally {
      delete(data);
    }
  }

  private static List<Metric> metrics(BenchCase benchCase, List<String> command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    List<Metric> metrics = new ArrayList<>();
    boolean done = false;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Metric metric = Metric.parse(line);
        if (metric != null) {
          metrics.add(metric);
        }
        done |= line.equals("done");
      }
    }
    int status = process.waitFor();
    if (status != 0 || !done) {
      System.err.println("bench: a fork of " + benchCase.key() + " ended with status " + status);
      System.exit(2);
    }
    return metrics;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
