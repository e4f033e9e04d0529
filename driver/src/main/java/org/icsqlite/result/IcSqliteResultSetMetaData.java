package org.icsqlite.result;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.row.ColumnOrigin;
import org.icsqlite.row.Cursor;
import org.icsqlite.value.Row;

/**
 * What the columns of a result are: a copy, which stays right after the result was closed.
 *
 * <p>A well-known declared type counts first; then the storage class of the row at hand, for SQLite
 * has types of values, not of columns; then the affinity of what else was declared. An expression
 * that is a CAST and has no alias declares the type of the CAST. A column of which nothing is known
 * has the type OTHER. Immutable, for any thread.
 */
public final class IcSqliteResultSetMetaData implements ResultSetMetaData {

  private final String[] labels;
  private final ColumnOrigin[] origins;
  private final DeclaredType[] declared;

  /** The classes of the values of one row, null for NULL and where there is no row. */
  private final Class<?>[] samples;

  private IcSqliteResultSetMetaData(
      String[] labels, ColumnOrigin[] origins, DeclaredType[] declared, Class<?>[] samples) {
    this.labels = labels;
    this.origins = origins;
    this.declared = declared;
    this.samples = samples;
  }

  /**
   * Copies the description of the columns.
   *
   * @param present whether the cursor has a present row, whose values then tell the types of
   *     columns that declare none
   */
  public static IcSqliteResultSetMetaData of(Cursor cursor, boolean present) throws SQLException {
    int count = cursor.columnCount();
    String[] labels = new String[count];
    ColumnOrigin[] origins = new ColumnOrigin[count];
    DeclaredType[] declared = new DeclaredType[count];
    for (int column = 0; column < count; column++) {
      labels[column] = cursor.label(column);
      origins[column] = cursor.origin(column);
      declared[column] = declared(origins[column], labels[column]);
    }
    Class<?>[] samples = present ? samples(cursor, count) : new Class<?>[count];
    return new IcSqliteResultSetMetaData(labels, origins, declared, samples);
  }

  private static DeclaredType declared(ColumnOrigin origin, String label) {
    boolean expression = origin.column() == null && origin.declaredType() == null;
    return DeclaredType.parse(expression ? CastText.type(label) : origin.declaredType());
  }

  /** The same columns, with the present row of their cursor at hand. */
  IcSqliteResultSetMetaData at(Cursor cursor) throws SQLException {
    return new IcSqliteResultSetMetaData(labels, origins, declared, samples(cursor, labels.length));
  }

  private static Class<?>[] samples(Cursor cursor, int count) throws SQLException {
    Class<?>[] samples = new Class<?>[count];
    for (int column = 0; column < count; column++) {
      samples[column] =
          switch (cursor.type(column)) {
            case Row.INTEGER -> {
              long value = cursor.integer(column);
              yield value == (int) value ? Integer.class : Long.class;
            }
            case Row.REAL -> Double.class;
            case Row.TEXT -> String.class;
            case Row.BLOB -> byte[].class;
            default -> null;
          };
    }
    return samples;
  }

  @Override
  public int getColumnCount() {
    return labels.length;
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return labels[index(column)];
  }

  /** The label, as with sqlite-jdbc: a name that getters find the column by. */
  @Override
  public String getColumnName(int column) throws SQLException {
    return labels[index(column)];
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    int index = index(column);
    DeclaredType type = declared[index];
    Class<?> sample = samples[index];
    if (type.wellKnown()) {
      boolean wide = type.jdbcType() == Types.INTEGER && sample == Long.class;
      return wide ? Types.BIGINT : type.jdbcType();
    }
    return sample == null ? type.jdbcType() : typeOf(sample);
  }

  private static int typeOf(Class<?> sample) {
    if (sample == Integer.class) {
      return Types.INTEGER;
    } else if (sample == Long.class) {
      return Types.BIGINT;
    } else if (sample == Double.class) {
      return Types.FLOAT;
    }
    return sample == String.class ? Types.VARCHAR : Types.BLOB;
  }

  /** The declared name in upper case; without one INTEGER, FLOAT, TEXT, BLOB or ANY. */
  @Override
  public String getColumnTypeName(int column) throws SQLException {
    int index = index(column);
    Class<?> sample = samples[index];
    if (!declared[index].equals(DeclaredType.NONE) || sample == null) {
      return declared[index].typeName();
    } else if (sample == Integer.class || sample == Long.class) {
      return "INTEGER";
    } else if (sample == Double.class) {
      return "FLOAT";
    }
    return sample == String.class ? "TEXT" : "BLOB";
  }

  /**
   * The class of what getObject returns in the row at hand. Without a value there, what every value
   * of the column has in common unless it defies its declaration, which is Object for most.
   */
  @Override
  public String getColumnClassName(int column) throws SQLException {
    int index = index(column);
    return (samples[index] != null ? samples[index] : common(declared[index])).getName();
  }

  private static Class<?> common(DeclaredType type) {
    return switch (type.jdbcType()) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Number.class;
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> Double.class;
      case Types.CHAR, Types.VARCHAR, Types.CLOB -> String.class;
      default -> Object.class;
    };
  }

  /** The declared precision, or 0. */
  @Override
  public int getPrecision(int column) throws SQLException {
    return declared[index(column)].precision();
  }

  /** The declared scale, or 0. */
  @Override
  public int getScale(int column) throws SQLException {
    return declared[index(column)].scale();
  }

  /** The declared length of a text, what numbers take at most, otherwise 2147483647. */
  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    int declaredSize = getPrecision(column);
    return switch (getColumnType(column)) {
      case Types.CHAR, Types.VARCHAR -> declaredSize > 0 ? declaredSize : Integer.MAX_VALUE;
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> 20;
      case Types.REAL, Types.FLOAT, Types.DOUBLE -> 24;
      default -> Integer.MAX_VALUE;
    };
  }

  /** Unknown for an expression. */
  @Override
  public int isNullable(int column) throws SQLException {
    ColumnOrigin origin = origins[index(column)];
    if (origin.column() == null) {
      return columnNullableUnknown;
    }
    return origin.notNull() ? columnNoNulls : columnNullable;
  }

  @Override
  public boolean isAutoIncrement(int column) throws SQLException {
    return origins[index(column)].autoIncrement();
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    Class<?> sample = samples[index(column)];
    DeclaredType type = declared[column - 1];
    return (type.wellKnown() || sample == null)
        ? type.isNumeric()
        : Number.class.isAssignableFrom(sample);
  }

  /** The table behind the column, never a view; "" for an expression. */
  @Override
  public String getTableName(int column) throws SQLException {
    String table = origins[index(column)].table();
    return table == null ? "" : table;
  }

  @Override
  public String getSchemaName(int column) throws SQLException {
    index(column);
    return "";
  }

  @Override
  public String getCatalogName(int column) throws SQLException {
    index(column);
    return "";
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    index(column);
    return true;
  }

  @Override
  public boolean isSearchable(int column) throws SQLException {
    index(column);
    return true;
  }

  @Override
  public boolean isCurrency(int column) throws SQLException {
    index(column);
    return false;
  }

  @Override
  public boolean isReadOnly(int column) throws SQLException {
    index(column);
    return true;
  }

  @Override
  public boolean isWritable(int column) throws SQLException {
    index(column);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int column) throws SQLException {
    index(column);
    return false;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (!isWrapperFor(type)) {
      throw SqlErrors.notWrapped(type);
    }
    return type.cast(this);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type != null && type.isInstance(this);
  }

  @Override
  public String toString() {
    return "IcSqliteResultSetMetaData[" + String.join(", ", labels) + "]";
  }

  private int index(int column) throws SQLException {
    if (column < 1 || column > labels.length) {
      throw ResultErrors.noSuchColumn(column, labels.length);
    }
    return column - 1;
  }
}
