package org.icsqlite.budget;

/**
 * What the exceptions of an exceeded budget say: {@link BudgetExceededException}, and for time
 * {@link BudgetTimeoutException}.
 */
public interface BudgetFailure {

  /** {@link #observed()} where SQLite does not tell. */
  long UNKNOWN = -1;

  /** The limit that was exceeded. */
  BudgetLimit limit();

  /** The value of that limit, in its {@link BudgetLimit#unit()}. */
  long limitValue();

  /** What there was or would have been, in the same unit; {@link #UNKNOWN} where nobody knows. */
  long observed();

  /** What the execution had done until then; never null. */
  ExecutionMetrics metrics();
}
