package org.icsqlite.memory;

/** A piece of work as Java Flight Recorder sees it. Used by one thread at a time. */
interface Trace {

  /** Work that nobody records. */
  Trace NONE = (file, bytes) -> {};

  /**
   * Ends the work and records it.
   *
   * @param file the memory file
   * @param bytes how many bytes it was about
   */
  void end(String file, long bytes);

  /** A commit, from the taking of its message until it is as durable as promised. */
  static Trace commit() {
    return FlightRecorder.PRESENT ? CommitEvent.started() : NONE;
  }

  /** A checkpoint. */
  static Trace checkpoint() {
    return FlightRecorder.PRESENT ? CheckpointEvent.started() : NONE;
  }
}
