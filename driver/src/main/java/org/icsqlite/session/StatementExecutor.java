package org.icsqlite.session;

import java.sql.SQLException;
import java.util.concurrent.Future;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.natives.Exchange;
import org.sqlite.core.DB;

/**
 * Runs compiled statements and fetches their rows. Each call is one into SQLite: it waits for the
 * monitor, with its time watched from before; says whose it is; and takes an exchange. While SQLite
 * is within it, the statement is busy, and nothing else may touch it.
 */
public final class StatementExecutor {

  private final DB database;
  private final SerializedCalls calls;
  private final RunningCalls running;
  private final Transactions transactions;
  private final Failures failures;
  private final CompiledStatements statements;
  private final GuardPlace guardPlace;
  private final SorterMemory sorterMemory;
  private final Gauges gauges;
  private final Outcomes outcomes;
  private final UnfinishedStatements unfinished;

  StatementExecutor(
      NativeConnection natives,
      SerializedCalls calls,
      RunningCalls running,
      Transactions transactions,
      Failures failures,
      CompiledStatements statements,
      GuardPlace guardPlace,
      SorterMemory sorterMemory,
      Gauges gauges,
      Outcomes outcomes,
      UnfinishedStatements unfinished) {
    this.database = natives.database();
    this.calls = calls;
    this.running = running;
    this.transactions = transactions;
    this.failures = failures;
    this.statements = statements;
    this.guardPlace = guardPlace;
    this.sorterMemory = sorterMemory;
    this.gauges = gauges;
    this.outcomes = outcomes;
    this.unfinished = unfinished;
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
    return inTurn(owner, () -> begin(statement, parameters, owner, fetchSize));
  }

  /**
   * As the other, and fetches all rows before a call of another thread gets its turn: while rows of
   * a write are left, SQLite refuses a commit, and a rollback would end them.
   */
  public BufferedCursor executeToEnd(
      CompiledStatement statement, Parameters parameters, CallOwner owner, int fetchSize)
      throws SQLException {
    return inTurn(
        owner,
        () -> {
          NativeCursor cursor = begin(statement, parameters, owner, fetchSize);
          return cursor == null ? null : complete(cursor);
        });
  }

  private <T> T inTurn(CallOwner owner, SqlCall<T> call) throws SQLException {
    owner.begin();
    long start = owner.timed() ? System.nanoTime() : 0;
    Future<?> watch = running.watch(owner);
    try {
      synchronized (database) {
        return call.run();
      }
    } finally {
      RunningCalls.unwatch(owner, watch, start);
    }
  }

  private NativeCursor begin(
      CompiledStatement statement, Parameters parameters, CallOwner owner, int fetchSize)
      throws SQLException {
    calls.requireOpen();
    CallOwner outer = running.enter(owner);
    try {
      statement.requireOpen();
      calls.requireSoundMemory();
      owner.requireNotAsked();
      if (statement.cursor() != null) {
        statements.endRows(statement);
      }
      if (outer == null) {
        guardPlace.look();
      }
      transactions.beforeStatement(owner);
      sorterMemory.shrink(statement, owner);
      Exchange exchange = calls.enter();
      try {
        NativeCursor cursor = execute(statement, parameters, owner, fetchSize, exchange);
        if (failures.listenersFailed()) {
          statements.endFirstRows(statement); // nobody will read them
        }
        return cursor;
      } finally {
        calls.leave(exchange);
      }
    } finally {
      try {
        running.exit(outer);
      } finally {
        sorterMemory.restore();
      }
    }
  }

  private NativeCursor execute(
      CompiledStatement statement,
      Parameters parameters,
      CallOwner owner,
      int fetchSize,
      Exchange exchange)
      throws SQLException {
    long bytes = parameters.write(exchange);
    statement.setBoundBytes(statement.columns() == 0 ? 0 : bytes);
    int rows = oneByOne(statement, owner) ? 1 : fetchSize;
    int first = NativeCursor.firstRows(rows);
    statement.requireIdle();
    statement.setOwner(owner);
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
      statements.callEnded(statement, returned);
    }
  }

  /** Whether each row is looked at before the last step, which commits. */
  private static boolean oneByOne(CompiledStatement statement, CallOwner owner) {
    return statement.returning() && owner.meter() != null && !owner.meter().undoesWrites();
  }

  private NativeCursor executed(
      CompiledStatement statement, CallOwner owner, int fetchSize, Exchange exchange)
      throws SQLException {
    SQLException failure = outcomes.of(statement, owner, exchange);
    if (failure != null && (exchange.rows() == 0 || owner.asked())) {
      throw failure;
    }
    if (statement.columns() == 0) {
      return null;
    }
    NativeCursor cursor =
        new NativeCursor(this, statement, owner, fetchSize, exchange.totalBefore());
    take(cursor, exchange, failure);
    statement.setShown(cursor);
    if (cursor.running()) {
      statement.setCursor(cursor);
    }
    return cursor;
  }

  // ---- rows -----------------------------------------------------------------------------------

  /** Fetches the next rows of a cursor, at most {@code rows}. */
  void fetch(NativeCursor cursor, int rows) throws SQLException {
    CallOwner owner = cursor.owner();
    long start = owner.timed() ? System.nanoTime() : 0;
    Future<?> watch = running.watch(owner);
    try {
      synchronized (database) {
        if (!cursor.running()) {
          throw failures.closedCursor(cursor.statement());
        }
        Exchange exchange = calls.enter();
        CallOwner outer = running.enter(owner);
        try {
          calls.requireSoundMemory();
          if (owner.asked()) {
            giveUp(cursor);
            throw failures.claimListeners(owner.stopped());
          }
          if (outer == null) {
            guardPlace.look();
          }
          fetch(cursor, exchange, rows, owner);
          if (cursor.isClosed()) {
            statements.endRows(cursor.statement());
            throw failures.closedCursor(cursor.statement());
          }
        } finally {
          calls.leave(exchange);
          running.exit(outer);
        }
      }
    } finally {
      RunningCalls.unwatch(owner, watch, start);
    }
  }

  private void fetch(NativeCursor cursor, Exchange exchange, int rows, CallOwner owner)
      throws SQLException {
    CompiledStatement statement = cursor.statement();
    exchange.require(cursor.standing() ? cursor.needed() : 0);
    statement.requireIdle();
    statement.setBusy(true);
    boolean returned = false;
    try {
      if (owner.meter() == null) {
        fetch(cursor, exchange, rows);
      } else {
        gauges.run(owner.meter(), statement.address(), () -> fetch(cursor, exchange, rows));
      }
      returned = true;
      SQLException failure = outcomes.of(statement, owner, exchange);
      if (failure != null && owner.asked()) {
        cursor.fail(failure);
      } else {
        take(cursor, exchange, failure);
      }
      if (!cursor.running()) {
        statement.setCursor(null);
      }
    } finally {
      statements.callEnded(statement, returned);
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
   * Takes over what a call has fetched. Without memory for it the rows are lost, and the statement
   * ends: it would go on behind them.
   */
  private void take(NativeCursor cursor, Exchange exchange, SQLException failure) {
    boolean standing = exchange.code() == Exchange.ROW;
    try {
      cursor.take(exchange, failure);
    } catch (OutOfMemoryError e) {
      lose(cursor, standing, e);
      throw e;
    }
  }

  private void lose(NativeCursor cursor, boolean standing, OutOfMemoryError reason) {
    CompiledStatement statement = cursor.statement();
    statement.setCursor(null);
    cursor.lose(SqlErrors.outOfMemory(reason));
    if (standing) {
      try {
        unfinished.end(statement, cursor.owner(), cursor.totalBefore());
      } catch (SQLException e) {
        reason.addSuppressed(e);
      }
      failures.claimListeners(reason);
    }
  }

  /** Fetches all rows that a cursor has left, for a statement that must have run to its end. */
  public BufferedCursor complete(NativeCursor cursor) throws SQLException {
    RecordBuffer buffer = new RecordBuffer();
    try {
      while (cursor.next()) {
        buffer.add(cursor.records, cursor.row);
      }
    } catch (OutOfMemoryError e) {
      synchronized (database) {
        if (cursor.running() && !database.isClosed()) {
          lose(cursor, true, e);
        }
      }
      throw e;
    }
    BufferedCursor all = new BufferedCursor(cursor.statement(), buffer.records(), buffer.count());
    synchronized (database) {
      cursor.statement().setShown(all);
    }
    return all;
  }

  // ---- the end of rows ------------------------------------------------------------------------

  /** Ends a cursor that was closed. */
  void end(NativeCursor cursor) throws SQLException {
    if (!cursor.running()) {
      return;
    }
    synchronized (database) {
      if (cursor.running() && !database.isClosed() && !cursor.statement().busy()) {
        statements.endRows(cursor.statement());
      }
    }
  }

  /** Ends a statement whose next row was not admitted. */
  void refuse(NativeCursor cursor, SQLException reason) {
    synchronized (database) {
      if (!cursor.running() || database.isClosed()) {
        return;
      }
      try {
        giveUp(cursor);
      } catch (SQLException e) {
        reason.addSuppressed(e);
      }
      failures.claimListeners(reason);
    }
  }

  private void giveUp(NativeCursor cursor) throws SQLException {
    CompiledStatement statement = cursor.statement();
    statement.requireIdle();
    statement.setCursor(null);
    cursor.abandon();
    unfinished.end(statement, cursor.owner(), cursor.totalBefore());
  }

  /** Why a cursor gives no more rows. */
  SQLException closedCursor(CompiledStatement statement) {
    return failures.closedCursor(statement);
  }
}
