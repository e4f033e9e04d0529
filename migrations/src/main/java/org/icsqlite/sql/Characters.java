package org.icsqlite.sql;

/** A text that is read as far as it is asked for. */
interface Characters {

  int END = -1;

  /** The character at an offset, or {@link #END} behind the last one. */
  int at(int offset);
}
