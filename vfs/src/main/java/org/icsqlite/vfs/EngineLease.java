package org.icsqlite.vfs;

import java.util.concurrent.atomic.AtomicBoolean;

/** A share in an open {@link Engine}. Closing it more than once does nothing. Thread-safe. */
public final class EngineLease implements AutoCloseable {

  private final Object key;
  private final Engine engine;
  private final AtomicBoolean closed = new AtomicBoolean();

  EngineLease(Object key, Engine engine) {
    this.key = key;
    this.engine = engine;
  }

  Object key() {
    return key;
  }

  /** The engine, open as long as this lease is. */
  public Engine engine() {
    return engine;
  }

  /** Another share in the same engine, to be closed on its own. */
  public EngineLease share() {
    return Engines.share(this);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      Engines.release(key, engine);
    }
  }
}
