package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.StatementMeter;
import org.icsqlite.session.CallOwner;

/** What each execution of one statement may take: its budget and the timeout that JDBC sets. */
final class StatementLimits {

  private final CallOwner calls = new CallOwner();
  private QueryBudget budget;
  private StatementMeter meter;
  private int timeoutSeconds;

  StatementLimits(QueryBudget budget) {
    setBudget(budget);
  }

  /** The owner of the statement's calls, who knows their limits. */
  CallOwner calls() {
    return calls;
  }

  QueryBudget budget() {
    return budget;
  }

  void setBudget(QueryBudget wanted) {
    budget = wanted;
    meter = wanted.isUnlimited() ? null : StatementMeter.of(wanted);
    calls.setMeter(meter);
    applyTimeout();
  }

  int timeoutSeconds() {
    return timeoutSeconds;
  }

  void setTimeoutSeconds(int seconds) {
    timeoutSeconds = seconds;
    applyTimeout();
  }

  /** The shorter one of the budget's and the one that JDBC sets. */
  private void applyTimeout() {
    long jdbc = TimeUnit.SECONDS.toNanos(timeoutSeconds);
    long budgeted = meter == null ? 0 : meter.timeoutNanos();
    calls.setTimeoutNanos(
        jdbc == 0 || budgeted == 0 ? Math.max(jdbc, budgeted) : Math.min(jdbc, budgeted));
  }

  /** Refuses a text that is longer than the budget allows. */
  void requireLength(String sql) throws SQLException {
    if (meter != null) {
      meter.requireLength(sql);
    }
  }

  /** Whether the rows of the next execution count. */
  void countRows(boolean wanted) {
    if (meter != null) {
      meter.countRows(wanted);
    }
  }
}
