package org.icsqlite.session;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.Mount;

/**
 * The call of a connection that runs, and what ends it early: a cancel, a timeout, the end of the
 * connection. A cancel meets the call that it was meant for and no other.
 *
 * <p>The call that runs holds the connection's monitor. It names its owner and then looks whether
 * the owner was asked to stop; whoever asks first notes it and then looks who runs. One of the two
 * sees the other. SQLite looks at the guard's stop from time to time; it is set and taken back
 * under the lock, so that it cannot meet the call after. sqlite3_interrupt, which ends every
 * statement of the connection, is kept for the end of the connection, and for where the user's own
 * progress handler has taken the guard's place.
 */
final class RunningCalls {

  /** How long the guard has, in milliseconds, before sqlite3_interrupt is tried. */
  private static final long GUARD_MILLIS = 100;

  private final ReentrantLock lock = new ReentrantLock();
  private final SqliteApi api;
  private final long handle;
  private final long guard;
  private final Mount mount;
  private volatile CallOwner current;
  private boolean shut;

  RunningCalls(SqliteApi api, long handle, long guard, Mount mount) {
    this.api = api;
    this.handle = handle;
    this.guard = guard;
    this.mount = mount;
  }

  /**
   * Begins a call, under the connection's monitor.
   *
   * @param owner null for a call that no statement makes
   * @return the call around it, of a function that runs SQL, to be given to {@link #exit}
   */
  CallOwner enter(CallOwner owner) {
    CallOwner outer = current;
    current = owner;
    return outer;
  }

  void exit(CallOwner owner, CallOwner outer) {
    current = outer;
    if (owner != null && owner.asked()) {
      takeBack();
    }
  }

  private void takeBack() {
    lock.lock();
    try {
      if (!shut) {
        api.setStop(guard, false);
        mount.clearCancelled();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the owner's call that runs, or the next one of its execution; from any thread. */
  void stop(CallOwner owner, boolean timeout) {
    owner.ask(timeout);
    lock.lock();
    try {
      if (!shut && current == owner) {
        api.setStop(guard, true);
        mount.cancelWaiting();
        Deadlines.after(TimeUnit.MILLISECONDS.toNanos(GUARD_MILLIS), () -> interruptIfLate(owner));
      }
    } finally {
      lock.unlock();
    }
  }

  private void interruptIfLate(CallOwner owner) {
    lock.lock();
    try {
      if (!shut && current == owner && owner.asked()) {
        api.interrupt(handle);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends whatever the connection runs, in SQLite or in the queue for the write lock. */
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

  /** Lets no interrupt through any more, so that handle and guard can be freed. */
  void shut() {
    lock.lock();
    try {
      shut = true;
    } finally {
      lock.unlock();
    }
  }
}
