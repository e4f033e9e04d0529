package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite inspect}: what lies in a file. */
@Command(
    name = "inspect",
    header = "Print what lies in a stable memory.",
    description = {
      "",
      "Its layout, its memories and buckets, and for each "
          + "database the superblock, SQLite's header and the tables with their row counts. "
          + "The file is opened read-only. What is refused or damaged is reported in its place "
          + "and on the error stream, and the exit code is then 2.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  icsqlite inspect stable_memory.bin",
      "  icsqlite inspect snapshot/ --memory-id 121",
      "  icsqlite inspect stable_memory.bin --json"
    })
final class InspectCommand implements Callable<Integer> {

  @ParentCommand private RootCommand root;

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The stable memory, or a canister snapshot directory.")
  private Path file;

  @Option(
      names = "--memory-id",
      paramLabel = "N",
      converter = MemoryId.class,
      description = "Look at the database in this virtual memory alone, 0 to 254.")
  private Integer memoryId;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    MemoryMap map = new MemoryMapReader(new Location(file), memoryId).read();
    if (json) {
      root.terminal().line(MemoryMapJson.text(map));
    } else {
      new MemoryMapText(root.terminal()).print(map);
    }
    if (map.readable()) {
      return ExitCode.OK;
    }
    root.terminal().flush();
    report(map);
    return ExitCode.FAILED;
  }

  private void report(MemoryMap map) {
    if (map.failure() != null) {
      root.terminal().error(map.file() + ": " + map.failure());
    }
    for (MemoryMap.Database database : map.databases()) {
      String place =
          map.file() + (database.memoryId() < 0 ? ": " : ": memory " + database.memoryId() + ": ");
      if (database.failure() != null) {
        root.terminal().error(place + database.failure());
      }
      for (MemoryMap.Table table : database.tables()) {
        if (table.failure() != null) {
          root.terminal()
              .error(place + "table " + TextWidth.printable(table.name()) + ": " + table.failure());
        }
      }
    }
  }
}
