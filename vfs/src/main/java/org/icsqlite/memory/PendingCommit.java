package org.icsqlite.memory;

/** A message that a memory has taken, on its way to disk. Thread-safe. */
@FunctionalInterface
public interface PendingCommit {

  /** A commit that is as durable as it will ever be. */
  PendingCommit DONE = () -> {};

  /**
   * Returns when the message is as durable as the memory promises.
   *
   * @throws StableMemoryException POISONED when that failed: whether the message survives is known
   *     only after the memory was opened again
   */
  void await();
}
