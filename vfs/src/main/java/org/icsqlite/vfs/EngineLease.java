package org.icsqlite.vfs;

import java.util.concurrent.atomic.AtomicBoolean;

/** A share in an open {@link Engine}. Closing it more than once does nothing. Thread-safe. */
public final class EngineLease implements AutoCloseable {

  private final Engine engine;
  private final Runnable release;
  private final AtomicBoolean closed = new AtomicBoolean();

  EngineLease(Engine engine, Runnable release) {
    this.engine = engine;
    this.release = release;
  }

  /** The engine, open as long as this lease is. */
  public Engine engine() {
    return engine;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}
