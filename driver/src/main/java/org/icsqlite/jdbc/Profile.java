package org.icsqlite.jdbc;

/** Which SQL a connection lets pass. */
public enum Profile {
  /** All that the SQLite of this driver understands. */
  OPEN,
  /**
   * What the SQLite inside a canister, that of the crate ic-sqlite-vfs, understands as well, with
   * random() and the clock from seeds where they are given.
   */
  CANISTER
}
