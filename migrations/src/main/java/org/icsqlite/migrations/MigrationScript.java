package org.icsqlite.migrations;

import java.io.IOException;
import java.io.StringReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.migrations.MigrationException.Kind;
import org.icsqlite.sql.ScriptException;
import org.icsqlite.sql.ScriptReader;
import org.icsqlite.sql.ScriptStatement;

/** The statements of one migration, all of which may run. */
final class MigrationScript {

  private final Migration migration;
  private final List<ScriptStatement> statements;

  private MigrationScript(Migration migration, List<ScriptStatement> statements) {
    this.migration = migration;
    this.statements = statements;
  }

  /**
   * Cuts the SQL into statements.
   *
   * @throws MigrationException INTERIOR_NUL, REFUSED_STATEMENT
   */
  static MigrationScript of(Migration migration) throws MigrationException {
    List<ScriptStatement> statements = new ArrayList<>();
    try {
      ScriptReader reader = new ScriptReader(new StringReader(migration.sql()));
      for (ScriptStatement next = reader.read(); next != null; next = reader.read()) {
        String refusal = StatementRule.refusal(next);
        if (refusal != null) {
          throw MigrationException.of(
              Kind.REFUSED_STATEMENT, migration.version(), place(migration, next) + ": " + refusal);
        }
        statements.add(next);
      }
    } catch (ScriptException e) {
      throw MigrationException.of(
          Kind.INTERIOR_NUL, migration.version(), "SQL contains an interior NUL byte");
    } catch (IOException e) {
      throw new IllegalStateException("text in the heap cannot be read", e);
    }
    return new MigrationScript(migration, statements);
  }

  private static String place(Migration migration, ScriptStatement statement) {
    return migration.origin() + ", line " + statement.line();
  }

  Migration migration() {
    return migration;
  }

  /** Runs one statement after the other; rows are read to their end and dropped. */
  void run(Statement statement) throws MigrationException {
    for (ScriptStatement next : statements) {
      try {
        // Not executeUpdate, which runs all that its text holds.
        if (statement.execute(next.text())) {
          drain(statement);
        }
      } catch (SQLException e) {
        throw MigrationException.failed(migration.version(), place(migration, next), e);
      }
    }
  }

  @SuppressWarnings("EmptyBlock")
  private static void drain(Statement statement) throws SQLException {
    try (ResultSet rows = statement.getResultSet()) {
      boolean more = true;
      while (more) {
        more = rows.next();
      }
    }
  }
}
