package org.icsqlite.damage;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Runs a range of cases in child JVMs: one at a time, and a new one behind the case that crashed or
 * hung the last. Used by one thread.
 */
final class DamageProcess {

  private static final int MAXIMUM_DEATHS = 10;

  /** Until the first case; the specimens are made meanwhile. */
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(180);

  private final long seed;
  private final Path directory;
  private final List<String> jvmArguments;
  private final long deadlineNanos;
  private final LongConsumer progress;
  private final List<String> failures;
  private final Map<String, Long> counts;

  private long next;
  private volatile long lastLineNanos;
  private volatile String current;
  private volatile boolean ready;
  private boolean done;

  /**
   * A range not yet begun.
   *
   * @param jvmArguments more arguments for the child JVMs
   * @param deadlineSeconds how long a case may take
   * @param progress gets the number of each case that begins
   * @param failures where findings go; shared, thread-safe
   * @param counts where counts go; shared, thread-safe
   */
  DamageProcess(
      long seed,
      Path directory,
      List<String> jvmArguments,
      long deadlineSeconds,
      LongConsumer progress,
      List<String> failures,
      Map<String, Long> counts) {
    this.seed = seed;
    this.directory = directory;
    this.jvmArguments = List.copyOf(jvmArguments);
    this.deadlineNanos = TimeUnit.SECONDS.toNanos(deadlineSeconds);
    this.progress = progress;
    this.failures = failures;
    this.counts = counts;
  }

  void run(long first, long end) throws IOException, InterruptedException {
    next = first;
    for (int deaths = 0; !done && next < end; deaths++) {
      if (deaths == MAXIMUM_DEATHS) {
        failures.add("cases " + next + " to " + end + " were not run: too many child JVMs died");
        return;
      }
      child(end);
    }
  }

  private void child(long end) throws IOException, InterruptedException {
    ready = false;
    current = "before its first case";
    lastLineNanos = System.nanoTime();
    Path errors = Files.createTempFile(directory, "stderr", ".txt");
    Process process = new ProcessBuilder(command(end)).redirectError(errors.toFile()).start();
    Thread reader = new Thread(() -> read(process), "damage-" + next);
    reader.start();
    boolean hung = false;
    try {
      while (!process.waitFor(500, TimeUnit.MILLISECONDS)) {
        long patience = ready ? deadlineNanos : START_NANOS;
        if (System.nanoTime() - lastLineNanos > patience) {
          hung = true;
          process.destroyForcibly();
        }
      }
      reader.join();
    } finally {
      process.destroyForcibly();
    }
    int code = process.exitValue();
    if (!done || code != 0 || hung) {
      String how = hung ? "hangs" : "ends the JVM with " + code;
      failures.add(current + " " + how + "\n" + Files.readString(errors) + crashReports());
      if (!ready) {
        done = true;
      }
    }
  }

  private List<String> command(long end) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC"));
    command.add("-XX:ErrorFile=" + directory.resolve("hs_err_%p.log"));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add("-Djava.io.tmpdir=" + directory);
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith("icsqlite.")) {
        command.add("-D" + name + "=" + System.getProperty(name));
      }
    }
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(DamageRun.class.getName());
    command.addAll(List.of(Long.toString(seed), Long.toString(next), Long.toString(end)));
    command.add(directory.toString());
    return command;
  }

  private void read(Process process) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        lastLineNanos = System.nanoTime();
        take(line);
      }
    } catch (IOException e) {
      failures.add("the output of the child JVM broke off at " + current + ": " + e);
    }
  }

  private void take(String line) {
    String[] words = line.split(" ", 3);
    switch (words[0]) {
      case "ready" -> ready = true;
      case "case" -> {
        current = line;
        next = Long.parseLong(words[1]) + 1;
        progress.accept(next - 1);
      }
      case "finding" -> failures.add("case " + words[1] + ": " + words[2].replace("\\n", "\n"));
      case "count" -> counts.merge(words[2], Long.parseLong(words[1]), Long::sum);
      case "done" -> done = true;
      default -> failures.add(current + " printed: " + line);
    }
  }

  private String crashReports() throws IOException {
    StringBuilder text = new StringBuilder();
    File[] reports = directory.toFile().listFiles((d, name) -> name.startsWith("hs_err"));
    for (File report : reports == null ? new File[0] : reports) {
      try (var lines = Files.lines(report.toPath(), StandardCharsets.UTF_8)) {
        lines.limit(120).forEach(line -> text.append(line).append('\n'));
      }
      Files.delete(report.toPath());
    }
    return text.toString();
  }
}
