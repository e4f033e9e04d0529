package org.icsqlite.session;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.icsqlite.natives.Exchange;
import org.icsqlite.sql.SqlTokens;
import org.icsqlite.sql.Token;

/**
 * How many rows SQLite sorts in one step of its machine, which nothing can stop: as many as fit the
 * size of its page cache. 32 MiB of short rows take it a third of a second. So a statement that
 * sorts and has little time begins with a small cache, from which a sorter takes its size for good;
 * when the first call has returned, or a batch has ended, the cache has its own size again. Used
 * under the connection's monitor.
 */
final class SorterMemory {

  private static final Logger LOGGER = Logger.getLogger("org.icsqlite");

  /** Within it SQLite does not gather 32 MiB of short rows, which it would begin to sort then. */
  private static final long TOO_LITTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  /** Beyond it, a step that comes too late is a small part of the time. */
  private static final long LITTLE_TIME_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** SQLite goes no lower than 250 pages, which are 16 KiB each. */
  private static final int SMALL_KIB = 4_096;

  private static final int SMALL_PAGES = 250;

  /** The column of EXPLAIN with the name of the instruction. */
  private static final int OPCODE = 1;

  private static final int EXPLAIN_ROWS = 256;

  /** First words of statements that may sort. */
  private static final List<String> SORTING =
      List.of(
          "SELECT", "WITH", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "REINDEX");

  private final SerializedCalls calls;
  private final RunningCalls running;
  private final CompiledStatements statements;
  private final Failures failures;
  private final Policy policy;

  /** The size that the cache has to get back, as PRAGMA cache_size gives it; 0 for none. */
  private long owed;

  /** The small size, where one is owed. */
  private long small;

  SorterMemory(
      SerializedCalls calls,
      RunningCalls running,
      CompiledStatements statements,
      Failures failures,
      Policy policy) {
    this.calls = calls;
    this.running = running;
    this.statements = statements;
    this.failures = failures;
    this.policy = policy;
  }

  /**
   * For before the first call of an execution. What SQLite refuses of it, because the text gets too
   * long, is no reason for the statement not to run.
   *
   * @throws SQLException when the owner was asked to stop meanwhile
   */
  void shrink(CompiledStatement statement, CallOwner owner) throws SQLException {
    restore();
    if (!owner.timed() || !hasLittleTime(owner.leftNanos())) {
      return;
    }
    try {
      if (sorts(statement, owner)) {
        long size = pragma("PRAGMA cache_size");
        if (size < -SMALL_KIB || size > SMALL_PAGES) {
          small = size < 0 ? -SMALL_KIB : SMALL_PAGES;
          owed = size;
          pragma("PRAGMA cache_size=" + small);
        }
      }
    } catch (SQLException e) {
      LOGGER.log(Level.FINE, "a statement sorts with the whole page cache", e);
    }
    owner.requireNotAsked();
  }

  /**
   * For after that call, and for all others: what has failed is tried again. A size that a function
   * has set meanwhile stays.
   */
  void restore() {
    if (owed == 0 || calls.isClosed()) {
      return;
    }
    try {
      if (pragma("PRAGMA cache_size") == small) {
        pragma("PRAGMA cache_size=" + owed);
      }
      owed = 0;
    } catch (SQLException e) {
      LOGGER.log(Level.FINE, "the page cache keeps a small size for now", e);
    }
  }

  private static boolean hasLittleTime(long nanos) {
    return nanos > TOO_LITTLE_NANOS && nanos <= LITTLE_TIME_NANOS;
  }

  private boolean sorts(CompiledStatement statement, CallOwner owner) throws SQLException {
    if (statement.explain()) {
      return false;
    }
    if (statement.sorts() == null) {
      SqlTokens tokens = new SqlTokens(statement.sql());
      tokens.takeEmptyStatements();
      Token first = tokens.peek();
      boolean found =
          SORTING.stream().anyMatch(first::isWord)
              && explain("EXPLAIN " + statement.sql().substring(first.from()), owner);
      if (owner.asked()) {
        return false; // before all was seen, perhaps
      }
      statement.setSorts(found);
    }
    return statement.sorts();
  }

  private boolean explain(String sql, CallOwner owner) throws SQLException {
    Exchange exchange = calls.enter();
    CallOwner outer = running.enter(owner);
    try {
      CompiledStatement explained = statements.compile(new SqlText(sql), exchange, owner);
      try {
        // Its parameters are those of the statement, whose values do not matter.
        new Parameters(explained.parameterCount()).write(exchange);
        exchange.execute(explained.address(), EXPLAIN_ROWS, NativeCursor.MAX_STEPS);
        boolean found = sorterIn(exchange);
        while (!found && exchange.code() == Exchange.ROW) {
          boolean standing = exchange.needed() > 0;
          exchange.require(exchange.needed());
          exchange.fetch(explained.address(), EXPLAIN_ROWS, NativeCursor.MAX_STEPS, standing, 0);
          found = sorterIn(exchange);
        }
        return found;
      } finally {
        statements.release(explained, false);
      }
    } finally {
      calls.leave(exchange);
      running.exit(outer);
    }
  }

  private static boolean sorterIn(Exchange exchange) {
    byte[] records = new byte[exchange.used()];
    exchange.block().get(Exchange.HEADER, records);
    int start = 0;
    for (int i = 0; i < exchange.rows(); i++) {
      if (RecordBytes.text(records, start, OPCODE).equals("SorterOpen")) {
        return true;
      }
      start += RecordBytes.length(records, start);
    }
    return false;
  }

  /**
   * Compiles a pragma, which takes effect by that, and runs it, within a budgeted update as well;
   * the result is its first row's.
   */
  private long pragma(String sql) throws SQLException {
    boolean oneUpdate = policy.oneUpdate();
    policy.setOneUpdate(false);
    try {
      return run(sql);
    } finally {
      policy.setOneUpdate(oneUpdate);
    }
  }

  private long run(String sql) throws SQLException {
    Exchange exchange = calls.enter();
    CallOwner outer = running.enter(null);
    try {
      CompiledStatement statement = statements.compile(new SqlText(sql), exchange, null);
      try {
        exchange.execute(statement.address(), 1, NativeCursor.MAX_STEPS);
        if (exchange.code() != Exchange.ROW && exchange.code() != Exchange.DONE) {
          throw failures.of(exchange.code(), exchange.autocommit(), null, null);
        }
        byte[] records = new byte[exchange.used()];
        exchange.block().get(Exchange.HEADER, records);
        return exchange.rows() == 0 ? 0 : RecordBytes.value(records, 0, 0);
      } finally {
        statements.release(statement, false);
      }
    } finally {
      calls.leave(exchange);
      running.exit(outer);
    }
  }
}
