package org.icsqlite.cli;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.icsqlite.error.SqlState;
import org.icsqlite.jdbc.IcSqliteConnection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code icsqlite integrity}: whether a database is whole. */
@Command(
    name = "integrity",
    header = "Check that a database is whole.",
    description = {
      "",
      "Checks the layout around the database, the checksum where the stored one is not stale, and "
          + "what PRAGMA integrity_check and PRAGMA foreign_key_check look at. Prints ok or the "
          + "problems of each; with a problem the exit code is 2. The file is opened read-only.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  icsqlite integrity stable_memory.bin"})
final class IntegrityCommand implements Callable<Integer> {

  @ParentCommand private RootCommand root;
  @Mixin private DatabaseArguments database;

  @Override
  public Integer call() throws SQLException, IOException, CommandFailure {
    Progress progress = new Progress(root.terminal(), -1);
    long problems = 0;
    String url = database.location().queryUrl(database.memoryId());
    try (Connection connection = DriverManager.getConnection(url);
        IntegrityCheck check =
            new IntegrityCheck(connection.unwrap(IcSqliteConnection.class), progress)) {
      problems += print("layout", check.layout());
      problems += print("checksum", check.checksum());
      problems += print("integrity_check", check.integrity());
      problems += print("foreign_key_check", check.foreignKeys());
    } catch (SQLException e) {
      if (SqlState.CANCELLED.equals(e.getSQLState())) {
        throw new CommandFailure("interrupted before the end", e);
      }
      throw e;
    }
    if (problems > 0) {
      throw new CommandFailure(
          database.location().memoryFile()
              + ": memory "
              + database.memoryId()
              + " has "
              + (problems == 1 ? "a problem" : problems + " problems"));
    }
    return ExitCode.OK;
  }

  private int print(String name, IntegrityCheck.Finding finding) throws IOException {
    List<String> problems = finding.problems();
    root.terminal().line(name + ": " + (problems.isEmpty() ? finding.summary() : "not ok"));
    for (String problem : problems) {
      root.terminal().line("  " + TextWidth.printable(problem));
    }
    root.terminal().flush();
    return problems.size();
  }
}
