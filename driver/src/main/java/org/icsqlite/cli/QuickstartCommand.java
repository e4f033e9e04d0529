package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite quickstart}: a new stable memory, used once in every way. */
@Command(
    name = "quickstart",
    header = "Create a stable memory and try everything once.",
    description = {
      "",
      "Creates a stable memory with two tables, queries and updates it, tries a write that query "
          + "mode refuses, and prints the memory map. The file is kept. Succeeds only when "
          + "every step did what it should.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  icsqlite quickstart", "  icsqlite quickstart shop.bin"})
final class QuickstartCommand implements Callable<Integer> {

  @ParentCommand private RootCommand root;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "The file to create; it must not exist (default: one in a fresh temporary directory).")
  private Path file;

  @Override
  public Integer call() throws SQLException, IOException, CommandFailure {
    Path target = file;
    if (target == null) {
      target = Files.createTempDirectory("icsqlite-quickstart-").resolve("stable_memory.bin");
    } else if (Files.exists(target)) {
      throw new CommandFailure(target + " exists; quickstart creates a new file");
    }
    new Quickstart(root.terminal(), new Location(target)).run();
    return ExitCode.OK;
  }
}
