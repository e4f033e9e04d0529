package org.icsqlite.cli;

import picocli.CommandLine;

/** Entry point of the standalone jar. */
public final class Main {

  private Main() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    // sqlite-jdbc would have it warn on the error stream that nobody collects a log.
    if (System.getProperty("slf4j.internal.verbosity") == null) {
      System.setProperty("slf4j.internal.verbosity", "ERROR");
    }
    System.exit(run(Terminal.system(), arguments));
  }

  /** Runs one command; the exit codes are those of {@link ExitCode}. */
  static int run(Terminal terminal, String... arguments) {
    RootCommand root = new RootCommand(terminal);
    CommandLine commandLine = new CommandLine(root);
    ErrorReport report = new ErrorReport(terminal, root);
    commandLine
        .setOut(terminal.messagesOut())
        .setErr(terminal.err())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                terminal.outIsTerminal() ? CommandLine.Help.Ansi.AUTO : CommandLine.Help.Ansi.OFF))
        .setParameterExceptionHandler(report::wrongUsage)
        .setExecutionExceptionHandler((failure, command, parsed) -> report.failed(failure));
    int code = commandLine.execute(arguments);
    return report.flushed(code);
  }
}
