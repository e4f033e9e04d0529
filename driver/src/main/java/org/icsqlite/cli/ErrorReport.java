package org.icsqlite.cli;

import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.ParameterException;

/** Turns what a command throws into one line on the error stream and an exit code. */
final class ErrorReport {

  private final Terminal terminal;
  private final RootCommand root;

  ErrorReport(Terminal terminal, RootCommand root) {
    this.terminal = terminal;
    this.root = root;
  }

  int wrongUsage(ParameterException failure, String[] arguments) {
    String command = failure.getCommandLine().getCommandSpec().qualifiedName();
    terminal.error(new Failure(failure.getMessage(), null, null) + "; see " + command + " --help");
    trace(failure);
    return ExitCode.USAGE;
  }

  int failed(Exception failure) {
    if (failure instanceof ClosedOutputException closed) {
      return outputClosed(closed.reason());
    }
    // What was printed before belongs before the error.
    int flushed = flushed(ExitCode.FAILED);
    if (failure instanceof CommandFailure known && !known.detail().isEmpty()) {
      terminal.error(Failure.of(known).message() + " (" + known.detail() + ")");
    } else {
      terminal.error(Failure.of(failure).toString());
    }
    trace(failure);
    return flushed;
  }

  /** Flushes the output at the end of a command. */
  int flushed(int code) {
    try {
      terminal.flush();
      return code;
    } catch (ClosedOutputException e) {
      return code == ExitCode.OK ? outputClosed(e.reason()) : code;
    }
  }

  /** A reader that has seen enough closes its end of the pipe, which is no error. */
  private int outputClosed(IOException reason) {
    String text = String.valueOf(reason.getMessage()).toLowerCase(Locale.ROOT);
    if (text.contains("pipe")) {
      return ExitCode.OK;
    }
    terminal.error("the output cannot be written: " + reason.getMessage());
    trace(reason);
    return ExitCode.FAILED;
  }

  private void trace(Exception failure) {
    if (root.verbose()) {
      failure.printStackTrace(terminal.err());
      terminal.err().flush();
    }
  }
}
