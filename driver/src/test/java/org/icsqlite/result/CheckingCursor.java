package org.icsqlite.result;

import java.sql.SQLException;
import java.util.List;
import org.icsqlite.row.ColumnOrigin;
import org.icsqlite.row.Cursor;
import org.icsqlite.row.ListedRows;

/**
 * Rows in memory that fail the test when they are asked against the contract of {@link Cursor}:
 * without a present row, beyond the columns, after the close. Counts what it is asked.
 */
final class CheckingCursor implements Cursor {

  private final ListedRows rows;
  private boolean present;
  private SQLException failure;
  private int failingRow = -1;
  private boolean isClosed;
  int nexts;
  int closes;
  int labelReads;

  CheckingCursor(ListedRows rows) {
    this.rows = rows;
  }

  static CheckingCursor of(List<String> labels, Object[]... rows) {
    return new CheckingCursor(ListedRows.of(labels, List.of(rows)));
  }

  /** Lets the call of next() for a row, counted from 1, fail. */
  CheckingCursor failingAt(int row, SQLException thrown) {
    failingRow = row;
    failure = thrown;
    return this;
  }

  /** As when the statement is closed. */
  void closeFromOutside() {
    isClosed = true;
    present = false;
  }

  @Override
  public int columnCount() {
    return rows.columnCount();
  }

  @Override
  public String label(int column) {
    labelReads++;
    return rows.label(column);
  }

  @Override
  public ColumnOrigin origin(int column) {
    return rows.origin(column);
  }

  @Override
  public boolean next() throws SQLException {
    if (isClosed) {
      throw new AssertionError("next() after the close");
    }
    nexts++;
    present = false;
    if (nexts == failingRow) {
      throw failure;
    }
    present = rows.next();
    return present;
  }

  @Override
  public boolean isLast() {
    requirePresent();
    return rows.isLast();
  }

  @Override
  public boolean isClosed() {
    return isClosed;
  }

  @Override
  public void close() throws SQLException {
    closes++;
    closeFromOutside();
    if (failingRow == 0) {
      throw failure;
    }
  }

  @Override
  public int type(int column) {
    requireReadable(column);
    return rows.type(column);
  }

  @Override
  public long integer(int column) {
    requireType(column, INTEGER);
    return rows.integer(column);
  }

  @Override
  public double real(int column) {
    requireType(column, REAL);
    return rows.real(column);
  }

  @Override
  public String text(int column) {
    requireType(column, TEXT);
    return rows.text(column);
  }

  @Override
  public byte[] bytes(int column) {
    requireReadable(column);
    return rows.bytes(column);
  }

  @Override
  public int byteLength(int column) {
    requireReadable(column);
    return rows.byteLength(column);
  }

  private void requireType(int column, int type) {
    requireReadable(column);
    if (rows.type(column) != type) {
      throw new AssertionError("read as " + type + ", is " + rows.type(column));
    }
  }

  private void requireReadable(int column) {
    requirePresent();
    if (column < 0 || column >= rows.columnCount()) {
      throw new AssertionError("no column " + column);
    }
  }

  private void requirePresent() {
    if (!present) {
      throw new AssertionError("read without a present row");
    }
  }
}
