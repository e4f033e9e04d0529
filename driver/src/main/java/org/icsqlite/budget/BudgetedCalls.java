package org.icsqlite.budget;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.icsqlite.error.SqlState;
import org.icsqlite.result.IcSqliteResultSet;
import org.icsqlite.result.Owner;
import org.icsqlite.session.CallOwner;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.session.NativeCursor;
import org.icsqlite.session.Parameters;
import org.icsqlite.session.Session;
import org.icsqlite.session.SqlText;
import org.icsqlite.value.ColumnValues;
import org.icsqlite.value.ParameterValues;

/**
 * The typed calls of one connection, each under a budget. One query at a time: while its mapper
 * runs, another budgeted call on the connection is refused; ordinary statements are not.
 */
public final class BudgetedCalls {

  private final Session session;
  private final ColumnValues columnValues;
  private final ParameterValues parameterValues;
  private final Owner owner;
  private final AtomicBoolean querying = new AtomicBoolean();

  /**
   * @param owner of the result sets that mappers see
   */
  public BudgetedCalls(
      Session session, ColumnValues columnValues, ParameterValues parameterValues, Owner owner) {
    this.session = session;
    this.columnValues = columnValues;
    this.parameterValues = parameterValues;
    this.owner = owner;
  }

  /** Runs one query and gives all rows, or none and an exception. */
  public <T> QueryReport<T> query(
      String sql, QueryBudget budget, RowMapper<T> mapper, Object... args) throws SQLException {
    budget.check();
    session.requireOpen();
    if (!querying.compareAndSet(false, true)) {
      throw new SQLNonTransientException(
          "a query observer is already active on this connection: the mapper of a budgeted query"
              + " cannot run another one on it",
          SqlState.FUNCTION_SEQUENCE);
    }
    StatementMeter meter = StatementMeter.of(budget);
    try {
      return query(sql, meter, mapper, args);
    } catch (SQLException e) {
      throw MeasuredFailure.in(e, meter.metrics());
    } catch (RuntimeException e) {
      throw MeasuredFailure.in(e, meter.metrics());
    } catch (Error e) {
      throw MeasuredFailure.in(e, meter.metrics());
    } finally {
      querying.set(false);
    }
  }

  private <T> QueryReport<T> query(
      String sql, StatementMeter meter, RowMapper<T> mapper, Object[] args) throws SQLException {
    meter.requireLength(sql);
    long start = System.nanoTime();
    SqlText text = new SqlText(sql);
    CallOwner calls = calls(meter);
    CompiledStatement statement =
        SingleStatement.require(session.statements().compile(text, calls));
    boolean keep = false;
    try {
      SingleStatement.requireEnd(text);
      meter.prepared(System.nanoTime() - start);
      if (!statement.readOnly()) {
        throw new SQLNonTransientException(
            "measured queries require a read-only statement", SqlState.INVALID_ARGUMENT);
      }
      start = System.nanoTime();
      Parameters parameters = SingleStatement.parameters(statement, parameterValues, args);
      meter.bound(System.nanoTime() - start);
      List<T> rows = rows(statement, parameters, calls, mapper);
      keep = true;
      return new QueryReport<>(rows, meter.metrics());
    } finally {
      session.statements().release(statement, keep);
    }
  }

  private <T> List<T> rows(
      CompiledStatement statement, Parameters parameters, CallOwner calls, RowMapper<T> mapper)
      throws SQLException {
    List<T> mapped = new ArrayList<>();
    NativeCursor cursor = session.executor().execute(statement, parameters, calls, 0);
    if (cursor != null) {
      try (IcSqliteResultSet rows = new IcSqliteResultSet(cursor, columnValues, owner)) {
        while (rows.next()) {
          mapped.add(mapper.map(rows));
        }
      }
    }
    return mapped;
  }

  private static CallOwner calls(StatementMeter meter) {
    CallOwner calls = new CallOwner();
    calls.setMeter(meter);
    calls.setTimeoutNanos(meter.timeoutNanos());
    return calls;
  }

  /** Runs one write statement in a transaction of its own. */
  public UpdateReport update(String sql, UpdateBudget budget, Object... args) throws SQLException {
    budget.check();
    session.requireOpen();
    if (querying.get()) {
      throw new SQLNonTransientException(
          "cannot mutate database while a query connection is active: a budgeted query runs on"
              + " this connection",
          SqlState.ACTIVE_TRANSACTION);
    }
    StatementMeter meter = StatementMeter.of(budget);
    synchronized (session.monitor()) {
      return new BudgetedUpdate(session, parameterValues, budget, meter, calls(meter))
          .run(sql, args);
    }
  }
}
