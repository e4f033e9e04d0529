package org.icsqlite.session;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.natives.SqliteNative;
import org.icsqlite.natives.StackHeadroom;
import org.icsqlite.row.ColumnOrigin;
import org.icsqlite.row.Cursor;
import org.icsqlite.vfs.Mount;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.core.DB;

/**
 * One connection's way into SQLite. Calls of several threads run one after the other, under the
 * monitor of sqlite-jdbc's {@link DB}, which its own calls take as well. No native object outlives
 * {@link #free}.
 *
 * <p>Owned here: the compiled statements, the exchange, the guard and the policy. They are freed
 * under the monitor, after the last call and, but for the statements, after SQLite's connection. A
 * function of the user's that runs SQL within a call gets an exchange of its own.
 */
public final class Session {

  /** Steps of SQLite's machine between two looks at the guard. */
  public static final int GUARD_STEPS = 500;

  /** What is refused on every connection. */
  static final int POLICY = SqliteApi.REFUSE_ATTACH | SqliteApi.REFUSE_PRAGMA_ELSEWHERE;

  /** Bytes of parameters that a statement in the cache may keep. */
  private static final int MOST_IDLE_BYTES = 4 << 10;

  private static final Logger LOGGER = Logger.getLogger("org.icsqlite");

  private final DB database;
  private final SqliteNative natives;
  private final SqliteApi api;
  private final long handle;
  private final Mount mount;
  private final long policy;
  private final long guard;
  private final RunningCalls calls;
  private final Transactions transactions;
  private final Failures failures;
  private final Gauges gauges;
  private final GuardPlace guardPlace;
  private final StatementCache cache;
  private final Set<CompiledStatement> compiled =
      Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<String, CompiledStatement> own = new HashMap<>();
  private final Set<AbandonedStatement> watched = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<Object> abandoned = new ReferenceQueue<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private Function<PageAdmission, SQLException> pageFailures =
      pages -> new SQLNonTransientException(pages.refusal().toString(), SqlState.TOO_BIG);
  private Restriction restriction;
  private Exchange idle;
  private int depth;

  /** Whether the user may have registered handlers with SQLite, which may throw. */
  private volatile boolean handlers;

  private boolean freed;

  /**
   * Takes a connection over: policy, guard and busy handler are put in place.
   *
   * @param handle the sqlite3 of {@code database}
   * @param beginText the BEGIN of the next transaction without auto-commit
   * @throws SQLException SQLState 08001 when SQLite refuses one of them
   */
  public Session(
      DB database,
      SqliteNative natives,
      long handle,
      Mount mount,
      int cachedStatements,
      Supplier<String> beginText)
      throws SQLException {
    this.database = database;
    this.natives = natives;
    this.api = natives.api();
    this.handle = handle;
    this.mount = mount;
    this.cache = new StatementCache(cachedStatements);
    this.policy = api.newPolicy(POLICY);
    this.guard = api.newGuard();
    this.calls = new RunningCalls(api, handle, guard, mount);
    this.transactions = new Transactions(this, beginText);
    this.failures = new Failures(this, database, api, handle, policy, mount);
    this.guardPlace = new GuardPlace(this, api, handle, guard);
    this.gauges = new Gauges(api, natives.calls(), handle, guard, mount, guardPlace);
    require(api.setPolicy(handle, policy), "sqlite3_set_authorizer");
    require(api.setGuard(handle, guard, GUARD_STEPS), "sqlite3_progress_handler");
    require(api.setBusyHandler(handle, mount.number()), "sqlite3_busy_handler");
  }

  private static void require(int resultCode, String function) throws SQLException {
    if (resultCode != 0) {
      throw SqlErrors.cannotSetUp(function, resultCode);
    }
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
      restriction = added;
      api.setPolicyLists(policy, added.functions(), added.pragmas());
    }
  }

  Restriction restriction() {
    return restriction;
  }

  /** To be used under the {@link #monitor}. */
  public Transactions transactions() {
    return transactions;
  }

  /** Fails with SQLState 08003 when the connection is closed or about to be. */
  public void requireOpen() throws SQLException {
    if (isClosed()) {
      throw SqlErrors.closed();
    }
  }

  public boolean isClosed() {
    return closing.get() || database.isClosed();
  }

  // ---- the way of every call ------------------------------------------------------------------

  Exchange enter() throws SQLException {
    requireOpen();
    Exchange exchange = idle;
    idle = null;
    if (exchange == null) {
      exchange = new Exchange(natives.calls());
    }
    exchange.setHandlers(handlers);
    depth++;
    return exchange;
  }

  void leave(Exchange exchange) {
    depth--;
    if (idle == null) {
      idle = exchange;
    } else {
      exchange.close();
    }
  }

  /** SQLite would go on with what it has in its caches. */
  private void requireSoundMemory() throws SQLException {
    StableMemoryException failure = mount.database().failure();
    if (failure != null) {
      throw SqlErrors.ofMemory(failure);
    }
  }

  private static void requireNotAsked(CallOwner owner) throws SQLException {
    if (owner.asked()) {
      throw owner.stopped();
    }
  }

  private Future<?> watch(CallOwner owner) {
    if (!owner.timed()) {
      return null;
    }
    long execution = owner.execution();
    return Deadlines.after(Math.max(0, owner.leftNanos()), () -> calls.timeOut(owner, execution));
  }

  private static void unwatch(CallOwner owner, Future<?> watch, long start) {
    if (watch != null) {
      watch.cancel(false);
      owner.spent(System.nanoTime() - start);
    }
  }

  /**
   * Ends the owner's call that runs, or the next fetch of the rows it has left; the call that
   * notices fails with SQLState 57014. Does nothing to what the owner executes next. From any
   * thread.
   */
  public void cancel(CallOwner owner) {
    calls.cancel(owner);
  }

  /** Ends whatever runs or waits for the write lock, for a connection that ends. */
  public void interrupt() {
    mount.endWaiting();
    calls.interrupt();
  }

  /**
   * Runs a call that ends in sqlite-jdbc as a statement would run: within the transaction, refused
   * after SQLite has rolled it back, its failure translated.
   */
  public <T> T run(SqlCall<T> call) throws SQLException {
    return around(true, call);
  }

  /** As {@link #run}, for what is not refused after a rollback and begins no transaction. */
  public <T> T finish(SqlCall<T> call) throws SQLException {
    return around(false, call);
  }

  private <T> T around(boolean executes, SqlCall<T> call) throws SQLException {
    StackHeadroom.require();
    synchronized (database) {
      requireOpen();
      depth++;
      CallOwner outer = calls.enter(null);
      try {
        if (executes) {
          requireSoundMemory();
          transactions.beforeStatement();
        }
        T result = call.run();
        transactions.after(api.getAutocommit(handle));
        failures.throwLostCommit();
        return result;
      } catch (SQLException e) {
        mount.takeLostCommit();
        if (!database.isClosed()) {
          transactions.afterFailure(api.getAutocommit(handle));
        }
        throw failures.translate(e);
      } finally {
        calls.exit(outer);
        depth--;
      }
    }
  }

  /** Whether no BEGIN is open; under the monitor. */
  boolean outsideTransaction() {
    return api.getAutocommit(handle);
  }

  /** Whether a transaction that was begun has begun to read or write. */
  public boolean insideTransaction() {
    synchronized (database) {
      return !database.isClosed() && !api.getAutocommit(handle) && api.txnState(handle) != 0;
    }
  }

  // ---- statements -----------------------------------------------------------------------------

  /**
   * Compiles the next statement of a text, or takes it from the cache.
   *
   * @return null when nothing but blanks and comments is left
   * @throws SQLException what SQLite says of the SQL, with the place where it stumbled
   */
  public CompiledStatement compile(SqlText text) throws SQLException {
    return compile(text, true);
  }

  CompiledStatement compile(SqlText text, boolean fromCache) throws SQLException {
    StackHeadroom.require();
    synchronized (database) {
      requireOpen();
      releaseAbandoned();
      if (fromCache && text.position() == 0) {
        CompiledStatement cached = cache.take(text.sql());
        if (cached != null) {
          text.moveTo(cached.end());
          return cached;
        }
      }
      requireSoundMemory();
      Exchange exchange = enter();
      CallOwner outer = calls.enter(null);
      try {
        return compile(text, exchange);
      } finally {
        calls.exit(outer);
        leave(exchange);
      }
    }
  }

  private CompiledStatement compile(SqlText text, Exchange exchange) throws SQLException {
    int from = text.position();
    if (restriction != null) {
      restriction.check(text.rest());
    }
    exchange.prepare(handle, text.bytes(), from, true);
    if (exchange.code() != Exchange.OK) {
      int offset = api.errorOffset(handle);
      throw SqlErrors.atFault(
          failures.of(
              exchange.code(),
              exchange.autocommit(),
              offset < 0 ? null : text.place(from + offset),
              null));
    }
    text.moveTo(from + exchange.tail());
    if (exchange.stmt() == 0) {
      return null;
    }
    String sql =
        from == 0 && text.atEnd()
            ? text.sql()
            : new String(text.bytes(), from, text.position() - from, StandardCharsets.UTF_8);
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
    return statement.withNames(new ColumnNames(this, statement));
  }

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
        CompiledStatement surplus = keep ? cache.put(statement) : statement;
        if (surplus != null) {
          finalizeStatement(surplus);
        }
        if (surplus != statement && statement.boundBytes() > MOST_IDLE_BYTES) {
          statement.setBoundBytes(0);
          database.clear_bindings(statement.address());
        }
      }
    }
  }

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

  /**
   * Compiles a statement anew, for the schema of now, and finalizes it; SQLite itself would notice
   * another schema no earlier than at the next execution. A statement with rows left is returned as
   * it is.
   */
  public CompiledStatement recompile(CompiledStatement statement) throws SQLException {
    StackHeadroom.require();
    synchronized (database) {
      if (statement.cursor() != null) {
        return statement;
      }
      Exchange exchange = enter();
      CallOwner outer = calls.enter(null);
      try {
        CompiledStatement fresh = compile(new SqlText(statement.sql()), exchange);
        release(statement, false);
        return fresh;
      } finally {
        calls.exit(outer);
        leave(exchange);
      }
    }
  }

  private void finalizeStatement(CompiledStatement statement) {
    compiled.remove(statement);
    long address = statement.address();
    statement.forgetAddress();
    api.finalizeStatement(address);
  }

  /** Sets how many statements are kept for reuse, 0 or more. */
  public void setCachedStatements(int size) {
    synchronized (database) {
      cache.resize(size).forEach(this::finalizeStatement);
    }
  }

  /** How many statements are compiled now, those in the cache included. */
  public int compiledStatements() {
    synchronized (database) {
      return compiled.size();
    }
  }

  // ---- execution ------------------------------------------------------------------------------

  /**
   * Executes a statement from its beginning; rows that it has left are given up first.
   *
   * @param fetchSize rows that are fetched at a time; 0 begins with one and fetches more and more
   * @return the rows, or null for a statement without columns, which has run to its end
   */
  public NativeCursor execute(
      CompiledStatement statement, Parameters parameters, CallOwner owner, int fetchSize)
      throws SQLException {
    owner.begin();
    long start = owner.timed() ? System.nanoTime() : 0;
    Future<?> watch = watch(owner);
    try {
      synchronized (database) {
        requireOpen();
        CallOwner outer = calls.enter(owner);
        try {
          requireSoundMemory();
          requireNotAsked(owner);
          if (statement.cursor() != null) {
            endRows(statement);
          }
          transactions.beforeStatement();
          Exchange exchange = enter();
          try {
            return execute(statement, parameters, owner, fetchSize, exchange);
          } finally {
            leave(exchange);
          }
        } finally {
          calls.exit(outer);
        }
      }
    } finally {
      unwatch(owner, watch, start);
    }
  }

  private NativeCursor execute(
      CompiledStatement statement,
      Parameters parameters,
      CallOwner owner,
      int fetchSize,
      Exchange exchange)
      throws SQLException {
    exchange.require(Exchange.HEADER + parameters.recordBytes());
    parameters.write(exchange.block(), Exchange.HEADER);
    statement.setBoundBytes(statement.columns() == 0 ? 0 : parameters.recordBytes());
    int rows = oneByOne(statement, owner) ? 1 : fetchSize;
    int first = NativeCursor.firstRows(rows);
    requireIdle(statement);
    statement.setBusy(true);
    boolean returned = false;
    try {
      if (owner.meter() == null) {
        exchange.execute(statement.address(), first, NativeCursor.MAX_STEPS);
      } else {
        gauges.run(
            owner.meter(),
            statement.address(),
            () -> exchange.execute(statement.address(), first, NativeCursor.MAX_STEPS));
      }
      returned = true;
      return executed(statement, owner, rows, exchange);
    } finally {
      callEnded(statement, returned);
    }
  }

  /** Whether each row is looked at before the last step, which commits. */
  private static boolean oneByOne(CompiledStatement statement, CallOwner owner) {
    return statement.returning() && owner.meter() != null && !owner.meter().undoesWrites();
  }

  private NativeCursor executed(
      CompiledStatement statement, CallOwner owner, int fetchSize, Exchange exchange)
      throws SQLException {
    SQLException failure = outcome(statement, owner, exchange);
    if (failure != null && exchange.rows() == 0) {
      throw failure;
    }
    if (statement.columns() == 0) {
      return null;
    }
    NativeCursor cursor =
        new NativeCursor(this, statement, owner, fetchSize, exchange.totalBefore());
    cursor.take(exchange, failure);
    statement.setShown(cursor);
    if (cursor.running()) {
      statement.setCursor(cursor);
    }
    return cursor;
  }

  /** Fails with SQLState HY010 within a function that SQLite calls for this very statement. */
  public void requireIdle(CompiledStatement statement) throws SQLException {
    if (statement.busy()) {
      throw SqlErrors.usedFromWithin();
    }
  }

  /**
   * Finalizes a statement that a function of the user's has closed while it ran. What a listener or
   * handler of the user's throws comes out of the native call in place of the outcome: then the
   * statement may stand at a row, and is ended.
   */
  private void callEnded(CompiledStatement statement, boolean returned) throws SQLException {
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

  /** Notes how a statement and the transaction stand after a call; the result is its failure. */
  private SQLException outcome(CompiledStatement statement, CallOwner owner, Exchange exchange)
      throws SQLException {
    if (exchange.reprepares() != statement.reprepares()) {
      statement.note(exchange.columns(), exchange.reprepares(), new ColumnNames(this, statement));
    }
    int code = exchange.code();
    statement.ended(exchange.changes(), exchange.lastRowid());
    if (code != Exchange.ROW && code != Exchange.DONE) {
      return explained(failures.of(code, exchange.autocommit(), null, owner), owner);
    }
    transactions.after(exchange.autocommit());
    failures.throwLostCommit();
    Meter meter = owner.meter();
    if (meter != null
        && meter.maxSteps() >= 0
        && meter.usage().vmSteps() > meter.maxSteps()
        && (statement.readOnly() || meter.undoesWrites())) {
      database.reset(statement.address());
      return meter.tooManySteps();
    }
    return null;
  }

  private SQLException explained(SQLException failure, CallOwner owner) {
    Meter meter = owner.meter();
    if (meter == null || owner.asked()) {
      return failure;
    }
    return meter.explain(failure, gauges.usedUp() ? Meter.Stop.STEPS : Meter.Stop.OTHER);
  }

  /** Fetches the next rows of a cursor, at most {@code rows}. */
  void fetch(NativeCursor cursor, int rows) throws SQLException {
    CallOwner owner = cursor.owner();
    long start = owner.timed() ? System.nanoTime() : 0;
    Future<?> watch = watch(owner);
    try {
      synchronized (database) {
        if (!cursor.running()) {
          throw closedCursor();
        }
        Exchange exchange = enter();
        CallOwner outer = calls.enter(owner);
        try {
          requireSoundMemory();
          if (owner.asked()) {
            endRows(cursor.statement());
            throw owner.stopped();
          }
          CompiledStatement statement = cursor.statement();
          if (cursor.standing()) {
            exchange.require(cursor.needed());
          } else {
            exchange.require(0);
          }
          requireIdle(statement);
          statement.setBusy(true);
          boolean returned = false;
          try {
            if (owner.meter() == null) {
              fetch(cursor, exchange, rows);
            } else {
              gauges.run(owner.meter(), statement.address(), () -> fetch(cursor, exchange, rows));
            }
            returned = true;
            SQLException failure = outcome(statement, owner, exchange);
            cursor.take(exchange, failure);
            if (!cursor.running()) {
              statement.setCursor(null);
            }
          } finally {
            callEnded(statement, returned);
          }
          if (cursor.isClosed()) {
            endRows(statement);
            throw closedCursor();
          }
        } finally {
          calls.exit(outer);
          leave(exchange);
        }
      }
    } finally {
      unwatch(owner, watch, start);
    }
  }

  private static void fetch(NativeCursor cursor, Exchange exchange, int rows) {
    exchange.fetch(
        cursor.statement().address(),
        rows,
        NativeCursor.MAX_STEPS,
        cursor.standing(),
        cursor.totalBefore());
  }

  /**
   * Ends a statement whose next row was not admitted. One that writes would be committed by a
   * reset, so SQLite is made to fail it, which rolls its transaction back.
   */
  void refuse(NativeCursor cursor, SQLException reason) {
    synchronized (database) {
      if (!cursor.running() || database.isClosed()) {
        return;
      }
      CompiledStatement statement = cursor.statement();
      try {
        if (statement.readOnly() || cursor.owner().meter().undoesWrites()) {
          endRows(statement);
        } else {
          fail(cursor);
        }
      } catch (SQLException e) {
        reason.addSuppressed(e);
      }
    }
  }

  private void fail(NativeCursor cursor) throws SQLException {
    guardPlace.take();
    Exchange exchange = enter();
    try {
      api.setGuard(handle, guard, 1);
      api.setStop(guard, true);
      exchange.fetch(cursor.statement().address(), 1, 1, false, cursor.totalBefore());
      transactions.afterFailure(exchange.autocommit());
      mount.takeFailure();
      mount.takeLostCommit();
    } finally {
      api.setStop(guard, false);
      api.setGuard(handle, guard, GUARD_STEPS);
      cursor.statement().setCursor(null);
      cursor.abandon();
      leave(exchange);
    }
  }

  /** Fetches all rows that a cursor has left, for a statement that must have run to its end. */
  public BufferedCursor complete(NativeCursor cursor) throws SQLException {
    RecordBuffer buffer = new RecordBuffer();
    while (cursor.next()) {
      buffer.add(cursor.records, cursor.row);
    }
    BufferedCursor all = new BufferedCursor(cursor.statement(), buffer.records(), buffer.count());
    synchronized (database) {
      cursor.statement().setShown(all);
    }
    return all;
  }

  /** Ends a cursor that was closed. */
  void end(NativeCursor cursor) throws SQLException {
    if (!cursor.running()) {
      return;
    }
    synchronized (database) {
      if (cursor.running() && !database.isClosed() && !cursor.statement().busy()) {
        endRows(cursor.statement());
      }
    }
  }

  /** Resets a statement that has rows left; in auto-commit that commits. Under the monitor. */
  private void endRows(CompiledStatement statement) throws SQLException {
    NativeCursor cursor = statement.cursor();
    if (cursor == null) {
      return;
    }
    requireIdle(statement);
    statement.setCursor(null);
    cursor.abandon();
    depth++;
    CallOwner outer = calls.enter(null);
    try {
      int code = database.reset(statement.address());
      if (code != Exchange.OK) {
        throw failures.of(api.extendedErrcode(handle), api.getAutocommit(handle), null, null);
      }
      failures.throwLostCommit();
    } finally {
      calls.exit(outer);
      depth--;
    }
  }

  /**
   * Gives up the rows that statements have left and the transaction that is open, whoever began it;
   * auto-commit is on afterwards.
   */
  public void reset() throws SQLException {
    finish(
        () -> {
          for (CompiledStatement statement : List.copyOf(compiled)) {
            endRows(statement);
          }
          transactions.reset();
          return null;
        });
  }

  /** Why a cursor gives no more rows. */
  SQLException closedCursor() {
    return isClosed() ? SqlErrors.closed() : SqlErrors.statementClosed();
  }

  /** Runs a statement of the driver's own, which stays compiled. Under the monitor. */
  void runOwn(String sql) throws SQLException {
    runOwn(sql, code -> code == Exchange.DONE);
  }

  /**
   * As the other.
   *
   * @param ended whether a result code is as good as SQLITE_DONE
   */
  void runOwn(String sql, IntPredicate ended) throws SQLException {
    Exchange exchange = enter();
    try {
      CompiledStatement statement = own.get(sql);
      if (statement == null) {
        statement = compile(new SqlText(sql), exchange);
        own.put(sql, statement);
      }
      exchange.execute(statement.address(), 2, NativeCursor.MAX_STEPS);
      if (!ended.test(exchange.code())) {
        throw failures.of(exchange.code(), exchange.autocommit(), null, calls.current());
      }
      failures.throwLostCommit();
    } finally {
      leave(exchange);
    }
  }

  // ---- columns --------------------------------------------------------------------------------

  /** The columns of a statement, without rows. */
  public Cursor describe(CompiledStatement statement) {
    return new BufferedCursor(statement, new byte[0], 0);
  }

  String[] labels(CompiledStatement statement) throws SQLException {
    byte[][] record = new byte[1][];
    int count = describe(statement, true, record);
    String[] labels = new String[count];
    for (int i = 0, at = 0; i < count; i++, at += RecordBytes.length(record[0], at)) {
      labels[i] = RecordBytes.text(record[0], at, 0);
    }
    return labels;
  }

  ColumnOrigin[] origins(CompiledStatement statement) throws SQLException {
    byte[][] record = new byte[1][];
    int count = describe(statement, false, record);
    ColumnOrigin[] origins = new ColumnOrigin[count];
    for (int i = 0, at = 0; i < count; i++, at += RecordBytes.length(record[0], at)) {
      long flags = RecordBytes.value(record[0], at, 5);
      origins[i] =
          new ColumnOrigin(
              RecordBytes.textOrNull(record[0], at, 1),
              RecordBytes.textOrNull(record[0], at, 2),
              RecordBytes.textOrNull(record[0], at, 3),
              RecordBytes.textOrNull(record[0], at, 4),
              (flags & 1) != 0,
              (flags & 2) != 0,
              (flags & 4) != 0);
    }
    return origins;
  }

  private int describe(CompiledStatement statement, boolean labelsOnly, byte[][] records)
      throws SQLException {
    StackHeadroom.require();
    synchronized (database) {
      if (statement.finalized()) {
        throw closedCursor();
      }
      Exchange exchange = enter();
      try {
        exchange.describe(statement.address(), labelsOnly);
        while (exchange.needed() > 0) {
          exchange.require(2 * exchange.needed());
          exchange.describe(statement.address(), labelsOnly);
        }
        if (exchange.code() != Exchange.OK) {
          throw failures.of(exchange.code(), exchange.autocommit(), null, null);
        }
        records[0] = new byte[exchange.used()];
        exchange.block().get(Exchange.HEADER, records[0]);
        return exchange.rows();
      } finally {
        leave(exchange);
      }
    }
  }

  // ---- budgets --------------------------------------------------------------------------------

  /** A transaction for one budgeted update; under the monitor. */
  public UpdateTransaction updateTransaction(PageAdmission limits) {
    return new UpdateTransaction(this, api, mount, policy, limits);
  }

  /**
   * Limits the pages of the transactions that follow.
   *
   * @param limits for each of them
   * @param failures makes the failure of a transaction of which a page was refused
   * @return what made them before
   */
  public Function<PageAdmission, SQLException> limitPages(
      PageAdmission limits, Function<PageAdmission, SQLException> failures) {
    synchronized (database) {
      Function<PageAdmission, SQLException> before = pageFailures;
      mount.setPageLimits(limits);
      pageFailures = failures;
      return before;
    }
  }

  SQLException pagesRefused(PageAdmission pages) {
    return pageFailures.apply(pages);
  }

  /** sqlite-jdbc's own object is given to somebody who may set handlers on it. */
  public void handOutDatabase() {
    handlers = true;
    guardPlace.handOut();
  }

  /** Whether the guard took the place of a progress handler of the user's since the last call. */
  public boolean takeReplacedHandler() {
    return guardPlace.takeReplaced();
  }

  // ---- batches --------------------------------------------------------------------------------

  /**
   * Runs a statement without columns for each set of a batch, up to the first that fails.
   *
   * @param counts filled with the rows changed by each set
   * @param rowids filled with the connection's last rowid after each set; null when not wanted
   * @return the failure, or null when all sets were run
   */
  public BatchFailure executeBatch(
      CompiledStatement statement,
      ParameterBatch batch,
      CallOwner owner,
      long[] counts,
      long[] rowids)
      throws SQLException {
    owner.begin();
    long start = owner.timed() ? System.nanoTime() : 0;
    Future<?> watch = watch(owner);
    try {
      synchronized (database) {
        requireOpen();
        CallOwner outer = calls.enter(owner);
        try {
          requireSoundMemory();
          requireIdle(statement);
          statement.setBusy(true);
          boolean returned = false;
          try {
            BatchFailure failure = new BatchRun(this, statement, batch, counts, rowids).run(owner);
            returned = true;
            return failure;
          } finally {
            callEnded(statement, returned);
          }
        } finally {
          calls.exit(outer);
        }
      }
    } finally {
      unwatch(owner, watch, start);
    }
  }

  /** What {@link BatchRun} asks before each part: nothing was cancelled, a transaction is open. */
  void beforePart(CallOwner owner) throws SQLException {
    requireNotAsked(owner);
    transactions.beforeStatement();
  }

  void executePart(
      CompiledStatement statement, CallOwner owner, Exchange exchange, int sets, int results)
      throws SQLException {
    if (owner.meter() == null) {
      exchange.executeBatch(statement.address(), sets, results);
    } else {
      gauges.run(
          owner.meter(),
          statement.address(),
          () -> exchange.executeBatch(statement.address(), sets, results));
    }
  }

  /** What a part of a batch failed with, or null. */
  SQLException afterPart(Exchange exchange, CallOwner owner) {
    if (exchange.code() != Exchange.DONE) {
      return explained(failures.of(exchange.code(), exchange.autocommit(), null, owner), owner);
    }
    transactions.after(exchange.autocommit());
    return failures.takeLostCommit();
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
    if (Thread.holdsLock(database)) {
      synchronized (database) {
        if (depth > 0) {
          throw SqlErrors.closedFromWithin();
        }
      }
    }
    return closing.compareAndSet(false, true);
  }

  /** Finalizes all statements, for a connection that is closed next. */
  public void finalizeAll() {
    mount.endWaiting();
    synchronized (database) {
      // What ran has ended; an interrupt that comes later would meet a handle that is freed.
      calls.shut();
      for (CompiledStatement statement : compiled) {
        statement.abandonRows();
        long address = statement.address();
        statement.forgetAddress();
        api.finalizeStatement(address);
      }
      compiled.clear();
      own.clear();
      cache.resize(0);
    }
  }

  /** Frees what is left, once SQLite's connection is closed; again does nothing. */
  public void free() {
    synchronized (database) {
      if (!freed) {
        freed = true;
        api.freePolicy(policy);
        api.freeGuard(guard);
        gauges.free();
        if (idle != null) {
          idle.close();
          idle = null;
        }
      }
    }
  }

  /** The failure of an automatic commit that nobody was told of, or null. */
  public SQLException takeLostCommit() {
    return failures.takeLostCommit();
  }

  SQLException translate(SQLException thrown) {
    return failures.translate(thrown);
  }

  static boolean isInterrupt(int code) {
    return (code & 0xff) == SQLiteErrorCode.SQLITE_INTERRUPT.code;
  }
}
