package org.icsqlite.session;

import java.sql.SQLException;
import java.util.List;
import org.icsqlite.natives.Exchange;

/** One execution of a batch, in a call for each of its parts. */
final class BatchRun {

  private final Session session;
  private final CompiledStatement statement;
  private final List<ParameterBatch.Part> parts;
  private final long[] counts;
  private final long[] rowids;

  BatchRun(
      Session session,
      CompiledStatement statement,
      ParameterBatch batch,
      long[] counts,
      long[] rowids) {
    this.session = session;
    this.statement = statement;
    this.parts = batch.parts();
    this.counts = counts;
    this.rowids = rowids;
  }

  BatchFailure run(CallOwner owner) {
    int done = 0;
    for (ParameterBatch.Part part : parts) {
      SQLException failure;
      try {
        session.beforePart(owner);
        Exchange exchange = session.enter();
        try {
          failure = run(part, owner, exchange, done);
          done += exchange.rows();
        } finally {
          session.leave(exchange);
        }
      } catch (SQLException e) {
        failure = e;
      }
      if (failure != null) {
        return new BatchFailure(done, failure);
      }
    }
    return null;
  }

  private SQLException run(ParameterBatch.Part part, CallOwner owner, Exchange exchange, int done)
      throws SQLException {
    int results = Exchange.HEADER + part.used();
    exchange.require(results + (long) ParameterBatch.RESULT_BYTES * part.sets());
    exchange.block().put(Exchange.HEADER, part.records(), 0, part.used());
    session.executePart(statement, owner, exchange, part.sets(), results);
    if (statement.countsRows()) {
      exchange.readChanges(results, counts, done);
    }
    if (rowids != null) {
      exchange.readRowids(results, part.sets(), rowids, done);
    }
    return session.afterPart(exchange, owner);
  }
}
