package org.icsqlite.result;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** Refuses every update of a column by its label and of whole rows, for results are read only. */
abstract class ReadOnlyResultSet extends ReadOnlyByIndex {

  @Override
  public final void updateNull(String label) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBoolean(String label, boolean value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateByte(String label, byte value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateShort(String label, short value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateInt(String label, int value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateLong(String label, long value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateFloat(String label, float value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateDouble(String label, double value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBigDecimal(String label, BigDecimal value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateString(String label, String value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBytes(String label, byte[] value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateDate(String label, Date value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateTime(String label, Time value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateTimestamp(String label, Timestamp value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateAsciiStream(String label, InputStream value, int length)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBinaryStream(String label, InputStream value, int length)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateCharacterStream(String label, Reader value, int length)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateObject(String label, Object value, int scaleOrLength)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateObject(String label, Object value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateRef(String label, Ref value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBlob(String label, Blob value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateClob(String label, Clob value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateArray(String label, Array value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateRowId(String label, RowId value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateNString(String label, String value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateNClob(String label, NClob value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateSQLXML(String label, SQLXML value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateNCharacterStream(String label, Reader value, long length)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateAsciiStream(String label, InputStream value, long length)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBinaryStream(String label, InputStream value, long length)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateCharacterStream(String label, Reader value, long length)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBlob(String label, InputStream value, long length) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateClob(String label, Reader value, long length) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateNClob(String label, Reader value, long length) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateNCharacterStream(String label, Reader value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateAsciiStream(String label, InputStream value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBinaryStream(String label, InputStream value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateCharacterStream(String label, Reader value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateBlob(String label, InputStream value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateClob(String label, Reader value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateNClob(String label, Reader value) throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateObject(String label, Object value, SQLType targetType, int scaleOrLength)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateObject(String label, Object value, SQLType targetType)
      throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void insertRow() throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void updateRow() throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void deleteRow() throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void cancelRowUpdates() throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void moveToInsertRow() throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final void moveToCurrentRow() throws SQLException {
    throw ResultErrors.readOnly();
  }

  @Override
  public final boolean rowUpdated() throws SQLException {
    requireOpen();
    return false;
  }

  @Override
  public final boolean rowInserted() throws SQLException {
    requireOpen();
    return false;
  }

  @Override
  public final boolean rowDeleted() throws SQLException {
    requireOpen();
    return false;
  }

  /** Throws when the rows cannot be read any more. */
  abstract void requireOpen() throws SQLException;
}
