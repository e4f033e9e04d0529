package org.icsqlite.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Savepoint;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.icsqlite.budget.PageLimits;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.Snapshot;
import org.icsqlite.session.Session;
import org.icsqlite.session.SqlAction;
import org.icsqlite.vfs.Mount;
import org.sqlite.SQLiteLimits;
import org.sqlite.core.DB;

/**
 * A connection and its session in SQLite: how it opens, its transactions, whether it writes, and
 * how it ends.
 *
 * <p>sqlite-jdbc's constructor calls methods of the connection while it has no session yet; these
 * answer as sqlite-jdbc's own do then.
 */
abstract class TransactionalConnection extends ConnectionBase {

  final ConnectionSettings settings;
  final Mount mount;
  final Session session;
  private final Resources resources;
  private final InternalSql internalSql;
  private final Savepoints savepoints;
  private final BeginText beginText;
  private final CanisterProfile canister;
  private final ConnectionEnd end;
  private final ValidityProbe validity = new ValidityProbe(this::answers);
  private volatile boolean readOnly;

  /** Opens it; the resources stay the caller's when that fails. */
  TransactionalConnection(
      ConnectionSettings settings, Resources resources, String fileName, Properties properties)
      throws SQLException {
    super(settings.url(), fileName, properties);
    this.settings = settings;
    this.resources = resources;
    this.mount = resources.mount();
    this.internalSql = new InternalSql(getDatabase(), mount);
    this.readOnly = settings.mode() == Mode.QUERY;
    this.beginText = new BeginText(settings, readOnly);
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
      new ConnectionSetup(settings, internalSql, databaseIsEmpty())
          .apply(resources.api(), session.handle());
      this.canister =
          CanisterProfile.of(settings, resources.api(), session, mount.database().image());
      mount.setLabel(settings.location() + " memory " + mount.database().image().memoryId());
      session.limitPages(settings.pageLimits(), PageLimits::exceeded);
      this.end = ConnectionEnd.of(this, super.getDatabase(), session, resources);
      noteReplayed(resources.takeReplayed());
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

  private long databaseHandle() throws SQLException {
    try (JdbcStatementPointer statement = new JdbcStatementPointer(this)) {
      return resources.api().dbHandle(statement.address());
    }
  }

  private boolean databaseIsEmpty() {
    try (Snapshot newest = mount.database().image().snapshot()) {
      return newest.size() == 0;
    }
  }

  private void noteReplayed(long transactions) {
    if (transactions > 0) {
      addWarning(
          settings.location()
              + " had not been closed: "
              + transactions
              + " transactions were replayed from its redo log");
    }
  }

  @Override
  final void requireOpen() throws SQLException {
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

  /**
   * sqlite-jdbc's object. A progress handler that is set on it takes the place of the one by which
   * icsqlite stops statements; max_vm_steps takes the place back and leaves an {@link
   * java.sql.SQLWarning}.
   */
  @Override
  public final DB getDatabase() {
    if (session != null) {
      session.handOutDatabase();
    }
    return super.getDatabase();
  }

  @Override
  public final void setLimit(SQLiteLimits limit, int value) throws SQLException {
    if (session != null) { // sqlite-jdbc's constructor sets those of its properties
      requireOpen();
      if (limit == null) {
        throw Refusals.invalidArgument("setLimit needs the limit that is to be set");
      }
      session.handOutDatabase();
    }
    super.setLimit(limit, value);
  }

  @Override
  final void noteWarnings() {
    if (session.takeReplacedHandler()) {
      addWarning(
          "A progress handler was set or removed through org.sqlite.ProgressHandler; a statement"
              + " with max_vm_steps has put icsqlite's own in its place, and the other one is not"
              + " called any more");
    }
  }

  /** Sets a pragma, also one that the policy keeps from the user. */
  final void setPragma(String name, String value) throws SQLException {
    finishing(() -> internalSql.runUnrestricted("PRAGMA " + name + "=" + value));
  }

  // ---- transactions ---------------------------------------------------------------------------

  @Override
  public final boolean getAutoCommit() throws SQLException {
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
  public final void setAutoCommit(boolean autoCommit) throws SQLException {
    session.finish(
        () -> {
          session.transactions().setAutoCommit(autoCommit);
          getConnectionConfig().setAutoCommit(session.transactions().autoCommit());
          return null;
        });
  }

  @Override
  public final void commit() throws SQLException {
    session.finish(
        () -> {
          session.transactions().commit();
          savepoints.clear();
          return null;
        });
  }

  @Override
  public final void rollback() throws SQLException {
    session.finish(
        () -> {
          session.transactions().rollback();
          savepoints.clear();
          return null;
        });
  }

  @Override
  public final Savepoint setSavepoint() throws SQLException {
    requireOpen();
    return savepoints.set();
  }

  @Override
  public final Savepoint setSavepoint(String name) throws SQLException {
    requireOpen();
    return savepoints.set(name);
  }

  @Override
  public final void releaseSavepoint(Savepoint savepoint) throws SQLException {
    requireOpen();
    savepoints.release(savepoint);
  }

  @Override
  public final void rollback(Savepoint savepoint) throws SQLException {
    requireOpen();
    savepoints.rollback(savepoint);
  }

  // ---- modes ----------------------------------------------------------------------------------

  /** True in mode=query, and after {@link #setReadOnly}(true). */
  @Override
  public final boolean isReadOnly() {
    requireOpenUndeclared();
    return readOnly;
  }

  /**
   * Allows or refuses writes from now on; also on a connection that was used before, but not inside
   * a transaction that has begun to read or write (SQLState 25001). A connection opened with
   * mode=query stays read-only whatever is wanted, with a warning: pools set false on each of their
   * connections.
   */
  @Override
  public final void setReadOnly(boolean wanted) throws SQLException {
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

  /** Fails with SQLState 25006 in query mode. */
  final void requireUpdateMode(String what) throws SQLException {
    if (settings.mode() == Mode.QUERY) {
      throw new SQLNonTransientException(
          what + " needs a connection with mode=update", SqlState.READ_ONLY);
    }
  }

  /** Milliseconds that a writer waits for another one. */
  @Override
  public final int getBusyTimeout() {
    return mount == null ? super.getBusyTimeout() : (int) mount.busyTimeoutMillis();
  }

  /**
   * Sets how many milliseconds a writer waits for another one; 0 or less does not wait. An {@link
   * org.sqlite.BusyHandler} that was set is not asked any more.
   */
  @Override
  public final void setBusyTimeout(int milliseconds) throws SQLException {
    synchronized (session.monitor()) {
      requireOpen();
      mount.setBusyTimeoutMillis(Math.max(0, milliseconds));
    }
  }

  // ---- end ------------------------------------------------------------------------------------

  /**
   * Gives up what is open and forgets what was set through JDBC since the connection was opened.
   */
  final void reset() throws SQLException {
    session.reset();
    getConnectionConfig().setAutoCommit(true);
    savepoints.clear();
    setReadOnly(settings.mode() == Mode.QUERY);
    setBusyTimeout(settings.busyTimeoutMillis());
    session.statements().setCached(settings.statementCache());
    setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
    setTypeMap(null);
    clearWarnings();
    if (canister != null) {
      synchronized (session.monitor()) {
        canister.beginRandom(mount.database().image());
      }
    }
  }

  /**
   * True while the connection is open and its database answers. False when a call of another thread
   * runs longer than the timeout, in seconds; that call is left alone. 0 waits for its end.
   */
  @Override
  public final boolean isValid(int timeoutSeconds) throws SQLException {
    Refusals.requireAtLeastZero("timeout", timeoutSeconds);
    if (isClosed()) {
      return false;
    }
    boolean atOnce = timeoutSeconds == 0 || Thread.holdsLock(session.monitor());
    return atOnce ? answers() : validity.ask(timeoutSeconds);
  }

  private boolean answers() {
    try {
      finishing(() -> internalSql.run("SELECT 1"));
      return mount.database().failure() == null;
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public final boolean isClosed() {
    return session == null ? getDatabase().isClosed() : session.isClosed();
  }

  /**
   * Closes the connection for everybody at once, interrupts what runs or waits for the write lock,
   * and frees what is left in the executor's thread, or in that of a later {@link #close}. The call
   * that was interrupted fails with SQLState 57014 or 08003.
   */
  @Override
  public final void abort(Executor executor) throws SQLException {
    if (executor == null) {
      throw Refusals.invalidArgument("abort needs an executor");
    }
    if (session.abort()) {
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
  public final void close() throws SQLException {
    end.close();
  }
}
