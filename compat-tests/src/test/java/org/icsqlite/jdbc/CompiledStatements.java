package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Looks into a connection. */
public final class CompiledStatements {

  private CompiledStatements() {}

  /** Statements that are compiled now, those kept for reuse included. */
  public static int of(Connection connection) throws SQLException {
    return connection.unwrap(IcSqliteConnection.class).session().compiledStatements();
  }
}
