package org.icsqlite.jdbc;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Asks whether a connection answers, for no longer than a time. The call waits for the connection's
 * monitor, which cannot be waited for with a limit, so a thread of its own makes it; that one waits
 * on when the time is over, and whoever asks next waits for it too. Thread-safe.
 */
final class ValidityProbe {

  private final BooleanSupplier question;
  private FutureTask<Boolean> asked;

  /**
   * @param question takes the monitor; must not throw
   */
  ValidityProbe(BooleanSupplier question) {
    this.question = question;
  }

  /** The answer, or false after the time, of 1 second or more. */
  boolean ask(int seconds) {
    return await(asked(), TimeUnit.SECONDS.toNanos(seconds));
  }

  private synchronized FutureTask<Boolean> asked() {
    if (asked == null || asked.isDone()) {
      asked = new FutureTask<>(question::getAsBoolean);
      Thread thread = new Thread(asked, "icsqlite-is-valid");
      thread.setDaemon(true);
      thread.start();
    }
    return asked;
  }

  /** An interrupt stays set, and does not end it: the time is limited anyway. */
  private static boolean await(FutureTask<Boolean> task, long nanos) {
    long start = System.nanoTime();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get(nanos - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException | ExecutionException e) {
          return false;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
