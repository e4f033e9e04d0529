package org.icsqlite.result;

import java.sql.SQLException;
import org.icsqlite.row.Cursor;
import org.icsqlite.value.Row;

/**
 * Where a result set stands. The cursor is asked for values only while {@link Position#ON_ROW}.
 *
 * <pre>
 *   BEFORE_FIRST --next()--&gt; ON_ROW --next()--&gt; AFTER_LAST
 *        |                      ^
 *        | isBeforeFirst(),     | next(), without asking the cursor
 *        | getMetaData()        |
 *        +-----------&gt; FIRST_FETCHED
 * </pre>
 *
 * A failure of the cursor leads to FAILED, where next() fails again; close() leads to CLOSED.
 */
abstract class PositionedResultSet extends LabelledResultSet {

  enum Position {
    BEFORE_FIRST,
    /** Before the first row, which the cursor already stands on. */
    FIRST_FETCHED,
    ON_ROW,
    AFTER_LAST,
    FAILED,
    CLOSED
  }

  final Cursor cursor;
  private final Owner owner;
  private final int columnCount;

  private Position position = Position.BEFORE_FIRST;
  private long rowNumber;
  private boolean closed;

  /** The column read last in the present row, from 1; 0 for none. */
  private int lastRead;

  /** What fetching the first row early failed with; next() throws it too. */
  private SQLException firstRowFailure;

  PositionedResultSet(Cursor cursor, Owner owner) {
    this.cursor = cursor;
    this.owner = owner;
    this.columnCount = cursor.columnCount();
  }

  /** Called once, after the cursor was closed. */
  abstract void tellOwner() throws SQLException;

  @Override
  public final boolean next() throws SQLException {
    if ((position != Position.ON_ROW && position != Position.BEFORE_FIRST) || cursor.isClosed()) {
      return nextAtAnEnd();
    }
    lastRead = 0;
    position = Position.FAILED;
    if (cursor.next()) {
      rowNumber++;
      position = Position.ON_ROW;
      return true;
    }
    position = Position.AFTER_LAST;
    return false;
  }

  private boolean nextAtAnEnd() throws SQLException {
    requireOpen();
    if (position == Position.FIRST_FETCHED) {
      rowNumber = 1;
      position = Position.ON_ROW;
      return true;
    }
    if (position == Position.FAILED) {
      throw firstRowFailure != null ? firstRowFailure : absentRow();
    }
    return false;
  }

  private void fetchFirst() throws SQLException {
    if (position != Position.BEFORE_FIRST) {
      return;
    }
    position = Position.FAILED;
    try {
      position = cursor.next() ? Position.FIRST_FETCHED : Position.AFTER_LAST;
    } catch (SQLException e) {
      firstRowFailure = e;
      throw e;
    }
  }

  /**
   * Whether the cursor stands on a row; before the first one it is fetched, and a failure left to
   * next().
   */
  final boolean rowFetched() throws SQLException {
    requireOpen();
    try {
      fetchFirst();
    } catch (SQLException e) {
      return false;
    }
    return position == Position.ON_ROW || position == Position.FIRST_FETCHED;
  }

  /** The index from 0 of a column of the present row. */
  final int read(int column) throws SQLException {
    if (position != Position.ON_ROW || column < 1 || column > columnCount || cursor.isClosed()) {
      throw refusal(column);
    }
    lastRead = column;
    return column - 1;
  }

  private SQLException refusal(int column) throws SQLException {
    requireOpen();
    return position == Position.ON_ROW
        ? ResultErrors.noSuchColumn(column, columnCount)
        : absentRow();
  }

  @Override
  final void require(int column) throws SQLException {
    read(column);
  }

  @Override
  final int present(String label) throws SQLException {
    if (position != Position.ON_ROW) {
      requireOpen();
      throw absentRow();
    }
    return findColumn(label);
  }

  @Override
  final void requireOpen() throws SQLException {
    if (isClosed()) {
      owner.requireOpen();
      throw ResultErrors.closed();
    }
  }

  private SQLException absentRow() {
    return ResultErrors.cursorState(
        switch (position) {
          case AFTER_LAST ->
              rowNumber == 0 ? "There is no row: the result is empty" : "After the last row";
          case FAILED -> "There is no row: next() failed; execute the statement again";
          default -> "Before the first row: call next()";
        });
  }

  /** As its statement was asked for. */
  @Override
  public final int getHoldability() throws SQLException {
    requireOpen();
    return owner.holdability();
  }

  @Override
  public final boolean isClosed() {
    return closed || cursor.isClosed() || !owner.isOpen();
  }

  @Override
  public final void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    position = Position.CLOSED;
    SQLException failure = null;
    try {
      cursor.close();
    } catch (SQLException e) {
      failure = e;
    }
    try {
      tellOwner();
    } catch (SQLException e) {
      if (failure == null) {
        throw e;
      }
      failure.addSuppressed(e);
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Whether the value read last was NULL.
   *
   * @throws SQLException 24000 when no column of the present row was read
   */
  @Override
  public final boolean wasNull() throws SQLException {
    if (lastRead == 0 || position != Position.ON_ROW || cursor.isClosed()) {
      requireOpen();
      throw ResultErrors.cursorState("No column of a present row was read yet");
    }
    return cursor.type(lastRead - 1) == Row.NULL;
  }

  /** False for a result without rows; fetches the first one to know. */
  @Override
  public final boolean isBeforeFirst() throws SQLException {
    requireOpen();
    fetchFirst();
    return position == Position.FIRST_FETCHED;
  }

  /** False for a result without rows. */
  @Override
  public final boolean isAfterLast() throws SQLException {
    requireOpen();
    return position == Position.AFTER_LAST && rowNumber > 0;
  }

  @Override
  public final boolean isFirst() throws SQLException {
    requireOpen();
    return position == Position.ON_ROW && rowNumber == 1;
  }

  /** May fetch rows ahead. */
  @Override
  public final boolean isLast() throws SQLException {
    requireOpen();
    return position == Position.ON_ROW && cursor.isLast();
  }

  /** The number of the present row from 1, no more than 2147483647; 0 when there is none. */
  @Override
  public final int getRow() throws SQLException {
    requireOpen();
    return position == Position.ON_ROW ? (int) Math.min(rowNumber, Integer.MAX_VALUE) : 0;
  }

  @Override
  public final String toString() {
    return "IcSqliteResultSet[columns "
        + columnCount
        + ", "
        + position
        + ", row "
        + rowNumber
        + "]";
  }
}
