package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.Mount;

/**
 * Ends statements that stand at a row and may not go on. Used under the connection's monitor.
 *
 * <p>A reset would commit one that writes, so SQLite is made to fail it instead, which rolls its
 * transaction back.
 */
final class UnfinishedStatements {

  private final NativeConnection natives;
  private final SqliteApi api;
  private final SerializedCalls calls;
  private final TransactionState transaction;
  private final GuardPlace guardPlace;

  UnfinishedStatements(
      NativeConnection natives,
      SerializedCalls calls,
      TransactionState transaction,
      GuardPlace guardPlace) {
    this.natives = natives;
    this.api = natives.api();
    this.calls = calls;
    this.transaction = transaction;
    this.guardPlace = guardPlace;
  }

  /** Ends one, which changes nothing. */
  void end(CompiledStatement statement, CallOwner owner, long totalBefore) throws SQLException {
    Meter meter = owner.meter();
    if (statement.readOnly() || (meter != null && meter.undoesWrites())) {
      api.reset(statement.address());
    } else {
      fail(statement, totalBefore);
    }
  }

  private void fail(CompiledStatement statement, long totalBefore) throws SQLException {
    Mount mount = natives.mount();
    guardPlace.take();
    Exchange exchange = calls.enter();
    try {
      api.setGuard(natives.handle(), natives.guard(), 1);
      api.setStop(natives.guard(), true);
      exchange.fetch(statement.address(), 1, 1, false, totalBefore);
      transaction.afterFailure(exchange.autocommit());
      mount.takeFailure();
      mount.takeLostCommit();
    } finally {
      api.setStop(natives.guard(), false);
      api.setGuard(natives.handle(), natives.guard(), NativeConnection.GUARD_STEPS);
      calls.leave(exchange);
    }
  }
}
