package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationReport;
import org.icsqlite.migrations.MigrationRunner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite migrate}: the migrations of a directory, or what they would do. */
@Command(
    name = "migrate",
    header = "Apply the migrations of a directory.",
    description = {
      "",
      "DIR holds files named like V1__create_kv.sql. What is not recorded yet runs in the order of "
          + "the versions, in one transaction; a canister with the same list then finds nothing to "
          + "do. Before anything runs, the SHA-256 of every recorded file is compared.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  icsqlite migrate stable_memory.bin migrations/ --dry-run",
      "  icsqlite migrate stable_memory.bin migrations/",
      "  icsqlite migrate stable_memory.bin migrations/ --public-key release.pub"
    })
final class MigrateCommand implements Callable<Integer> {

  private static final String UNCHANGED = "; nothing was changed";

  @ParentCommand private RootCommand root;
  @Mixin private DatabaseArguments database;

  @Parameters(index = "1", paramLabel = "DIR", description = "The directory of the migrations.")
  private Path directory;

  @Mixin private ManifestArguments manifest;

  @Option(
      names = "--dry-run",
      description =
          "Apply everything to a copy of the database, which takes its size on the disk for "
              + "temporary files. Print the time, the dirty pages and the changes of the schema. "
              + "FILE is only read.")
  private boolean dryRun;

  @Option(
      names = "--create",
      description = "Create the file, or the database in it, when it does not exist.")
  private boolean create;

  @Option(
      names = "--adopt",
      description = "Give versions that were applied without a checksum that of their file.")
  private boolean adopt;

  @Override
  public Integer call() throws SQLException, IOException, CommandFailure {
    Path file = database.location().memoryFile();
    boolean absent = !Files.exists(file);
    if (absent && !create) {
      throw new CommandFailure(file + " does not exist; --create makes it");
    }
    MigrationRunner.Builder builder = manifest.builder(directory).adopting(adopt);
    try {
      if (dryRun) {
        new MigrationDryRun(root.terminal(), database, create).run(builder.build());
      } else {
        migrate(builder.build(), absent ? file : null);
      }
    } catch (MigrationException e) {
      throw MigrationFailure.of(e, UNCHANGED);
    }
    return ExitCode.OK;
  }

  private void migrate(MigrationRunner runner, Path created)
      throws SQLException, IOException, CommandFailure {
    long start = System.nanoTime();
    MigrationReport report;
    try (CommitGuard guard = new CommitGuard(created);
        Connection connection = connect()) {
      report = runner.migrate(connection);
      guard.commit(() -> {}, connection::close);
    }
    Terminal terminal = root.terminal();
    for (MigrationReport.Applied applied : report.applied()) {
      terminal.line(line("applied", applied));
    }
    if (!report.adopted().isEmpty()) {
      terminal.line(count(report.adopted().size(), "checksum") + " adopted");
    }
    terminal.line(
        count(report.applied().size(), "migration")
            + " applied, "
            + report.present().size()
            + " there before, "
            + seconds(Duration.ofNanos(System.nanoTime() - start)));
  }

  private Connection connect() throws SQLException, CommandFailure {
    try {
      return DriverManager.getConnection(
          database.location().updateUrl(database.memoryId(), create));
    } catch (SQLException e) {
      throw MigrationDryRun.noDatabase(e, database);
    }
  }

  static String line(String what, MigrationReport.Applied applied) {
    return what
        + " "
        + applied.migration().version()
        + " "
        + applied.migration().name()
        + " in "
        + seconds(applied.elapsed());
  }

  static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static String seconds(Duration elapsed) {
    double seconds = (double) elapsed.toNanos() / TimeUnit.SECONDS.toNanos(1);
    return String.format(Locale.ROOT, "%.3f s", seconds);
  }
}
