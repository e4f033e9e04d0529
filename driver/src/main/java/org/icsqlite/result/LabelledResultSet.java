package org.icsqlite.result;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** Reads columns by their labels as columns by their indexes. */
abstract class LabelledResultSet extends ForwardOnlyResultSet {

  @Override
  public final String getString(String label) throws SQLException {
    return getString(present(label));
  }

  @Override
  public final boolean getBoolean(String label) throws SQLException {
    return getBoolean(present(label));
  }

  @Override
  public final byte getByte(String label) throws SQLException {
    return getByte(present(label));
  }

  @Override
  public final short getShort(String label) throws SQLException {
    return getShort(present(label));
  }

  @Override
  public final int getInt(String label) throws SQLException {
    return getInt(present(label));
  }

  @Override
  public final long getLong(String label) throws SQLException {
    return getLong(present(label));
  }

  @Override
  public final float getFloat(String label) throws SQLException {
    return getFloat(present(label));
  }

  @Override
  public final double getDouble(String label) throws SQLException {
    return getDouble(present(label));
  }

  @Override
  @Deprecated
  public final BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return getBigDecimal(present(label), scale);
  }

  @Override
  public final byte[] getBytes(String label) throws SQLException {
    return getBytes(present(label));
  }

  @Override
  public final Date getDate(String label) throws SQLException {
    return getDate(present(label));
  }

  @Override
  public final Time getTime(String label) throws SQLException {
    return getTime(present(label));
  }

  @Override
  public final Timestamp getTimestamp(String label) throws SQLException {
    return getTimestamp(present(label));
  }

  @Override
  public final InputStream getAsciiStream(String label) throws SQLException {
    return getAsciiStream(present(label));
  }

  @Override
  @Deprecated
  public final InputStream getUnicodeStream(String label) throws SQLException {
    return getUnicodeStream(present(label));
  }

  @Override
  public final InputStream getBinaryStream(String label) throws SQLException {
    return getBinaryStream(present(label));
  }

  @Override
  public final Object getObject(String label) throws SQLException {
    return getObject(present(label));
  }

  @Override
  public final Reader getCharacterStream(String label) throws SQLException {
    return getCharacterStream(present(label));
  }

  @Override
  public final BigDecimal getBigDecimal(String label) throws SQLException {
    return getBigDecimal(present(label));
  }

  @Override
  public final Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
    return getObject(present(label), map);
  }

  @Override
  public final Ref getRef(String label) throws SQLException {
    return getRef(present(label));
  }

  @Override
  public final Blob getBlob(String label) throws SQLException {
    return getBlob(present(label));
  }

  @Override
  public final Clob getClob(String label) throws SQLException {
    return getClob(present(label));
  }

  @Override
  public final Array getArray(String label) throws SQLException {
    return getArray(present(label));
  }

  @Override
  public final Date getDate(String label, Calendar calendar) throws SQLException {
    return getDate(present(label), calendar);
  }

  @Override
  public final Time getTime(String label, Calendar calendar) throws SQLException {
    return getTime(present(label), calendar);
  }

  @Override
  public final Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
    return getTimestamp(present(label), calendar);
  }

  @Override
  public final URL getURL(String label) throws SQLException {
    return getURL(present(label));
  }

  @Override
  public final RowId getRowId(String label) throws SQLException {
    return getRowId(present(label));
  }

  @Override
  public final NClob getNClob(String label) throws SQLException {
    return getNClob(present(label));
  }

  @Override
  public final SQLXML getSQLXML(String label) throws SQLException {
    return getSQLXML(present(label));
  }

  @Override
  public final String getNString(String label) throws SQLException {
    return getNString(present(label));
  }

  @Override
  public final Reader getNCharacterStream(String label) throws SQLException {
    return getNCharacterStream(present(label));
  }

  @Override
  public final <T> T getObject(String label, Class<T> type) throws SQLException {
    return getObject(present(label), type);
  }

  /**
   * The index from 1 of a column that can be read now.
   *
   * @throws SQLException when the set is closed, no row is present, or no label is like this
   */
  abstract int present(String label) throws SQLException;
}
