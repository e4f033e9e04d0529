package org.icsqlite.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.icsqlite.image.Snapshot;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.icsqlite.migrations.MigrationReport;
import org.icsqlite.migrations.MigrationRunner;

/**
 * Migrations applied to a copy. The original is opened in query mode: not a byte of it changes, nor
 * its times, and others may have it open for queries too.
 */
final class MigrationDryRun {

  private static final int DATABASE_PAGE = 16384;

  private final Terminal terminal;
  private final DatabaseArguments database;
  private final boolean create;

  MigrationDryRun(Terminal terminal, DatabaseArguments database, boolean create) {
    this.terminal = terminal;
    this.database = database;
    this.create = create;
  }

  void run(MigrationRunner runner) throws SQLException, IOException, CommandFailure {
    Path directory = Files.createTempDirectory("icsqlite-dry-run");
    try {
      Path copy = directory.resolve("copy.bin");
      try (Connection original = original()) {
        if (original == null) {
          ImageCopy.empty(copy, database.memoryId());
          apply(runner, copy, null);
        } else {
          IcSqliteConnection opened = original.unwrap(IcSqliteConnection.class);
          try (Snapshot snapshot = opened.image().snapshot()) {
            ImageCopy.of(snapshot, copy, database.memoryId());
            apply(runner, copy, snapshot);
          }
        }
      }
    } finally {
      delete(directory);
    }
  }

  /** A connection that only reads, or null where the database is to be created. */
  private Connection original() throws SQLException, CommandFailure {
    if (create && !Files.exists(database.location().memoryFile())) {
      return null;
    }
    Connection connection;
    try {
      connection = DriverManager.getConnection(database.location().queryUrl(database.memoryId()));
    } catch (SQLException e) {
      if (create && isNoDatabase(e)) {
        return null;
      }
      throw noDatabase(e, database);
    }
    String layout = connection.unwrap(IcSqliteConnection.class).image().layoutName();
    if (!layout.equals(MemoryMapReader.IC_SQLITE_VFS)) {
      connection.close();
      throw new CommandFailure(
          database.location().memoryFile()
              + " holds a database of "
              + layout
              + ", which is only read and cannot be migrated");
    }
    return connection;
  }

  private void apply(MigrationRunner runner, Path copy, Snapshot original)
      throws SQLException, IOException {
    String url = new Location(copy).updateUrl(database.memoryId(), false) + "&durability=none";
    try (Connection connection = DriverManager.getConnection(url)) {
      SchemaText before = SchemaText.read(connection);
      MigrationReport report = runner.migrate(connection);
      SchemaText after = SchemaText.read(connection);
      IcSqliteConnection opened = connection.unwrap(IcSqliteConnection.class);
      try (Snapshot migrated = opened.image().snapshot()) {
        print(report, opened.peakDirtyPages(), original, migrated);
      }
      List<String> difference = before.difference(after);
      terminal.line(difference.isEmpty() ? "the schema stays as it is" : "changes of the schema:");
      for (String line : difference) {
        terminal.line(line);
      }
    }
  }

  private void print(MigrationReport report, long pages, Snapshot original, Snapshot migrated)
      throws IOException {
    terminal.line("dry run on a copy; " + database.location().memoryFile() + " was not touched");
    for (MigrationReport.Applied applied : report.applied()) {
      terminal.line(MigrateCommand.line("would apply", applied));
    }
    if (!report.adopted().isEmpty()) {
      terminal.line(
          MigrateCommand.count(report.adopted().size(), "checksum") + " would be adopted");
    }
    terminal.line(
        MigrateCommand.count(report.applied().size(), "migration")
            + " would be applied, "
            + report.present().size()
            + " there before");
    terminal.line(
        MigrateCommand.count(pages, "dirty page")
            + " of "
            + DATABASE_PAGE
            + " bytes; the database: "
            + (original == null ? 0 : original.size())
            + " bytes before, "
            + migrated.size()
            + " after");
  }

  private static boolean isNoDatabase(SQLException failure) {
    return "NO_DATABASE".equals(Failure.of(failure).kind());
  }

  /** Explains a connection that failed because there is no database; else throws it. */
  static CommandFailure noDatabase(SQLException failure, DatabaseArguments database)
      throws SQLException {
    if (!isNoDatabase(failure)) {
      throw failure;
    }
    return new CommandFailure(
        "memory " + database.memoryId() + " holds no database; --create makes one",
        Failure.of(failure).detail(),
        failure);
  }

  private static void delete(Path directory) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(directory)) {
      files = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
