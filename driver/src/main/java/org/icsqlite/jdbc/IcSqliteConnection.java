package org.icsqlite.jdbc;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.Image;
import org.icsqlite.image.Snapshot;
import org.icsqlite.memory.CheckpointResult;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.EngineStatistics;
import org.icsqlite.vfs.Mount;
import org.icsqlite.vfs.VfsException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.jdbc4.JDBC4Connection;

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
public final class IcSqliteConnection extends JDBC4Connection {

  private final ConnectionSettings settings;
  private final Resources resources;
  private final SqliteApi api;
  private final Mount mount;
  private final InternalSql internalSql;
  private final long handle;
  private final long policy;
  private final RunningCalls calls;
  private final AbandonedConnection abandoned;
  private final Cleaner.Cleanable watch;
  private final AtomicBoolean closing = new AtomicBoolean();
  private boolean readOnly;
  private boolean rolledBack;
  private boolean beginPending;

  /** Whether a transaction that was begun without auto-commit is known to be open. */
  private boolean begun;

  private SQLWarning warning;

  private IcSqliteConnection(
      ConnectionSettings settings, Resources resources, String fileName, Properties properties)
      throws SQLException {
    super(settings.url(), fileName, properties);
    this.settings = settings;
    this.resources = resources;
    this.mount = resources.mount();
    this.api = resources.api();
    this.internalSql = new InternalSql(getDatabase(), mount);
    this.readOnly = settings.mode() == Mode.QUERY;
    long newPolicy = 0;
    try {
      this.handle = databaseHandle();
      newPolicy = api.newPolicy(SqliteApi.REFUSE_ATTACH | SqliteApi.REFUSE_PRAGMA_ELSEWHERE);
      this.policy = newPolicy;
      ConnectionSetup.require(api.setPolicy(handle, policy), "sqlite3_set_authorizer");
      ConnectionSetup.require(api.setBusyHandler(handle, mount.number()), "sqlite3_busy_handler");
      new ConnectionSetup(settings, internalSql, databaseIsEmpty()).apply(api, handle);
      mount.setLabel(settings.location() + " memory " + image().memoryId());
      this.calls = new RunningCalls(api, handle, mount);
      this.abandoned =
          new AbandonedConnection(settings.url(), getDatabase(), calls, resources, api, policy);
      this.watch = abandoned.watch(this);
      long replayed = resources.takeReplayed();
      if (replayed > 0) {
        warning =
            new SQLWarning(
                settings.location()
                    + " had not been closed: "
                    + replayed
                    + " transactions were replayed from its redo log",
                SqlState.WARNING);
      }
    } catch (SQLException | RuntimeException | Error e) {
      super.close();
      if (newPolicy != 0) {
        api.freePolicy(newPolicy);
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

  private boolean databaseIsEmpty() {
    try (Snapshot newest = image().snapshot()) {
      return newest.size() == 0;
    }
  }

  private long databaseHandle() throws SQLException {
    try (JdbcStatementPointer statement = new JdbcStatementPointer(this)) {
      return api.dbHandle(statement.address());
    }
  }

  // ---- the way of every call into SQLite ----------------------------------------------------

  /**
   * Runs a call, translates its failure, and notices when SQLite rolled the transaction back or a
   * commit failed where nobody looked.
   */
  <T> T run(SqlCall<T> call) throws SQLException {
    return run(null, call);
  }

  /** As {@link #run(SqlCall)}, for a call that {@code owner} can cancel. */
  <T> T run(RunningCalls.Owner owner, SqlCall<T> call) throws SQLException {
    return run(owner, false, call);
  }

  /**
   * As {@link #run(RunningCalls.Owner, SqlCall)}.
   *
   * @param keepsTransaction whether the call cannot end the transaction, unless it fails
   */
  <T> T run(RunningCalls.Owner owner, boolean keepsTransaction, SqlCall<T> call)
      throws SQLException {
    StackHeadroom.require();
    calls.enter(owner);
    try {
      requireSoundMemory();
      if (rolledBack) {
        throw new SQLNonTransientException(
            "The transaction was rolled back by an earlier error; call rollback() before going on",
            SqlState.ROLLED_BACK);
      }
      if (beginPending) {
        begin();
      }
      return watched(keepsTransaction, call);
    } finally {
      calls.exit(owner);
      Reference.reachabilityFence(this);
    }
  }

  /** SQLite would go on with what it has in its caches. */
  private void requireSoundMemory() throws SQLException {
    StableMemoryException failure = mount.database().failure();
    if (failure != null) {
      throw SqlErrors.ofMemory(failure);
    }
  }

  /**
   * As {@link #run}, for what ends a statement and is not refused after a rollback. The connection
   * stays reachable for as long as a call runs, even when nobody else holds it.
   */
  <T> T finish(RunningCalls.Owner owner, SqlCall<T> call) throws SQLException {
    StackHeadroom.require();
    calls.enter(owner);
    try {
      return watched(true, call);
    } finally {
      calls.exit(owner);
      Reference.reachabilityFence(this);
    }
  }

  private <T> T watched(boolean keepsTransaction, SqlCall<T> call) throws SQLException {
    boolean inside = !getConnectionConfig().isAutoCommit() && (begun || insideManualTransaction());
    begun = keepsTransaction && inside;
    T result;
    try {
      result = call.run();
    } catch (SQLException e) {
      begun = false;
      mount.takeLostCommit();
      SQLException translated = translate(e);
      rolledBack |= inside && !insideManualTransaction();
      throw translated;
    } catch (RuntimeException | Error e) {
      begun = false;
      throw e;
    }
    begun &= keepsTransaction;
    throwLostCommit();
    return result;
  }

  void perform(SqlAction action) throws SQLException {
    run(
        () -> {
          action.run();
          return null;
        });
  }

  void finishing(SqlAction action) throws SQLException {
    finishing(null, action);
  }

  /** As {@link #finishing(SqlAction)}, for a call that {@code owner} can cancel. */
  void finishing(RunningCalls.Owner owner, SqlAction action) throws SQLException {
    finish(
        owner,
        () -> {
          action.run();
          return null;
        });
  }

  private void throwLostCommit() throws SQLException {
    VfsException lost = mount.takeLostCommit();
    if (lost != null) {
      mount.takeFailure();
      throw SqlErrors.lostCommit(lost);
    }
  }

  private void begin() throws SQLException {
    try {
      internalSql.begin(this, transactionPrefix());
    } catch (SQLException e) {
      mount.takeLostCommit();
      throw translate(e);
    }
    throwLostCommit();
    beginPending = false;
    begun = true;
  }

  SQLException translate(SQLException thrown) {
    if (closingBegan() || getDatabase().isClosed()) {
      SQLException closed = SqlErrors.closed();
      closed.initCause(thrown);
      return closed;
    }
    SQLException explained = explainRefusal(thrown);
    return SqlErrors.translate(explained, mount.takeFailure());
  }

  private SQLException explainRefusal(SQLException thrown) {
    if (!(thrown instanceof SQLiteException sqlite)
        || sqlite.getResultCode() != SQLiteErrorCode.SQLITE_AUTH) {
      return thrown;
    }
    String reason;
    synchronized (getDatabase()) {
      if (getDatabase().isClosed()) {
        return thrown;
      }
      String name = api.deniedName(policy);
      reason =
          api.deniedAction(policy) == SqliteApi.ACTION_PRAGMA
              ? "PRAGMA " + name + " is refused with another schema than main"
              : "ATTACH of '"
                  + name
                  + "' is refused: a connection has one database; open another by its own URL";
    }
    SQLException explained =
        new SQLNonTransientException(
            reason, SqlState.NOT_AUTHORIZED, SQLiteErrorCode.SQLITE_AUTH.code);
    explained.initCause(thrown);
    return explained;
  }

  /** Whether JDBC's transaction and SQLite's are both open. */
  private boolean insideManualTransaction() {
    if (getConnectionConfig().isAutoCommit()) {
      return false;
    }
    synchronized (getDatabase()) {
      return !getDatabase().isClosed() && !api.getAutocommit(handle);
    }
  }

  /** Whether a transaction has begun to read or write. */
  private boolean insideTransaction() {
    synchronized (getDatabase()) {
      return !getDatabase().isClosed() && !api.getAutocommit(handle) && api.txnState(handle) != 0;
    }
  }

  /** Puts a translating proxy before an object of sqlite-jdbc; null stays null. */
  <T> T translating(Class<T> type, T target) {
    return translating(null, type, target);
  }

  /** As {@link #translating(Class, Object)}, for calls that {@code owner} can cancel. */
  <T> T translating(RunningCalls.Owner owner, Class<T> type, T target) {
    return target == null ? null : TranslatingHandler.wrap(this, owner, type, target);
  }

  /**
   * Interrupts SQLite, and the wait for the write lock, if a call of the owner runs or has rows
   * left; otherwise does nothing, so that what runs next is not hit.
   */
  void cancel(RunningCalls.Owner owner, BooleanSupplier rowsOpen) throws SQLException {
    requireOpen();
    calls.cancel(owner, rowsOpen);
  }

  // ---- statements -----------------------------------------------------------------------------

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    if (settings == null) {
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
    return run(() -> new IcSqlitePreparedStatement(this, sql));
  }

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    requireOpen();
    return translating(DatabaseMetaData.class, super.getMetaData());
  }

  void requireOpen() throws SQLException {
    if (closingBegan() || isClosed()) {
      throw SqlErrors.closed();
    }
  }

  /** Also asked while sqlite-jdbc's constructor runs, before there are fields here. */
  private boolean closingBegan() {
    return closing != null && closing.get();
  }

  // ---- transactions ---------------------------------------------------------------------------

  @Override
  public boolean getAutoCommit() throws SQLException {
    requireOpen();
    return getConnectionConfig().isAutoCommit();
  }

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    requireOpen();
    if (autoCommit == getConnectionConfig().isAutoCommit()) {
      return;
    }
    if (autoCommit && beginPending) {
      beginPending = false;
      getConnectionConfig().setAutoCommit(true);
      return;
    }
    perform(
        () -> {
          try {
            super.setAutoCommit(autoCommit);
          } catch (SQLException e) {
            // sqlite-jdbc has already noted the new mode; the old one is still in force.
            getConnectionConfig().setAutoCommit(!autoCommit);
            throw e;
          }
        });
  }

  /** A read-only transaction takes no write lock, whatever transaction_mode says. */
  @Override
  protected String transactionPrefix() {
    return readOnly ? "begin;" : super.transactionPrefix();
  }

  @Override
  public void commit() throws SQLException {
    requireManualCommit();
    perform(() -> internalSql.commit(this));
    beginAgain();
  }

  @Override
  public void rollback() throws SQLException {
    requireManualCommit();
    if (rolledBack) {
      rolledBack = false;
    } else {
      perform(() -> getDatabase().exec("rollback;", false));
    }
    beginAgain();
  }

  /**
   * Begins the next transaction. Where that fails, the one before is over all the same, so the
   * caller is not told; the next statement begins it, or fails.
   */
  private void beginAgain() {
    setFirstStatementExecuted(false);
    setCurrentTransactionMode(getConnectionConfig().getTransactionMode());
    beginPending = true;
    calls.enter(null);
    try {
      begin();
    } catch (SQLException e) {
      // Said again, if it still holds, by the next statement.
    } finally {
      calls.exit(null);
      Reference.reachabilityFence(this);
    }
  }

  private void requireManualCommit() throws SQLException {
    requireOpen();
    if (getConnectionConfig().isAutoCommit()) {
      throw new SQLNonTransientException(
          "The connection commits by itself; call setAutoCommit(false) first",
          SqlState.ACTIVE_TRANSACTION);
    }
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    requireManualCommit();
    return run(() -> super.setSavepoint());
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    requireManualCommit();
    return run(() -> super.setSavepoint(name));
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    requireManualCommit();
    perform(() -> super.releaseSavepoint(savepoint));
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    requireManualCommit();
    perform(() -> super.rollback(savepoint));
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    requireOpen();
    finishing(() -> super.setTransactionIsolation(level));
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
   * mode=query stays read-only (SQLState 25006).
   */
  @Override
  public void setReadOnly(boolean wanted) throws SQLException {
    requireOpen();
    if (wanted == readOnly) {
      return;
    }
    if (settings.mode() == Mode.QUERY) {
      throw new SQLNonTransientException(
          "The connection was opened with mode=query and stays read-only; open one with mode=update",
          SqlState.READ_ONLY);
    }
    if (insideTransaction()) {
      throw new SQLNonTransientException(
          "setReadOnly inside a transaction; commit or roll back first",
          SqlState.ACTIVE_TRANSACTION);
    }
    finishing(() -> internalSql.runUnrestricted("PRAGMA query_only=" + (wanted ? "ON" : "OFF")));
    readOnly = wanted;
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

  private void requireUpdateMode(String what) throws SQLException {
    if (settings.mode() == Mode.QUERY) {
      throw new SQLNonTransientException(
          what + " needs a connection with mode=update", SqlState.READ_ONLY);
    }
  }

  /** A redo log that was replayed for this connection, or null. */
  @Override
  public SQLWarning getWarnings() throws SQLException {
    requireOpen();
    return warning;
  }

  @Override
  public void clearWarnings() throws SQLException {
    requireOpen();
    warning = null;
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

  // ---- end ------------------------------------------------------------------------------------

  /** True while the connection is open and its database answers; the timeout is not needed. */
  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw new SQLNonTransientException(
          "timeout must not be negative: " + timeoutSeconds, SqlState.GENERAL);
    }
    try {
      finishing(() -> internalSql.run("SELECT 1"));
      return !isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * Interrupts what runs or waits for the write lock, and closes the connection in the executor's
   * thread. The call that was interrupted fails with SQLState 57014 or 08003.
   */
  @Override
  public void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw new SQLNonTransientException("abort needs an executor", SqlState.GENERAL);
    }
    if (!isClosed()) {
      mount.endWaiting();
      calls.interrupt();
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
   * Rolls an open transaction back and releases everything; closing again does nothing. A call of
   * another thread that waits for the write lock gives up at once, with SQLState 08003; one that
   * runs is waited for.
   *
   * @throws SQLException when an automatic commit that was still due failed; the connection is
   *     closed all the same
   */
  @Override
  public void close() throws SQLException {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    abandoned.disarm();
    watch.clean();
    mount.endWaiting();
    SQLException failure = null;
    try {
      synchronized (getDatabase()) {
        // What ran has ended; an interrupt that comes later would meet a handle that is freed.
        calls.shut();
      }
      super.close();
      // After that the authorizer cannot run; explainRefusal reads the policy under this monitor.
      synchronized (getDatabase()) {
        api.freePolicy(policy);
      }
      throwLostCommit();
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
