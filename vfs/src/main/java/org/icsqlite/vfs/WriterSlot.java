package org.icsqlite.vfs;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The right to write to one database: held by at most one connection, handed on in the order of
 * asking. SQLite's RESERVED lock maps to it.
 *
 * <p>Waiting happens in the busy handler, not in xLock: there SQLite holds no lock and no snapshot,
 * so whoever gets the slot begins with the newest version. Thread-safe.
 */
final class WriterSlot {

  private final Semaphore permit = new Semaphore(1, true);
  private volatile Holder holder;

  /** Who writes, for the error of a connection that waited in vain. */
  record Holder(Mount mount, String thread, long sinceNanos) {

    String describe() {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
      return "held for " + millis + " ms by a transaction begun in thread " + thread;
    }
  }

  /**
   * Takes the slot if it is free and nobody waits for it.
   *
   * @return whether the slot is now held by {@code mount}
   */
  boolean acquireAtOnce(Mount mount) {
    return !permit.hasQueuedThreads() && permit.tryAcquire() && hold(mount);
  }

  /**
   * Waits for the slot in the order of asking.
   *
   * @return whether the slot is now held by {@code mount}
   */
  boolean acquire(Mount mount, long timeoutMillis) throws InterruptedException {
    return acquireAtOnce(mount)
        || (permit.tryAcquire(timeoutMillis, TimeUnit.MILLISECONDS) && hold(mount));
  }

  private boolean hold(Mount mount) {
    holder = new Holder(mount, Thread.currentThread().getName(), System.nanoTime());
    return true;
  }

  boolean heldBy(Mount mount) {
    Holder current = holder;
    return current != null && current.mount() == mount;
  }

  boolean taken() {
    return holder != null;
  }

  /** Gives the slot back if {@code mount} holds it; otherwise does nothing. */
  void release(Mount mount) {
    if (heldBy(mount)) {
      holder = null;
      permit.release();
    }
  }

  /** The holder in words, or a neutral phrase when it has just let go. */
  String describeHolder() {
    Holder current = holder;
    return current == null ? "just released" : current.describe();
  }
}
