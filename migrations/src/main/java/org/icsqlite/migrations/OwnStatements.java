package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Statements of the runner itself, whatever limits the connection has for those of its user. */
final class OwnStatements {

  private OwnStatements() {}

  static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
    return connection.isWrapperFor(UnlimitedStatements.class)
        ? connection.unwrap(UnlimitedStatements.class).prepareUnlimited(sql)
        : connection.prepareStatement(sql);
  }

  /** Runs a statement that gives no rows. */
  static void run(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql)) {
      statement.execute();
    }
  }
}
