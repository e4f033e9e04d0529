package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.SqliteApi;

/**
 * SQLite has one progress handler a connection. The guard is in its place, until the user sets or
 * removes a handler through sqlite-jdbc, which nobody hears of. For that sqlite-jdbc's object must
 * have been handed out; then a short statement shows whether the guard is still asked. Used under
 * the connection's monitor.
 */
final class GuardPlace {

  /** Takes more than {@link NativeConnection#GUARD_STEPS} steps. */
  private static final String LONG_ENOUGH =
      "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 150)"
          + " SELECT count(*) FROM n";

  private final RunningCalls running;
  private final OwnStatements own;
  private final SqliteApi api;
  private final long handle;
  private final long guard;
  private volatile boolean handedOut;
  private volatile boolean replaced;

  GuardPlace(NativeConnection natives, RunningCalls running, OwnStatements own) {
    this.running = running;
    this.own = own;
    this.api = natives.api();
    this.handle = natives.handle();
    this.guard = natives.guard();
  }

  /** Somebody has sqlite-jdbc's object and may set a handler. */
  void handOut() {
    handedOut = true;
  }

  /**
   * Finds out whether the guard is in its place, once after each handing out. Not within another
   * call, whose looks it would use up.
   */
  void look() throws SQLException {
    if (handedOut) {
      handedOut = false;
      long before = api.looks(guard);
      own.run(LONG_ENOUGH, this::ended);
      running.setGuarded(api.looks(guard) != before);
    }
  }

  /** Puts the guard in its place where it is not. */
  void take() throws SQLException {
    look();
    if (!running.guarded()) {
      api.setGuard(handle, guard, NativeConnection.GUARD_STEPS);
      running.setGuarded(true);
      replaced = true;
    }
  }

  /** The user's handler may end it. */
  private boolean ended(int code) {
    return code == Exchange.DONE || code == Exchange.ROW || Failures.isInterrupt(code);
  }

  /** Whether the user's handler was replaced since the last call. */
  boolean takeReplaced() {
    boolean was = replaced;
    if (was) {
      replaced = false;
    }
    return was;
  }
}
