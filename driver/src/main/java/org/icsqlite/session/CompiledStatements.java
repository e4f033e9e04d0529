package org.icsqlite.session;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.natives.StackHeadroom;
import org.sqlite.core.DB;

/**
 * The statements that a connection has compiled, from their compilation to their end. A statement
 * is finalized when it is released and the cache does not keep it; when it was released within a
 * call for it, at the end of that call; and with the connection, before the sqlite3 is closed.
 * Always under the monitor, and never while SQLite is within a call for it.
 */
public final class CompiledStatements {

  /** Bytes of parameters that a statement in the cache may keep. */
  private static final int MOST_IDLE_BYTES = 4 << 10;

  private static final Logger LOGGER = Logger.getLogger("org.icsqlite");

  private final DB database;
  private final SqliteApi api;
  private final long handle;
  private final Policy policy;
  private final SerializedCalls calls;
  private final RunningCalls running;
  private final Failures failures;
  private final StatementCache cache;
  private final Set<CompiledStatement> compiled =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<AbandonedStatement> watched = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> abandoned = new ReferenceQueue<>();
  private final SchemaChanges schemaChanges = new SchemaChanges();

  CompiledStatements(
      NativeConnection natives,
      SerializedCalls calls,
      RunningCalls running,
      Failures failures,
      StatementCache cache) {
    this.database = natives.database();
    this.api = natives.api();
    this.handle = natives.handle();
    this.policy = natives.policy();
    this.calls = calls;
    this.running = running;
    this.failures = failures;
    this.cache = cache;
  }

  // ---- compiling ------------------------------------------------------------------------------

  /**
   * Compiles the next statement of a text, or takes it from the cache.
   *
   * @return null when nothing but blanks and comments is left
   * @throws SQLException what SQLite says of the SQL, with the place where it stumbled
   */
  public CompiledStatement compile(SqlText text) throws SQLException {
    return compile(text, true, null);
  }

  /** As the other, for somebody who may stop it; compiling has the time of an execution. */
  public CompiledStatement compile(SqlText text, CallOwner owner) throws SQLException {
    return compile(text, true, owner);
  }

  CompiledStatement compile(SqlText text, boolean fromCache, CallOwner owner) throws SQLException {
    StackHeadroom.require();
    synchronized (database) {
      calls.requireOpen();
      releaseAbandoned();
      if (fromCache && text.position() == 0) {
        CompiledStatement cached = cache.take(text.sql());
        if (cached != null) {
          text.moveTo(cached.end());
          return cached;
        }
      }
      calls.requireSoundMemory();
      Exchange exchange = calls.enter();
      CallOwner outer = running.enter(owner);
      Future<?> watch = begin(owner);
      try {
        return compile(text, exchange, owner);
      } finally {
        if (watch != null) {
          watch.cancel(false);
        }
        calls.leave(exchange);
        running.exit(outer);
      }
    }
  }

  private Future<?> begin(CallOwner owner) {
    if (owner == null) {
      return null;
    }
    owner.beginCompiling();
    return running.watch(owner);
  }

  /** As the others, within a call; never from the cache. */
  CompiledStatement compile(SqlText text, Exchange exchange, CallOwner owner) throws SQLException {
    int from = text.position();
    policy.check(text);
    exchange.prepare(handle, text.bytes(), from, true);
    if (exchange.code() != Exchange.OK) {
      int offset = api.errorOffset(handle);
      throw SqlErrors.atFault(
          failures.of(
              exchange.code(),
              exchange.autocommit(),
              offset < 0 ? null : text.place(from + offset),
              owner));
    }
    text.moveTo(from + exchange.tail());
    if (exchange.stmt() == 0) {
      return null;
    }
    String sql =
        from == 0 && text.atEnd()
            ? text.sql()
            : new String(text.bytes(), from, text.position() - from, StandardCharsets.UTF_8);
    checkCalls(exchange, sql, owner);
    CompiledStatement statement =
        new CompiledStatement(
            sql,
            exchange.tail(),
            exchange.stmt(),
            exchange.parameterCount(),
            exchange.columns(),
            exchange.readOnly(),
            exchange.explain());
    compiled.add(statement);
    return statement.withNames(new ColumnNames(calls, failures, statement));
  }

  /** Lets a statement go whose calls the policy refuses, or that could not be looked at. */
  private void checkCalls(Exchange exchange, String sql, CallOwner owner) throws SQLException {
    long statement = exchange.stmt();
    boolean passes = false;
    try {
      int code = policy.checkCalls(statement, sql);
      if (code != Exchange.OK) {
        throw failures.of(code, exchange.autocommit(), null, owner);
      }
      passes = true;
    } finally {
      if (!passes) {
        api.finalizeStatement(statement);
      }
    }
  }

  /**
   * Compiles a statement anew, for the schema of now, and finalizes it; SQLite itself would notice
   * another schema no earlier than at the next execution. A statement with rows left is returned as
   * it is. The owner may stop it.
   */
  public CompiledStatement recompile(CompiledStatement statement, CallOwner owner)
      throws SQLException {
    synchronized (database) {
      calls.requireOpen();
      statement.requireOpen();
      if (statement.cursor() != null) {
        return statement;
      }
      CompiledStatement fresh = compile(new SqlText(statement.sql()), false, owner);
      release(statement, false);
      return fresh;
    }
  }

  /** Notes what the call that has ended says of its statement. */
  void note(CompiledStatement statement, Exchange exchange) {
    if (exchange.reprepares() != statement.reprepares()) {
      statement.note(
          exchange.columns(), exchange.reprepares(), new ColumnNames(calls, failures, statement));
    }
    statement.ended(exchange.changes(), exchange.lastRowid());
    schemaChanges.after(statement, exchange);
  }

  /** What may have changed the schema. */
  public SchemaChanges schemaChanges() {
    return schemaChanges;
  }

  /** Sets how many statements are kept for reuse, 0 or more. */
  public void setCached(int size) {
    synchronized (database) {
      cache.resize(size).forEach(this::finalizeStatement);
    }
  }

  /** How many statements are compiled now, those in the cache included. */
  public int count() {
    synchronized (database) {
      return compiled.size();
    }
  }

  // ---- rows that are left ---------------------------------------------------------------------

  /** Resets a statement that has rows left; in auto-commit that commits. Under the monitor. */
  void endRows(CompiledStatement statement) throws SQLException {
    NativeCursor cursor = statement.cursor();
    if (cursor == null) {
      return;
    }
    statement.requireIdle();
    statement.setCursor(null);
    cursor.abandon();
    calls.enterWithoutExchange();
    CallOwner outer = running.enter(null);
    try {
      reset(statement);
    } finally {
      calls.leave();
      running.exit(outer);
    }
  }

  /** As {@link #endRows}, within the call that has brought them. */
  void endFirstRows(CompiledStatement statement) throws SQLException {
    NativeCursor cursor = statement.cursor();
    if (cursor != null) {
      statement.setCursor(null);
      cursor.abandon();
      reset(statement);
    }
  }

  private void reset(CompiledStatement statement) throws SQLException {
    int code = database.reset(statement.address());
    if (code != Exchange.OK) {
      throw failures.of(api.extendedErrcode(handle), api.getAutocommit(handle), null, null);
    }
    failures.throwLostCommit();
  }

  /**
   * Closes the rows of statements, those that are left and those that were fetched. A statement
   * that SQLite is within a call for is ended when that call ends. Under the monitor.
   */
  void closeRows(Predicate<CompiledStatement> wanted) throws SQLException {
    for (CompiledStatement statement : List.copyOf(compiled)) {
      if (wanted.test(statement)) {
        statement.closeShown();
        if (!statement.busy()) {
          endRows(statement);
        }
      }
    }
  }

  /** After sqlite3_interrupt, which is forgotten once no statement stands at a row. */
  void endInterruptedRows() {
    for (CompiledStatement statement : compiled) {
      NativeCursor cursor = statement.cursor();
      if (cursor != null && !statement.busy()) {
        statement.setCursor(null);
        cursor.fail(SqlErrors.stopped(false));
        api.reset(statement.address());
      }
    }
  }

  // ---- end ------------------------------------------------------------------------------------

  /**
   * Ends a statement and gives it back, into the cache where {@code keep} says so.
   *
   * @throws SQLException when an automatic commit that was due failed
   */
  public void release(CompiledStatement statement, boolean keep) throws SQLException {
    synchronized (database) {
      if (statement.finalized() || database.isClosed()) {
        return;
      }
      if (statement.busy()) {
        statement.setUnwanted();
        return;
      }
      statement.setShown(null);
      try {
        endRows(statement);
      } finally {
        if (keep) {
          keep(statement);
        } else {
          finalizeStatement(statement);
        }
      }
    }
  }

  private void keep(CompiledStatement statement) throws SQLException {
    if (statement.boundBytes() > MOST_IDLE_BYTES) {
      statement.setBoundBytes(0);
      database.clear_bindings(statement.address());
    }
    compiled.remove(statement);
    CompiledStatement idle = statement.handOver();
    compiled.add(idle);
    CompiledStatement surplus = cache.put(idle);
    if (surplus != null) {
      finalizeStatement(surplus);
    }
  }

  /**
   * Ends a call into SQLite for a statement, and finalizes one that a function of the user's has
   * closed meanwhile. What a handler of the user's throws comes out of the native call in place of
   * the outcome: then the statement may stand at a row, and is ended.
   */
  void callEnded(CompiledStatement statement, boolean returned) throws SQLException {
    statement.setBusy(false);
    if (!returned) {
      statement.setCursor(null);
      database.reset(statement.address());
    }
    if (statement.unwanted() && !statement.finalized()) {
      statement.abandonRows();
      finalizeStatement(statement);
    }
  }

  private void finalizeStatement(CompiledStatement statement) {
    compiled.remove(statement);
    long address = statement.address();
    statement.forgetAddress();
    api.finalizeStatement(address);
  }

  /** Finalizes all, for a connection that is closed next. Under the monitor. */
  void finalizeAll() {
    for (CompiledStatement statement : compiled) {
      statement.abandonRows();
      long address = statement.address();
      statement.forgetAddress();
      api.finalizeStatement(address);
    }
    compiled.clear();
    cache.resize(0);
  }

  // ---- statements that nobody closes ----------------------------------------------------------

  /**
   * Gives back what a statement has compiled when it cannot be reached any more; that happens when
   * the next one is compiled.
   *
   * @param used what it has compiled, now and later; must not refer to it
   * @return to be given to {@link #unwatch} when it is closed in time
   */
  public AbandonedStatement watch(Object user, List<CompiledStatement> used) {
    AbandonedStatement watch = new AbandonedStatement(user, used, abandoned);
    watched.add(watch);
    return watch;
  }

  public void unwatch(AbandonedStatement watch) {
    watched.remove(watch);
    watch.clear();
  }

  private void releaseAbandoned() {
    for (Reference<?> found = abandoned.poll(); found != null; found = abandoned.poll()) {
      if (found instanceof AbandonedStatement statement && watched.remove(statement)) {
        for (CompiledStatement used : statement.used()) {
          try {
            release(used, true);
          } catch (SQLException e) {
            LOGGER.log(Level.WARNING, "a statement that was never closed did not commit", e);
          }
        }
      }
    }
  }
}
