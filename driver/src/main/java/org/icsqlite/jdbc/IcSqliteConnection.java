package org.icsqlite.jdbc;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientException;
import java.sql.Statement;
import java.util.Properties;
import org.icsqlite.budget.BudgetedCalls;
import org.icsqlite.budget.BudgetedConnection;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.QueryReport;
import org.icsqlite.budget.RowMapper;
import org.icsqlite.budget.UpdateBudget;
import org.icsqlite.budget.UpdateReport;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.image.ChecksumState;
import org.icsqlite.image.ChecksumVerification;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Image;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.image.ScanListener;
import org.icsqlite.memory.CheckpointResult;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.metadata.Facts;
import org.icsqlite.metadata.IcSqliteDatabaseMetaData;
import org.icsqlite.migrations.SchemaVersionField;
import org.icsqlite.migrations.UnlimitedStatements;
import org.icsqlite.result.GuardedRows;
import org.icsqlite.result.IcSqliteResultSet;
import org.icsqlite.result.Owner;
import org.icsqlite.row.ListedRows;
import org.icsqlite.session.Session;
import org.icsqlite.value.ColumnValues;
import org.icsqlite.value.ParameterValues;
import org.icsqlite.vfs.ConnectionChecksum;
import org.icsqlite.vfs.EngineStatistics;

/**
 * A connection to one database in stable memory. It is a sqlite-jdbc connection too, so that
 * functions, collations, progress handlers and backup work as there; reach it with {@link #unwrap}.
 *
 * <p>Transactions: with auto-commit a statement is one transaction. A transaction reads one
 * snapshot, taken at its first read; a writer needs the newest version, waits for another writer at
 * most busy_timeout, and gets SQLState 40001 when its snapshot is no longer the newest. That wait
 * ends early with SQLState 57014 when the statement is cancelled or the thread is interrupted (its
 * interrupt status stays set), and with 08003 when the connection is closed. When SQLite itself
 * rolls a transaction back (disk full, I/O error, out of memory), every later statement of that
 * transaction fails with SQLState 25P02 until {@link #rollback()} was called.
 *
 * <p>Thread-safe in the sense of sqlite-jdbc: calls from several threads are run one after the
 * other. The connection's native handle is used only under the monitor of {@link #getDatabase()} or
 * before the connection is published, so that no call meets a closed one. What takes several calls,
 * such as a transaction, or the values of a PreparedStatement and its execution, needs a lock of
 * the threads that share it.
 */
public final class IcSqliteConnection extends BeyondJdbcConnection
    implements BudgetedConnection,
        EngineControl,
        ImageChecksum,
        SchemaVersionField,
        UnlimitedStatements {

  // Of sqlite3_open_v2. Calls are in turn under the monitor already; SQLite's own mutex would be
  // taken several times for each row.
  private static final int READ_ONLY = 0x1;
  private static final int READ_WRITE_CREATE = 0x6;
  private static final int NO_MUTEX = 0x8000;

  private final QueryBudget queryBudget;
  private final ColumnValues columnValues;
  private final ParameterValues parameterValues;
  private final BudgetedCalls budgetedCalls;
  private final Checksums checksums;

  private IcSqliteConnection(
      ConnectionSettings settings, Resources resources, String fileName, Properties properties)
      throws SQLException {
    super(settings, resources, fileName, properties);
    this.queryBudget = settings.queryBudget();
    this.columnValues = new ColumnValues(settings.temporal());
    this.parameterValues = new ParameterValues(settings.temporal(), settings.maxLength());
    this.budgetedCalls =
        new BudgetedCalls(session, columnValues, parameterValues, new NoStatement(session));
    this.checksums = new Checksums(session, new ConnectionChecksum(mount));
  }

  static IcSqliteConnection open(ConnectionSettings settings) throws SQLException {
    return open(settings, Resources.acquire(settings));
  }

  static IcSqliteConnection open(ConnectionSettings settings, Resources resources)
      throws SQLException {
    try {
      Properties properties = settings.sqliteJdbcProperties();
      int access = settings.mode() == Mode.QUERY ? READ_ONLY : READ_WRITE_CREATE;
      properties.setProperty("open_mode", Integer.toString(access | NO_MUTEX));
      properties.setProperty("busy_timeout", Integer.toString(settings.busyTimeoutMillis()));
      return new IcSqliteConnection(settings, resources, resources.fileName(), properties);
    } catch (SQLException e) {
      throw giveUp(resources, SqlErrors.translate(e, resources.mount().takeFailure()));
    } catch (RuntimeException e) {
      throw giveUp(resources, e);
    } catch (Error e) {
      throw giveUp(resources, e);
    }
  }

  private static <T extends Throwable> T giveUp(Resources resources, T failure) {
    try {
      resources.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  /** The native side, for the statements of the connection. */
  Session session() {
    return session;
  }

  ColumnValues columnValues() {
    return columnValues;
  }

  ParameterValues parameterValues() {
    return parameterValues;
  }

  // ---- statements -----------------------------------------------------------------------------

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    if (session == null) {
      // sqlite-jdbc's constructor runs its own pragmas before there is a session.
      return super.createStatement(type, concurrency, ResultSet.CLOSE_CURSORS_AT_COMMIT);
    }
    requireOpen();
    checkCursor(type, concurrency, holdability);
    IcSqliteStatement statement = new IcSqliteStatement(this);
    statement.setHoldability(holdability);
    return statement;
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    requireOpen();
    checkCursor(type, concurrency, holdability);
    IcSqlitePreparedStatement statement = new IcSqlitePreparedStatement(this, sql, KeyRequest.NONE);
    statement.setHoldability(holdability);
    return statement;
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
    requireOpen();
    return new IcSqlitePreparedStatement(this, sql, KeyRequest.of(autoGeneratedKeys));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
    requireOpen();
    return new IcSqlitePreparedStatement(this, sql, KeyRequest.of(columnIndexes));
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
    requireOpen();
    return new IcSqlitePreparedStatement(this, sql, KeyRequest.of(columnNames));
  }

  /**
   * A statement for the runner of migrations and the driver itself, which no budget of the URL
   * binds.
   */
  @Override
  public PreparedStatement prepareUnlimited(String sql) throws SQLException {
    requireOpen();
    return IcSqlitePreparedStatement.withoutBudget(this, sql);
  }

  @Override
  protected void checkCursor(int type, int concurrency, int holdability) throws SQLException {
    if (session == null) {
      super.checkCursor(type, concurrency, holdability);
      return;
    }
    if (type != ResultSet.TYPE_FORWARD_ONLY) {
      throw Refusals.notSupported("a result set type other than TYPE_FORWARD_ONLY");
    }
    if (concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw Refusals.notSupported("a concurrency other than CONCUR_READ_ONLY");
    }
    requireHoldability(holdability);
  }

  /** SQLite has no stored procedures. */
  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    requireOpen();
    throw Refusals.notSupported("a CallableStatement: SQLite has no stored procedures");
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    return prepareCall(sql, 0, 0, 0);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    return prepareCall(sql, type, concurrency, 0);
  }

  /** The SQL without JDBC's escapes in braces. */
  @Override
  public String nativeSQL(String sql) {
    requireOpenUndeclared();
    return JdbcEscapes.translate(sql);
  }

  /** Sets how many compiled statements are kept for reuse, 0 or more; 32 unless set. */
  public void setStatementCacheSize(int statements) throws SQLException {
    requireOpen();
    Refusals.requireAtLeastZero("the size of the cache", statements);
    session.statements().setCached(statements);
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    return metaData(this);
  }

  /** Metadata that is read over a handle of this connection. */
  DatabaseMetaData metaData(Connection handle) throws SQLException {
    requireOpen();
    return new IcSqliteDatabaseMetaData(
        handle,
        new OwnQueries(this, handle),
        new Facts(
            settings.url(),
            DriverVersion.NAME,
            DriverVersion.text(),
            DriverVersion.major(),
            DriverVersion.minor(),
            libversion(),
            this::isReadOnly),
        (labels, rows) -> {
          Owner owner = new NoStatement(session);
          return new IcSqliteResultSet(
              new GuardedRows(ListedRows.of(labels, rows), owner), columnValues, owner);
        });
  }

  // ---- budgets --------------------------------------------------------------------------------

  /** What each statement may take unless it has a budget of its own. */
  QueryBudget queryBudget() {
    return queryBudget;
  }

  @Override
  public <T> QueryReport<T> query(
      String sql, QueryBudget budget, RowMapper<T> mapper, Object... args) throws SQLException {
    return budgetedCalls.query(sql, budget, mapper, args);
  }

  @Override
  public UpdateReport update(String sql, UpdateBudget budget, Object... args) throws SQLException {
    return budgetedCalls.update(sql, budget, args);
  }

  // ---- the stable memory ----------------------------------------------------------------------

  @Override
  public Image image() {
    return mount.database().image();
  }

  @Override
  public long peakDirtyPages() throws SQLException {
    requireOpen();
    synchronized (session.monitor()) {
      PageAdmission pages = mount.pages();
      return pages == null ? 0 : pages.peakPages();
    }
  }

  @Override
  public EngineStatistics statistics() throws SQLException {
    requireOpen();
    return mount.database().statistics();
  }

  @Override
  public CheckpointResult checkpoint() throws SQLException {
    requireOpen();
    requireUpdateMode("a checkpoint");
    try {
      return mount.database().checkpoint();
    } catch (StableMemoryException e) {
      throw SqlErrors.ofMemory(e);
    }
  }

  @Override
  public void setDurability(Durability durability) throws SQLException {
    requireOpen();
    requireUpdateMode("another durability");
    try {
      mount.database().setDurability(durability);
    } catch (StableMemoryException e) {
      throw SqlErrors.ofMemory(e);
    } catch (IllegalArgumentException e) {
      throw new SQLFeatureNotSupportedException(e.getMessage(), SqlState.FEATURE_NOT_SUPPORTED, e);
    }
  }

  /**
   * Raises the schema version in the superblock, for whoever migrates; does nothing when it is as
   * high already. Outside of SQLite's transactions, and seen by readers of the superblock alone.
   *
   * @param version an unsigned number
   * @throws SQLException SQLState 08003 when the connection is closed, 25006 in query mode, 08006
   *     when the memory has failed before or does so now
   */
  @Override
  public void raiseSchemaVersion(long version) throws SQLException {
    requireOpen();
    requireUpdateMode("another schema version");
    if (image() instanceof DatabaseImage written) {
      try {
        written.raiseSchemaVersion(version).await();
      } catch (StableMemoryException e) {
        throw SqlErrors.ofMemory(e);
      }
    }
  }

  @Override
  public ChecksumState checksumState() throws SQLException {
    return checksums.state();
  }

  @Override
  public ChecksumVerification verifyChecksum(ScanListener listener) throws SQLException {
    return checksums.verify(listener);
  }

  @Override
  public long refreshChecksum(ScanListener listener) throws SQLException {
    requireOpen();
    requireWritable();
    return checksums.refresh(listener).checksum();
  }

  @Override
  public ChecksumProgress refreshChecksumChunk(long bytes, ScanListener listener)
      throws SQLException {
    requireOpen();
    requireWritable();
    return checksums.refreshChunk(bytes, listener);
  }

  private void requireWritable() throws SQLException {
    requireUpdateMode("a refresh of the checksum");
    if (isReadOnly()) {
      throw new SQLNonTransientException(
          "a refresh of the checksum on a connection that is read-only; call setReadOnly(false)",
          SqlState.READ_ONLY);
    }
  }

  /** Fails with an SQLException, as JDBC has it, which sqlite-jdbc's method does not declare. */
  @Override
  public <T> T unwrap(Class<T> type) {
    if (!isWrapperFor(type)) {
      throw Refusals.<RuntimeException>undeclared(SqlErrors.notWrapped(type));
    }
    return type.cast(this);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type != null && type.isInstance(this);
  }
}
