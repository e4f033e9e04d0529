package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.icsqlite.cli.verify.Verification;
import org.icsqlite.cli.verify.Violation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code icsqlite verify}: whether commits survive kills on this machine and file system. */
@Command(
    name = "verify",
    header = "Check that nothing is lost on this machine.",
    description = {
      "",
      "Starts processes that write and read a database with several threads, kills each at a "
          + "random moment, opens the file again and compares it with what must be in it: every "
          + "commit that returned, no half transaction, every snapshot unchanged while it was "
          + "held, nothing beside a closed file, and memory that does not grow.",
      "",
      "A killed process is not a power cut: what the system had taken, it still writes. So "
          + "durability=relaxed must lose nothing here either.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  icsqlite verify", "  icsqlite verify /mnt/data --minutes 30"})
final class VerifyCommand implements Callable<Integer> {

  private static final int MOST_MINUTES = 100_000;
  private static final int MOST_THREADS = 64;
  private static final long END_SECONDS = 30;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "DIR",
      description =
          "An existing directory on the file system to check; a fresh one is made in it, and "
              + "removed unless something is wrong (default: the temporary directory).")
  private Path directory;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "1",
      description = "How long, also a fraction (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "What the work follows from (default: another one each time).")
  private Long seed;

  @Option(
      names = "--writers",
      paramLabel = "N",
      defaultValue = "4",
      description = "Threads that write, 1 to 64 (default: ${DEFAULT-VALUE}).")
  private int writers;

  @Option(
      names = "--readers",
      paramLabel = "N",
      defaultValue = "4",
      description = "Threads that read, 0 to 64 (default: ${DEFAULT-VALUE}).")
  private int readers;

  @Override
  public Integer call() throws IOException, SQLException, CommandFailure {
    checkOptions();
    Terminal terminal = root.terminal();
    Progress progress = new Progress(terminal, -1);
    Verification verification =
        new Verification(
            new Verification.Options(
                directory,
                (long) (minutes * TimeUnit.MINUTES.toMillis(1)),
                seed == null ? ThreadLocalRandom.current().nextLong(1_000_000_000) : seed,
                writers,
                readers),
            progress::at,
            line -> interim(terminal, progress, line));
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook = new Thread(() -> interrupted(verification, ended), "icsqlite-interrupted");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      run(verification, terminal, progress);
      return ExitCode.OK;
    } finally {
      ended.countDown();
      remove(hook);
    }
  }

  private void checkOptions() throws CommandFailure {
    if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
      throw usage("--minutes takes a number above 0 and up to " + MOST_MINUTES);
    }
    if (writers < 1 || writers > MOST_THREADS) {
      throw usage("--writers takes a whole number from 1 to " + MOST_THREADS);
    }
    if (readers < 0 || readers > MOST_THREADS) {
      throw usage("--readers takes a whole number from 0 to " + MOST_THREADS);
    }
    if (directory != null && !Files.isDirectory(directory)) {
      throw new CommandFailure(directory + " is no directory; name one that exists");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static void run(Verification verification, Terminal terminal, Progress progress)
      throws IOException, SQLException, CommandFailure {
    boolean fine = false;
    try {
      verification.run();
      fine = true;
    } catch (Violation e) {
      throw new CommandFailure(
          "violation: " + e.getMessage() + "; the files are kept in " + verification.directory(),
          e);
    } finally {
      progress.end();
      if (fine) {
        terminal.line(verification.stopped() ? "stopped; no violation" : "no violation");
      }
      for (String line : verification.report()) {
        terminal.line("  " + line);
      }
      terminal.flush();
    }
  }

  private static void interim(Terminal terminal, Progress progress, String line) {
    progress.end();
    try {
      terminal.line(line);
      terminal.flush();
    } catch (IOException e) {
      // Said again, if it still holds, at the end.
      return;
    }
  }

  /** Ctrl-C: the JVM ends when the rounds have ended and their files are gone. */
  private static void interrupted(Verification verification, CountDownLatch ended) {
    verification.stop();
    try {
      ended.await(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs already.
      return;
    }
  }
}
