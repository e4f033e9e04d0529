package org.icsqlite.memory;

/**
 * What becomes of a message, told to those who filled it. The calls come in this order, for each
 * message and for all messages of a memory. They must not throw: one that does poisons the memory.
 */
public interface MessageListener {

  /**
   * The memory has taken the message. Called by the thread that submits it, before any later
   * message is taken.
   */
  default void taken() {}

  /**
   * The message is as durable as the memory promises: others may see it. Called by any thread. A
   * memory that takes several messages to disk at once publishes them one after the other.
   */
  default void published() {}

  /** The bytes of the message, or newer ones, stand in place. Called by any thread. */
  default void applied() {}
}
