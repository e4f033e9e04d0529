package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.natives.Exchange;

/** One execution of a batch, in as many calls as its sets need. */
final class BatchRun {

  private static final int USUAL_BYTES = 64 << 10;
  private static final int MOST_SETS = 1_024;
  private static final int RESULT_BYTES = 16;

  private final Session session;
  private final CompiledStatement statement;
  private final byte[] records;
  private final int sets;
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
    this.records = batch.records();
    this.sets = batch.sets();
    this.counts = counts;
    this.rowids = rowids;
  }

  BatchFailure run(Exchange exchange, CallOwner owner) {
    int done = 0;
    int from = 0;
    while (done < sets) {
      try {
        session.beforePart(owner);
      } catch (SQLException e) {
        return new BatchFailure(done, e);
      }
      int part = 1;
      int end = from + RecordBytes.length(records, from);
      while (done + part < sets && part < MOST_SETS) {
        int longer = end + RecordBytes.length(records, end);
        if (longer - from + RESULT_BYTES * (part + 1) > USUAL_BYTES - Exchange.HEADER) {
          break;
        }
        end = longer;
        part++;
      }
      int results = Exchange.HEADER + end - from;
      exchange.require(results + (long) RESULT_BYTES * part);
      exchange.block().put(Exchange.HEADER, records, from, end - from);
      try {
        session.executePart(statement, owner, exchange, part, results);
      } catch (SQLException e) {
        return new BatchFailure(done, e);
      }
      int run = exchange.rows();
      for (int i = 0; i < run; i++) {
        counts[done + i] = statement.countsRows() ? exchange.setChanges(results, i) : 0;
        if (rowids != null) {
          rowids[done + i] = exchange.setRowid(results, i);
        }
      }
      done += run;
      from = end;
      SQLException failure = session.afterPart(exchange, owner);
      if (failure != null) {
        return new BatchFailure(done, failure);
      }
    }
    return null;
  }
}
