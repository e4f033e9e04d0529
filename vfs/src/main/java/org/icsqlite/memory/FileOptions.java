package org.icsqlite.memory;

/**
 * How a stable-memory file is used.
 *
 * @param durability what a commit waits for, never null
 * @param maximumPages 64 KiB pages beyond which growth is refused; a larger file opens
 * @param logBytes the size of the redo log, in bytes, beyond which it is checkpointed; {@value
 *     #MINIMUM_LOG_BYTES} or more
 */
public record FileOptions(Durability durability, long maximumPages, long logBytes) {

  /** The limit of the redo log when nothing else is asked: 4 MiB. */
  public static final long DEFAULT_LOG_BYTES = 4 << 20;

  /** The smallest limit of the redo log: 64 KiB. */
  public static final long MINIMUM_LOG_BYTES = 1 << 16;

  /** Full durability, growth to 500 GiB, a log of 4 MiB. */
  public static final FileOptions DEFAULT =
      new FileOptions(Durability.FULL, StableMemory.DEFAULT_MAXIMUM_PAGES, DEFAULT_LOG_BYTES);

  public FileOptions {
    if (durability == null) {
      throw new IllegalArgumentException("durability must not be null");
    }
    if (logBytes < MINIMUM_LOG_BYTES) {
      throw new IllegalArgumentException(
          "the redo log must be at least " + MINIMUM_LOG_BYTES + " bytes, not " + logBytes);
    }
  }

  /** The same with another durability. */
  public FileOptions with(Durability other) {
    return new FileOptions(other, maximumPages, logBytes);
  }
}
