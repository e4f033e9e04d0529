package org.icsqlite.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.icsqlite.error.SqlErrors;
import org.sqlite.core.DB;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/** A prepared statement whose failures carry SQLState, extended code and cause. */
final class IcSqlitePreparedStatement extends JDBC4PreparedStatement {

  /** What neither begins nor ends a transaction. */
  private static final Pattern KEEPS_TRANSACTION =
      Pattern.compile(
          "^\\s*(?:select|insert|update|delete|replace|with|values)\\b", Pattern.CASE_INSENSITIVE);

  /** At least the statements after which sqlite-jdbc asks for the generated key. */
  private static final Pattern MAY_MAKE_KEYS =
      Pattern.compile("insert|replace", Pattern.CASE_INSENSITIVE);

  private final IcSqliteConnection connection;
  private final RunningCalls.Owner calls = new RunningCalls.Owner();
  private final boolean keepsTransaction;
  private final boolean mayMakeKeys;
  private boolean mayHaveKeys;
  private ResultSet rows;
  private ResultSet rowsTarget;

  IcSqlitePreparedStatement(IcSqliteConnection connection, String sql) throws SQLException {
    super(connection, sql);
    this.connection = connection;
    this.keepsTransaction = KEEPS_TRANSACTION.matcher(sql).find();
    this.mayMakeKeys = MAY_MAKE_KEYS.matcher(sql).find();
  }

  @Override
  public boolean execute() throws SQLException {
    endPrevious();
    return connection.run(calls, keepsTransaction, () -> super.execute());
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    endPrevious();
    return connection.run(calls, keepsTransaction, () -> super.executeQuery());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    endPrevious();
    return connection.run(calls, keepsTransaction, () -> super.executeLargeUpdate());
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
    if (!mayHaveKeys && !rs.isOpen() && !resultsWaiting) {
      return;
    }
    connection.finishing(
        calls,
        () -> {
          clearGeneratedKeys();
          mayHaveKeys = false;
          if (rs.isOpen() || resultsWaiting) {
            rs.close();
            pointer.safeRunInt(DB::reset);
          }
        });
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    ResultSet target = super.getResultSet();
    if (target == null) {
      return null;
    }
    // The target is the same one for every execution.
    if (target != rowsTarget) {
      rows = connection.translating(calls, ResultSet.class, target);
      rowsTarget = target;
    }
    return rows;
  }

  @Override
  public void updateGeneratedKeys() throws SQLException {
    if (mayMakeKeys) {
      mayHaveKeys = true;
      super.updateGeneratedKeys();
    }
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    mayHaveKeys = true;
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
