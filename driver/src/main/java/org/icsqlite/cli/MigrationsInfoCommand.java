package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.icsqlite.migrations.AppliedMigration;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationHistory;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.icsqlite.migrations.MigrationStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite migrations info}: what is recorded, and how a directory stands against it. */
@Command(
    name = "info",
    header = "List the migrations that a database has recorded.",
    description = {
      "",
      "With DIR, also those that are pending, and those whose file is not what was recorded; the "
          + "exit code is then 2 when there is one of the latter. The file is opened read-only.",
      ""
    })
final class MigrationsInfoCommand implements Callable<Integer> {

  @ParentCommand private MigrationsCommand parent;
  @Mixin private DatabaseArguments database;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "DIR",
      description = "A directory of migrations to hold against the database.")
  private Path directory;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = Format.HELP)
  private Format format;

  @Override
  public Integer call() throws SQLException, IOException, CommandFailure {
    String url = database.location().queryUrl(database.memoryId());
    try (Connection connection = DriverManager.getConnection(url)) {
      RowFormat rows = format.to(parent.terminal().out());
      if (directory == null) {
        recorded(MigrationHistory.read(connection), rows);
        return ExitCode.OK;
      }
      MigrationStatus status =
          MigrationRunner.of(MigrationSource.directory(directory)).status(connection);
      return compared(status, rows) ? ExitCode.OK : ExitCode.FAILED;
    } catch (MigrationException e) {
      throw MigrationFailure.of(e, "");
    }
  }

  private static void recorded(List<AppliedMigration> history, RowFormat rows) throws IOException {
    rows.begin(List.of("version", "state", "sha256"));
    for (AppliedMigration applied : history) {
      rows.row(
          new Object[] {
            applied.version(),
            text(
                applied.checksum().isPresent()
                    ? MigrationStatus.State.APPLIED
                    : MigrationStatus.State.APPLIED_UNVERIFIED),
            applied.checksum().orElse(null)
          });
    }
    rows.end();
  }

  private boolean compared(MigrationStatus status, RowFormat rows) throws IOException {
    boolean changed = false;
    rows.begin(List.of("version", "name", "state", "sha256"));
    for (MigrationStatus.Entry entry : status.entries()) {
      rows.row(
          new Object[] {
            entry.version(),
            entry.name().orElse(null),
            text(entry.state()),
            entry.sha256().orElse(null)
          });
      changed |= entry.state() == MigrationStatus.State.CHANGED;
    }
    rows.end();
    parent.terminal().flush();
    if (changed) {
      parent.terminal().error("the file of a recorded migration was changed");
    }
    return !changed;
  }

  private static String text(MigrationStatus.State state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
