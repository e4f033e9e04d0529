package org.icsqlite.jdbc;

import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;
import org.icsqlite.image.Image;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.Mount;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * A connection to one database in stable memory. It is a sqlite-jdbc connection too, so that
 * functions, collations, progress handlers and backup work as there; reach it with {@link #unwrap}.
 *
 * <p>Transactions: with auto-commit a statement is one transaction. A transaction reads one
 * snapshot, taken at its first read; a writer needs the newest version, waits for another writer at
 * most busy_timeout, and gets SQLState 40001 when its snapshot is no longer the newest. When SQLite
 * itself rolls a transaction back (disk full, I/O error, out of memory), every later statement of
 * that transaction fails with SQLState 25P02 until {@link #rollback()} was called.
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
  private boolean readOnly;
  private boolean rolledBack;

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
      api.setPolicy(handle, policy);
      api.setBusyHandler(handle, mount.number());
      new ConnectionSetup(settings, internalSql).apply(api, handle);
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

  private long databaseHandle() throws SQLException {
    try (JdbcStatementPointer statement = new JdbcStatementPointer(this)) {
      return api.dbHandle(statement.address());
    }
  }

  // ---- the way of every call into SQLite ----------------------------------------------------

  /** Runs a call, translates its failure, and notices when SQLite rolled the transaction back. */
  <T> T run(SqlCall<T> call) throws SQLException {
    if (rolledBack) {
      throw new SQLNonTransientException(
          "The transaction was rolled back by an earlier error; call rollback() before going on",
          SqlState.ROLLED_BACK);
    }
    return finish(call);
  }

  /** As {@link #run}, for what ends a statement and is not refused after a rollback. */
  <T> T finish(SqlCall<T> call) throws SQLException {
    try {
      return call.run();
    } catch (SQLException e) {
      SQLException translated = translate(e);
      noticeRollback();
      throw translated;
    }
  }

  SQLException translate(SQLException thrown) {
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

  private void noticeRollback() {
    synchronized (getDatabase()) {
      if (!getDatabase().isClosed() && !getConnectionConfig().isAutoCommit()) {
        rolledBack = api.getAutocommit(handle);
      }
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
    return target == null ? null : TranslatingHandler.wrap(this, type, target);
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

  private void requireOpen() throws SQLException {
    if (isClosed()) {
      throw SqlErrors.closed();
    }
  }

  // ---- transactions ---------------------------------------------------------------------------

  @Override
  public void setAutoCommit(boolean autoCommit) throws SQLException {
    requireOpen();
    if (autoCommit == getConnectionConfig().isAutoCommit()) {
      return;
    }
    run(
        () -> {
          try {
            super.setAutoCommit(autoCommit);
          } catch (SQLException e) {
            // sqlite-jdbc has already noted the new mode; the old one is still in force.
            getConnectionConfig().setAutoCommit(!autoCommit);
            throw e;
          }
          return null;
        });
  }

  @Override
  public void commit() throws SQLException {
    requireOpen();
    run(
        () -> {
          super.commit();
          return null;
        });
  }

  @Override
  public void rollback() throws SQLException {
    requireOpen();
    if (rolledBack && !getConnectionConfig().isAutoCommit()) {
      rolledBack = false;
      run(
          () -> {
            getDatabase().exec(transactionPrefix(), false);
            return null;
          });
      return;
    }
    run(
        () -> {
          super.rollback();
          return null;
        });
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    requireTransaction();
    return run(() -> super.setSavepoint());
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    requireTransaction();
    return run(() -> super.setSavepoint(name));
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    requireTransaction();
    run(
        () -> {
          super.releaseSavepoint(savepoint);
          return null;
        });
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    requireTransaction();
    run(
        () -> {
          super.rollback(savepoint);
          return null;
        });
  }

  private void requireTransaction() throws SQLException {
    requireOpen();
    if (getConnectionConfig().isAutoCommit()) {
      throw new SQLNonTransientException(
          "Savepoints need a transaction: call setAutoCommit(false) first",
          SqlState.ACTIVE_TRANSACTION);
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
    run(
        () -> {
          internalSql.runUnrestricted("PRAGMA query_only=" + (wanted ? "ON" : "OFF"));
          return null;
        });
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

  /** Rolls an open transaction back and releases everything; closing again does nothing. */
  @Override
  public void close() throws SQLException {
    synchronized (getDatabase()) {
      if (isClosed()) {
        return;
      }
      try {
        api.setPolicy(handle, 0);
        super.close();
      } catch (SQLException e) {
        throw SqlErrors.translate(e, mount.takeFailure());
      } finally {
        api.freePolicy(policy);
        resources.close();
      }
    }
  }
}
