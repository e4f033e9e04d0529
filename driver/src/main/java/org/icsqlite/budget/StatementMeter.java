package org.icsqlite.budget;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.icsqlite.session.Meter;
import org.icsqlite.session.Usage;
import org.sqlite.SQLiteErrorCode;

/** The budget of a statement at work. Used by one thread at a time. */
public final class StatementMeter implements Meter {

  private final String what;
  private final long maxRows;
  private final long maxResultBytes;
  private final CommonLimits common;
  private final boolean undoesWrites;
  private Usage usage = new Usage();
  private long rows;
  private long payload;
  private long prepareNanos;
  private long bindNanos;
  private boolean counting = true;
  private Supplier<? extends ExecutionMetrics> measured = this::metrics;

  private StatementMeter(
      String what, long maxRows, long maxResultBytes, CommonLimits common, boolean undoesWrites) {
    this.what = what;
    this.maxRows = maxRows;
    this.maxResultBytes = maxResultBytes;
    this.common = common;
    this.undoesWrites = undoesWrites;
  }

  /** For statements that run under a budget; it was checked. */
  public static StatementMeter of(QueryBudget budget) {
    return new StatementMeter(
        "query", budget.maxRows(), budget.maxResultBytes(), budget.common(), false);
  }

  /** For the one statement of a transaction that is rolled back when it fails. */
  static StatementMeter of(UpdateBudget budget) {
    return new StatementMeter(
        "update", QueryBudget.UNLIMITED, QueryBudget.UNLIMITED, budget.common(), true);
  }

  /** Whether rows count; those of generated keys do not. */
  public void countRows(boolean wanted) {
    counting = wanted;
  }

  /** Refuses a text that is too long. */
  public void requireLength(String sql) throws SQLException {
    long most = common.maxSqlBytes();
    if (most == CommonLimits.NONE || sql == null || 3L * sql.length() <= most) {
      return;
    }
    long length = sql.getBytes(StandardCharsets.UTF_8).length;
    if (length > most) {
      throw new BudgetExceededException(
          "SQL exceeds max_sql_bytes", BudgetLimit.SQL_BYTES, most, length, 0, measured.get());
    }
  }

  /** The time of an execution in nanoseconds, 0 for any. */
  public long timeoutNanos() {
    return common.timeoutNanos();
  }

  /** Sets what failures say was done. */
  void measure(Supplier<? extends ExecutionMetrics> wanted) {
    measured = wanted;
  }

  void prepared(long nanos) {
    prepareNanos = nanos;
  }

  void bound(long nanos) {
    bindNanos = nanos;
  }

  /** What was done so far. */
  public QueryMetrics metrics() {
    return QueryMetrics.of(usage, rows, payload, prepareNanos, bindNanos);
  }

  @Override
  public void begins() {
    usage = new Usage();
    rows = 0;
    payload = 0;
  }

  @Override
  public Usage usage() {
    return usage;
  }

  @Override
  public long maxSteps() {
    return common.maxVmSteps();
  }

  @Override
  public int progressInterval() {
    return (int) common.progressInterval();
  }

  @Override
  public int maxValueBytes() {
    return common.valueBytes();
  }

  @Override
  public boolean undoesWrites() {
    return undoesWrites;
  }

  @Override
  public void admit(long bytes) throws SQLException {
    if (counting) {
      if (rows >= maxRows) {
        throw exceeded(BudgetLimit.ROWS, maxRows, rows + 1, 0);
      }
      if (bytes > maxResultBytes - payload) {
        throw exceeded(BudgetLimit.RESULT_BYTES, maxResultBytes, payload + bytes, 0);
      }
    }
    rows++;
    payload += bytes;
  }

  @Override
  public boolean admits(long more, long bytes) {
    return !counting || (more <= maxRows - rows && bytes <= maxResultBytes - payload);
  }

  @Override
  public void admitted(long more, long bytes) {
    rows += more;
    payload += bytes;
  }

  @Override
  public SQLException explain(SQLException failure, Stop stop) {
    if (failure instanceof BudgetFailure) {
      return failure;
    }
    SQLException explained = null;
    if (stop == Stop.STEPS) {
      explained = tooManySteps(SQLiteErrorCode.SQLITE_INTERRUPT.code);
    } else if (stop == Stop.TIME && common.timeout() != null) {
      return new BudgetTimeoutException(
          BudgetText.exceeded(what, BudgetLimit.TIME),
          millis(timeoutNanos()),
          millis(Math.max(timeoutNanos(), usage.nanos())),
          measured.get());
    } else if ((failure.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_TOOBIG.code
        && common.maxValueBytes() != CommonLimits.NONE) {
      explained =
          exceeded(
              BudgetLimit.VALUE_BYTES,
              common.maxValueBytes(),
              BudgetFailure.UNKNOWN,
              failure.getErrorCode());
    }
    if (explained == null) {
      return failure;
    }
    explained.initCause(failure);
    return explained;
  }

  /** Milliseconds, the one that has begun included. */
  private static long millis(long nanos) {
    long whole = TimeUnit.NANOSECONDS.toMillis(nanos);
    return TimeUnit.MILLISECONDS.toNanos(whole) < nanos ? whole + 1 : whole;
  }

  @Override
  public void thrown(SQLException failure) {
    if (failure instanceof BudgetExceededException exceeded) {
      exceeded.setMetrics(measured.get());
    } else if (failure instanceof BudgetTimeoutException exceeded) {
      exceeded.setMetrics(measured.get());
    }
  }

  @Override
  public SQLException tooManySteps() {
    return tooManySteps(0);
  }

  private SQLException tooManySteps(int code) {
    return exceeded(BudgetLimit.VM_STEPS, common.maxVmSteps(), usage.vmSteps(), code);
  }

  private BudgetExceededException exceeded(BudgetLimit limit, long value, long observed, int code) {
    return new BudgetExceededException(
        BudgetText.exceeded(what, limit), limit, value, observed, code, measured.get());
  }
}
