package org.icsqlite.memory;

/**
 * What a memory did since it was opened. The counts are exact each on its own, not with each other.
 *
 * @param durability what commits wait for now
 * @param commits messages that were taken
 * @param syncs times that the redo log or the file was brought to disk
 * @param checkpoints times that the redo log began anew
 * @param logBytes bytes of the redo log now, 0 where there is none
 * @param logLimit bytes of the redo log beyond which it is checkpointed
 * @param replayed transactions that were replayed from a redo log when the memory was opened
 */
public record CommitStatistics(
    Durability durability,
    long commits,
    long syncs,
    long checkpoints,
    long logBytes,
    long logLimit,
    long replayed) {

  /** A memory without a log, which counts nothing. */
  public static final CommitStatistics NONE =
      new CommitStatistics(Durability.NONE, 0, 0, 0, 0, 0, 0);
}
