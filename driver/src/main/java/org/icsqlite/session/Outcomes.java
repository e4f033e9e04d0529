package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.natives.Exchange;

/**
 * What a call that ran a statement has led to: how the statement and the transaction stand, and
 * with which failure the call ends. Used under the connection's monitor.
 */
final class Outcomes {

  private final TransactionState transaction;
  private final CompiledStatements statements;
  private final Failures failures;
  private final Gauges gauges;
  private final UnfinishedStatements unfinished;

  Outcomes(
      TransactionState transaction,
      CompiledStatements statements,
      Failures failures,
      Gauges gauges,
      UnfinishedStatements unfinished) {
    this.transaction = transaction;
    this.statements = statements;
    this.failures = failures;
    this.gauges = gauges;
    this.unfinished = unfinished;
  }

  /**
   * Notes the outcome of an execution or a fetch.
   *
   * <p>A stop that was asked for while SQLite was within one step has not ended the statement. One
   * that stands at a row is ended now. A query that has ended by itself fails, and so does a write
   * that is undone; what was committed is not said to have failed.
   *
   * @return its failure, which follows the rows that it brought unless it was asked to stop, or
   *     null
   * @throws SQLException when an automatic commit failed that SQLite holds for done
   */
  SQLException of(CompiledStatement statement, CallOwner owner, Exchange exchange)
      throws SQLException {
    statements.note(statement, exchange);
    int code = exchange.code();
    if (code != Exchange.ROW && code != Exchange.DONE) {
      return explained(failures.of(code, exchange.autocommit(), null, owner), owner);
    }
    transaction.after(exchange.autocommit());
    failures.throwLostCommit();
    Meter meter = owner.meter();
    boolean undone = meter != null && meter.undoesWrites();
    boolean query = statement.readOnly() && statement.columns() > 0;
    if (owner.asked() && (code == Exchange.ROW || query || undone)) {
      unfinished.end(statement, owner, exchange.totalBefore());
      return failures.claimListeners(owner.stopped());
    }
    if (meter != null
        && meter.maxSteps() >= 0
        && meter.usage().vmSteps() > meter.maxSteps()
        && (statement.readOnly() || undone)) {
      unfinished.end(statement, owner, exchange.totalBefore());
      return failures.claimListeners(meter.tooManySteps());
    }
    return null;
  }

  /** Notes the outcome of a part of a batch; its failure, or null. */
  SQLException ofPart(CompiledStatement statement, CallOwner owner, Exchange exchange) {
    statements.schemaChanges().after(statement, exchange);
    if (exchange.code() != Exchange.DONE) {
      return explained(failures.of(exchange.code(), exchange.autocommit(), null, owner), owner);
    }
    transaction.after(exchange.autocommit());
    return failures.takeLostCommit();
  }

  /** The failure of a batch before its next part, or within it. */
  SQLException between(SQLException failure) {
    return failures.claimListeners(failure);
  }

  private SQLException explained(SQLException failure, CallOwner owner) {
    Meter meter = owner.meter();
    if (meter == null || owner.asked()) {
      return failure;
    }
    return meter.explain(failure, gauges.usedUp() ? Meter.Stop.STEPS : Meter.Stop.OTHER);
  }
}
