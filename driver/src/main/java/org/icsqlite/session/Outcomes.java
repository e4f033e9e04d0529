package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.natives.Exchange;
import org.sqlite.core.DB;

/**
 * What a call that ran a statement has led to: how the statement and the transaction stand, and
 * with which failure the call ends. Used under the connection's monitor.
 */
final class Outcomes {

  private final DB database;
  private final TransactionState transaction;
  private final CompiledStatements statements;
  private final Failures failures;
  private final Gauges gauges;

  Outcomes(
      NativeConnection natives,
      TransactionState transaction,
      CompiledStatements statements,
      Failures failures,
      Gauges gauges) {
    this.database = natives.database();
    this.transaction = transaction;
    this.statements = statements;
    this.failures = failures;
    this.gauges = gauges;
  }

  /**
   * Notes the outcome of an execution or a fetch.
   *
   * @return its failure, which follows the rows that it brought, or null
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
    if (meter != null
        && meter.maxSteps() >= 0
        && meter.usage().vmSteps() > meter.maxSteps()
        && (statement.readOnly() || meter.undoesWrites())) {
      database.reset(statement.address());
      return meter.tooManySteps();
    }
    return null;
  }

  /** Notes the outcome of a part of a batch; its failure, or null. */
  SQLException ofPart(Exchange exchange, CallOwner owner) {
    if (exchange.code() != Exchange.DONE) {
      return explained(failures.of(exchange.code(), exchange.autocommit(), null, owner), owner);
    }
    transaction.after(exchange.autocommit());
    return failures.takeLostCommit();
  }

  private SQLException explained(SQLException failure, CallOwner owner) {
    Meter meter = owner.meter();
    if (meter == null || owner.asked()) {
      return failure;
    }
    return meter.explain(failure, gauges.usedUp() ? Meter.Stop.STEPS : Meter.Stop.OTHER);
  }
}
