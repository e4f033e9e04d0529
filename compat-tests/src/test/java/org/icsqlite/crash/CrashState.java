package org.icsqlite.crash;

/**
 * What a crash left.
 *
 * @param operations how many operations had been done
 * @param kind what became of the ones that were not synced
 * @param processOnly whether only the process ended, so that nothing that was written is lost
 * @param disk the files
 */
record CrashState(int operations, String kind, boolean processOnly, Disk disk) {

  @Override
  public String toString() {
    return "after " + operations + " operations, " + kind + ", leaving " + disk.describe();
  }
}
