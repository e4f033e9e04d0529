package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.StatementBudget;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.result.GuardedRows;
import org.icsqlite.result.IcSqliteResultSet;
import org.icsqlite.result.Owner;
import org.icsqlite.session.AbandonedStatement;
import org.icsqlite.session.BufferedCursor;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.session.NativeCursor;
import org.icsqlite.session.Parameters;
import org.icsqlite.session.Session;

/**
 * What statements have in common: their limits, the results of the last execution, cancelling and
 * closing. Thread-safe as the connection is: calls run one after the other.
 */
abstract class StatementBase implements ForwardOnlyStatement, StatementBudget {

  final IcSqliteConnection connection;
  final Session session;
  final StatementLimits limits;
  final Results results;
  final GeneratedKeys keys = new GeneratedKeys();

  /** What was compiled and is not given back yet. */
  final List<CompiledStatement> used = new ArrayList<>(1);

  private final Owner owner = new ResultOwner();
  private final AbandonedStatement watch;
  private Statement handle = this;
  private int holdability;
  private int fetchSize;
  private int maxFieldSize;
  private boolean closeOnCompletion;
  private boolean poolable;
  private boolean closed;

  StatementBase(IcSqliteConnection connection, QueryBudget budget, boolean poolable) {
    this.connection = connection;
    this.session = connection.session();
    this.poolable = poolable;
    this.limits = new StatementLimits(budget);
    this.results = new Results(connection.columnValues(), owner);
    this.watch = session.statements().watch(this, used);
    setHoldability(connection.holdability());
  }

  @Override
  public final void requireOpen() throws SQLException {
    session.requireOpen();
    if (closed) {
      throw SqlErrors.statementClosed();
    }
  }

  /** Lends the statement out: its result sets name the handle as their statement. */
  final void setHandle(Statement handle) {
    this.handle = handle;
  }

  /** Sets what a commit does to the rows of the executions that follow; before the first one. */
  final void setHoldability(int wanted) {
    holdability = wanted;
    limits.calls().setRowsEndAtCommit(wanted == ResultSet.CLOSE_CURSORS_AT_COMMIT);
  }

  @Override
  public final int getResultSetHoldability() throws SQLException {
    requireOpen();
    return holdability;
  }

  // ---- budgets --------------------------------------------------------------------------------

  @Override
  public final void setQueryBudget(QueryBudget wanted) throws SQLException {
    requireOpen();
    if (wanted != null) {
      wanted.check();
    }
    limits.setBudget(wanted == null ? connection.queryBudget() : wanted);
  }

  @Override
  public final QueryBudget getQueryBudget() throws SQLException {
    requireOpen();
    return limits.budget();
  }

  // ---- execution ------------------------------------------------------------------------------

  /**
   * Executes one statement. INSERT, UPDATE and DELETE with RETURNING run to their end, so that they
   * are done, whoever reads their rows.
   *
   * @param clauseAdded whether the RETURNING clause is the driver's, for the keys alone
   * @param buffered whether the rows are all fetched now, since another statement follows
   */
  final Result execute(
      CompiledStatement statement, Parameters parameters, boolean clauseAdded, boolean buffered)
      throws SQLException {
    limits.countRows(!clauseAdded);
    if (statement.returning()) {
      return executeReturning(statement, parameters, clauseAdded);
    }
    NativeCursor cursor =
        session.executor().execute(statement, parameters, limits.calls(), fetchSize);
    if (cursor == null) {
      keys.addLastRowid(statement);
      return Result.of(statement.changes());
    }
    return Result.of(buffered ? session.executor().complete(cursor) : cursor);
  }

  private Result executeReturning(
      CompiledStatement statement, Parameters parameters, boolean clauseAdded) throws SQLException {
    BufferedCursor returned =
        session.executor().executeToEnd(statement, parameters, limits.calls(), fetchSize);
    keys.add(returned);
    return clauseAdded ? Result.of(statement.changes()) : new Result(returned, statement.changes());
  }

  @Override
  public final ResultSet getGeneratedKeys() throws SQLException {
    requireOpen();
    return new IcSqliteResultSet(
        new GuardedRows(keys.rows(), owner), connection.columnValues(), owner);
  }

  // ---- results --------------------------------------------------------------------------------

  /** Closes what the last execution has left; a failure of its commit is thrown here. */
  final void endResults() throws SQLException {
    results.end();
    keys.clear();
  }

  @Override
  public final ResultSet getResultSet() throws SQLException {
    requireOpen();
    return results.rows();
  }

  @Override
  public final long getLargeUpdateCount() throws SQLException {
    requireOpen();
    return results.count();
  }

  @Override
  public final int getUpdateCount() throws SQLException {
    return intCount(getLargeUpdateCount());
  }

  static int intCount(long count) {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  @Override
  public final boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  /** KEEP_CURRENT_RESULT is not supported: one result is open at a time. */
  @Override
  public final boolean getMoreResults(int current) throws SQLException {
    requireOpen();
    if (current != CLOSE_CURRENT_RESULT && current != CLOSE_ALL_RESULTS) {
      if (current == KEEP_CURRENT_RESULT) {
        throw Refusals.notSupported(
            "KEEP_CURRENT_RESULT: a statement has one open result at a time");
      }
      throw Refusals.invalidArgument(
          "getMoreResults takes a constant of Statement, not " + current);
    }
    results.closeRows();
    return results.showNext();
  }

  // ---- end ------------------------------------------------------------------------------------

  /**
   * Ends the statement while it runs, waits for the write lock or has rows left to fetch; the call
   * that notices fails with SQLState 57014. At any other time it does nothing, neither now nor to
   * what runs next. From any thread.
   */
  @Override
  public final void cancel() throws SQLException {
    requireOpen();
    session.cancel(limits.calls());
  }

  @Override
  public final boolean isClosed() {
    return closed || session.isClosed();
  }

  /** Rows that are left are given up; an automatic commit that was due may fail here. */
  @Override
  public final void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    session.statements().unwatch(watch);
    SQLException failure = null;
    try {
      endResults();
    } catch (SQLException e) {
      failure = e;
    }
    try {
      release(keepsCompiled());
    } catch (SQLException e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
    if (failure != null && !session.isClosed()) {
      throw failure;
    }
  }

  /** Gives back what was compiled. */
  final void release(boolean keep) throws SQLException {
    List<CompiledStatement> released = List.copyOf(used);
    used.clear();
    for (CompiledStatement statement : released) {
      session.statements().release(statement, keep);
    }
  }

  /** Whether what it compiled may serve another statement with the same text. */
  abstract boolean keepsCompiled();

  @Override
  public final void closeOnCompletion() throws SQLException {
    requireOpen();
    closeOnCompletion = true;
  }

  @Override
  public final boolean isCloseOnCompletion() throws SQLException {
    requireOpen();
    return closeOnCompletion;
  }

  // ---- limits ---------------------------------------------------------------------------------

  @Override
  public final int getFetchSize() throws SQLException {
    requireOpen();
    return fetchSize;
  }

  final int fetchSize() {
    return fetchSize;
  }

  /** Rows fetched at a time by the next execution; 0 begins with one and fetches more and more. */
  @Override
  public final void setFetchSize(int wanted) throws SQLException {
    requireOpen();
    Refusals.requireAtLeastZero("the fetch size", wanted);
    fetchSize = wanted;
  }

  @Override
  public final int getMaxRows() throws SQLException {
    return intCount(getLargeMaxRows());
  }

  @Override
  public final void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public final long getLargeMaxRows() throws SQLException {
    requireOpen();
    return results.maxRows();
  }

  @Override
  public final void setLargeMaxRows(long max) throws SQLException {
    requireOpen();
    Refusals.requireAtLeastZero("the most rows", max);
    results.setMaxRows(max);
  }

  @Override
  public final int getMaxFieldSize() throws SQLException {
    requireOpen();
    return maxFieldSize;
  }

  @Override
  public final void setMaxFieldSize(int max) throws SQLException {
    requireOpen();
    Refusals.requireAtLeastZero("the field size", max);
    maxFieldSize = max;
  }

  @Override
  public final int getQueryTimeout() throws SQLException {
    requireOpen();
    return limits.timeoutSeconds();
  }

  /**
   * Seconds that one execution with its fetches may spend in SQLite, waiting for the write lock
   * included; then it fails with an SQLTimeoutException. 0 is any time. Waiting alone is bounded by
   * busy_timeout as well.
   */
  @Override
  public final void setQueryTimeout(int seconds) throws SQLException {
    requireOpen();
    Refusals.requireAtLeastZero("the query timeout", seconds);
    limits.setTimeoutSeconds(seconds);
  }

  @Override
  public final void setPoolable(boolean wanted) throws SQLException {
    requireOpen();
    poolable = wanted;
  }

  @Override
  public final boolean isPoolable() throws SQLException {
    requireOpen();
    return poolable;
  }

  final boolean poolable() {
    return poolable;
  }

  @Override
  public final Connection getConnection() throws SQLException {
    requireOpen();
    return connection;
  }

  /** What this statement is for its result sets. */
  private final class ResultOwner implements Owner {

    @Override
    public Statement statement() {
      return handle;
    }

    /** With closeOnCompletion the statement goes with the last of its result sets. */
    @Override
    public void onClose(IcSqliteResultSet ended) throws SQLException {
      if (closeOnCompletion && results.isLast(ended) && !closed) {
        close();
      }
    }

    @Override
    public int holdability() {
      return holdability;
    }

    @Override
    public int fetchSize() {
      return fetchSize;
    }

    @Override
    public void setFetchSize(int wanted) {
      fetchSize = wanted;
    }

    @Override
    public int maxFieldSize() {
      return maxFieldSize;
    }

    @Override
    public void requireOpen() throws SQLException {
      StatementBase.this.requireOpen();
    }
  }
}
