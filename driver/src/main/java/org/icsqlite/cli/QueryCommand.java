package org.icsqlite.cli;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.icsqlite.sql.ScriptException;
import org.icsqlite.sql.ScriptReader;
import org.icsqlite.sql.ScriptStatement;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code icsqlite query}: one statement on a database that is opened read-only. */
@Command(
    name = "query",
    header = "Run one SQL statement in query mode and print its rows.",
    description = {
      "",
      "The file is opened read-only; a statement that writes is refused (SQLState 25006).",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  icsqlite query stable_memory.bin \"SELECT * FROM account\"",
      "  icsqlite query snapshot/ \"SELECT * FROM t WHERE id = ?\" --param 7",
      "  icsqlite query stable_memory.bin - --format tsv < report.sql > report.tsv"
    })
final class QueryCommand implements Callable<Integer> {

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private DatabaseArguments database;

  @Parameters(
      index = "1",
      paramLabel = "SQL",
      description = "The statement; - reads it from the standard input.")
  private String sql;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = Format.HELP)
  private Format format;

  @Option(
      names = "--param",
      paramLabel = "VALUE",
      description =
          "The value of the next parameter of the statement; give it once for each. A number, "
              + "NULL, x'0a' and 'quoted text' are read as in SQL, anything else is text.")
  private List<String> parameters = new ArrayList<>();

  @Override
  public Integer call() throws SQLException, IOException, CommandFailure {
    String statement = statement();
    String url = database.location().queryUrl(database.memoryId());
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement prepared = connection.prepareStatement(statement)) {
      bind(prepared);
      if (prepared.execute()) {
        try (ResultSet rows = prepared.getResultSet()) {
          ResultPrinter.print(rows, format.to(root.terminal().out()));
        }
      }
    }
    return ExitCode.OK;
  }

  private String statement() throws IOException, CommandFailure {
    try {
      String text = sql.equals("-") ? TextInput.all(root.terminal().in()) : sql;
      ScriptReader reader = new ScriptReader(new StringReader(text));
      ScriptStatement only = reader.read();
      if (only == null) {
        throw wrongUsage("SQL holds no statement");
      }
      if (reader.read() != null) {
        throw wrongUsage("SQL holds more than one statement; run them one by one");
      }
      return only.text();
    } catch (CharacterCodingException e) {
      throw new CommandFailure("the SQL from the standard input is not valid UTF-8", e);
    } catch (ScriptException e) {
      throw new CommandFailure(e.getMessage().replace("the script", "SQL"), e);
    }
  }

  private void bind(PreparedStatement prepared) throws SQLException {
    int wanted = prepared.getParameterMetaData().getParameterCount();
    if (wanted != parameters.size()) {
      throw wrongUsage(
          "the statement has "
              + wanted
              + (wanted == 1 ? " parameter, " : " parameters, ")
              + parameters.size()
              + " given with --param");
    }
    for (int i = 0; i < wanted; i++) {
      prepared.setObject(i + 1, Parameter.parse(parameters.get(i)));
    }
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
