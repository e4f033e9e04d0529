package org.icsqlite.vfs;

import org.icsqlite.memory.FlightRecorder;

/** A wait for the right to write, as Java Flight Recorder sees it. Used by one thread. */
interface WriterWait {

  /**
   * Ends the wait and records it, when it lasted longer than the event's threshold.
   *
   * @param database what was waited for
   * @param timedOut whether the wait ended because its time was over
   */
  void end(String database, boolean timedOut);

  /** Begins a wait; it is not recorded where the module jdk.jfr is absent. */
  static WriterWait begin() {
    return FlightRecorder.PRESENT ? WriterWaitEvent.started() : (database, timedOut) -> {};
  }
}
