package org.icsqlite.session;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import org.icsqlite.natives.Exchange;

/**
 * The driver's own statements, which begin and end transactions. They stay compiled as long as the
 * connection. Used under its monitor.
 */
final class OwnStatements {

  private final SerializedCalls calls;
  private final RunningCalls running;
  private final Failures failures;
  private final CompiledStatements statements;
  private final ListenerFailures listeners;
  private final Map<String, CompiledStatement> own = new HashMap<>();

  OwnStatements(
      SerializedCalls calls,
      RunningCalls running,
      Failures failures,
      CompiledStatements statements,
      ListenerFailures listeners) {
    this.calls = calls;
    this.running = running;
    this.failures = failures;
    this.statements = statements;
    this.listeners = listeners;
  }

  /** Runs one to its end. */
  void run(String sql) throws SQLException {
    run(sql, code -> code == Exchange.DONE);
  }

  /**
   * As the other.
   *
   * @param ended whether a result code is as good as SQLITE_DONE
   */
  void run(String sql, IntPredicate ended) throws SQLException {
    Exchange exchange = calls.enter();
    try {
      CompiledStatement statement = own.get(sql);
      if (statement == null) {
        statement = statements.compile(new SqlText(sql), exchange, null);
        own.put(sql, statement);
      }
      exchange.execute(statement.address(), 2, NativeCursor.MAX_STEPS);
      statements.schemaChanges().afterControl(exchange);
      if (!ended.test(exchange.code())) {
        throw failures.of(exchange.code(), exchange.autocommit(), null, running.current());
      }
      failures.throwLostCommit();
    } finally {
      calls.leave(exchange);
    }
    listeners.throwOutside();
  }

  /** They were finalized with all others. */
  void forgetAll() {
    own.clear();
  }
}
