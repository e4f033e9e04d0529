package org.icsqlite.result;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.icsqlite.row.Cursor;
import org.icsqlite.value.ColumnValues;
import org.icsqlite.value.Row;

/**
 * The rows of a cursor as JDBC has them: forward only and read only.
 *
 * <p>A getter checks in this order: the set is open, a row is present (24000), the column exists
 * (07009 by index, 42S22 by label). The cursor is asked for values of the present row only. After
 * the connection or the statement was closed, its SQLState (08003, HY010) takes the place of 24000.
 *
 * <p>Streams and large objects are copies in memory and outlive the row and the set. For one thread
 * at a time.
 */
public final class IcSqliteResultSet extends PositionedResultSet {

  /** Digits of a BigDecimal that a scale asked for may make of a few characters. */
  private static final int MOST_DIGITS = 10_000;

  private final ColumnValues values;
  private final Owner owner;
  private final FieldLimit limit;

  private ColumnLabels labels;
  private IcSqliteResultSetMetaData metaData;

  /**
   * Takes a cursor over, which stands before its first row and is closed with the set.
   *
   * @param values converts what the getters return
   * @param owner told of the close
   */
  public IcSqliteResultSet(Cursor cursor, ColumnValues values, Owner owner) {
    super(cursor, owner);
    this.values = values;
    this.owner = owner;
    this.limit = new FieldLimit(owner.maxFieldSize());
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    return values.getBoolean(cursor, read(column));
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return values.getByte(cursor, read(column));
  }

  @Override
  public short getShort(int column) throws SQLException {
    return values.getShort(cursor, read(column));
  }

  @Override
  public int getInt(int column) throws SQLException {
    return values.getInt(cursor, read(column));
  }

  @Override
  public long getLong(int column) throws SQLException {
    return values.getLong(cursor, read(column));
  }

  @Override
  public float getFloat(int column) throws SQLException {
    return values.getFloat(cursor, read(column));
  }

  @Override
  public double getDouble(int column) throws SQLException {
    return values.getDouble(cursor, read(column));
  }

  @Override
  public String getString(int column) throws SQLException {
    int index = read(column);
    String value = values.getString(cursor, index);
    return limited(index) ? limit.cut(value) : value;
  }

  @Override
  public String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public byte[] getBytes(int column) throws SQLException {
    int index = read(column);
    byte[] value = values.getBytes(cursor, index);
    return limited(index) ? limit.cut(value) : value;
  }

  /** JDBC limits texts and bytes only, and never large objects. */
  private boolean limited(int index) throws SQLException {
    if (!limit.isSet()) {
      return false;
    }
    int type = cursor.type(index);
    return type == Row.TEXT || type == Row.BLOB;
  }

  @Override
  public BigDecimal getBigDecimal(int column) throws SQLException {
    return values.getBigDecimal(cursor, read(column));
  }

  /**
   * The value rounded half up.
   *
   * @param scale digits after the point, 0 to 1000
   * @throws SQLException 22003 for a value of more than 10,000 digits before the point
   */
  @Override
  @Deprecated
  public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    if (scale < 0 || scale > 1000) {
      throw ResultErrors.invalid("A scale is 0 to 1000, not " + scale);
    }
    if (value != null && (long) value.precision() - value.scale() > MOST_DIGITS) {
      throw new SQLDataException(
          "Column " + column + " has more than " + MOST_DIGITS + " digits before the point",
          ResultErrors.OUT_OF_RANGE);
    }
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public Date getDate(int column) throws SQLException {
    return values.getDate(cursor, read(column), null);
  }

  @Override
  public Date getDate(int column, Calendar calendar) throws SQLException {
    return values.getDate(cursor, read(column), calendar);
  }

  @Override
  public Time getTime(int column) throws SQLException {
    return values.getTime(cursor, read(column), null);
  }

  @Override
  public Time getTime(int column, Calendar calendar) throws SQLException {
    return values.getTime(cursor, read(column), calendar);
  }

  @Override
  public Timestamp getTimestamp(int column) throws SQLException {
    return values.getTimestamp(cursor, read(column), null);
  }

  @Override
  public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
    return values.getTimestamp(cursor, read(column), calendar);
  }

  @Override
  public Object getObject(int column) throws SQLException {
    int index = read(column);
    if (limited(index)) {
      return cursor.type(index) == Row.TEXT ? getString(column) : getBytes(column);
    }
    return values.getObject(cursor, index);
  }

  /** As {@link #getObject(int)} for a map that is null or empty; SQLite has no types to map. */
  @Override
  public Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
    require(column);
    if (map != null && !map.isEmpty()) {
      throw ResultErrors.unsupported("SQLite has no user-defined types that a map could name");
    }
    return getObject(column);
  }

  /** The types of the value package, and streams, readers, large objects and URLs. */
  @Override
  public <T> T getObject(int column, Class<T> type) throws SQLException {
    int index = read(column);
    if (type == null) {
      throw ResultErrors.invalid("No class to convert to was given");
    }
    if (type == Blob.class) {
      return type.cast(getBlob(column));
    } else if (type == Clob.class || type == NClob.class) {
      return type.cast(getNClob(column));
    } else if (type == InputStream.class) {
      return type.cast(getBinaryStream(column));
    } else if (type == Reader.class) {
      return type.cast(getCharacterStream(column));
    } else if (type == URL.class) {
      return type.cast(getURL(column));
    } else if (limit.isSet() && type == String.class) {
      return type.cast(getString(column));
    } else if (limit.isSet() && type == byte[].class) {
      return type.cast(getBytes(column));
    } else if (limit.isSet() && type == Object.class) {
      return type.cast(getObject(column));
    }
    return values.getObject(cursor, index, type);
  }

  /** The text in ASCII, with '?' for every other character. */
  @Override
  public InputStream getAsciiStream(int column) throws SQLException {
    return encoded(column, StandardCharsets.US_ASCII);
  }

  /** The text in UTF-16, the high byte first, without a byte order mark. */
  @Override
  @Deprecated
  public InputStream getUnicodeStream(int column) throws SQLException {
    return encoded(column, StandardCharsets.UTF_16BE);
  }

  private InputStream encoded(int column, Charset charset) throws SQLException {
    String value = getString(column);
    return value == null ? null : new ByteArrayInputStream(value.getBytes(charset));
  }

  @Override
  public InputStream getBinaryStream(int column) throws SQLException {
    byte[] value = getBytes(column);
    return value == null ? null : new ByteArrayInputStream(value);
  }

  @Override
  public Reader getCharacterStream(int column) throws SQLException {
    String value = getString(column);
    return value == null ? null : new StringReader(value);
  }

  @Override
  public Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public Blob getBlob(int column) throws SQLException {
    byte[] value = values.getBytes(cursor, read(column));
    return value == null ? null : new MemoryBlob(value);
  }

  @Override
  public Clob getClob(int column) throws SQLException {
    return getNClob(column);
  }

  @Override
  public NClob getNClob(int column) throws SQLException {
    String value = values.getString(cursor, read(column));
    return value == null ? null : new MemoryClob(value);
  }

  /**
   * The text as a URL.
   *
   * @throws SQLException 22018 when it is none, or of a protocol that Java does not know
   */
  @Override
  public URL getURL(int column) throws SQLException {
    String value = values.getString(cursor, read(column));
    try {
      return value == null ? null : new URL(value);
    } catch (MalformedURLException e) {
      throw new SQLDataException(
          "Column " + column + " is not a URL: " + e.getMessage(), ResultErrors.INVALID_TEXT, e);
    }
  }

  @Override
  public int findColumn(String label) throws SQLException {
    requireOpen();
    if (labels == null) {
      labels = new ColumnLabels(cursor);
    }
    return labels.find(label);
  }

  /**
   * What the columns are. Types of columns that declare none are those of the present row; before
   * the first row, which is fetched early for that, of the first.
   */
  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    boolean present = rowFetched();
    if (metaData == null) {
      metaData = IcSqliteResultSetMetaData.of(cursor, present);
    } else if (present) {
      metaData = metaData.at(cursor);
    }
    return metaData;
  }

  @Override
  public int getFetchSize() throws SQLException {
    requireOpen();
    return owner.fetchSize();
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    requireOpen();
    if (rows < 0) {
      throw ResultErrors.invalid("A fetch size is 0 or more rows, not " + rows);
    }
    owner.setFetchSize(rows);
  }

  @Override
  public Statement getStatement() throws SQLException {
    requireOpen();
    return owner.statement();
  }

  @Override
  void tellOwner() throws SQLException {
    owner.onClose(this);
  }
}
