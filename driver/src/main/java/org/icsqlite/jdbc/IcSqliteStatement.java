package org.icsqlite.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.sqlite.ExtendedCommand;
import org.sqlite.jdbc4.JDBC4Statement;

/** A statement whose failures carry SQLState, extended code and cause. */
final class IcSqliteStatement extends JDBC4Statement {

  private final IcSqliteConnection connection;
  private final RunningCalls.Owner calls = new RunningCalls.Owner();

  IcSqliteStatement(IcSqliteConnection connection) {
    super(connection);
    this.connection = connection;
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    prepareToExecute(sql);
    return connection.run(calls, () -> super.execute(sql));
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    prepareToExecute(sql);
    return connection.run(calls, () -> super.executeQuery(sql));
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    prepareToExecute(sql);
    return connection.run(calls, () -> super.executeLargeUpdate(sql));
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    requireOpen();
    endPrevious();
    return connection.run(calls, super::executeLargeBatch);
  }

  private void prepareToExecute(String sql) throws SQLException {
    requireOpen();
    if (sql != null && ExtendedCommand.parse(sql) instanceof ExtendedCommand.RestoreCommand) {
      throw new SQLFeatureNotSupportedException(
          "restore is refused: it would overwrite the image outside of any transaction;"
              + " read the other database and write its rows here",
          SqlState.FEATURE_NOT_SUPPORTED);
    }
    endPrevious();
  }

  private void requireOpen() throws SQLException {
    connection.requireOpen();
    if (isClosed()) {
      throw SqlErrors.statementClosed();
    }
  }

  /** What ran before commits now if it had rows left; a failure belongs to it, not to the next. */
  private void endPrevious() throws SQLException {
    connection.finishing(
        calls,
        () -> {
          // The hidden query for the generated key would keep VACUUM from running.
          clearGeneratedKeys();
          internalClose();
        });
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return connection.translating(calls, ResultSet.class, super.getResultSet());
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    return connection.run(calls, super::getGeneratedKeys);
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    requireOpen();
    return pointer != null && connection.finish(calls, () -> super.getMoreResults(current));
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    requireOpen();
    connection.finishing(calls, () -> super.addBatch(sql));
  }

  /**
   * Interrupts the statement while it runs, waits for the write lock or has rows left to fetch; the
   * call that notices fails with SQLState 57014. At any other time it does nothing, neither now nor
   * to what runs next. From any thread.
   */
  @Override
  public void cancel() throws SQLException {
    connection.cancel(calls, () -> rs.isOpen() || resultsWaiting);
  }

  /** A statement with rows left to fetch commits here, which may fail. */
  @Override
  public void close() throws SQLException {
    if (!isClosed() && !connection.isClosed()) {
      connection.finishing(calls, super::close);
    }
  }
}
