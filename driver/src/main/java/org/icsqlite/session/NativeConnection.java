package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.error.OpenErrors;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.NativeCalls;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.natives.SqliteNative;
import org.icsqlite.vfs.Mount;
import org.sqlite.core.DB;

/**
 * The native side of one connection: SQLite's sqlite3, the policy that its authorizer asks, the
 * guard that its progress handler asks, and the exchange that its calls go through.
 *
 * <p>The sqlite3 is sqlite-jdbc's, which closes it. Policy and guard are allocated here and freed
 * by {@link #free}, under the monitor, after the last call and after the sqlite3, which asks them
 * to its end. One exchange is kept between calls; a call within a call gets one of its own, which
 * is closed when it ends.
 */
final class NativeConnection {

  /** Steps of SQLite's machine between two looks at the guard. */
  static final int GUARD_STEPS = 500;

  private final DB database;
  private final NativeCalls calls;
  private final SqliteApi api;
  private final long handle;
  private final Mount mount;
  private final Policy policy;
  private final long guard;
  private Exchange idle;
  private boolean freed;

  /**
   * @param handle the sqlite3 of {@code database}
   */
  NativeConnection(DB database, SqliteNative natives, long handle, Mount mount) {
    this.database = database;
    this.calls = natives.calls();
    this.api = natives.api();
    this.handle = handle;
    this.mount = mount;
    this.policy = new Policy(database, api, handle);
    this.guard = api.newGuard();
  }

  /**
   * Puts policy, guard and busy handler in place.
   *
   * @throws SQLException SQLState 08001 when SQLite refuses one of them
   */
  void install() throws SQLException {
    require(policy.install(), "sqlite3_set_authorizer");
    require(api.setGuard(handle, guard, GUARD_STEPS), "sqlite3_progress_handler");
    require(waitForWriters(), "sqlite3_busy_handler");
    mount.whenBusyTimeoutIsSet(this::waitForWriters);
  }

  /** Puts the busy handler in place, also in that of one of the user's; the result is SQLite's. */
  private int waitForWriters() {
    return api.setBusyHandler(handle, mount.number());
  }

  private static void require(int resultCode, String function) throws SQLException {
    if (resultCode != 0) {
      throw OpenErrors.cannotSetUp(function, resultCode);
    }
  }

  /** sqlite-jdbc's object, the monitor of which is the connection's. */
  DB database() {
    return database;
  }

  NativeCalls calls() {
    return calls;
  }

  SqliteApi api() {
    return api;
  }

  /** The sqlite3. */
  long handle() {
    return handle;
  }

  Mount mount() {
    return mount;
  }

  Policy policy() {
    return policy;
  }

  long guard() {
    return guard;
  }

  /** Whether no BEGIN is open; under the monitor. */
  boolean outsideTransaction() {
    return api.getAutocommit(handle);
  }

  /** An exchange that no other call uses; under the monitor. */
  Exchange takeExchange() {
    Exchange exchange = idle;
    idle = null;
    return exchange == null ? new Exchange(calls) : exchange;
  }

  /** Ends the use of an exchange; under the monitor. */
  void giveBack(Exchange exchange) {
    if (idle == null) {
      idle = exchange;
    } else {
      exchange.close();
    }
  }

  /** Frees what was allocated, once the sqlite3 is closed; again does nothing. */
  void free() {
    if (!freed) {
      freed = true;
      policy.free();
      api.freeGuard(guard);
      if (idle != null) {
        idle.close();
        idle = null;
      }
    }
  }
}
