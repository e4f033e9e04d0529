package org.icsqlite.jdbc;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.Mount;

/**
 * The calls of one connection that run, so that a cancel meets what it was meant for: SQLite
 * interrupts whatever the connection runs at that moment, be it the statement that was to be
 * cancelled or the next one, begun a moment ago.
 *
 * <p>A call cannot begin or end while an interrupt is delivered, and none is delivered once the
 * connection's handle is about to be freed. Thread-safe.
 */
final class RunningCalls {

  /** The calls of one statement, or of one of its result sets; guarded by the connection's lock. */
  static final class Owner {
    private int running;
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final SqliteApi api;
  private final long handle;
  private final Mount mount;
  private int running;
  private boolean shut;

  RunningCalls(SqliteApi api, long handle, Mount mount) {
    this.api = api;
    this.handle = handle;
    this.mount = mount;
  }

  /** Begins a call; {@code owner} is null for one that no statement makes. */
  void enter(Owner owner) {
    lock.lock();
    try {
      if (running++ == 0) {
        mount.clearCancelled();
      }
      if (owner != null) {
        owner.running++;
      }
    } finally {
      lock.unlock();
    }
  }

  void exit(Owner owner) {
    lock.lock();
    try {
      running--;
      if (owner != null) {
        owner.running--;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Interrupts the connection if a call of the owner runs or it has rows left to fetch.
   *
   * @param rowsOpen asked under the lock, when no call of the owner runs
   */
  void cancel(Owner owner, BooleanSupplier rowsOpen) {
    lock.lock();
    try {
      if (owner.running > 0 || rowsOpen.getAsBoolean()) {
        interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Interrupts whatever the connection runs, in SQLite or in the queue for the write lock. */
  void interrupt() {
    lock.lock();
    try {
      if (!shut) {
        api.interrupt(handle);
        mount.cancelWaiting();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lets no interrupt through any more, so that the handle can be freed. */
  void shut() {
    lock.lock();
    try {
      shut = true;
    } finally {
      lock.unlock();
    }
  }
}
