package org.icsqlite.session;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The one thread of the JVM that watches the time of statements; it ends when none is watched. */
final class Deadlines {

  private static final long IDLE_SECONDS = 10;

  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private Deadlines() {}

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "icsqlite-deadlines");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }

  /** Runs an action after that time; it looks itself whether it is still wanted. */
  static void run(long nanos, Runnable action) {
    Future<?> unwatched = TIMER.schedule(action, nanos, TimeUnit.NANOSECONDS);
    assert unwatched != null;
  }

  /** Runs an action after that time, unless the result is cancelled before. */
  static Future<?> after(long nanos, Runnable action) {
    return TIMER.schedule(action, nanos, TimeUnit.NANOSECONDS);
  }
}
