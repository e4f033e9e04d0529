package org.icsqlite.session;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.natives.Exchange;
import org.icsqlite.vfs.Mount;
import org.sqlite.core.DB;

/**
 * How calls get into SQLite: one after the other, under the connection's monitor, and only until
 * the connection begins to close. The monitor is that of sqlite-jdbc's {@link DB}, which its own
 * calls take as well. A function of the user's that runs SQL makes a call within a call.
 */
final class SerializedCalls {

  private final NativeConnection natives;
  private final DB database;
  private final Mount mount;
  private final AtomicBoolean closing = new AtomicBoolean();

  /** Whether the user may have registered handlers with SQLite, which may throw. */
  private volatile boolean handlers;

  /** Calls that run, each within the one before. */
  private int depth;

  SerializedCalls(NativeConnection natives) {
    this.natives = natives;
    this.database = natives.database();
    this.mount = natives.mount();
  }

  /** Held from the beginning of a call to its end. */
  Object monitor() {
    return database;
  }

  boolean isClosed() {
    return closing.get() || database.isClosed();
  }

  /** Fails with SQLState 08003 when the connection is closed or about to be. */
  void requireOpen() throws SQLException {
    if (isClosed()) {
      throw SqlErrors.closed();
    }
  }

  /** SQLite would go on with what it has in its caches. */
  void requireSoundMemory() throws SQLException {
    StableMemoryException failure = mount.database().failure();
    if (failure != null) {
      throw SqlErrors.ofMemory(failure);
    }
  }

  /** From now on exchanges look for what a handler of the user's has thrown. */
  void expectHandlers() {
    handlers = true;
  }

  boolean handlersExpected() {
    return handlers;
  }

  /** Whether a call runs; under the monitor. */
  boolean running() {
    return depth > 0;
  }

  /** Begins a call through an exchange, to be given to {@link #leave}; under the monitor. */
  Exchange enter() throws SQLException {
    requireOpen();
    Exchange exchange = natives.takeExchange();
    exchange.setHandlers(handlers);
    depth++;
    return exchange;
  }

  void leave(Exchange exchange) {
    depth--;
    natives.giveBack(exchange);
  }

  /** Begins a call that needs no exchange and ends with {@link #leave()}; under the monitor. */
  void enterWithoutExchange() {
    depth++;
  }

  void leave() {
    depth--;
  }

  /**
   * Lets no call in any more, but those of the end.
   *
   * @return false when that had begun before
   * @throws SQLException SQLState 25000 from within a function that SQLite calls
   */
  boolean beginClosing() throws SQLException {
    if (Thread.holdsLock(database)) {
      synchronized (database) {
        if (depth > 0) {
          throw SqlErrors.closedFromWithin();
        }
      }
    }
    return closing.compareAndSet(false, true);
  }

  /** As {@link #beginClosing}, from anywhere. */
  boolean abort() {
    return closing.compareAndSet(false, true);
  }
}
