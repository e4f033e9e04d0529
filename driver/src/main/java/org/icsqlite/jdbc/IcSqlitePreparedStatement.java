package org.icsqlite.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/** A prepared statement whose failures carry SQLState, extended code and cause. */
final class IcSqlitePreparedStatement extends JDBC4PreparedStatement {

  private final IcSqliteConnection connection;

  IcSqlitePreparedStatement(IcSqliteConnection connection, String sql) throws SQLException {
    super(connection, sql);
    this.connection = connection;
  }

  @Override
  public boolean execute() throws SQLException {
    return connection.run(() -> super.execute());
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return connection.run(() -> super.executeQuery());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return connection.run(() -> super.executeLargeUpdate());
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    return connection.run(() -> super.executeLargeBatch());
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return connection.translating(ResultSet.class, super.getResultSet());
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    return connection.run(super::getGeneratedKeys);
  }

  @Override
  public void clearParameters() throws SQLException {
    connection.finish(
        () -> {
          super.clearParameters();
          return null;
        });
  }

  /** A statement with rows left to fetch commits here, which may fail. */
  @Override
  public void close() throws SQLException {
    connection.finish(
        () -> {
          super.close();
          return null;
        });
  }
}
