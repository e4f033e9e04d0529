package org.icsqlite.result;

import java.sql.SQLException;
import org.icsqlite.row.ColumnOrigin;
import org.icsqlite.row.Cursor;

/** Rows in memory that are closed with their statement and connection, as rows of SQLite are. */
public final class GuardedRows implements Cursor {

  private final Cursor rows;
  private final Owner owner;

  public GuardedRows(Cursor rows, Owner owner) {
    this.rows = rows;
    this.owner = owner;
  }

  @Override
  public boolean isClosed() {
    return rows.isClosed() || !owner.isOpen();
  }

  @Override
  public int columnCount() {
    return rows.columnCount();
  }

  @Override
  public String label(int column) throws SQLException {
    return rows.label(column);
  }

  @Override
  public ColumnOrigin origin(int column) throws SQLException {
    return rows.origin(column);
  }

  @Override
  public boolean next() throws SQLException {
    return rows.next();
  }

  @Override
  public boolean isLast() throws SQLException {
    return rows.isLast();
  }

  @Override
  public void close() throws SQLException {
    rows.close();
  }

  @Override
  public int type(int column) throws SQLException {
    return rows.type(column);
  }

  @Override
  public long integer(int column) {
    return rows.integer(column);
  }

  @Override
  public double real(int column) {
    return rows.real(column);
  }

  @Override
  public String text(int column) {
    return rows.text(column);
  }

  @Override
  public byte[] bytes(int column) {
    return rows.bytes(column);
  }

  @Override
  public int byteLength(int column) {
    return rows.byteLength(column);
  }
}
