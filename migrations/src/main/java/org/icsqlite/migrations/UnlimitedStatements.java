package org.icsqlite.migrations;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * What a connection offers beside JDBC when it limits what its statements may take: statements
 * without limits. The runner reads and writes the history with them, and begins and ends its
 * transaction; the SQL of the migrations runs on the connection's ordinary statements. The runner
 * reaches it with {@link java.sql.Connection#unwrap}; a connection without it is migrated all the
 * same.
 */
public interface UnlimitedStatements {

  /**
   * Prepares a statement that no limit of the connection binds.
   *
   * @throws SQLException as {@link java.sql.Connection#prepareStatement(String)}
   */
  PreparedStatement prepareUnlimited(String sql) throws SQLException;
}
