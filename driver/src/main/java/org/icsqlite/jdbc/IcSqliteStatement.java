package org.icsqlite.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.sqlite.jdbc4.JDBC4Statement;

/** A statement whose failures carry SQLState, extended code and cause. */
final class IcSqliteStatement extends JDBC4Statement {

  private final IcSqliteConnection connection;

  IcSqliteStatement(IcSqliteConnection connection) {
    super(connection);
    this.connection = connection;
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return connection.run(() -> super.execute(sql));
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    return connection.run(() -> super.executeQuery(sql));
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    return connection.run(() -> super.executeLargeUpdate(sql));
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    return connection.run(super::executeLargeBatch);
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
  public void addBatch(String sql) throws SQLException {
    connection.run(
        () -> {
          super.addBatch(sql);
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
