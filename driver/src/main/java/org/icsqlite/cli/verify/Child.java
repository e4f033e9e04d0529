package org.icsqlite.cli.verify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A child process as its parent sees it. A thread reads what it reports; the rest is for one
 * thread.
 */
final class Child implements AutoCloseable {

  private static final long END_SECONDS = 120;
  private static final int SHOWN_CHARACTERS = 2000;

  private final Process process;
  private final Path errors;
  private final Path libraries;
  private final Ledger ledger;
  private final Figures figures;
  private final MemoryTrend heap = new MemoryTrend();
  private final MemoryTrend resident = new MemoryTrend();
  private final Thread listener = new Thread(this::listen, "child");
  private final Set<String> seen = new HashSet<>();
  private Violation violation;
  private boolean ended;

  /**
   * Starts a process.
   *
   * @param errors the file that its standard error goes to
   * @param libraries the directory of its unpacked libraries, removed with it
   */
  Child(ProcessBuilder command, Path errors, Path libraries, Ledger ledger, Figures figures)
      throws IOException {
    this.errors = errors;
    this.libraries = libraries;
    this.ledger = ledger;
    this.figures = figures;
    this.process = command.redirectError(errors.toFile()).start();
    listener.setDaemon(true);
    listener.start();
  }

  void order(int order) throws IOException {
    process.getOutputStream().write(order);
    process.getOutputStream().flush();
  }

  /** Waits for a report; false when the process ends without it or the time is over. */
  synchronized boolean await(String word, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!seen.contains(word) && !ended) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return seen.contains(word);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Sends SIGKILL, or what the system has for it. By its handle: the process itself would close the
   * pipe, and what was reported would be lost in it.
   */
  void kill() {
    process.toHandle().destroyForcibly();
  }

  /** Waits for the end of the process and of its reports; throws what it or they had to say. */
  int end() throws InterruptedException, IOException, Violation {
    Violation.unless(
        process.waitFor(END_SECONDS, TimeUnit.SECONDS), "the process does not end" + output());
    listener.join();
    if (violation != null) {
      throw new Violation(violation.getMessage() + output(), violation);
    }
    Violation.unless(!heap.growsSteadily(), "a child's heap grows steadily: " + heap.floors());
    Violation.unless(!resident.growsSteadily(), "a child grows steadily: " + resident.floors());
    return process.exitValue();
  }

  /** The end of what it wrote to its standard error, in parentheses behind a message. */
  String output() throws IOException {
    String text = Files.exists(errors) ? Files.readString(errors).strip() : "";
    String shown = text.substring(Math.max(0, text.length() - SHOWN_CHARACTERS));
    return shown.isEmpty() ? "" : "\n" + shown;
  }

  /** Removes its standard error, once nothing is wrong. */
  void forget() throws IOException {
    Files.deleteIfExists(errors);
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.endsWith(";")) {
          hear(line.substring(0, line.length() - 1));
        }
      }
    } catch (IOException | RuntimeException e) {
      fail(new Violation("the reports of a child cannot be read: " + e, e));
    } catch (Violation e) {
      fail(e);
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private synchronized void fail(Violation failure) {
    violation = failure;
    kill();
  }

  private void hear(String line) throws Violation {
    String[] words = line.split(" ", 2);
    long[] numbers = new long[2];
    if (words.length == 2 && !words[0].equals(Reports.VIOLATION)) {
      String[] texts = words[1].split(" ", -1);
      for (int i = 0; i < texts.length; i++) {
        numbers[i] = Long.parseLong(texts[i]);
      }
    }
    switch (words[0]) {
      case Reports.COMMIT -> ledger.reported((int) numbers[0], numbers[1]);
      case Reports.FOUND -> ledger.found((int) numbers[0], numbers[1]);
      case Reports.SNAPSHOT -> {
        figures.add(Figures.Count.SNAPSHOT, 1);
        figures.add(Figures.Count.READ, numbers[0]);
      }
      case Reports.OLD -> figures.add(Figures.Count.TOO_OLD, 1);
      case Reports.VACUUM -> figures.add(Figures.Count.VACUUM, 1);
      case Reports.CHECKPOINT -> figures.add(Figures.Count.CHECKPOINT, 1);
      case Reports.MEMORY -> memory(numbers[0], numbers[1]);
      case Reports.VIOLATION -> throw new Violation(words[1]);
      default -> {
        // A stage, noted below.
      }
    }
    synchronized (this) {
      if (seen.add(words[0])) {
        notifyAll();
      }
    }
  }

  private void memory(long heapBytes, long residentBytes) {
    heap.add(heapBytes);
    resident.add(residentBytes);
    figures.childUses(heapBytes, residentBytes);
  }

  /** Kills the process if it still runs, and removes what it leaves beside the database. */
  @Override
  public void close() throws IOException {
    kill();
    try {
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
    FileTree.delete(libraries);
  }
}
