package org.icsqlite.result;

import java.util.List;
import org.icsqlite.row.ColumnOrigin;
import org.icsqlite.row.Cursor;

/** No rows, of columns with these origins. */
record OriginsCursor(List<ColumnOrigin> origins) implements Cursor {

  @Override
  public int columnCount() {
    return origins.size();
  }

  @Override
  public String label(int column) {
    return "c" + (column + 1);
  }

  @Override
  public ColumnOrigin origin(int column) {
    return origins.get(column);
  }

  @Override
  public boolean next() {
    return false;
  }

  @Override
  public boolean isLast() {
    throw noRow();
  }

  @Override
  public boolean isClosed() {
    return false;
  }

  @Override
  public void close() {}

  @Override
  public int type(int column) {
    throw noRow();
  }

  @Override
  public long integer(int column) {
    throw noRow();
  }

  @Override
  public double real(int column) {
    throw noRow();
  }

  @Override
  public String text(int column) {
    throw noRow();
  }

  @Override
  public byte[] bytes(int column) {
    throw noRow();
  }

  @Override
  public int byteLength(int column) {
    throw noRow();
  }

  private static AssertionError noRow() {
    return new AssertionError("there is no row to read");
  }
}
