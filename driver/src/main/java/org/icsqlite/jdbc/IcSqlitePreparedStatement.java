package org.icsqlite.jdbc;

import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.result.IcSqliteResultSetMetaData;
import org.icsqlite.session.BatchFailure;
import org.icsqlite.session.BufferedCursor;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.session.ParameterBatch;
import org.icsqlite.session.Parameters;
import org.icsqlite.session.SqlText;
import org.icsqlite.value.ParameterValues;

/**
 * A statement that is compiled once and executed with values for its parameters, which stay set
 * from one execution to the next. Its text is one statement.
 *
 * <p>Setting values and executing are calls of their own: threads that share a statement need a
 * lock around both, or a row may get values of each.
 */
final class IcSqlitePreparedStatement extends StatementBase
    implements ParameterSetters, WithoutSqlCalls {

  private final KeyRequest request;
  private final boolean keysAsked;

  /** The user's text without escapes. */
  private final String written;

  /** The text that was compiled, with a clause for the keys where they were asked for. */
  private String text;

  private CompiledStatement statement;

  /** How often SQLite had compiled the statement when its keys were looked for. */
  private int reprepares;

  /** How often the connection may have changed the schema until then. */
  private int schemaChanges;

  private final Parameters parameters;
  private final ParameterValues values;
  private final ParameterBatch batch = new ParameterBatch();

  IcSqlitePreparedStatement(IcSqliteConnection connection, String sql, KeyRequest request)
      throws SQLException {
    this(connection, sql, request, connection.queryBudget());
  }

  private IcSqlitePreparedStatement(
      IcSqliteConnection connection, String sql, KeyRequest request, QueryBudget budget)
      throws SQLException {
    super(connection, budget, true);
    limits.requireLength(sql);
    this.request = request;
    this.written = JdbcEscapes.translate(sql);
    KeyRequest granted = request.on(connection);
    this.keysAsked = granted.asked();
    this.text = granted.withReturning(connection, written);
    this.statement = compile(text);
    noteSchema();
    used.add(statement);
    this.parameters = new Parameters(statement.parameterCount());
    this.values = connection.parameterValues();
  }

  /** For what the driver asks itself, whatever the user's statements may take. */
  static IcSqlitePreparedStatement withoutBudget(IcSqliteConnection connection, String sql)
      throws SQLException {
    return new IcSqlitePreparedStatement(connection, sql, KeyRequest.NONE, QueryBudget.unlimited());
  }

  /**
   * As {@link #withoutBudget}, for what comes before a statement of the user's. It does not begin
   * the transaction, whose snapshot that statement takes.
   */
  static IcSqlitePreparedStatement beforeTransaction(IcSqliteConnection connection, String sql)
      throws SQLException {
    IcSqlitePreparedStatement statement = withoutBudget(connection, sql);
    statement.limits.calls().stayOutsideTransaction();
    return statement;
  }

  private CompiledStatement compile(String sql) throws SQLException {
    SqlText text = new SqlText(sql);
    CompiledStatement first = session.statements().compile(text, limits.calls());
    if (first == null) {
      throw SqlErrors.emptySql();
    }
    try {
      requireEnd(text);
    } catch (SQLException e) {
      session.statements().release(first, false);
      throw e;
    }
    return first;
  }

  /** What follows the first statement may be comments; SQLite would not look at it. */
  private void requireEnd(SqlText text) throws SQLException {
    if (text.atEnd()) {
      return;
    }
    CompiledStatement second = session.statements().compile(text, limits.calls());
    if (second != null) {
      session.statements().release(second, false);
      throw SqlErrors.severalStatements();
    }
  }

  /** Whether the RETURNING clause is the driver's. */
  private boolean clauseAdded() {
    return !text.equals(written);
  }

  // ---- execution ------------------------------------------------------------------------------

  /** Another thread that executes it is waited for, by what follows. */
  private void requireNotWithin() throws SQLException {
    if (Thread.holdsLock(session.monitor())) {
      statement.requireIdle();
    }
  }

  private void begin() throws SQLException {
    requireNotWithin();
    endResults();
    keys.setDeclined(request.on(connection) == KeyRequest.DECLINED);
  }

  private Result run() throws SQLException {
    requireOpen();
    parameters.requireAll();
    begin();
    return execute(parameters);
  }

  /**
   * Executes the statement, whose table may have been made anew since its keys were found. Where
   * another connection has done so, SQLite compiles the statement before it begins: when the column
   * is gone, that fails, and it is executed for the present key; when it is there and no key any
   * more, this execution gives it, and the next one the present key.
   */
  private Result execute(Parameters set) throws SQLException {
    findKeysOfChanged();
    try {
      return execute(statement, set, clauseAdded(), false);
    } catch (SQLException e) {
      if (!SqlState.NO_SUCH_COLUMN.equals(e.getSQLState()) || !findKeysAgain()) {
        throw e;
      }
      return execute(statement, set, clauseAdded(), false);
    }
  }

  /** Always before an execution: what cannot be asked for any more is refused, and not done. */
  private void findKeysOfChanged() throws SQLException {
    if (keysAsked
        && (statement.reprepares() != reprepares
            || session.statements().schemaChanges().count() != schemaChanges)) {
      findKeysAgain();
    }
  }

  /** Adapts the clause for the keys to the schema of now; false where it stays. */
  private boolean findKeysAgain() throws SQLException {
    synchronized (
        session.monitor()) { // a statement that is closed meanwhile would keep the new one
      requireOpen();
      if (!keysAsked) {
        return false;
      }
      String present = request.withReturning(connection, written);
      if (present.equals(text)) {
        noteSchema();
        return false;
      }
      CompiledStatement fresh = compile(present);
      used.set(0, fresh);
      keys.describe();
      session.statements().release(statement, false);
      statement = fresh;
      text = present;
      noteSchema();
      return true;
    }
  }

  private void noteSchema() {
    reprepares = statement.reprepares();
    schemaChanges = session.statements().schemaChanges().count();
  }

  @Override
  public boolean execute() throws SQLException {
    Result result = run();
    if (result.rows() != null) {
      results.show(result.rows());
      return true;
    }
    results.show(result.count());
    return false;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    requireOpen();
    if (statement.columns() == 0 || clauseAdded()) {
      throw SqlErrors.givesNoRows();
    }
    return results.show(run().rows());
  }

  @Override
  public int executeUpdate() throws SQLException {
    return intCount(executeLargeUpdate());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    requireOpen();
    if (statement.columns() > 0 && statement.readOnly()) {
      throw SqlErrors.givesRows();
    }
    Result result = run();
    if (result.rows() != null) {
      result.rows().close();
    }
    long count = Math.max(0, result.count());
    results.show(count);
    return count;
  }

  // ---- batches --------------------------------------------------------------------------------

  @Override
  public void addBatch() throws SQLException {
    requireOpen();
    parameters.requireAll();
    batch.add(parameters);
  }

  @Override
  public void clearBatch() throws SQLException {
    requireOpen();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return BatchOutcome.ints(executeLargeBatch());
  }

  /** Runs the sets in order, up to the first that fails; the batch is empty afterwards. */
  @Override
  public long[] executeLargeBatch() throws SQLException {
    requireOpen();
    begin();
    ParameterBatch taken = batch.take();
    try {
      return taken.sets() == 0 ? new long[0] : run(taken);
    } finally {
      batch.reuse(taken);
    }
  }

  private long[] run(ParameterBatch taken) throws SQLException {
    if (statement.columns() > 0 && statement.readOnly()) {
      throw BatchOutcome.failure(0, SqlErrors.givesRows(), new long[0]);
    }
    findKeysOfFirst();
    long[] counts = new long[taken.sets()];
    BatchFailure failure =
        statement.columns() == 0 ? runWithoutRows(taken, counts) : runReturning(taken, counts);
    if (failure != null) {
      throw BatchOutcome.failure(
          failure.index(), failure.cause(), Arrays.copyOf(counts, failure.index()));
    }
    return counts;
  }

  private void findKeysOfFirst() throws SQLException {
    try {
      findKeysOfChanged();
    } catch (SQLException e) {
      throw BatchOutcome.failure(0, e, new long[0]);
    }
  }

  private BatchFailure runWithoutRows(ParameterBatch taken, long[] counts) throws SQLException {
    long[] rowids = InsertText.parse(statement.sql()) == null ? null : new long[counts.length];
    BatchFailure failure =
        session.batches().execute(statement, taken, limits.calls(), counts, rowids);
    int done = failure == null ? counts.length : failure.index();
    if (rowids != null) {
      keys.addLastRowids(rowids, counts, done);
    }
    return failure;
  }

  private BatchFailure runReturning(ParameterBatch taken, long[] counts) {
    Parameters set = new Parameters(statement.parameterCount());
    ParameterBatch.Reader sets = taken.reader();
    for (int i = 0; i < counts.length; i++) {
      try {
        sets.next(set);
        counts[i] = execute(set).count();
      } catch (SQLException e) {
        return new BatchFailure(i, e);
      }
    }
    return null;
  }

  // ---- parameters -----------------------------------------------------------------------------

  @Override
  public Parameters openParameters() throws SQLException {
    requireOpen();
    return parameters;
  }

  @Override
  public ParameterValues values() {
    return values;
  }

  @Override
  public void clearParameters() throws SQLException {
    requireOpen();
    parameters.clear();
  }

  // ---- description ----------------------------------------------------------------------------

  /** The columns of the rows, or null for a statement that gives none. */
  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    synchronized (
        session.monitor()) { // a statement that is closed meanwhile would keep the new one
      requireOpen();
      if (statement.columns() == 0 || clauseAdded()) {
        return null;
      }
      CompiledStatement fresh = session.statements().recompile(statement, limits.calls());
      used.set(0, fresh);
      statement = fresh;
      return statement.columns() == 0
          ? null
          : IcSqliteResultSetMetaData.of(BufferedCursor.withoutRows(statement), false);
    }
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    requireOpen();
    return new IcSqliteParameterMetaData(statement.parameterCount());
  }

  /** Escapes were translated when the statement was prepared. */
  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    requireOpen();
  }

  // ---- end ------------------------------------------------------------------------------------

  @Override
  boolean keepsCompiled() {
    return poolable();
  }

  /** The SQL. */
  @Override
  public String toString() {
    return statement.sql();
  }
}
