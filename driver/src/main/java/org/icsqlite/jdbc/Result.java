package org.icsqlite.jdbc;

import org.icsqlite.row.Cursor;

/**
 * One result of an execution: rows, or a count; the rows of a RETURNING clause have both.
 *
 * @param rows null for a count alone
 * @param count the rows changed, or {@link #NO_COUNT} for rows alone
 */
record Result(Cursor rows, long count) {

  static final long NO_COUNT = -1;

  static Result of(Cursor rows) {
    return new Result(rows, NO_COUNT);
  }

  static Result of(long count) {
    return new Result(null, count);
  }
}
