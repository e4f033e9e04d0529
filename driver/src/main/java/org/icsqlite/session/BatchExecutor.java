package org.icsqlite.session;

import java.sql.SQLException;
import java.util.concurrent.Future;
import org.icsqlite.natives.Exchange;
import org.sqlite.core.DB;

/**
 * Runs a statement without columns for many sets of parameters, in one call into SQLite for each
 * part of the batch. The statement is busy from the first part to the last.
 */
public final class BatchExecutor {

  private final DB database;
  private final SerializedCalls calls;
  private final RunningCalls running;
  private final Transactions transactions;
  private final CompiledStatements statements;
  private final GuardPlace guardPlace;
  private final SorterMemory sorterMemory;
  private final Gauges gauges;
  private final Outcomes outcomes;

  BatchExecutor(
      NativeConnection natives,
      SerializedCalls calls,
      RunningCalls running,
      Transactions transactions,
      CompiledStatements statements,
      GuardPlace guardPlace,
      SorterMemory sorterMemory,
      Gauges gauges,
      Outcomes outcomes) {
    this.database = natives.database();
    this.calls = calls;
    this.running = running;
    this.transactions = transactions;
    this.statements = statements;
    this.guardPlace = guardPlace;
    this.sorterMemory = sorterMemory;
    this.gauges = gauges;
    this.outcomes = outcomes;
  }

  /**
   * Runs a statement without columns for each set of a batch, up to the first that fails.
   *
   * @param counts filled with the rows changed by each set
   * @param rowids filled with the connection's last rowid after each set; null when not wanted
   * @return the failure, or null when all sets were run
   */
  public BatchFailure execute(
      CompiledStatement statement,
      ParameterBatch batch,
      CallOwner owner,
      long[] counts,
      long[] rowids)
      throws SQLException {
    owner.begin();
    long start = owner.timed() ? System.nanoTime() : 0;
    Future<?> watch = running.watch(owner);
    try {
      synchronized (database) {
        calls.requireOpen();
        CallOwner outer = running.enter(owner);
        try {
          statement.requireOpen();
          calls.requireSoundMemory();
          statement.requireIdle();
          if (outer == null) {
            guardPlace.look();
          }
          statement.setBusy(true);
          boolean returned = false;
          try {
            BatchFailure failure = new Run(statement, owner, counts, rowids).parts(batch);
            returned = true;
            return failure;
          } finally {
            statements.callEnded(statement, returned);
          }
        } finally {
          try {
            running.exit(outer);
          } finally {
            sorterMemory.restore();
          }
        }
      }
    } finally {
      RunningCalls.unwatch(owner, watch, start);
    }
  }

  /** One execution of a batch. */
  private final class Run {

    private final CompiledStatement statement;
    private final CallOwner owner;
    private final long[] counts;
    private final long[] rowids;
    private int done;

    Run(CompiledStatement statement, CallOwner owner, long[] counts, long[] rowids) {
      this.statement = statement;
      this.owner = owner;
      this.counts = counts;
      this.rowids = rowids;
    }

    BatchFailure parts(ParameterBatch batch) {
      for (ParameterBatch.Part part : batch.parts()) {
        SQLException failure;
        try {
          owner.requireNotAsked();
          transactions.beforeStatement();
          if (done == 0) {
            sorterMemory.shrink(statement, owner);
          }
          failure = part(part);
        } catch (SQLException e) {
          failure = outcomes.between(e);
        }
        if (failure != null) {
          return new BatchFailure(done, failure);
        }
      }
      return null;
    }

    private SQLException part(ParameterBatch.Part part) throws SQLException {
      Exchange exchange = calls.enter();
      try {
        int sets = part.sets();
        int results = Exchange.HEADER + part.used();
        exchange.require(results + (long) ParameterBatch.RESULT_BYTES * sets);
        exchange.block().put(Exchange.HEADER, part.records(), 0, part.used());
        call(exchange, sets, results);
        if (statement.countsRows()) {
          exchange.readChanges(results, counts, done);
        }
        if (rowids != null) {
          exchange.readRowids(results, sets, rowids, done);
        }
        SQLException failure = outcomes.ofPart(statement, owner, exchange);
        done += exchange.rows();
        return failure;
      } finally {
        calls.leave(exchange);
      }
    }

    private void call(Exchange exchange, int sets, int results) throws SQLException {
      if (owner.meter() == null) {
        exchange.executeBatch(statement.address(), sets, results);
      } else {
        gauges.run(
            owner.meter(),
            statement.address(),
            () -> exchange.executeBatch(statement.address(), sets, results));
      }
    }
  }
}
