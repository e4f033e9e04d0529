package org.icsqlite.memory;

/** When a commit counts as done, and what a crash may take back. */
public enum Durability {
  /**
   * A commit returns when its redo record is on disk. Nothing that returned is lost, whatever
   * crashes; other connections see a commit only from then on.
   */
  FULL,

  /**
   * A commit returns when its redo record is with the operating system; it follows to disk within
   * 100 ms or 8 MiB of changed pages. The crash of the process loses nothing, that of the machine
   * at most what had not followed; either leaves the image before or after a transaction.
   */
  RELAXED,

  /**
   * No redo log: pages stay in memory and reach the file in their own time, at the latest when it
   * is closed. A crash in between can leave a file that is no database any more. What a memory in
   * the heap always has.
   */
  NONE
}
