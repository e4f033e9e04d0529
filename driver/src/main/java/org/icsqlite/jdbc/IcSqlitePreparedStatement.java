package org.icsqlite.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Calendar;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.result.IcSqliteResultSetMetaData;
import org.icsqlite.session.BatchFailure;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.session.ParameterBatch;
import org.icsqlite.session.Parameters;
import org.icsqlite.session.SqlText;
import org.icsqlite.value.ParameterValues;

/**
 * A statement that is compiled once and executed with values for its parameters, which stay set
 * from one execution to the next. Its text is one statement.
 */
final class IcSqlitePreparedStatement extends StatementBase implements PreparedStatement {

  private CompiledStatement statement;
  private final boolean clauseAdded;
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
    requireLength(sql);
    keys.setDeclined(request == KeyRequest.DECLINED);
    String written = JdbcEscapes.translate(sql);
    String text = request.withReturning(connection, written);
    this.clauseAdded = text != null && !text.equals(written);
    this.statement = compile(text);
    used.add(statement);
    this.parameters = new Parameters(statement.parameterCount());
    this.values = connection.parameterValues();
  }

  /** For what the driver asks itself, whatever the user's statements may take. */
  static IcSqlitePreparedStatement withoutBudget(IcSqliteConnection connection, String sql)
      throws SQLException {
    return new IcSqlitePreparedStatement(connection, sql, KeyRequest.NONE, QueryBudget.unlimited());
  }

  private CompiledStatement compile(String sql) throws SQLException {
    SqlText text = new SqlText(sql);
    CompiledStatement first = session.compile(text);
    if (first == null) {
      throw SqlErrors.emptySql();
    }
    try {
      requireEnd(text);
    } catch (SQLException e) {
      session.release(first, false);
      throw e;
    }
    return first;
  }

  /** What follows the first statement may be comments; SQLite would not look at it. */
  private void requireEnd(SqlText text) throws SQLException {
    if (text.atEnd()) {
      return;
    }
    CompiledStatement second = session.compile(text);
    if (second != null) {
      session.release(second, false);
      throw SqlErrors.severalStatements();
    }
  }

  // ---- execution ------------------------------------------------------------------------------

  private Result run() throws SQLException {
    requireOpen();
    parameters.requireAll();
    session.requireIdle(statement);
    endResults();
    return execute(statement, parameters, clauseAdded, false);
  }

  @Override
  public boolean execute() throws SQLException {
    Result result = run();
    if (result.rows() != null) {
      showRows(result.rows());
      return true;
    }
    showCount(result.count());
    return false;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    requireOpen();
    if (statement.columns() == 0 || clauseAdded) {
      throw SqlErrors.givesNoRows();
    }
    return showRows(run().rows());
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
    showCount(count);
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
    session.requireIdle(statement);
    endResults();
    try {
      return batch.sets() == 0 ? new long[0] : runBatch();
    } finally {
      batch.clear();
    }
  }

  private long[] runBatch() throws SQLException {
    if (statement.columns() > 0 && statement.readOnly()) {
      throw BatchOutcome.failure(0, SqlErrors.givesRows(), new long[0]);
    }
    long[] counts = new long[batch.sets()];
    BatchFailure failure = statement.columns() == 0 ? runWithoutRows(counts) : runReturning(counts);
    if (failure != null) {
      throw BatchOutcome.failure(
          failure.index(), failure.cause(), Arrays.copyOf(counts, failure.index()));
    }
    return counts;
  }

  private BatchFailure runWithoutRows(long[] counts) throws SQLException {
    long[] rowids = InsertText.parse(statement.sql()) == null ? null : new long[counts.length];
    BatchFailure failure = session.executeBatch(statement, batch, calls, counts, rowids);
    int done = failure == null ? counts.length : failure.index();
    for (int i = 0; rowids != null && i < done; i++) {
      if (counts[i] > 0) {
        keys.addLastRowid(rowids[i]);
      }
    }
    return failure;
  }

  private BatchFailure runReturning(long[] counts) {
    Parameters set = new Parameters(statement.parameterCount());
    int next = 0;
    for (int i = 0; i < counts.length; i++) {
      next = batch.load(next, set);
      try {
        counts[i] = execute(statement, set, clauseAdded, false).count();
      } catch (SQLException e) {
        return new BatchFailure(i, e);
      }
    }
    return null;
  }

  // ---- parameters -----------------------------------------------------------------------------

  @Override
  public void clearParameters() throws SQLException {
    requireOpen();
    parameters.clear();
  }

  @Override
  public void setNull(int parameter, int sqlType) throws SQLException {
    requireOpen();
    parameters.setNull(parameter);
  }

  @Override
  public void setNull(int parameter, int sqlType, String typeName) throws SQLException {
    requireOpen();
    parameters.setNull(parameter);
  }

  @Override
  public void setBoolean(int parameter, boolean value) throws SQLException {
    requireOpen();
    parameters.setInteger(parameter, value ? 1 : 0);
  }

  @Override
  public void setByte(int parameter, byte value) throws SQLException {
    requireOpen();
    parameters.setInteger(parameter, value);
  }

  @Override
  public void setShort(int parameter, short value) throws SQLException {
    requireOpen();
    parameters.setInteger(parameter, value);
  }

  @Override
  public void setInt(int parameter, int value) throws SQLException {
    requireOpen();
    parameters.setInteger(parameter, value);
  }

  @Override
  public void setLong(int parameter, long value) throws SQLException {
    requireOpen();
    parameters.setInteger(parameter, value);
  }

  @Override
  public void setFloat(int parameter, float value) throws SQLException {
    requireOpen();
    parameters.setReal(parameter, value);
  }

  @Override
  public void setDouble(int parameter, double value) throws SQLException {
    requireOpen();
    parameters.setReal(parameter, value);
  }

  @Override
  public void setString(int parameter, String value) throws SQLException {
    requireOpen();
    if (value == null) {
      parameters.setNull(parameter);
    } else {
      parameters.setText(parameter, value);
    }
  }

  @Override
  public void setNString(int parameter, String value) throws SQLException {
    setString(parameter, value);
  }

  /** Takes a copy of the bytes. */
  @Override
  public void setBytes(int parameter, byte[] value) throws SQLException {
    requireOpen();
    if (value == null) {
      parameters.setNull(parameter);
    } else {
      parameters.setBlob(parameter, value.clone());
    }
  }

  @Override
  public void setBigDecimal(int parameter, BigDecimal value) throws SQLException {
    requireOpen();
    values.set(parameters, parameter, value);
  }

  @Override
  public void setObject(int parameter, Object value) throws SQLException {
    requireOpen();
    values.set(parameters, parameter, value);
  }

  @Override
  public void setObject(int parameter, Object value, int sqlType) throws SQLException {
    requireOpen();
    values.set(parameters, parameter, value, sqlType, -1);
  }

  @Override
  public void setObject(int parameter, Object value, int sqlType, int scaleOrLength)
      throws SQLException {
    requireOpen();
    values.set(parameters, parameter, value, sqlType, scaleOrLength);
  }

  @Override
  public void setObject(int parameter, Object value, SQLType sqlType) throws SQLException {
    setObject(parameter, value, sqlType, -1);
  }

  @Override
  public void setObject(int parameter, Object value, SQLType sqlType, int scaleOrLength)
      throws SQLException {
    requireOpen();
    if (sqlType == null) {
      values.set(parameters, parameter, value);
    } else {
      values.set(parameters, parameter, value, sqlType.getVendorTypeNumber(), scaleOrLength);
    }
  }

  @Override
  public void setDate(int parameter, Date value) throws SQLException {
    requireOpen();
    values.setDate(parameters, parameter, value, null);
  }

  @Override
  public void setDate(int parameter, Date value, Calendar calendar) throws SQLException {
    requireOpen();
    values.setDate(parameters, parameter, value, calendar);
  }

  @Override
  public void setTime(int parameter, Time value) throws SQLException {
    requireOpen();
    values.setTime(parameters, parameter, value, null);
  }

  @Override
  public void setTime(int parameter, Time value, Calendar calendar) throws SQLException {
    requireOpen();
    values.setTime(parameters, parameter, value, calendar);
  }

  @Override
  public void setTimestamp(int parameter, Timestamp value) throws SQLException {
    requireOpen();
    values.setTimestamp(parameters, parameter, value, null);
  }

  @Override
  public void setTimestamp(int parameter, Timestamp value, Calendar calendar) throws SQLException {
    requireOpen();
    values.setTimestamp(parameters, parameter, value, calendar);
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value) throws SQLException {
    requireOpen();
    values.setAsciiStream(parameters, parameter, value, -1);
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value, int length) throws SQLException {
    requireOpen();
    values.setAsciiStream(parameters, parameter, value, length(length));
  }

  @Override
  public void setAsciiStream(int parameter, InputStream value, long length) throws SQLException {
    requireOpen();
    values.setAsciiStream(parameters, parameter, value, length(length));
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value) throws SQLException {
    requireOpen();
    values.setStream(parameters, parameter, value, -1);
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value, int length) throws SQLException {
    requireOpen();
    values.setStream(parameters, parameter, value, length(length));
  }

  @Override
  public void setBinaryStream(int parameter, InputStream value, long length) throws SQLException {
    requireOpen();
    values.setStream(parameters, parameter, value, length(length));
  }

  @Override
  public void setCharacterStream(int parameter, Reader value) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, -1);
  }

  @Override
  public void setCharacterStream(int parameter, Reader value, int length) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, length(length));
  }

  @Override
  public void setCharacterStream(int parameter, Reader value, long length) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, length(length));
  }

  @Override
  public void setNCharacterStream(int parameter, Reader value) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, -1);
  }

  @Override
  public void setNCharacterStream(int parameter, Reader value, long length) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, length(length));
  }

  /** The bytes are UTF-8, as JDBC says of this method. */
  @Deprecated
  @Override
  public void setUnicodeStream(int parameter, InputStream value, int length) throws SQLException {
    requireOpen();
    values.setAsciiStream(parameters, parameter, value, length(length));
  }

  @Override
  public void setBlob(int parameter, Blob value) throws SQLException {
    requireOpen();
    values.set(parameters, parameter, value);
  }

  @Override
  public void setClob(int parameter, Clob value) throws SQLException {
    requireOpen();
    values.set(parameters, parameter, value);
  }

  @Override
  public void setNClob(int parameter, NClob value) throws SQLException {
    requireOpen();
    values.set(parameters, parameter, value);
  }

  @Override
  public void setBlob(int parameter, InputStream value) throws SQLException {
    requireOpen();
    values.setStream(parameters, parameter, value, -1);
  }

  @Override
  public void setBlob(int parameter, InputStream value, long length) throws SQLException {
    requireOpen();
    values.setStream(parameters, parameter, value, length(length));
  }

  @Override
  public void setClob(int parameter, Reader value) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, -1);
  }

  @Override
  public void setClob(int parameter, Reader value, long length) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, length(length));
  }

  @Override
  public void setNClob(int parameter, Reader value) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, -1);
  }

  @Override
  public void setNClob(int parameter, Reader value, long length) throws SQLException {
    requireOpen();
    values.setReader(parameters, parameter, value, length(length));
  }

  /** Stores the text of the URL. */
  @Override
  public void setURL(int parameter, URL value) throws SQLException {
    setString(parameter, value == null ? null : value.toString());
  }

  @Override
  public void setRef(int parameter, Ref value) throws SQLException {
    throw refused("a REF: SQLite has no such type");
  }

  @Override
  public void setArray(int parameter, Array value) throws SQLException {
    throw refused("an ARRAY: SQLite has no such type; bind JSON and read it with json_each");
  }

  @Override
  public void setRowId(int parameter, RowId value) throws SQLException {
    throw refused("a ROWID: bind it with setLong, SQLite's rowids are integers");
  }

  @Override
  public void setSQLXML(int parameter, SQLXML value) throws SQLException {
    throw refused("an SQLXML: bind its text with setString");
  }

  private SQLException refused(String what) throws SQLException {
    requireOpen();
    return notSupported(what);
  }

  private static long length(long length) throws SQLException {
    if (length < 0) {
      throw new SQLDataException(
          "A length must not be negative: " + length, SqlState.INVALID_ARGUMENT);
    }
    return length;
  }

  // ---- description ----------------------------------------------------------------------------

  /** The columns of the rows, or null for a statement that gives none. */
  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    requireOpen();
    if (statement.columns() > 0) {
      CompiledStatement fresh = session.recompile(statement);
      used.set(0, fresh);
      statement = fresh;
    }
    return statement.columns() == 0 || clauseAdded
        ? null
        : IcSqliteResultSetMetaData.of(session.describe(statement), false);
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

  // ---- what belongs to statements without parameters ------------------------------------------

  private SQLException notPrepared(String method) throws SQLException {
    requireOpen();
    return new SQLNonTransientException(
        method + " with SQL is for statements of createStatement; this one has its SQL already",
        SqlState.FUNCTION_SEQUENCE);
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    throw notPrepared("execute");
  }

  @Override
  public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
    throw notPrepared("execute");
  }

  @Override
  public boolean execute(String sql, int[] columnIndexes) throws SQLException {
    throw notPrepared("execute");
  }

  @Override
  public boolean execute(String sql, String[] columnNames) throws SQLException {
    throw notPrepared("execute");
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    throw notPrepared("executeUpdate");
  }

  @Override
  public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    throw notPrepared("executeUpdate");
  }

  @Override
  public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
    throw notPrepared("executeUpdate");
  }

  @Override
  public int executeUpdate(String sql, String[] columnNames) throws SQLException {
    throw notPrepared("executeUpdate");
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    throw notPrepared("executeLargeUpdate");
  }

  @Override
  public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    throw notPrepared("executeLargeUpdate");
  }

  @Override
  public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
    throw notPrepared("executeLargeUpdate");
  }

  @Override
  public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
    throw notPrepared("executeLargeUpdate");
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    throw notPrepared("executeQuery");
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    throw notPrepared("addBatch");
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
