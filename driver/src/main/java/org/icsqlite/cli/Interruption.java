package org.icsqlite.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C during a long command: asks it to end, and keeps the JVM until it has closed its file. One
 * command at a time; {@link #asked} from any thread.
 */
final class Interruption implements AutoCloseable {

  private static final long END_SECONDS = 30;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = new Thread(this::ask, "icsqlite-interrupted");
  private final Runnable action;
  private volatile boolean asked;

  /**
   * @param action what ends the command early, beside {@link #asked}; runs in another thread
   */
  Interruption(Runnable action) {
    this.action = action;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  Interruption() {
    this(() -> {});
  }

  /** Whether the command is to end. */
  boolean asked() {
    return asked;
  }

  /** What the end of the JVM does. */
  void ask() {
    asked = true;
    action.run();
    try {
      ended.await(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command has closed what it had open. */
  @Override
  public void close() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs already.
      return;
    }
  }
}
