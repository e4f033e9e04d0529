package org.icsqlite.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code icsqlite} itself: the options that every command has, and the list of commands. */
@Command(
    name = "icsqlite",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      QuickstartCommand.class,
      InspectCommand.class,
      QueryCommand.class,
      ExecCommand.class,
      MigrateCommand.class,
      MigrationsCommand.class,
      CheckpointCommand.class,
      ChecksumCommand.class,
      IntegrityCommand.class,
      VerifyCommand.class,
      HelpCommand.class
    },
    description = {
      "SQLite databases inside Internet Computer stable memory.",
      "",
      "FILE is a canister's raw stable memory or a snapshot directory that holds a "
          + "stable_memory.bin. Output is UTF-8.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  icsqlite quickstart",
      "  icsqlite inspect stable_memory.bin",
      "  icsqlite query stable_memory.bin \"SELECT * FROM account\"",
      "  icsqlite exec stable_memory.bin migration.sql",
      "  icsqlite query --help"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done; also when the reader of the output closes its pipe",
      "1:wrong usage of the command line",
      "2:refused or failed; the line on the error stream says why"
    })
final class RootCommand implements Callable<Integer> {

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of an error too.")
  private boolean verbose;

  RootCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  Terminal terminal() {
    return terminal;
  }

  boolean verbose() {
    return verbose;
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
