package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.metadata.Queries;

/** The driver's own queries for metadata that are read over a handle of a connection. */
final class OwnQueries implements Queries {

  private final IcSqliteConnection connection;
  private final Connection handle;

  OwnQueries(IcSqliteConnection connection, Connection handle) {
    this.connection = connection;
    this.handle = handle;
  }

  @Override
  public PreparedStatement prepare(String sql) throws SQLException {
    if (handle.isClosed()) {
      throw SqlErrors.closed();
    }
    return IcSqlitePreparedStatement.withoutBudget(connection, sql);
  }

  @Override
  public Object monitor() {
    return connection.session().monitor();
  }
}
