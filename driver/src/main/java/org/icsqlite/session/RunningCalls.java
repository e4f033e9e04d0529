package org.icsqlite.session;

import java.util.concurrent.Future;
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
 * sees the other. SQLite looks at the guard's stop from time to time; it is set under the lock, and
 * only while the execution that it is meant for runs. Whoever sets it says so first and then looks
 * who runs; a call that ends names the next one and then looks whether anybody said so. So the stop
 * is taken back before another call begins.
 *
 * <p>sqlite3_interrupt ends every statement of the connection, and goes on doing so as long as one
 * of them stands at a row. It is kept for the end of the connection, and for where the user's own
 * progress handler has taken the guard's place; there the rows that others have left are ended with
 * the call that was meant. SQLite forgets an interrupt when the call has not begun yet, so it is
 * repeated until the call has ended.
 */
final class RunningCalls {

  private static final long AGAIN_MILLIS = 10;

  private final ListenerFailures listeners;
  private final ReentrantLock lock = new ReentrantLock();
  private final SqliteApi api;
  private final long handle;
  private final long guard;
  private final Mount mount;
  private final Runnable afterInterrupt;
  private volatile CallOwner current;
  private volatile boolean stopping;
  private volatile boolean guarded = true;
  private boolean interrupted;
  private boolean shut;

  /**
   * @param listeners gives what listeners have thrown to the caller of a call that ends
   * @param afterInterrupt ends the rows that statements have left, under the connection's monitor
   */
  RunningCalls(NativeConnection natives, ListenerFailures listeners, Runnable afterInterrupt) {
    this.listeners = listeners;
    this.api = natives.api();
    this.handle = natives.handle();
    this.guard = natives.guard();
    this.mount = natives.mount();
    this.afterInterrupt = afterInterrupt;
  }

  /** Whether the guard was in its place when somebody looked last. */
  boolean guarded() {
    return guarded;
  }

  void setGuarded(boolean inPlace) {
    guarded = inPlace;
  }

  /**
   * Begins a call, under the connection's monitor.
   *
   * @param owner null for a call that no statement makes
   * @return the call around it, of a function that runs SQL, to be given to {@link #exit}
   */
  CallOwner enter(CallOwner owner) {
    listeners.begin();
    CallOwner outer = current;
    current = owner;
    return outer;
  }

  /** Who makes the call that runs, or null; under the connection's monitor. */
  CallOwner current() {
    return current;
  }

  /**
   * Ends a call, as the last that is done for it: it throws what listeners have thrown within it.
   *
   * @param outer what {@link #enter} returned; asked to stop meanwhile, it is stopped now
   */
  void exit(CallOwner outer) {
    Throwable thrown = listeners.end();
    current = outer;
    if (stopping && takeBack()) {
      afterInterrupt.run();
    }
    if (outer != null) {
      long execution = outer.execution();
      if (CallOwner.asked(execution)) {
        stop(outer, execution);
      }
    }
    ListenerFailures.raise(thrown);
  }

  /** Whether there was an interrupt. */
  private boolean takeBack() {
    lock.lock();
    try {
      boolean was = interrupted;
      interrupted = false;
      stopping = false;
      if (!shut) {
        api.setStop(guard, false);
        mount.clearCancelled();
      }
      return was;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Watches the time of a call, which may wait for the monitor first.
   *
   * @return null where the owner's time is not limited; to be given to {@link #unwatch}
   */
  Future<?> watch(CallOwner owner) {
    if (!owner.timed()) {
      return null;
    }
    long execution = owner.execution();
    return Deadlines.after(Math.max(0, owner.leftNanos()), () -> timeOut(owner, execution));
  }

  /**
   * Ends that.
   *
   * @param start {@link System#nanoTime} before it
   */
  static void unwatch(CallOwner owner, Future<?> watch, long start) {
    if (watch != null) {
      watch.cancel(false);
      owner.spent(System.nanoTime() - start);
    }
  }

  /** Ends the owner's call that runs, or the next one of its execution; from any thread. */
  void cancel(CallOwner owner) {
    stop(owner, owner.cancel());
  }

  /** As {@link #cancel}, of one execution, which has used its time up. */
  private void timeOut(CallOwner owner, long execution) {
    long timedOut = owner.timeOut(execution);
    if (timedOut >= 0) {
      stop(owner, timedOut);
    }
  }

  private void stop(CallOwner owner, long execution) {
    lock.lock();
    try {
      if (shut) {
        return;
      }
      boolean before = stopping;
      stopping = true;
      if (current == owner && owner.executes(execution)) {
        api.setStop(guard, true);
        mount.cancelWaiting();
        if (!guarded) {
          interrupt(owner, execution);
        }
      } else {
        stopping = before;
      }
    } finally {
      lock.unlock();
    }
  }

  private void interrupt(CallOwner owner, long execution) {
    lock.lock();
    try {
      if (!shut && current == owner && owner.executes(execution)) {
        interrupted = true;
        api.interrupt(handle);
        Deadlines.run(
            TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS), () -> interrupt(owner, execution));
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
