package org.icsqlite.session;

import java.sql.SQLException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.natives.SqliteNative;
import org.icsqlite.natives.StackHeadroom;
import org.icsqlite.vfs.Mount;
import org.sqlite.core.DB;

/**
 * One connection's way into SQLite. Calls of several threads run one after the other, under the
 * {@link #monitor}. No native object outlives {@link #free}.
 *
 * <p>Its parts own what they free: {@link CompiledStatements} the statements, which {@link
 * #finalizeAll} ends under the monitor, after the last call and before SQLite's connection is
 * closed; {@link NativeConnection} the exchange, the guard and the policy, and {@link Gauges} its
 * counters, which {@link #free} frees under the monitor, after SQLite's connection.
 */
public final class Session {

  private final DB database;
  private final SqliteApi api;
  private final long handle;
  private final Mount mount;
  private final NativeConnection natives;
  private final SerializedCalls calls;
  private final RunningCalls running;
  private final TransactionState transaction;
  private final Transactions transactions;
  private final ListenerFailures listeners;
  private final Failures failures;
  private final CompiledStatements statements;
  private final OwnStatements own;
  private final GuardPlace guardPlace;
  private final Gauges gauges;
  private final StatementExecutor executor;
  private final BatchExecutor batches;

  /**
   * Takes a connection over: policy, guard and busy handler are put in place.
   *
   * @param handle the sqlite3 of {@code database}
   * @param beginText the BEGIN of the next transaction without auto-commit
   * @throws SQLException SQLState 08001 when SQLite refuses one of them
   */
  public Session(
      DB database,
      SqliteNative sqlite,
      long handle,
      Mount mount,
      int cachedStatements,
      Supplier<String> beginText)
      throws SQLException {
    this.database = database;
    this.api = sqlite.api();
    this.handle = handle;
    this.mount = mount;
    this.natives = new NativeConnection(database, sqlite, handle, mount);
    this.calls = new SerializedCalls(natives);
    this.listeners = new ListenerFailures();
    this.running = new RunningCalls(natives, listeners, this::endInterruptedRows);
    this.transaction = new TransactionState();
    this.failures = new Failures(natives, calls, transaction, listeners);
    this.statements =
        new CompiledStatements(
            natives, calls, running, failures, new StatementCache(cachedStatements));
    this.own = new OwnStatements(calls, running, failures, statements, listeners);
    this.transactions = new Transactions(natives, transaction, own, statements, beginText);
    this.guardPlace = new GuardPlace(natives, running, own);
    this.gauges = new Gauges(natives, guardPlace);
    UnfinishedStatements unfinished =
        new UnfinishedStatements(natives, calls, transaction, guardPlace);
    Outcomes outcomes = new Outcomes(transaction, statements, failures, gauges, unfinished);
    SorterMemory sorterMemory =
        new SorterMemory(calls, running, statements, failures, natives.policy());
    this.executor =
        new StatementExecutor(
            natives,
            calls,
            running,
            transactions,
            failures,
            statements,
            guardPlace,
            sorterMemory,
            gauges,
            outcomes,
            unfinished);
    this.batches =
        new BatchExecutor(
            natives,
            calls,
            running,
            transactions,
            statements,
            guardPlace,
            sorterMemory,
            gauges,
            outcomes);
    natives.install();
  }

  /** The monitor under which calls run. */
  public Object monitor() {
    return database;
  }

  /** The sqlite3 that everything runs on. */
  public long handle() {
    return handle;
  }

  /** Refuses more from now on; for a connection that nobody has used. */
  public void restrict(Restriction added) {
    synchronized (database) {
      natives.policy().restrict(added);
    }
  }

  /** What is compiled, and compiles more. */
  public CompiledStatements statements() {
    return statements;
  }

  /** Runs what is compiled. */
  public StatementExecutor executor() {
    return executor;
  }

  /** Runs what is compiled for many sets of parameters. */
  public BatchExecutor batches() {
    return batches;
  }

  /** To be used under the {@link #monitor}. */
  public Transactions transactions() {
    return transactions;
  }

  NativeConnection natives() {
    return natives;
  }

  OwnStatements own() {
    return own;
  }

  /** Fails with SQLState 08003 when the connection is closed or about to be. */
  public void requireOpen() throws SQLException {
    calls.requireOpen();
  }

  public boolean isClosed() {
    return calls.isClosed();
  }

  // ---- calls that end in sqlite-jdbc ----------------------------------------------------------

  /**
   * Runs a call that ends in sqlite-jdbc and is none of a statement: it begins no transaction, and
   * is not refused after SQLite has rolled one back. Its failure is translated.
   */
  public <T> T finish(SqlCall<T> call) throws SQLException {
    StackHeadroom.require();
    synchronized (database) {
      calls.requireOpen();
      calls.enterWithoutExchange();
      CallOwner outer = running.enter(null);
      try {
        T result = call.run();
        transaction.after(natives.outsideTransaction());
        failures.throwLostCommit();
        return result;
      } catch (SQLException e) {
        mount.takeLostCommit();
        if (!database.isClosed()) {
          transaction.afterFailure(natives.outsideTransaction());
        }
        throw failures.translate(e);
      } finally {
        calls.leave();
        running.exit(outer);
      }
    }
  }

  /** Whether a transaction that was begun has begun to read or write. */
  public boolean insideTransaction() {
    synchronized (database) {
      return !database.isClosed() && !natives.outsideTransaction() && api.txnState(handle) != 0;
    }
  }

  /**
   * Gives up the rows that statements have left and the transaction that is open, whoever began it;
   * auto-commit is on afterwards.
   */
  public void reset() throws SQLException {
    finish(
        () -> {
          transactions.reset();
          return null;
        });
  }

  /** Lets last_insert_rowid() answer as on a connection that has inserted nothing. */
  public void forgetLastRowid() throws SQLException {
    synchronized (database) {
      calls.requireOpen();
      api.setLastInsertRowid(handle, 0);
    }
  }

  // ---- what ends calls early ------------------------------------------------------------------

  /**
   * Ends the owner's call that runs, or the next fetch of the rows it has left; the call that
   * notices fails with SQLState 57014. Does nothing to what the owner executes next. From any
   * thread.
   */
  public void cancel(CallOwner owner) {
    running.cancel(owner);
  }

  private void endInterruptedRows() {
    statements.endInterruptedRows();
  }

  /**
   * Begins the end at once: no call begins any more, and whatever runs or waits for the write lock
   * is interrupted. Again does nothing.
   *
   * @return false when the end had begun before
   */
  public boolean abort() {
    if (!calls.abort()) {
      return false;
    }
    mount.endWaiting();
    running.interrupt();
    return true;
  }

  /**
   * Limits the pages of the transactions that follow.
   *
   * @param limits for each of them
   * @param wanted makes the failure of a transaction of which a page was refused
   * @return what made them before
   */
  public Function<PageAdmission, SQLException> limitPages(
      PageAdmission limits, Function<PageAdmission, SQLException> wanted) {
    synchronized (database) {
      mount.setPageLimits(limits);
      return failures.ofPages(wanted);
    }
  }

  /** sqlite-jdbc's own object is given to somebody who may set handlers on it. */
  public void handOutDatabase() {
    calls.expectHandlers();
    guardPlace.handOut();
  }

  /** Whether {@link #handOutDatabase} was ever called. */
  public boolean databaseHandedOut() {
    return calls.handlersExpected();
  }

  /** Whether the guard took the place of a progress handler of the user's since the last call. */
  public boolean takeReplacedHandler() {
    return guardPlace.takeReplaced();
  }

  /** Keeps what a listener has thrown for the end of the call that SQLite called it in. */
  public void keepListenerFailure(Throwable thrown) {
    listeners.keep(thrown);
  }

  // ---- end ------------------------------------------------------------------------------------

  /**
   * Begins the end: calls of other threads that wait for the write lock give up, those that run are
   * waited for, and none begins.
   *
   * @return false when that had begun before
   * @throws SQLException SQLState 25000 from within a function that SQLite calls
   */
  public boolean beginClosing() throws SQLException {
    return calls.beginClosing();
  }

  /** Finalizes all statements, for a connection that is closed next. */
  public void finalizeAll() {
    mount.endWaiting();
    synchronized (database) {
      // What ran has ended; an interrupt that comes later would meet a handle that is freed.
      running.shut();
      statements.finalizeAll();
      own.forgetAll();
    }
  }

  /** Frees what is left, once SQLite's connection is closed; again does nothing. */
  public void free() {
    synchronized (database) {
      natives.free();
      gauges.free();
    }
  }

  /** The failure of an automatic commit that nobody was told of, or null. */
  public SQLException takeLostCommit() {
    return failures.takeLostCommit();
  }
}
