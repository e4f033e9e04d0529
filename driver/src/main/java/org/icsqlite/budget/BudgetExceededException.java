package org.icsqlite.budget;

import java.sql.SQLNonTransientException;
import org.icsqlite.error.SqlState;

/**
 * An execution has exceeded a limit of its budget. SQLState 54000, the standard's class for program
 * limits; the connection can be used on.
 */
public final class BudgetExceededException extends SQLNonTransientException
    implements BudgetFailure {

  private static final long serialVersionUID = 1L;

  private final BudgetLimit limit;
  private final long limitValue;
  private final long observed;
  private transient ExecutionMetrics metrics;

  BudgetExceededException(
      String text,
      BudgetLimit limit,
      long limitValue,
      long observed,
      int vendorCode,
      ExecutionMetrics metrics) {
    super(text + "; " + BudgetText.of(limit, limitValue, observed), SqlState.TOO_BIG, vendorCode);
    this.limit = limit;
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
    return limit;
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
