package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.icsqlite.jdbc.IcSqliteConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite checkpoint}: makes a file complete without its redo log. */
@Command(
    name = "checkpoint",
    header = "Replay a redo log that was left behind.",
    description = {
      "",
      "A process that was killed leaves a redo log beside the file, named like it with -redo "
          + "behind. This replays it into the file and removes it; then the file by itself is a "
          + "canister's stable memory again. Where there is no log, nothing changes.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  icsqlite checkpoint stable_memory.bin"})
final class CheckpointCommand implements Callable<Integer> {

  private static final String LOG_SUFFIX = "-redo";
  private static final String NO_LOG = ": there was no redo log to replay";

  @ParentCommand private RootCommand root;
  @Mixin private DatabaseArguments database;

  @Override
  public Integer call() throws SQLException, IOException, CommandFailure {
    Path file = database.location().memoryFile();
    if (!Files.exists(file)) {
      throw new CommandFailure(file + " does not exist");
    }
    Path log = log(file);
    boolean left = Files.exists(log);
    long replayed;
    String url = database.location().updateUrl(database.memoryId(), false);
    try (Connection connection = DriverManager.getConnection(url)) {
      IcSqliteConnection opened = connection.unwrap(IcSqliteConnection.class);
      replayed = opened.statistics().replayedTransactions();
      opened.checkpoint();
    }
    if (Files.exists(log)) {
      throw new CommandFailure(log + " is still there after the checkpoint");
    }
    root.terminal()
        .line(
            file
                + (left ? ": " + count(replayed) + " replayed from the redo log" : NO_LOG)
                + "; the file is a canister's stable memory, with nothing beside it");
    return ExitCode.OK;
  }

  private static String count(long transactions) {
    return transactions + (transactions == 1 ? " transaction was" : " transactions were");
  }

  /** Beside the file itself, where a link to it was given. */
  private static Path log(Path file) throws IOException {
    Path real = file.toRealPath();
    return real.resolveSibling(real.getFileName() + LOG_SUFFIX);
  }
}
