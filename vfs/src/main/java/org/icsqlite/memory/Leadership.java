package org.icsqlite.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who works for all, one thread at a time, and who waits for that: for work on messages up to a
 * number, or for a turn of its own.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>While somebody waits, somebody leads. Whoever ends hands over to the one that has waited
 *       longest.
 *   <li>A thread wakes when it need not wait any more and never before; all that wake at one time
 *       are woken without having to take the lock from each other.
 * </ul>
 *
 * <p>Interrupts end no wait; they are kept. Thread-safe, not reentrant.
 */
final class Leadership {

  private enum Turn {
    SERVED,
    LEADS
  }

  private static final class Waiter {

    private final Thread thread = Thread.currentThread();
    private final long number;
    private volatile Turn turn;

    Waiter(long number) {
      this.number = number;
    }

    void end(Turn how) {
      turn = how;
      LockSupport.unpark(thread);
    }

    Turn await() {
      boolean interrupted = false;
      while (turn == null) {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
      if (interrupted) {
        thread.interrupt();
      }
      return turn;
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Waiter> waiters = new ArrayDeque<>();
  private boolean leading;
  private volatile long reached;

  /** Up to which number the work is done. */
  long reached() {
    return reached;
  }

  /** Waits until the caller leads; it has to {@link #release}. */
  void take() {
    takeUnlessReached(Long.MAX_VALUE);
  }

  /**
   * Waits until the work is done up to a number, or until the caller leads.
   *
   * @return whether it leads, and has to {@link #release}
   */
  boolean takeUnlessReached(long number) {
    Waiter waiter;
    lock.lock();
    try {
      if (reached >= number) {
        return false;
      }
      if (!leading) {
        leading = true;
        return true;
      }
      waiter = new Waiter(number);
      waiters.addLast(waiter);
    } finally {
      lock.unlock();
    }
    return waiter.await() == Turn.LEADS;
  }

  /** By the leader: the work is done up to a number, and who waits for it may go. */
  void reach(long number) {
    List<Waiter> served = new ArrayList<>();
    lock.lock();
    try {
      reached = number;
      for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
        Waiter waiter = all.next();
        if (waiter.number <= number) {
          served.add(waiter); // first, as the heap may be full
          all.remove();
        }
      }
    } finally {
      lock.unlock();
      served.forEach(waiter -> waiter.end(Turn.SERVED));
    }
  }

  /** By the leader: it leads no more. */
  void release() {
    Waiter next;
    lock.lock();
    try {
      next = waiters.pollFirst();
      leading = next != null;
    } finally {
      lock.unlock();
    }
    if (next != null) {
      next.end(Turn.LEADS);
    }
  }
}
