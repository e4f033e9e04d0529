package org.icsqlite.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Rounds on one file: a child works on it and ends, then the file is opened in this process and
 * compared with the model, which goes on from round to round.
 */
final class Rounds {

  private static final String FILE = "stable_memory.bin";
  private static final long PAGE_BYTES = 65536;
  private static final long START_MILLIS = 120_000;
  private static final int FIRST_WITH_NATIVE_ACCESS = 22;

  /** Lets time pass, and tells whether everything is to stop. */
  @FunctionalInterface
  interface Pace {
    /**
     * Waits for so long, or until everything is to stop.
     *
     * @return whether everything is to stop
     */
    boolean pause(long micros) throws InterruptedException;
  }

  private final Path directory;
  private final Path libraries;
  private final Path memory;
  private final long seed;
  private final int writers;
  private final int readers;
  private final List<String> jvmOptions;
  private final Figures figures;
  private final Ledger ledger;
  private final FileCheck check;
  private int children;

  /**
   * @param directory an empty directory for the file, its copies and logs
   * @param libraries a directory for the libraries that children unpack
   * @param jvmOptions options of the children's JVM, such as its heap
   */
  Rounds(
      Path directory,
      Path libraries,
      long seed,
      int writers,
      int readers,
      List<String> jvmOptions,
      Figures figures)
      throws IOException {
    this.directory = directory;
    this.libraries = libraries;
    this.memory = Files.createDirectory(directory.resolve("memory")).resolve(FILE);
    this.seed = seed;
    this.writers = writers;
    this.readers = readers;
    this.jvmOptions = List.copyOf(jvmOptions);
    this.figures = figures;
    Workload workload = new Workload(seed);
    this.ledger = new Ledger(writers);
    this.check = new FileCheck(workload, ledger, new Contents(workload, writers));
  }

  Ledger ledger() {
    return ledger;
  }

  /** Starts the process of a round; it loads what it needs and waits. */
  Child start(RoundPlan plan) throws IOException {
    int number = ++children;
    Path unpacked = Files.createDirectory(libraries.resolve("child-" + number));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-XX:-UsePerfData");
    command.add("-XX:ErrorFile=" + directory.resolve("hs_err_%p.log"));
    if (Runtime.version().feature() >= FIRST_WITH_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    Properties properties = System.getProperties();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith("icsqlite.") || name.startsWith("jna.")) {
        command.add("-D" + name + "=" + properties.getProperty(name));
      }
    }
    for (String name : List.of("icsqlite.tmpdir", "org.sqlite.tmpdir", "jna.tmpdir")) {
      command.add("-D" + name + "=" + unpacked);
    }
    command.add("-Dslf4j.internal.verbosity=ERROR");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ChildMain.class.getName());
    command.add(url("mode=update&create=true&" + plan.parameters()));
    command.add(Long.toString(seed));
    command.add(Integer.toString(writers));
    command.add(Integer.toString(readers));
    command.add(Long.toString(plan.seed()));
    return new Child(
        new ProcessBuilder(command),
        directory.resolve("child-" + number + ".log"),
        unpacked,
        ledger,
        figures);
  }

  /** Plays a round to its end, or until everything is to stop, and checks what it leaves. */
  void play(Child child, RoundPlan plan, Pace pace)
      throws IOException, SQLException, InterruptedException, Violation {
    if (work(child, plan, pace)) {
      child.kill();
      return;
    }
    int code = child.end();
    figures.add(Figures.Count.ROUND, 1);
    figures.add(count(plan.end()), 1);
    if (plan.end() == RoundPlan.End.CLEAN) {
      Violation.unless(
          child.await(Reports.DONE, 1) && code == 0,
          "a child that was told to stop ended with code " + code + child.output());
      checkBeside();
    }
    check(plan);
    child.forget();
  }

  private static Figures.Count count(RoundPlan.End end) {
    return switch (end) {
      case KILLED -> Figures.Count.KILL;
      case KILLED_OPENING -> Figures.Count.KILL_OPENING;
      case KILLED_CLOSING -> Figures.Count.KILL_CLOSING;
      case CLEAN -> Figures.Count.CLEAN_END;
    };
  }

  /** Returns whether everything is to stop. */
  private boolean work(Child child, RoundPlan plan, Pace pace)
      throws IOException, InterruptedException, Violation {
    if (!reaches(child, Reports.READY, pace)) {
      return true;
    }
    child.order(ChildMain.GO);
    if (plan.end() == RoundPlan.End.KILLED_OPENING) {
      boolean stop = !reaches(child, Reports.OPENING, pace) || pace.pause(plan.delayMicros());
      child.kill();
      return stop;
    }
    if (!reaches(child, Reports.COMMIT, pace)) {
      return true;
    }
    long end = System.nanoTime() + plan.runMillis() * 1_000_000;
    for (long left = 1; left > 0; left = end - System.nanoTime()) {
      if (pace.pause(Math.min(100_000, left / 1000))) {
        return true;
      }
      if (!child.isAlive()) {
        return unexpectedEnd(child, pace);
      }
    }
    if (plan.end() != RoundPlan.End.KILLED) {
      child.order(ChildMain.STOP);
    }
    if (plan.end() == RoundPlan.End.KILLED_CLOSING && pace.pause(plan.delayMicros())) {
      return true;
    }
    if (plan.end() != RoundPlan.End.CLEAN) {
      child.kill();
    }
    return false;
  }

  /** Whether a child reports something; false when everything is to stop. */
  private static boolean reaches(Child child, String word, Pace pace)
      throws InterruptedException, IOException, Violation {
    if (child.await(word, START_MILLIS)) {
      return true;
    }
    if (child.isAlive()) {
      throw new Violation(
          "a child did not come to '"
              + word
              + "' in "
              + START_MILLIS / 1000
              + " s"
              + child.output());
    }
    return !unexpectedEnd(child, pace);
  }

  /** A terminal sends its interrupt to the children too: this process may yet hear of it. */
  private static boolean unexpectedEnd(Child child, Pace pace)
      throws InterruptedException, IOException, Violation {
    if (pace.pause(1_000_000)) {
      return true;
    }
    throw new Violation("a child ended by itself with code " + child.end() + child.output());
  }

  private void check(RoundPlan plan) throws IOException, SQLException, Violation {
    FileTree.copy(memory.getParent(), directory.resolve("before-reopen"));
    // A file in which nothing was committed need not be complete enough for query mode.
    boolean query = plan.query() && ledger.reported() > 0;
    String parameters = query ? "mode=query" : "mode=update&create=true";
    try (Connection connection = DriverManager.getConnection(url(parameters))) {
      check.check(connection);
    }
    checkBeside();
    long length = Files.size(memory);
    Violation.unless(
        length > 0 && length % PAGE_BYTES == 0,
        "the file has " + length + " bytes, not a whole number of pages of 64 KiB");
  }

  private void checkBeside() throws IOException, Violation {
    List<String> names = FileTree.names(memory.getParent());
    Violation.unless(names.equals(List.of(FILE)), "after a clean close there are " + names);
  }

  private String url(String parameters) {
    String path = memory.toAbsolutePath().toString();
    return "jdbc:icsqlite:"
        + path.replace("%", "%25").replace("?", "%3F").replace("&", "%26").replace("#", "%23")
        + "?"
        + parameters;
  }
}
