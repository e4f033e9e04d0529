package org.icsqlite.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.sqlite.core.DB;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/** A prepared statement whose failures carry SQLState, extended code and cause. */
final class IcSqlitePreparedStatement extends JDBC4PreparedStatement {

  private final IcSqliteConnection connection;
  private final RunningCalls.Owner calls = new RunningCalls.Owner();

  IcSqlitePreparedStatement(IcSqliteConnection connection, String sql) throws SQLException {
    super(connection, sql);
    this.connection = connection;
  }

  @Override
  public boolean execute() throws SQLException {
    endPrevious();
    return connection.run(calls, () -> super.execute());
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    endPrevious();
    return connection.run(calls, () -> super.executeQuery());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    endPrevious();
    return connection.run(calls, () -> super.executeLargeUpdate());
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    endPrevious();
    return connection.run(calls, () -> super.executeLargeBatch());
  }

  private void requireOpen() throws SQLException {
    connection.requireOpen();
    if (isClosed()) {
      throw SqlErrors.statementClosed();
    }
  }

  /** What ran before commits now if it had rows left; a failure belongs to it, not to the next. */
  private void endPrevious() throws SQLException {
    requireOpen();
    connection.finishing(
        calls,
        () -> {
          clearGeneratedKeys();
          if (rs.isOpen() || resultsWaiting) {
            rs.close();
            pointer.safeRunInt(DB::reset);
          }
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
    return connection.finish(calls, () -> super.getMoreResults(current));
  }

  /** The way of every setter of a parameter. */
  @Override
  protected void batch(int position, Object value) throws SQLException {
    requireOpen();
    if (position < 1 || position > paramCount) {
      throw SqlErrors.noSuchParameter(position, paramCount);
    }
    super.batch(position, value);
  }

  @Override
  public void addBatch() throws SQLException {
    requireOpen();
    connection.finishing(calls, super::addBatch);
  }

  @Override
  public void clearParameters() throws SQLException {
    requireOpen();
    connection.finishing(calls, super::clearParameters);
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
