package org.icsqlite.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code icsqlite migrations}: what belongs to migrations beside running them. */
@Command(
    name = "migrations",
    header = "Sign and verify migrations, and show what a database has recorded.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      MigrationsInfoCommand.class,
      ManifestSignCommand.class,
      ManifestVerifyCommand.class,
      ManifestKeygenCommand.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  icsqlite migrations info stable_memory.bin migrations/",
      "  icsqlite migrations keygen release.key",
      "  icsqlite migrations sign migrations/ --key release.key",
      "  icsqlite migrations verify migrations/ --public-key release.key.pub"
    })
final class MigrationsCommand implements Callable<Integer> {

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  Terminal terminal() {
    return root.terminal();
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
