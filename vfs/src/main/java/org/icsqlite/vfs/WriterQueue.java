package org.icsqlite.vfs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The right to write to one database, and the queue of those who wait for it. SQLite's RESERVED
 * lock maps to the right.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>At most one owner holds the right. While somebody waits, it is held.
 *   <li>Whoever lets go hands the right to the head of the queue, still under the lock: nobody who
 *       came later can get in between, and no wake-up is lost.
 *   <li>Each waiter sleeps on a condition of its own; only the one whose turn it is wakes.
 *   <li>A waiter that gives up, or is made to, leaves the queue under the same lock. One that was
 *       handed the right before that keeps it.
 * </ul>
 *
 * <p>Waiting happens in the busy handler, not in xLock: there SQLite holds no lock and no snapshot,
 * so whoever gets the right begins with the newest version. Owners are compared by identity; an
 * owner waits in one thread at a time. Thread-safe.
 */
final class WriterQueue {

  /** How a wait ended. */
  enum Outcome {
    /** The right is held. */
    ACQUIRED,
    /** The time was over. */
    TIMED_OUT,
    /** Another thread cancelled the wait. */
    CANCELLED,
    /** The thread was interrupted; its interrupt status is set. */
    INTERRUPTED
  }

  /**
   * What waiting has cost since the database was opened.
   *
   * @param waits waits that have ended, however they did
   * @param timeouts those that ended because the time was over
   * @param totalNanos their duration in nanoseconds, taken together
   * @param longestNanos the longest of them in nanoseconds
   * @param waiting how many wait now
   */
  record Waits(long waits, long timeouts, long totalNanos, long longestNanos, int waiting) {}

  private record Holder(Object owner, Thread thread, String threadName, long sinceNanos) {

    static Holder now(Object owner, Thread thread) {
      return new Holder(owner, thread, nameOf(thread), System.nanoTime());
    }

    private static String nameOf(Thread thread) {
      return thread.getName().isEmpty() ? thread.toString() : thread.getName();
    }

    String describe() {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNanos);
      return "held for "
          + millis
          + " ms by a transaction begun in "
          + (thread == Thread.currentThread() ? "this same thread " : "thread ")
          + threadName;
    }
  }

  private static final class Waiter {
    final Object owner;
    final Thread thread = Thread.currentThread();
    final Condition turn;
    Outcome outcome;

    Waiter(Object owner, Condition turn) {
      this.owner = owner;
      this.turn = turn;
    }

    void end(Outcome how) {
      outcome = how;
      turn.signal();
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Waiter> waiters = new ArrayDeque<>();
  private volatile Holder holder;
  private long waits;
  private long timeouts;
  private long totalNanos;
  private long longestNanos;

  /**
   * Takes the right if nobody holds it.
   *
   * @return whether the right is now held by {@code owner}
   */
  boolean acquireAtOnce(Object owner) {
    if (holder != null) {
      return false;
    }
    lock.lock();
    try {
      if (holder != null) {
        return false;
      }
      holder = Holder.now(owner, Thread.currentThread());
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the right in the order of asking. A right that is free is taken at once, even by a
   * thread that was interrupted before.
   *
   * @param nanos how long to wait, in nanoseconds; 0 or less does not wait
   * @param cancelled asked once the waiter stands in the queue, so that a cancellation is either
   *     seen there or finds the waiter; called under the queue's lock
   */
  Outcome acquire(Object owner, long nanos, BooleanSupplier cancelled) {
    lock.lock();
    try {
      if (holder == null) {
        holder = Holder.now(owner, Thread.currentThread());
        return Outcome.ACQUIRED;
      }
      if (nanos <= 0) {
        return Outcome.TIMED_OUT;
      }
      long start = System.nanoTime();
      Waiter waiter = new Waiter(owner, lock.newCondition());
      waiters.addLast(waiter);
      try {
        await(waiter, nanos, cancelled);
      } finally {
        if (waiter.outcome != Outcome.ACQUIRED) {
          waiters.remove(waiter);
        }
        count(System.nanoTime() - start, waiter.outcome);
      }
      return waiter.outcome;
    } finally {
      lock.unlock();
    }
  }

  private static void await(Waiter waiter, long nanos, BooleanSupplier cancelled) {
    if (cancelled.getAsBoolean()) {
      waiter.outcome = Outcome.CANCELLED;
    }
    long remaining = nanos;
    while (waiter.outcome == null) {
      if (remaining <= 0) {
        waiter.outcome = Outcome.TIMED_OUT;
        return;
      }
      try {
        remaining = waiter.turn.awaitNanos(remaining);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        if (waiter.outcome == null) {
          waiter.outcome = Outcome.INTERRUPTED;
        }
      }
    }
  }

  private void count(long nanos, Outcome outcome) {
    waits++;
    totalNanos += nanos;
    longestNanos = Math.max(longestNanos, nanos);
    if (outcome == Outcome.TIMED_OUT) {
      timeouts++;
    }
  }

  /** Makes a wait of this owner end with {@link Outcome#CANCELLED}; without one does nothing. */
  void cancel(Object owner) {
    lock.lock();
    try {
      for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
        Waiter waiter = all.next();
        if (waiter.owner == owner) {
          all.remove();
          waiter.end(Outcome.CANCELLED);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  boolean heldBy(Object owner) {
    Holder current = holder;
    return current != null && current.owner() == owner;
  }

  boolean taken() {
    return holder != null;
  }

  /** Hands the right on if {@code owner} holds it; otherwise does nothing. */
  void release(Object owner) {
    if (!heldBy(owner)) {
      return;
    }
    lock.lock();
    try {
      if (heldBy(owner)) {
        Waiter next = waiters.poll();
        if (next == null) {
          holder = null;
        } else {
          holder = Holder.now(next.owner, next.thread);
          next.end(Outcome.ACQUIRED);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the right is held by a transaction that began in the calling thread. */
  boolean heldByThisThread() {
    Holder current = holder;
    return current != null && current.thread() == Thread.currentThread();
  }

  /** The holder in words, or a neutral phrase when it has just let go. */
  String describeHolder() {
    Holder current = holder;
    return current == null ? "just released" : current.describe();
  }

  Waits waits() {
    lock.lock();
    try {
      return new Waits(waits, timeouts, totalNanos, longestNanos, waiters.size());
    } finally {
      lock.unlock();
    }
  }
}
