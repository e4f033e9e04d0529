package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.natives.Exchange;

/**
 * The rows of a statement while SQLite makes them. They come in batches: one row first, then more
 * and more at a time, but no more than SQLite makes within about a millisecond, or as many as the
 * fetch size says. A failure is thrown where its row would have been, and again by whoever asks for
 * more, so that the rows before it are never taken for all.
 *
 * <p>A meter is asked once for a batch that fits as a whole, else row by row. Of the former it is
 * told how much became present when the batch has ended.
 */
public final class NativeCursor extends RecordCursor {

  /** Steps of SQLite's machine after which a batch ends: about a millisecond. */
  static final int MAX_STEPS = 20_000;

  private static final int MOST_ROWS = 4_096;
  private static final int GROWTH = 8;
  private static final long LONG_FETCH_NANOS = 500_000;

  private final StatementExecutor executor;
  private final CompiledStatement statement;
  private final CallOwner owner;
  private final Meter meter;
  private final int fetchSize;
  private final long totalBefore;
  private int wanted = 1;
  private boolean running;
  private long needed;
  private SQLException failure;
  private boolean told;
  private final Usage execution;
  private boolean admitted;
  private int batchStart;
  private int batchRows;
  private long batchPayload;

  NativeCursor(
      StatementExecutor executor,
      CompiledStatement statement,
      CallOwner owner,
      int fetchSize,
      long totalBefore) {
    super(statement.columns(), statement.names());
    this.executor = executor;
    this.statement = statement;
    this.owner = owner;
    this.meter = owner.meter();
    this.execution = meter == null ? null : meter.usage();
    this.fetchSize = fetchSize;
    this.totalBefore = totalBefore;
  }

  /** Takes over what the last call fetched. */
  void take(Exchange exchange, SQLException failed) {
    byte[] fresh = new byte[exchange.used()];
    exchange.block().get(Exchange.HEADER, fresh);
    show(fresh, exchange.rows());
    running = failed == null && exchange.code() == Exchange.ROW;
    needed = running ? exchange.needed() : 0;
    failure = failed;
    if (meter != null) {
      batchStart = 0;
      batchRows = left;
      batchPayload = RecordBytes.payload(records, 0, left, columnCount());
      admitted = meter.admits(batchRows, batchPayload);
    }
  }

  /** The statement has ended, with this failure. */
  void fail(SQLException failed) {
    running = false;
    needed = 0;
    failure = failed;
  }

  /** As {@link #fail}; rows that were fetched are not there either. */
  void lose(SQLException failed) {
    left = 0;
    admitted = false;
    fail(failed);
  }

  /** Rows that the first call fetches. */
  static int firstRows(int fetchSize) {
    return fetchSize > 0 ? fetchSize : 1;
  }

  @Override
  public boolean next() throws SQLException {
    if (left == 0 && !fetch()) {
      return false;
    }
    if (meter != null && !admitted) {
      admit();
    }
    advance();
    return true;
  }

  /** Tells the meter of the rows of an admitted batch, unless another execution has begun. */
  private void settle() {
    if (admitted) {
      admitted = false;
      if (meter.usage() == execution) {
        int rows = batchRows - left;
        meter.admitted(
            rows,
            left == 0
                ? batchPayload
                : RecordBytes.payload(records, batchStart, rows, columnCount()));
      }
    }
  }

  /** A row that is not admitted ends the statement; no row follows it. */
  private void admit() throws SQLException {
    try {
      meter.admit(RecordBytes.payload(records, next, columnCount()));
    } catch (SQLException e) {
      left = 0;
      failure = e;
      told = true;
      executor.refuse(this, e);
      throw e;
    }
  }

  private boolean fetch() throws SQLException {
    settle();
    if (failure != null) {
      if (meter != null && !told) {
        meter.thrown(failure);
      }
      told = true;
      throw failure;
    }
    if (isClosed()) {
      throw executor.closedCursor(statement);
    }
    while (running && left == 0) {
      if (fetchSize > 0) {
        executor.fetch(this, fetchSize);
      } else {
        wanted = Math.min(wanted * GROWTH, MOST_ROWS);
        long start = System.nanoTime();
        executor.fetch(this, wanted);
        if (System.nanoTime() - start > LONG_FETCH_NANOS) {
          wanted = Math.max(1, wanted / (GROWTH * GROWTH));
        }
      }
      if (left == 0 && failure != null) {
        return fetch();
      }
    }
    return left > 0;
  }

  @Override
  public boolean isLast() throws SQLException {
    return left == 0 && failure == null && !peek();
  }

  /** Whether there is another row; keeps the present one. */
  private boolean peek() throws SQLException {
    if (!running) {
      return false;
    }
    byte[] present = records;
    int start = row;
    boolean more = fetch();
    if (more) {
      // The present row goes before the ones that were fetched.
      int length = RecordBytes.length(present, start);
      byte[] joined = new byte[length + records.length];
      System.arraycopy(present, start, joined, 0, length);
      System.arraycopy(records, 0, joined, length, records.length);
      int count = left;
      show(joined, count);
      row = 0;
      next = length;
      batchStart = length;
    } else {
      records = present;
      row = start;
    }
    return more;
  }

  @Override
  public void close() throws SQLException {
    if (!isClosed()) {
      settle();
      markClosed();
      failure = null;
      executor.end(this);
    }
  }

  /** The statement was ended from elsewhere. */
  void abandon() {
    markClosed();
    running = false;
  }

  boolean running() {
    return running;
  }

  /** Whether a row stands that did not fit. */
  boolean standing() {
    return needed > 0;
  }

  /** Bytes of the exchange that this row needs. */
  long needed() {
    return needed;
  }

  CompiledStatement statement() {
    return statement;
  }

  CallOwner owner() {
    return owner;
  }

  long totalBefore() {
    return totalBefore;
  }
}
