package org.icsqlite.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The database that {@code query} and {@code exec} work on. */
final class DatabaseArguments {

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "The stable memory, or a canister snapshot directory.")
  private Path file;

  @Option(
      names = "--memory-id",
      paramLabel = "N",
      defaultValue = MemoryId.CONVENTION,
      converter = MemoryId.class,
      description = "The virtual memory of the database, 0 to 254 (default: ${DEFAULT-VALUE}).")
  private int memoryId;

  Location location() {
    return new Location(file);
  }

  int memoryId() {
    return memoryId;
  }
}
