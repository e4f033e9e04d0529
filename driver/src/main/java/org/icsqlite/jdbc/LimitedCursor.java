package org.icsqlite.jdbc;

import java.sql.SQLException;
import org.icsqlite.row.ColumnOrigin;
import org.icsqlite.row.Cursor;

/**
 * The first rows of another cursor. When the next one is asked for, the other cursor is closed, so
 * that its statement ends there as it would after its last row.
 */
final class LimitedCursor implements Cursor {

  private final Cursor cursor;
  private long left;
  private boolean ended;
  private boolean closed;

  LimitedCursor(Cursor cursor, long most) {
    this.cursor = cursor;
    this.left = most;
  }

  @Override
  public boolean next() throws SQLException {
    if (left == 0) {
      if (!ended) {
        ended = true;
        cursor.close();
      }
      return false;
    }
    left--;
    return cursor.next();
  }

  @Override
  public boolean isLast() throws SQLException {
    return left == 0 || cursor.isLast();
  }

  @Override
  public int columnCount() {
    return cursor.columnCount();
  }

  @Override
  public String label(int column) throws SQLException {
    return cursor.label(column);
  }

  @Override
  public ColumnOrigin origin(int column) throws SQLException {
    return cursor.origin(column);
  }

  @Override
  public boolean isClosed() {
    return closed || (!ended && cursor.isClosed());
  }

  @Override
  public void close() throws SQLException {
    closed = true;
    cursor.close();
  }

  @Override
  public int type(int column) throws SQLException {
    return cursor.type(column);
  }

  @Override
  public long integer(int column) {
    return cursor.integer(column);
  }

  @Override
  public double real(int column) {
    return cursor.real(column);
  }

  @Override
  public String text(int column) {
    return cursor.text(column);
  }

  @Override
  public byte[] bytes(int column) {
    return cursor.bytes(column);
  }

  @Override
  public int byteLength(int column) {
    return cursor.byteLength(column);
  }
}
