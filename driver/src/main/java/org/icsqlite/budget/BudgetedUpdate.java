package org.icsqlite.budget;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.session.CallOwner;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.session.NativeCursor;
import org.icsqlite.session.Parameters;
import org.icsqlite.session.Session;
import org.icsqlite.session.SqlText;
import org.icsqlite.session.UpdateTransaction;
import org.icsqlite.value.ParameterValues;

/** One update under a budget. Used once, under the session's monitor. */
final class BudgetedUpdate {

  private final Session session;
  private final ParameterValues values;
  private final UpdateBudget budget;
  private final StatementMeter meter;
  private final CallOwner calls;
  private PageAdmission pages;
  private long commitNanos;

  BudgetedUpdate(
      Session session,
      ParameterValues values,
      UpdateBudget budget,
      StatementMeter meter,
      CallOwner calls) {
    this.session = session;
    this.values = values;
    this.budget = budget;
    this.meter = meter;
    this.calls = calls;
  }

  UpdateReport run(String sql, Object[] args) throws SQLException {
    try (UpdateTransaction transaction =
        new UpdateTransaction(
            session, new PageAdmission(budget.maxDirtyPages(), budget.maxChangedBytes()))) {
      meter.measure(() -> metrics(transaction));
      transaction.begin(refused -> PageLimits.exceeded(refused, () -> metrics(transaction)));
      try {
        meter.requireLength(sql);
        long changes = execute(transaction, sql, args);
        commit(transaction);
        return new UpdateReport(changes, metrics(transaction));
      } catch (SQLException e) {
        throw MeasuredFailure.in(e, metrics(transaction));
      } catch (RuntimeException e) {
        throw MeasuredFailure.in(e, metrics(transaction));
      } catch (Error e) {
        throw MeasuredFailure.in(e, metrics(transaction));
      }
    }
  }

  private long execute(UpdateTransaction transaction, String sql, Object[] args)
      throws SQLException {
    long start = System.nanoTime();
    SqlText text = new SqlText(sql);
    CompiledStatement statement = SingleStatement.require(transaction.compile(text, calls));
    try {
      SingleStatement.requireEnd(text);
      meter.prepared(System.nanoTime() - start);
      if (statement.readOnly() && !statement.explainsWrite()) { // as the crate judges them
        throw new SQLNonTransientException(UpdateTransaction.ONE_UPDATE, SqlState.INVALID_ARGUMENT);
      }
      start = System.nanoTime();
      Parameters parameters = SingleStatement.parameters(statement, values, args);
      meter.bound(System.nanoTime() - start);
      NativeCursor cursor = session.executor().execute(statement, parameters, calls, 0);
      while (cursor != null && cursor.next()) {
        // The rows of a RETURNING clause are not asked for.
      }
      return transaction.changesSchema() ? 0 : statement.changes();
    } finally {
      session.statements().release(statement, false);
    }
  }

  private void commit(UpdateTransaction transaction) throws SQLException {
    long start = System.nanoTime();
    try {
      transaction.commit();
    } finally {
      commitNanos = System.nanoTime() - start;
    }
  }

  /** A refusal forgets the pages of its transaction once they were looked at. */
  private UpdateMetrics metrics(UpdateTransaction transaction) {
    if (transaction.pages() != null) {
      pages = transaction.pages();
    }
    return UpdateMetrics.of(meter.metrics(), pages, commitNanos);
  }
}
