package org.icsqlite.jdbc;

/** What a connection may do with its database. */
public enum Mode {
  /** Reads and writes; the file is opened for writing and locked for this process. */
  UPDATE,
  /** Reads only; the file is opened read-only, and a write is refused with SQLState 25006. */
  QUERY
}
