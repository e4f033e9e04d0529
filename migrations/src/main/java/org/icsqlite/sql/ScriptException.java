package org.icsqlite.sql;

import java.io.IOException;

/** A script that cannot be read as SQL text. */
public final class ScriptException extends IOException {

  private static final long serialVersionUID = 1L;

  private final long line;

  ScriptException(long line, String message, Throwable cause) {
    super(message, cause);
    this.line = line;
  }

  /** From 1; 0 when it is not known. */
  public long line() {
    return line;
  }
}
