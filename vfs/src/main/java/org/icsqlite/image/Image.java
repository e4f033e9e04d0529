package org.icsqlite.image;

/** A SQLite database inside a stable memory. Thread-safe. */
public interface Image {

  /** The memory id, 0..254; -1 for a layout without a MemoryManager. */
  int memoryId();

  /**
   * Opens the newest committed state.
   *
   * @throws org.icsqlite.memory.StableMemoryException IMPORT_IN_PROGRESS while it cannot be used
   */
  Snapshot snapshot();

  /** Whether updates are possible. */
  boolean writable();

  /** The program that writes this layout, such as {@code ic-sqlite-vfs}. */
  String layoutName();
}
