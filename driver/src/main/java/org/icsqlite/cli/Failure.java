package org.icsqlite.cli;

import java.sql.SQLException;
import org.icsqlite.memory.StableMemoryException;

/**
 * A failure as it is shown.
 *
 * @param message one line, never empty
 * @param sqlState the SQLState, or null
 * @param kind the kind of a stable-memory failure, or null
 */
record Failure(String message, String sqlState, String kind) {

  static Failure of(Throwable thrown) {
    String text = thrown.getMessage();
    String message = text == null || text.isBlank() ? thrown.toString() : text;
    String state = thrown instanceof SQLException sql ? sql.getSQLState() : null;
    return new Failure(oneLine(message), state, kind(thrown));
  }

  private static String kind(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < 20; depth++) {
      if (cause instanceof StableMemoryException stable) {
        return stable.kind().name();
      }
      cause = cause.getCause();
    }
    return null;
  }

  private static String oneLine(String message) {
    return message.strip().replaceAll("\\s*\\R\\s*", " ");
  }

  /** SQLState and kind, for parentheses; empty when there is neither. */
  String detail() {
    String state = sqlState == null ? "" : "SQLState " + sqlState;
    if (kind == null) {
      return state;
    }
    return state.isEmpty() ? kind : state + ", " + kind;
  }

  @Override
  public String toString() {
    return detail().isEmpty() ? message : message + " (" + detail() + ")";
  }
}
