package org.icsqlite.result;

import java.sql.Array;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import org.icsqlite.error.SqlErrors;

/** What is the same for every result set: what SQLite has not, and the answers that never vary. */
abstract class ForwardOnlyResultSet extends ReadOnlyResultSet {

  /** Throws unless the column, counted from 1, can be read now. */
  abstract void require(int column) throws SQLException;

  @Override
  public final boolean previous() throws SQLException {
    throw ResultErrors.forwardOnly();
  }

  @Override
  public final boolean first() throws SQLException {
    throw ResultErrors.forwardOnly();
  }

  @Override
  public final boolean last() throws SQLException {
    throw ResultErrors.forwardOnly();
  }

  @Override
  public final void beforeFirst() throws SQLException {
    throw ResultErrors.forwardOnly();
  }

  @Override
  public final void afterLast() throws SQLException {
    throw ResultErrors.forwardOnly();
  }

  @Override
  public final boolean absolute(int row) throws SQLException {
    throw ResultErrors.forwardOnly();
  }

  @Override
  public final boolean relative(int rows) throws SQLException {
    throw ResultErrors.forwardOnly();
  }

  @Override
  public final void refreshRow() throws SQLException {
    throw ResultErrors.forwardOnly();
  }

  /**
   * Takes {@link ResultSet#FETCH_FORWARD} only.
   *
   * @throws SQLException 0A000 for any other direction
   */
  @Override
  public final void setFetchDirection(int direction) throws SQLException {
    requireOpen();
    if (direction != FETCH_FORWARD) {
      throw ResultErrors.forwardOnly();
    }
  }

  @Override
  public final int getFetchDirection() throws SQLException {
    requireOpen();
    return FETCH_FORWARD;
  }

  @Override
  public final int getType() throws SQLException {
    requireOpen();
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public final int getConcurrency() throws SQLException {
    requireOpen();
    return CONCUR_READ_ONLY;
  }

  /** Always null: reading rows warns of nothing. */
  @Override
  public final SQLWarning getWarnings() throws SQLException {
    requireOpen();
    return null;
  }

  @Override
  public final void clearWarnings() throws SQLException {
    requireOpen();
  }

  @Override
  public final String getCursorName() throws SQLException {
    requireOpen();
    throw ResultErrors.unsupported("SQLite's cursors have no names, and no positioned updates");
  }

  @Override
  public final Ref getRef(int column) throws SQLException {
    require(column);
    throw ResultErrors.unsupported("SQLite has no REF values");
  }

  @Override
  public final Array getArray(int column) throws SQLException {
    require(column);
    throw ResultErrors.unsupported("SQLite has no arrays; json_each() makes rows of a JSON array");
  }

  @Override
  public final RowId getRowId(int column) throws SQLException {
    require(column);
    throw ResultErrors.unsupported("A rowid is an integer in SQLite: select rowid, and getLong()");
  }

  @Override
  public final SQLXML getSQLXML(int column) throws SQLException {
    require(column);
    throw ResultErrors.unsupported("SQLite has no XML values; XML is text: getString()");
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    if (!isWrapperFor(type)) {
      throw SqlErrors.notWrapped(type);
    }
    return type.cast(this);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return type != null && type.isInstance(this);
  }
}
