package org.icsqlite.image;

/**
 * Is told how far a scan of a database's bytes is. Called in the thread that scans, at least once
 * for each mebibyte and at the end.
 */
@FunctionalInterface
public interface ScanListener {

  /** Lets every scan run to its end. */
  ScanListener NONE = (doneBytes, totalBytes) -> true;

  /**
   * Called after a part was scanned. An exception thrown here ends the scan too, and reaches the
   * caller.
   *
   * @param doneBytes bytes of the database that were scanned, those of earlier chunks included
   * @param totalBytes the size of the database in bytes, 0 or more
   * @return whether to go on; false ends the scan, and nothing was changed
   */
  boolean at(long doneBytes, long totalBytes);
}
