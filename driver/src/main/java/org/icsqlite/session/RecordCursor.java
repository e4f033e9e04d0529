package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.row.ColumnOrigin;
import org.icsqlite.row.Cursor;

/** A cursor over records in the heap. Used by one thread at a time. */
abstract class RecordCursor implements Cursor {

  private final int columns;
  private final ColumnNames names;
  byte[] records;
  int row;
  int next;
  int left;
  private boolean closed;

  RecordCursor(int columns, ColumnNames names) {
    this.columns = columns;
    this.names = names;
  }

  final ColumnNames names() {
    return names;
  }

  /** Takes over records, the first of which becomes present with the next {@link #advance}. */
  final void show(byte[] fresh, int count) {
    records = fresh;
    next = 0;
    left = count;
  }

  /** Moves to the next record, of which there is one. */
  final void advance() {
    left--;
    row = next;
    next += RecordBytes.length(records, row);
  }

  @Override
  public final int columnCount() {
    return columns;
  }

  @Override
  public final String label(int column) throws SQLException {
    return names.label(column);
  }

  @Override
  public final ColumnOrigin origin(int column) throws SQLException {
    return names.origin(column);
  }

  @Override
  public final int type(int column) {
    return RecordBytes.type(records, row, column);
  }

  @Override
  public final long integer(int column) {
    return RecordBytes.value(records, row, column);
  }

  @Override
  public final double real(int column) {
    return Double.longBitsToDouble(RecordBytes.value(records, row, column));
  }

  @Override
  public final String text(int column) {
    return RecordBytes.text(records, row, column);
  }

  @Override
  public final byte[] bytes(int column) {
    return RecordBytes.bytes(records, row, column);
  }

  @Override
  public final int byteLength(int column) {
    return RecordBytes.byteLength(records, row, column);
  }

  @Override
  public final boolean isClosed() {
    return closed;
  }

  final void markClosed() {
    closed = true;
    left = 0;
  }
}
