package org.icsqlite.redo;

import java.io.IOException;

/** What is wrong with a redo log, beyond a failing disk. */
public final class RedoLogException extends IOException {

  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** Another process uses the log. */
    LOCKED,
    /** The log does not belong to the memory file as it is. */
    MISMATCH,
    /** The log's header, or a record that was once on disk, is damaged. */
    DAMAGED,
    /** A record may be half written and could not be taken back. */
    BROKEN
  }

  private final Kind kind;

  public RedoLogException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What is wrong, never null. */
  public Kind kind() {
    return kind;
  }
}
