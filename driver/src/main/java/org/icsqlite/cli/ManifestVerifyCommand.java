package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationRunner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code icsqlite migrations verify}. */
@Command(
    name = "verify",
    header = "Check that a directory of migrations is what was signed.",
    description = {
      "",
      "No database is needed; icsqlite migrate --public-key checks the same and the database.",
      ""
    })
final class ManifestVerifyCommand implements Callable<Integer> {

  @ParentCommand private MigrationsCommand parent;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "DIR", description = "The directory of the migrations.")
  private Path directory;

  @Mixin private ManifestArguments manifest;

  @Override
  public Integer call() throws IOException, CommandFailure {
    if (!manifest.asked()) {
      throw new ParameterException(spec.commandLine(), "--public-key is missing");
    }
    try {
      MigrationRunner runner = manifest.builder(directory).build();
      int count = runner.migrations().size();
      parent
          .terminal()
          .line(
              directory
                  + ": "
                  + MigrateCommand.count(count, "migration")
                  + (count == 1 ? ", as signed" : ", all as signed"));
      return ExitCode.OK;
    } catch (MigrationException e) {
      throw MigrationFailure.of(e, "");
    }
  }
}
