package org.icsqlite.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite exec}: a script as one transaction. */
@Command(
    name = "exec",
    header = "Run an SQL script as one transaction.",
    description = {
      "",
      "All of it happens or nothing. Rows of a SELECT in the script are dropped. "
          + "BEGIN, COMMIT, ROLLBACK and VACUUM cannot stand in it, savepoints can. "
          + "Ctrl-C leaves the file as it was.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  icsqlite exec stable_memory.bin migration.sql",
      "  icsqlite exec new.bin schema.sql --create",
      "  echo \"DELETE FROM log WHERE day < 100\" | icsqlite exec stable_memory.bin -"
    })
final class ExecCommand implements Callable<Integer> {

  @ParentCommand private RootCommand root;
  @Mixin private DatabaseArguments database;

  @Parameters(
      index = "1",
      paramLabel = "SQLFILE",
      description = "The script in UTF-8; - reads it from the standard input.")
  private String script;

  @Option(
      names = "--create",
      description =
          "Create the file, or the database in it, when it does not exist. A file created for a "
              + "script that fails is removed again; a database created in an existing file "
              + "stays, empty.")
  private boolean create;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "How the summary is printed: table (a sentence), tsv or json (default: table).")
  private Format format;

  @Override
  public Integer call() throws SQLException, IOException, CommandFailure {
    long start = System.nanoTime();
    Path file = database.location().memoryFile();
    boolean absent = !Files.exists(file);
    if (absent && !create) {
      throw new CommandFailure(file + " does not exist; --create makes it");
    }
    try (CountingInput input = new CountingInput(open());
        CommitGuard guard = new CommitGuard(absent ? file : null)) {
      boolean created = !absent && create && holdsNoDatabase();
      ScriptRun run =
          new ScriptRun(
              input,
              created
                  ? "the new database in memory " + database.memoryId() + " is empty"
                  : "nothing was changed");
      try (Connection connection = connect()) {
        connection.setAutoCommit(false);
        run.run(connection, new Progress(root.terminal(), length()));
        guard.commit(connection::commit, connection::close);
      }
      report(run, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }
    return ExitCode.OK;
  }

  private InputStream open() throws IOException, CommandFailure {
    if (script.equals("-")) {
      return root.terminal().in();
    }
    try {
      return Files.newInputStream(Path.of(script));
    } catch (NoSuchFileException e) {
      throw new CommandFailure(script + " does not exist", e);
    }
  }

  private long length() throws IOException {
    return script.equals("-") ? -1 : Files.size(Path.of(script));
  }

  private static boolean isNoDatabase(SQLException failure) {
    return "NO_DATABASE".equals(Failure.of(failure).kind());
  }

  /** Whether the connection is going to create the database, which takes a commit of its own. */
  private boolean holdsNoDatabase() {
    String url = database.location().queryUrl(database.memoryId());
    try {
      DriverManager.getConnection(url).close();
      return false;
    } catch (SQLException e) {
      return isNoDatabase(e);
    }
  }

  private Connection connect() throws SQLException, CommandFailure {
    try {
      return DriverManager.getConnection(
          database.location().updateUrl(database.memoryId(), create));
    } catch (SQLException e) {
      if (!isNoDatabase(e)) {
        throw e;
      }
      throw new CommandFailure(
          "memory " + database.memoryId() + " holds no database; --create makes one",
          Failure.of(e).detail(),
          e);
    }
  }

  private void report(ScriptRun run, long elapsedMillis) throws IOException {
    if (format == Format.TABLE) {
      root.terminal()
          .line(
              String.format(
                  Locale.ROOT,
                  "%d %s, %d %s, %d.%03d s",
                  run.statements(),
                  run.statements() == 1 ? "statement" : "statements",
                  run.changes(),
                  run.changes() == 1 ? "change" : "changes",
                  elapsedMillis / 1000,
                  elapsedMillis % 1000));
      return;
    }
    RowFormat rows = format.to(root.terminal().out());
    rows.begin(List.of("statements", "changes", "elapsed_ms"));
    rows.row(new Object[] {run.statements(), run.changes(), elapsedMillis});
    rows.end();
  }
}
