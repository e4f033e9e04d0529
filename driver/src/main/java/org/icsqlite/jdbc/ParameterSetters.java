package org.icsqlite.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.icsqlite.error.SqlState;
import org.icsqlite.session.Parameters;
import org.icsqlite.value.ParameterValues;

/** JDBC's setters of parameters, each as the value of SQLite's that the argument becomes. */
interface ParameterSetters extends PreparedStatement {

  /** Where the values go; fails with SQLState 08003 or HY010 when the statement is closed. */
  Parameters openParameters() throws SQLException;

  /** How objects become values. */
  ParameterValues values();

  @Override
  default void setNull(int parameter, int sqlType) throws SQLException {
    openParameters().setNull(parameter);
  }

  @Override
  default void setNull(int parameter, int sqlType, String typeName) throws SQLException {
    openParameters().setNull(parameter);
  }

  @Override
  default void setBoolean(int parameter, boolean value) throws SQLException {
    openParameters().setInteger(parameter, value ? 1 : 0);
  }

  @Override
  default void setByte(int parameter, byte value) throws SQLException {
    openParameters().setInteger(parameter, value);
  }

  @Override
  default void setShort(int parameter, short value) throws SQLException {
    openParameters().setInteger(parameter, value);
  }

  @Override
  default void setInt(int parameter, int value) throws SQLException {
    openParameters().setInteger(parameter, value);
  }

  @Override
  default void setLong(int parameter, long value) throws SQLException {
    openParameters().setInteger(parameter, value);
  }

  @Override
  default void setFloat(int parameter, float value) throws SQLException {
    openParameters().setReal(parameter, value);
  }

  @Override
  default void setDouble(int parameter, double value) throws SQLException {
    openParameters().setReal(parameter, value);
  }

  @Override
  default void setString(int parameter, String value) throws SQLException {
    values().set(openParameters(), parameter, value);
  }

  @Override
  default void setNString(int parameter, String value) throws SQLException {
    setString(parameter, value);
  }

  @Override
  default void setBytes(int parameter, byte[] value) throws SQLException {
    values().set(openParameters(), parameter, value);
  }

  @Override
  default void setBigDecimal(int parameter, BigDecimal value) throws SQLException {
    values().set(openParameters(), parameter, value);
  }

  @Override
  default void setObject(int parameter, Object value) throws SQLException {
    values().set(openParameters(), parameter, value);
  }

  @Override
  default void setObject(int parameter, Object value, int sqlType) throws SQLException {
    values().set(openParameters(), parameter, value, sqlType, -1);
  }

  @Override
  default void setObject(int parameter, Object value, int sqlType, int scaleOrLength)
      throws SQLException {
    values().set(openParameters(), parameter, value, sqlType, scaleOrLength);
  }

  @Override
  default void setObject(int parameter, Object value, SQLType sqlType) throws SQLException {
    setObject(parameter, value, sqlType, -1);
  }

  @Override
  default void setObject(int parameter, Object value, SQLType sqlType, int scaleOrLength)
      throws SQLException {
    Parameters target = openParameters();
    if (sqlType == null) {
      values().set(target, parameter, value);
    } else {
      values().set(target, parameter, value, sqlType.getVendorTypeNumber(), scaleOrLength);
    }
  }

  @Override
  default void setDate(int parameter, Date value) throws SQLException {
    values().setDate(openParameters(), parameter, value, null);
  }

  @Override
  default void setDate(int parameter, Date value, Calendar calendar) throws SQLException {
    values().setDate(openParameters(), parameter, value, calendar);
  }

  @Override
  default void setTime(int parameter, Time value) throws SQLException {
    values().setTime(openParameters(), parameter, value, null);
  }

  @Override
  default void setTime(int parameter, Time value, Calendar calendar) throws SQLException {
    values().setTime(openParameters(), parameter, value, calendar);
  }

  @Override
  default void setTimestamp(int parameter, Timestamp value) throws SQLException {
    values().setTimestamp(openParameters(), parameter, value, null);
  }

  @Override
  default void setTimestamp(int parameter, Timestamp value, Calendar calendar) throws SQLException {
    values().setTimestamp(openParameters(), parameter, value, calendar);
  }

  @Override
  default void setAsciiStream(int parameter, InputStream value) throws SQLException {
    values().setAsciiStream(openParameters(), parameter, value, -1);
  }

  @Override
  default void setAsciiStream(int parameter, InputStream value, int length) throws SQLException {
    values().setAsciiStream(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setAsciiStream(int parameter, InputStream value, long length) throws SQLException {
    values().setAsciiStream(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setBinaryStream(int parameter, InputStream value) throws SQLException {
    values().setStream(openParameters(), parameter, value, -1);
  }

  @Override
  default void setBinaryStream(int parameter, InputStream value, int length) throws SQLException {
    values().setStream(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setBinaryStream(int parameter, InputStream value, long length) throws SQLException {
    values().setStream(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setCharacterStream(int parameter, Reader value) throws SQLException {
    values().setReader(openParameters(), parameter, value, -1);
  }

  @Override
  default void setCharacterStream(int parameter, Reader value, int length) throws SQLException {
    values().setReader(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setCharacterStream(int parameter, Reader value, long length) throws SQLException {
    values().setReader(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setNCharacterStream(int parameter, Reader value) throws SQLException {
    values().setReader(openParameters(), parameter, value, -1);
  }

  @Override
  default void setNCharacterStream(int parameter, Reader value, long length) throws SQLException {
    values().setReader(openParameters(), parameter, value, length(length));
  }

  /** The bytes are UTF-8, as JDBC says of this method. */
  @Deprecated
  @Override
  default void setUnicodeStream(int parameter, InputStream value, int length) throws SQLException {
    values().setAsciiStream(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setBlob(int parameter, Blob value) throws SQLException {
    values().set(openParameters(), parameter, value);
  }

  @Override
  default void setClob(int parameter, Clob value) throws SQLException {
    values().set(openParameters(), parameter, value);
  }

  @Override
  default void setNClob(int parameter, NClob value) throws SQLException {
    values().set(openParameters(), parameter, value);
  }

  @Override
  default void setBlob(int parameter, InputStream value) throws SQLException {
    values().setStream(openParameters(), parameter, value, -1);
  }

  @Override
  default void setBlob(int parameter, InputStream value, long length) throws SQLException {
    values().setStream(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setClob(int parameter, Reader value) throws SQLException {
    values().setReader(openParameters(), parameter, value, -1);
  }

  @Override
  default void setClob(int parameter, Reader value, long length) throws SQLException {
    values().setReader(openParameters(), parameter, value, length(length));
  }

  @Override
  default void setNClob(int parameter, Reader value) throws SQLException {
    values().setReader(openParameters(), parameter, value, -1);
  }

  @Override
  default void setNClob(int parameter, Reader value, long length) throws SQLException {
    values().setReader(openParameters(), parameter, value, length(length));
  }

  /** Stores the text of the URL. */
  @Override
  default void setURL(int parameter, URL value) throws SQLException {
    setString(parameter, value == null ? null : value.toString());
  }

  @Override
  default void setRef(int parameter, Ref value) throws SQLException {
    throw refused("a REF: SQLite has no such type");
  }

  @Override
  default void setArray(int parameter, Array value) throws SQLException {
    throw refused("an ARRAY: SQLite has no such type; bind JSON and read it with json_each");
  }

  @Override
  default void setRowId(int parameter, RowId value) throws SQLException {
    throw refused("a ROWID: bind it with setLong, SQLite's rowids are integers");
  }

  @Override
  default void setSQLXML(int parameter, SQLXML value) throws SQLException {
    throw refused("an SQLXML: bind its text with setString");
  }

  private SQLException refused(String what) throws SQLException {
    openParameters();
    return Refusals.notSupported(what);
  }

  private static long length(long length) throws SQLException {
    if (length < 0) {
      throw new SQLDataException(
          "A length must not be negative: " + length, SqlState.INVALID_ARGUMENT);
    }
    return length;
  }
}
