package org.icsqlite.differential;

/** One part of the script. */
@FunctionalInterface
interface Part {

  /** Runs all steps of the part on new connections of the driver and records their outcomes. */
  void run(Side side, Outcomes outcomes) throws Exception;
}
