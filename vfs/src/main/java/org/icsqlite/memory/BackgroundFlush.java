package org.icsqlite.memory;

import java.util.concurrent.locks.LockSupport;

/**
 * Brings commits that did not wait for it to disk, at most {@value #INTERVAL_MILLIS} ms later. Its
 * daemon thread exists while there is something to do, and a little longer.
 */
final class BackgroundFlush {

  static final int INTERVAL_MILLIS = 100;

  /** Intervals without work after which the thread ends. */
  private static final int IDLE_INTERVALS = 20;

  private final String name;
  private final Runnable flush;
  private volatile boolean due;
  private Thread thread;
  private boolean closed;

  /**
   * For one memory.
   *
   * @param flush what is done; what it throws is known to the memory already
   */
  BackgroundFlush(String name, Runnable flush) {
    this.name = name;
    this.flush = flush;
  }

  /** Something is to be flushed. Cheap when that was known. */
  void request() {
    if (!due) {
      start();
    }
  }

  private synchronized void start() {
    due = true;
    if (thread == null && !closed) {
      thread = new Thread(this::run, name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run() {
    int idle = 0;
    while (idle < IDLE_INTERVALS || !mayEnd()) {
      LockSupport.parkNanos(this, INTERVAL_MILLIS * 1_000_000L);
      if (isClosed()) {
        return;
      }
      idle++;
      if (due) {
        idle = 0;
        due = false;
        try {
          flush.run();
        } catch (StableMemoryException e) {
          return;
        }
      }
    }
  }

  private synchronized boolean mayEnd() {
    if (due) {
      return false;
    }
    thread = null;
    return true;
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Ends the thread, without waiting for it. */
  synchronized void close() {
    closed = true;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }
}
