package org.icsqlite.row;

import java.sql.SQLException;
import org.icsqlite.value.Row;

/**
 * Rows in their order, read once and forward. Before the first {@link #next} and after the last row
 * there is no present row, and the methods of {@link Row} may not be called. Columns count from 0.
 * The labels and origins stay known after the end and after {@link #close}.
 */
public interface Cursor extends Row {

  int columnCount();

  /** What the column is called in this result: its alias, or as SQLite names it; never null. */
  String label(int column) throws SQLException;

  /** Where the column comes from; its fields are null for an expression. */
  ColumnOrigin origin(int column) throws SQLException;

  /**
   * Moves to the next row.
   *
   * @return false after the last row
   * @throws SQLException the failure of SQLite at this row, translated; or SQLState 08003 or HY010
   *     when the connection or the statement was closed
   */
  boolean next() throws SQLException;

  /** Whether the present row is the last one; may fetch rows ahead. */
  boolean isLast() throws SQLException;

  /**
   * Whether the rows can no longer be read, since this cursor, its statement or its connection was
   * closed or the statement executed again.
   */
  boolean isClosed();

  /**
   * Gives the rows up; again does nothing. A statement in auto-commit ends its transaction here.
   */
  void close() throws SQLException;
}
