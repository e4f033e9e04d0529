package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.icsqlite.result.IcSqliteResultSet;
import org.icsqlite.result.Owner;
import org.icsqlite.row.Cursor;
import org.icsqlite.value.ColumnValues;

/**
 * The results that the last execution of a statement has left, of which one is the present one. Not
 * thread-safe.
 */
final class Results {

  private final ColumnValues values;
  private final Owner owner;
  private final Deque<Result> further = new ArrayDeque<>();
  private IcSqliteResultSet rows;
  private long count = Result.NO_COUNT;
  private long maxRows;

  /**
   * Without results.
   *
   * @param owner of the result sets
   */
  Results(ColumnValues values, Owner owner) {
    this.values = values;
    this.owner = owner;
  }

  /** Rows that are shown of each result at most; 0 for all. */
  long maxRows() {
    return maxRows;
  }

  void setMaxRows(long most) {
    maxRows = most;
  }

  /** Adds one behind the present one and those that follow it. */
  void add(Result result) {
    further.add(result);
  }

  /** Makes the next result the present one; false when it is a count or there is none. */
  boolean showNext() {
    Result result = further.poll();
    count = Result.NO_COUNT;
    if (result == null) {
      return false;
    }
    if (result.rows() == null) {
      count = result.count();
      return false;
    }
    show(result.rows());
    return true;
  }

  /** Makes rows the present result. */
  IcSqliteResultSet show(Cursor cursor) {
    Cursor limited = maxRows == 0 ? cursor : new LimitedCursor(cursor, maxRows);
    rows = new IcSqliteResultSet(limited, values, owner);
    return rows;
  }

  /** Makes a count the present result. */
  void show(long changed) {
    count = changed;
  }

  /** The rows shown, or null. */
  IcSqliteResultSet rows() {
    return rows;
  }

  /** The count shown, or {@link Result#NO_COUNT}. */
  long count() {
    return count;
  }

  /** Whether rows are the present result and no other follows. */
  boolean isLast(IcSqliteResultSet shown) {
    return shown == rows && further.isEmpty();
  }

  /** Closes the rows shown, which are none then. */
  void closeRows() throws SQLException {
    if (rows != null) {
      IcSqliteResultSet ending = rows;
      rows = null;
      ending.close();
    }
  }

  /** Forgets all of them. */
  void end() throws SQLException {
    count = Result.NO_COUNT;
    further.clear();
    closeRows();
  }
}
