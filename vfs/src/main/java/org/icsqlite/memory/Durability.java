package org.icsqlite.memory;

/**
 * What a commit promises when it returns. The setting belongs to the memory, not to a connection:
 * all connections to one file share it.
 *
 * <p>Whatever the setting, a transaction is atomic in the running process, and a memory that was
 * closed without an error is complete on disk.
 */
public enum Durability {

  /**
   * The default of files. A commit returns when its redo record is on disk (written and synced), so
   * that it survives the end of the process, of the operating system and of the power. Commits that
   * wait at the same time share one sync. Readers see a commit only once it is on disk, so nothing
   * that was read can be lost.
   */
  FULL,

  /**
   * A commit returns when its redo record is written but not synced; the sync follows within 100 ms
   * or 8 MiB of pages that wait for it, whichever comes first. The end of the process loses nothing
   * that was committed. The end of the operating system or of the power may lose the last commits
   * within that bound, always a whole tail of them: what is found afterwards is the image as it was
   * after one of the commits. Readers see a commit at once.
   */
  RELAXED,

  /**
   * No redo log and no sync before the memory is closed; committed pages gather in the Java heap,
   * up to 4 MiB or 1000 transactions, before they are written in place. If the process, the
   * operating system or the power ends before that, commits are lost and the file may be damaged;
   * for files that can be made anew. The default, and the only choice, of a memory in the heap,
   * which ends with the process.
   */
  NONE
}
