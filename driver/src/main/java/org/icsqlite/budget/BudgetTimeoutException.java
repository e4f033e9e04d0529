package org.icsqlite.budget;

import java.sql.SQLTimeoutException;
import org.icsqlite.error.SqlState;
import org.sqlite.SQLiteErrorCode;

/** An execution has taken longer than its budget allows. SQLState HYT00; values in milliseconds. */
public final class BudgetTimeoutException extends SQLTimeoutException implements BudgetFailure {

  private static final long serialVersionUID = 1L;

  private final long limitValue;
  private final long observed;
  private transient ExecutionMetrics metrics;

  BudgetTimeoutException(String text, long limitValue, long observed, ExecutionMetrics metrics) {
    super(
        text + "; " + BudgetText.of(BudgetLimit.TIME, limitValue, observed),
        SqlState.LOCK_TIMEOUT,
        SQLiteErrorCode.SQLITE_INTERRUPT.code);
    this.limitValue = limitValue;
    this.observed = observed;
    this.metrics = metrics;
  }

  /** For before it is thrown. */
  void setMetrics(ExecutionMetrics wanted) {
    metrics = wanted;
  }

  @Override
  public BudgetLimit limit() {
    return BudgetLimit.TIME;
  }

  @Override
  public long limitValue() {
    return limitValue;
  }

  @Override
  public long observed() {
    return observed;
  }

  /** Not null but after the exception was serialized. */
  @Override
  public ExecutionMetrics metrics() {
    return metrics;
  }
}
