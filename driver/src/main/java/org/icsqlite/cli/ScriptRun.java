package org.icsqlite.cli;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.icsqlite.sql.ScriptException;
import org.icsqlite.sql.ScriptReader;
import org.icsqlite.sql.ScriptStatement;

/** Runs the statements of a script in the transaction that is open on a connection. */
final class ScriptRun {

  private final CountingInput input;
  private final ScriptReader script;
  private final String outcome;
  private long statements;
  private long changes;

  /**
   * @param outcome what holds when the script fails, for the end of the message
   */
  ScriptRun(CountingInput input, String outcome) throws IOException {
    this.outcome = "; " + outcome;
    this.input = input;
    this.script = new ScriptReader(TextInput.reader(input));
  }

  /** Stops at the first statement that fails; the caller rolls back. */
  void run(Connection connection, Progress progress) throws IOException, CommandFailure {
    try (Statement statement = connection.createStatement()) {
      for (ScriptStatement next = script.read(); next != null; next = script.read()) {
        refuseTransactionControl(next);
        try {
          changes += run(statement, next.text());
        } catch (SQLException e) {
          throw failed(next.line(), e);
        }
        statements++;
        progress.at(input.count(), statements);
      }
    } catch (ScriptException e) {
      throw new CommandFailure(place(e.line()) + e.getMessage() + outcome, e);
    } catch (SQLException e) {
      throw failed(0, e);
    } finally {
      progress.end();
    }
  }

  /**
   * Runs a statement to its end; rows that it gives are for nobody. The result is what it changed.
   */
  private static long run(Statement statement, String sql) throws SQLException {
    if (!statement.execute(sql)) {
      return Math.max(0, statement.getLargeUpdateCount());
    }
    try (ResultSet rows = statement.getResultSet()) {
      count(rows);
    }
    try (ResultSet returned = statement.getGeneratedKeys()) {
      return count(returned);
    }
  }

  private static long count(ResultSet rows) throws SQLException {
    long count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  private void refuseTransactionControl(ScriptStatement statement) throws CommandFailure {
    String word = statement.transactionControl();
    if (word != null) {
      throw new CommandFailure(
          place(statement.line())
              + word
              + " cannot stand in the script, which runs as one transaction of its own"
              + (word.equals("VACUUM") ? "" : "; leave BEGIN, COMMIT and ROLLBACK out")
              + outcome);
    }
  }

  private CommandFailure failed(long line, SQLException cause) {
    Failure failure = Failure.of(cause);
    return new CommandFailure(place(line) + failure.message() + outcome, failure.detail(), cause);
  }

  private static String place(long line) {
    return line == 0 ? "" : "line " + line + ": ";
  }

  long statements() {
    return statements;
  }

  /** Rows inserted, updated and deleted, by triggers too. */
  long changes() {
    return changes;
  }
}
