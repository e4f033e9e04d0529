package org.icsqlite.damage;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.vfs.VfsException;

/** What a failure may look like: a typed error, all the way down to its cause. */
final class Faults {

  /** Kinds that only code with a hole in its checks brings about. */
  private static final Set<Kind> NEVER =
      EnumSet.of(
          Kind.READ_OUT_OF_BOUNDS,
          Kind.WRITE_OUT_OF_BOUNDS,
          Kind.VIRTUAL_READ_OUT_OF_BOUNDS,
          Kind.VIRTUAL_WRITE_OUT_OF_BOUNDS,
          Kind.OFFSET_OVERFLOW,
          Kind.CLOSED,
          Kind.POISONED,
          Kind.SNAPSHOT_STALE,
          Kind.IO_ERROR);

  private Faults() {}

  /** What is wrong with a failure that reached the caller, or null when it is a typed error. */
  static String of(Throwable thrown) {
    if (!(thrown instanceof SQLException sql)) {
      return "not an SQLException";
    }
    if (sql.getSQLState() == null || sql.getSQLState().length() != 5) {
      return "no SQLState";
    }
    if (sql.getMessage() == null || sql.getMessage().isBlank()) {
      return "no message";
    }
    boolean typed = sql.getErrorCode() != 0 || !sql.getSQLState().equals("HY000");
    return typed ? inChain(thrown) : "neither a result code nor a kind";
  }

  /** What is wrong with a failure of the VFS or with its causes, or null. */
  static String inChain(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof StableMemoryException stable && NEVER.contains(stable.kind())) {
        return "kind " + stable.kind();
      }
      if (!(at instanceof SQLException
          || at instanceof StableMemoryException
          || at instanceof VfsException
          || at instanceof IOException)) {
        return "caused by " + at.getClass().getName();
      }
      for (Throwable suppressed : at.getSuppressed()) {
        String fault = inChain(suppressed);
        if (fault != null) {
          return fault;
        }
      }
    }
    return null;
  }

  static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
