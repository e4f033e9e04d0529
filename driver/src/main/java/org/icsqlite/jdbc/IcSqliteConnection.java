package org.icsqlite.jdbc;

import java.lang.ref.Cleaner;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.icsqlite.budget.BudgetedCalls;
import org.icsqlite.budget.PageLimits;
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
import org.icsqlite.image.ScanListener;
import org.icsqlite.image.Snapshot;
import org.icsqlite.memory.CheckpointResult;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.metadata.Facts;
import org.icsqlite.metadata.IcSqliteDatabaseMetaData;
import org.icsqlite.migrations.SchemaVersionField;
import org.icsqlite.result.IcSqliteResultSet;
import org.icsqlite.row.ListedRows;
import org.icsqlite.session.Session;
import org.icsqlite.session.SqlAction;
import org.icsqlite.value.ColumnValues;
import org.icsqlite.value.ParameterValues;
import org.icsqlite.vfs.ConnectionChecksum;
import org.icsqlite.vfs.EngineStatistics;
import org.icsqlite.vfs.Mount;
import org.sqlite.core.DB;

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
 * before the connection is published, so that no call meets a closed one.
 */
public final class IcSqliteConnection extends ConnectionBase implements SchemaVersionField {

  private final ConnectionSettings settings;
  private final Resources resources;
  private final Mount mount;
  private final InternalSql internalSql;
  private final Session session;
  private final Savepoints savepoints;
  private final BeginText beginText;
  private final BudgetedCalls budgetedCalls;
  private final QueryBudget queryBudget;
  private final ColumnValues columnValues;
  private final ParameterValues parameterValues;
  private final Checksums checksums;
  private final CanisterProfile canister;
  private final AbandonedConnection abandoned;
  private final Cleaner.Cleanable watch;
  private volatile boolean readOnly;

  private IcSqliteConnection(
      ConnectionSettings settings, Resources resources, String fileName, Properties properties)
      throws SQLException {
    super(settings.url(), fileName, properties);
    this.settings = settings;
    this.resources = resources;
    this.mount = resources.mount();
    this.internalSql = new InternalSql(getDatabase(), mount);
    this.readOnly = settings.mode() == Mode.QUERY;
    this.beginText = new BeginText(settings, readOnly);
    this.queryBudget = settings.queryBudget();
    this.columnValues = new ColumnValues(settings.temporal());
    this.parameterValues = new ParameterValues(settings.temporal());
    Session begun = null;
    try {
      begun =
          new Session(
              getDatabase(),
              resources.natives(),
              databaseHandle(),
              mount,
              settings.statementCache(),
              beginText);
      this.session = begun;
      this.savepoints = new Savepoints(session);
      this.checksums = new Checksums(session, new ConnectionChecksum(mount));
      this.budgetedCalls =
          new BudgetedCalls(session, columnValues, parameterValues, new NoStatement(session));
      new ConnectionSetup(settings, internalSql, databaseIsEmpty())
          .apply(resources.api(), session.handle());
      this.canister = CanisterProfile.of(settings, resources.api(), session, image());
      mount.setLabel(settings.location() + " memory " + image().memoryId());
      session.limitPages(settings.pageLimits(), PageLimits::exceeded);
      this.abandoned =
          new AbandonedConnection(settings.url(), super.getDatabase(), session, resources);
      this.watch = abandoned.watch(this);
      long replayed = resources.takeReplayed();
      if (replayed > 0) {
        addWarning(
            settings.location()
                + " had not been closed: "
                + replayed
                + " transactions were replayed from its redo log");
      }
    } catch (SQLException | RuntimeException | Error e) {
      if (begun != null) {
        begun.finalizeAll();
      }
      super.close();
      if (begun != null) {
        begun.free();
      }
      throw e;
    }
  }

  static IcSqliteConnection open(ConnectionSettings settings) throws SQLException {
    return open(settings, Resources.acquire(settings));
  }

  static IcSqliteConnection open(ConnectionSettings settings, Resources resources)
      throws SQLException {
    try {
      Properties properties = settings.sqliteJdbcProperties();
      if (settings.mode() == Mode.QUERY) {
        properties.setProperty("open_mode", "1");
      }
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

  private boolean databaseIsEmpty() {
    try (Snapshot newest = image().snapshot()) {
      return newest.size() == 0;
    }
  }

  private long databaseHandle() throws SQLException {
    try (JdbcStatementPointer statement = new JdbcStatementPointer(this)) {
      return resources.api().dbHandle(statement.address());
    }
  }

  @Override
  void requireOpen() throws SQLException {
    session.requireOpen();
  }

  /** Runs a call of sqlite-jdbc's that belongs to no transaction. */
  private void finishing(SqlAction action) throws SQLException {
    session.finish(
        () -> {
          action.run();
          return null;
        });
  }

  // ---- statements -----------------------------------------------------------------------------

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    if (session == null) {
      // sqlite-jdbc's constructor runs its own pragmas before there is a session.
      return super.createStatement(type, concurrency, holdability);
    }
    requireOpen();
    checkCursor(type, concurrency, holdability);
    return new IcSqliteStatement(this);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    requireOpen();
    checkCursor(type, concurrency, holdability);
    return new IcSqlitePreparedStatement(this, sql, KeyRequest.NONE);
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

  @Override
  protected void checkCursor(int type, int concurrency, int holdability) throws SQLException {
    if (session == null) {
      super.checkCursor(type, concurrency, holdability);
      return;
    }
    if (type != ResultSet.TYPE_FORWARD_ONLY) {
      throw StatementBase.notSupported("a result set type other than TYPE_FORWARD_ONLY");
    }
    if (concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw StatementBase.notSupported("a concurrency other than CONCUR_READ_ONLY");
    }
    if (holdability != getHoldability()) {
      throw StatementBase.notSupported("another holdability than CLOSE_CURSORS_AT_COMMIT");
    }
  }

  /** SQLite has no stored procedures. */
  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    requireOpen();
    throw StatementBase.notSupported("a CallableStatement: SQLite has no stored procedures");
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
    return JdbcEscapes.translate(sql);
  }

  /** Sets how many compiled statements are kept for reuse, 0 or more; 32 unless set. */
  public void setStatementCacheSize(int statements) throws SQLException {
    requireOpen();
    if (statements < 0) {
      throw new SQLDataException(
          "the size of the cache must not be negative: " + statements, SqlState.INVALID_ARGUMENT);
    }
    session.setCachedStatements(statements);
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
        sql -> {
          if (handle.isClosed()) {
            throw SqlErrors.closed();
          }
          return IcSqlitePreparedStatement.withoutBudget(this, sql);
        },
        new Facts(
            settings.url(),
            DriverVersion.NAME,
            DriverVersion.text(),
            DriverVersion.major(),
            DriverVersion.minor(),
            libversion(),
            this::isReadOnly),
        (labels, rows) ->
            new IcSqliteResultSet(
                ListedRows.of(labels, rows), columnValues, new NoStatement(session)));
  }

  // ---- budgets --------------------------------------------------------------------------------

  /** What each statement may take unless it has a budget of its own. */
  QueryBudget queryBudget() {
    return queryBudget;
  }

  /**
   * Runs one query under a budget; the connection's own limits don't count. All rows are mapped, or
   * the call fails and gives none. While the mapper runs it may execute ordinary statements on this
   * connection, but no other budgeted call.
   *
   * @param args a value for each parameter, as {@code setObject} takes it
   * @throws org.icsqlite.budget.BudgetExceededException when a limit is exceeded; for time a {@link
   *     org.icsqlite.budget.BudgetTimeoutException}
   * @throws SQLException SQLState 22023 for values of the budget that cannot be used and for a
   *     statement that writes, 0A000 for max_instructions, 42000 for no statement or several, 07001
   *     for another number of parameters; whatever is thrown, {@link
   *     org.icsqlite.budget.ExecutionMetrics#of} knows the metrics
   */
  public <T> QueryReport<T> query(
      String sql, QueryBudget budget, RowMapper<T> mapper, Object... args) throws SQLException {
    return budgetedCalls.query(sql, budget, mapper, args);
  }

  /** As {@link #query} without limits, for the figures. */
  public <T> QueryReport<T> profile(String sql, RowMapper<T> mapper, Object... args)
      throws SQLException {
    return budgetedCalls.query(sql, QueryBudget.unlimited(), mapper, args);
  }

  /**
   * Runs one statement that writes, in a transaction of its own under a budget; the connection's
   * own limits don't count. When it fails, nothing has changed. Rows of a RETURNING clause are not
   * handed on.
   *
   * @param args a value for each parameter, as {@code setObject} takes it
   * @throws org.icsqlite.budget.BudgetExceededException when a limit is exceeded; for time a {@link
   *     org.icsqlite.budget.BudgetTimeoutException}
   * @throws SQLException as {@link #query}; SQLState 25001 inside a transaction, without
   *     auto-commit and while the mapper of a budgeted query runs; 42501 for what no budgeted
   *     update may do
   */
  public UpdateReport update(String sql, UpdateBudget budget, Object... args) throws SQLException {
    return budgetedCalls.update(sql, budget, args);
  }

  /**
   * sqlite-jdbc's object. A progress handler that is set on it takes the place of the one by which
   * icsqlite stops statements; max_vm_steps takes the place back and leaves an {@link SQLWarning}.
   */
  @Override
  public DB getDatabase() {
    if (session != null) {
      session.handOutDatabase();
    }
    return super.getDatabase();
  }

  // ---- transactions ---------------------------------------------------------------------------

  @Override
  public boolean getAutoCommit() throws SQLException {
    if (session == null) {
      return super.getAutoCommit(); // asked by sqlite-jdbc's constructor
    }
    requireOpen();
    synchronized (session.monitor()) {
      return session.transactions().autoCommit();
    }
  }

  /**
   * Switches auto-commit. Switching it on within a transaction commits it, as JDBC demands; without
   * auto-commit a transaction begins with the next statement.
   */
  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    session.finish(
        () -> {
          session.transactions().setAutoCommit(autoCommit);
          getConnectionConfig().setAutoCommit(session.transactions().autoCommit());
          return null;
        });
  }

  @Override
  public void commit() throws SQLException {
    session.finish(
        () -> {
          session.transactions().commit();
          savepoints.clear();
          return null;
        });
  }

  @Override
  public void rollback() throws SQLException {
    session.finish(
        () -> {
          session.transactions().rollback();
          savepoints.clear();
          return null;
        });
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    requireOpen();
    return savepoints.set();
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    requireOpen();
    return savepoints.set(name);
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    requireOpen();
    savepoints.release(savepoint);
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    requireOpen();
    savepoints.rollback(savepoint);
  }

  /** Transactions are serializable whatever was asked for, as JDBC allows. */
  @Override
  public int getTransactionIsolation() {
    return TRANSACTION_SERIALIZABLE;
  }

  /** Takes every level that JDBC knows, since a stricter one may serve. */
  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    requireOpen();
    if (level != TRANSACTION_READ_UNCOMMITTED
        && level != TRANSACTION_READ_COMMITTED
        && level != TRANSACTION_REPEATABLE_READ
        && level != TRANSACTION_SERIALIZABLE) {
      throw level == TRANSACTION_NONE
          ? StatementBase.notSupported("TRANSACTION_NONE")
          : new SQLDataException("no transaction isolation: " + level, SqlState.INVALID_ARGUMENT);
    }
  }

  // ---- modes ----------------------------------------------------------------------------------

  /** True in mode=query, and after {@link #setReadOnly}(true). */
  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  /**
   * Allows or refuses writes from now on; also on a connection that was used before, but not inside
   * a transaction that has begun to read or write (SQLState 25001). A connection opened with
   * mode=query stays read-only whatever is wanted, with a warning: pools set false on each of their
   * connections.
   */
  @Override
  public void setReadOnly(boolean wanted) throws SQLException {
    requireOpen();
    if (wanted == readOnly) {
      return;
    }
    if (settings.mode() == Mode.QUERY) {
      addWarning("The connection was opened with mode=query and stays read-only");
      return;
    }
    if (session.insideTransaction()) {
      throw new SQLNonTransientException(
          "setReadOnly inside a transaction; commit or roll back first",
          SqlState.ACTIVE_TRANSACTION);
    }
    finishing(() -> internalSql.runUnrestricted("PRAGMA query_only=" + (wanted ? "ON" : "OFF")));
    readOnly = wanted;
    beginText.setReadOnly(wanted);
  }

  /** Milliseconds that a writer waits for another one. */
  @Override
  public int getBusyTimeout() {
    return mount == null ? super.getBusyTimeout() : (int) mount.busyTimeoutMillis();
  }

  /** Sets how many milliseconds a writer waits for another one; 0 or less does not wait. */
  @Override
  public void setBusyTimeout(int milliseconds) throws SQLException {
    requireOpen();
    mount.setBusyTimeoutMillis(Math.max(0, milliseconds));
  }

  /**
   * Figures of the database behind this connection and of the stable memory that it lies in, shared
   * by all connections to them. From any thread.
   *
   * @throws SQLException SQLState 08003 when the connection is closed
   */
  public EngineStatistics statistics() throws SQLException {
    requireOpen();
    return mount.database().statistics();
  }

  /**
   * Brings everything that was committed to disk in the memory file itself, after which the redo
   * log begins anew; commits of others go on meanwhile. Does nothing for a memory in the heap. From
   * any thread.
   *
   * @return what was done
   * @throws SQLException SQLState 08003 when the connection is closed, 25006 in query mode, 08006
   *     when the memory has failed before or does so now
   */
  public CheckpointResult checkpoint() throws SQLException {
    requireOpen();
    requireUpdateMode("a checkpoint");
    try {
      return mount.database().checkpoint();
    } catch (StableMemoryException e) {
      throw SqlErrors.ofMemory(e);
    }
  }

  /** What the commits of all connections to the memory promise now. */
  public Durability getDurability() throws SQLException {
    return statistics().durability();
  }

  /**
   * Changes what the commits of all connections to the memory promise, from the next one on; those
   * before keep their promises. From any thread.
   *
   * @param durability never null; a memory in the heap knows NONE alone
   * @throws SQLException SQLState 08003 when the connection is closed, 25006 in query mode, 0A000
   *     for another durability than NONE in the heap, 58030 for another one than NONE with a file
   *     of several hard links, 08006 when the memory has failed before or does so now
   */
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

  private void requireUpdateMode(String what) throws SQLException {
    if (settings.mode() == Mode.QUERY) {
      throw new SQLNonTransientException(
          what + " needs a connection with mode=update", SqlState.READ_ONLY);
    }
  }

  // ---- the image checksum ---------------------------------------------------------------------

  /**
   * What the superblock says about the image checksum, the FNV-1a hash of 64 bits over the bytes of
   * the database that ic-sqlite-vfs keeps there. From any thread.
   *
   * @return never null
   * @throws SQLException SQLState 08003 when the connection is closed, 0A000 for a layout without a
   *     checksum
   */
  public ChecksumState checksumState() throws SQLException {
    return checksums.state();
  }

  /** As {@link #verifyChecksum(ScanListener)} without a listener. */
  public ChecksumVerification verifyChecksum() throws SQLException {
    return verifyChecksum(ScanListener.NONE);
  }

  /**
   * Computes the checksum of the newest committed state and compares it with the stored one. Reads
   * the whole database and writes nothing; works in query mode and inside a transaction that reads,
   * whose snapshot does not matter. Others read and write meanwhile.
   *
   * @param listener is told how far the scan is and can end it; never null
   * @return both values, never null
   * @throws SQLException SQLState 25001 inside a transaction that has written, 57014 when the
   *     listener or an interrupt of the thread ends the scan, 72000 when others replaced more than
   *     max_snapshot_bytes meanwhile, 08003 when the connection is or gets closed, 0A000 for a
   *     layout without a checksum
   */
  public ChecksumVerification verifyChecksum(ScanListener listener) throws SQLException {
    return checksums.verify(listener);
  }

  /** As {@link #refreshChecksum(ScanListener)} without a listener. */
  public long refreshChecksum() throws SQLException {
    return refreshChecksum(ScanListener.NONE);
  }

  /**
   * Computes the checksum of the database and stores it in the superblock, which is then no longer
   * stale. Reads the whole database; other connections read meanwhile, and those that want to write
   * wait as for any transaction. The database itself stays as it is, so that transactions of others
   * that have read can still go on to write. When this returns, the checksum is as durable as a
   * commit.
   *
   * @param listener is told how far the scan is and can end it; never null
   * @return the checksum, 64 bits of which the sign means nothing
   * @throws SQLException nothing was changed, with SQLState 25006 in query mode or while read-only,
   *     25001 inside a transaction that has read or written, HYT00 when another connection writes
   *     for longer than busy_timeout, 57014 when the listener or an interrupt of the thread ends
   *     the scan or the wait, 53100 when the disk is full, 08003 when the connection is or gets
   *     closed, 08006 when the memory has failed before; 08007 when it fails now and it is not
   *     known whether the checksum was stored
   */
  public long refreshChecksum(ScanListener listener) throws SQLException {
    requireOpen();
    requireWritable();
    return checksums.refresh(listener).checksum();
  }

  /** As {@link #refreshChecksumChunk(long, ScanListener)} without a listener. */
  public ChecksumProgress refreshChecksumChunk(long bytes) throws SQLException {
    return refreshChecksumChunk(bytes, ScanListener.NONE);
  }

  /**
   * Does a part of a refresh of the checksum and stores how far it came, so that this or a later
   * connection, in any process, goes on there; the call that comes to the end of the database
   * stores the checksum as {@link #refreshChecksum()} does. A commit in between ends the refresh,
   * and the next call begins anew. On an image that is not stale a new refresh begins as well.
   *
   * @param bytes how many bytes of the database to scan at most, 1 or more; {@link Long#MAX_VALUE}
   *     for all that are left
   * @param listener is told how far the scan is and can end it, which undoes this call; never null
   * @return how far the refresh is now, never null
   * @throws SQLException as {@link #refreshChecksum(ScanListener)}, and SQLState 22023 when bytes
   *     is below 1
   */
  public ChecksumProgress refreshChecksumChunk(long bytes, ScanListener listener)
      throws SQLException {
    requireOpen();
    requireWritable();
    return checksums.refreshChunk(bytes, listener);
  }

  private void requireWritable() throws SQLException {
    requireUpdateMode("a refresh of the checksum");
    if (readOnly) {
      throw new SQLNonTransientException(
          "a refresh of the checksum on a connection that is read-only; call setReadOnly(false)",
          SqlState.READ_ONLY);
    }
  }

  @Override
  void noteWarnings() {
    if (session.takeReplacedHandler()) {
      addWarning(
          "A progress handler was set or removed through org.sqlite.ProgressHandler; a statement"
              + " with max_vm_steps has put icsqlite's own in its place, and the other one is not"
              + " called any more");
    }
  }

  /** The image behind this connection, for inspection. */
  public Image image() {
    return mount.database().image();
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    if (!type.isInstance(this)) {
      throw new ClassCastException("not a wrapper for " + type.getName());
    }
    return type.cast(this);
  }

  /**
   * Gives up what is open and forgets what was set through JDBC since the connection was opened.
   */
  void reset() throws SQLException {
    session.reset();
    getConnectionConfig().setAutoCommit(true);
    savepoints.clear();
    setReadOnly(settings.mode() == Mode.QUERY);
    setBusyTimeout(settings.busyTimeoutMillis());
    setStatementCacheSize(settings.statementCache());
    setTypeMap(null);
    clearWarnings();
    if (canister != null) {
      canister.beginRandom(image());
    }
  }

  /** Sets a pragma, also one that the policy keeps from the user. */
  void setPragma(String name, String value) throws SQLException {
    finishing(() -> internalSql.runUnrestricted("PRAGMA " + name + "=" + value));
  }

  // ---- end ------------------------------------------------------------------------------------

  /** True while the connection is open and its database answers; the timeout is not needed. */
  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw new SQLDataException(
          "timeout must not be negative: " + timeoutSeconds, SqlState.INVALID_ARGUMENT);
    }
    try {
      finishing(() -> internalSql.run("SELECT 1"));
      return mount.database().failure() == null;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public boolean isClosed() {
    return session == null ? getDatabase().isClosed() : session.isClosed();
  }

  /**
   * Interrupts what runs or waits for the write lock, and closes the connection in the executor's
   * thread. The call that was interrupted fails with SQLState 57014 or 08003.
   */
  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw new SQLDataException("abort needs an executor", SqlState.INVALID_ARGUMENT);
    }
    if (!isClosed()) {
      session.interrupt();
      executor.execute(this::closeAfterAbort);
    }
  }

  private void closeAfterAbort() {
    try {
      close();
    } catch (SQLException e) {
      // Nobody waits for the outcome of an aborted connection.
    }
  }

  /**
   * Rolls an open transaction back and releases everything; closing again does nothing. Statements
   * and result sets are closed with it. A call of another thread that waits for the write lock
   * gives up at once, with SQLState 08003; one that runs is waited for.
   *
   * @throws SQLException when an automatic commit that was still due failed; the connection is
   *     closed all the same. SQLState 25000, and the connection stays open, when a function that
   *     SQLite calls closes the connection that it runs on
   */
  @Override
  public void close() throws SQLException {
    if (!session.beginClosing()) {
      return;
    }
    abandoned.disarm();
    watch.clean();
    SQLException failure = null;
    try {
      session.finalizeAll();
      super.getDatabase().close();
      session.free();
      failure = session.takeLostCommit();
    } catch (SQLException e) {
      failure = SqlErrors.translate(e, mount.takeFailure());
    }
    try {
      resources.close();
    } catch (SQLException e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
