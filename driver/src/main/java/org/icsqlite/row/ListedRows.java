package org.icsqlite.row;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.List;

/**
 * Rows that are already in memory: generated keys, and the answers of DatabaseMetaData. Belongs to
 * no connection, and stays open when one is closed. For one thread at a time.
 */
public final class ListedRows implements Cursor {

  private final List<String> labels;
  private final List<ColumnOrigin> origins;
  private final List<Object[]> rows;
  private int position = -1;
  private boolean closed;

  private ListedRows(List<String> labels, List<ColumnOrigin> origins, List<Object[]> rows) {
    this.labels = labels;
    this.origins = origins;
    this.rows = rows;
  }

  /**
   * Rows whose columns declare no types.
   *
   * @param labels never null, one for each column
   * @param rows each with a value for each label: null, Integer, Long, Double but not NaN, String
   *     or byte[]; neither the rows nor their values may change afterwards
   * @throws IllegalArgumentException for a row of another length or a value of another class
   */
  public static ListedRows of(List<String> labels, List<Object[]> rows) {
    return new ListedRows(
        List.copyOf(labels),
        labels.stream().map(label -> ColumnOrigin.EXPRESSION).toList(),
        checked(labels, rows));
  }

  /**
   * As {@link #of(List, List)}, with a declared type for each column.
   *
   * @param declaredTypes one for each label, as in CREATE TABLE; never null, "" for none
   */
  public static ListedRows of(
      List<String> labels, List<String> declaredTypes, List<Object[]> rows) {
    if (declaredTypes.size() != labels.size()) {
      throw new IllegalArgumentException(
          declaredTypes.size() + " types for " + labels.size() + " columns");
    }
    return new ListedRows(
        List.copyOf(labels),
        declaredTypes.stream()
            .map(type -> new ColumnOrigin(null, null, null, type, false, false, false))
            .toList(),
        checked(labels, rows));
  }

  private static List<Object[]> checked(List<String> labels, List<Object[]> rows) {
    for (Object[] row : rows) {
      if (row.length != labels.size()) {
        throw new IllegalArgumentException(
            "A row of " + row.length + " values for " + labels.size() + " columns");
      }
      for (Object value : row) {
        storageClass(value);
      }
    }
    return List.copyOf(rows);
  }

  private static int storageClass(Object value) {
    if (value == null) {
      return NULL;
    } else if (value instanceof Integer || value instanceof Long) {
      return INTEGER;
    } else if (value instanceof Double real && !real.isNaN()) {
      return REAL;
    } else if (value instanceof String) {
      return TEXT;
    } else if (value instanceof byte[]) {
      return BLOB;
    }
    throw new IllegalArgumentException(
        "A value of class " + value.getClass().getName() + " has no storage class: " + value);
  }

  @Override
  public int columnCount() {
    return labels.size();
  }

  @Override
  public String label(int column) {
    return labels.get(column);
  }

  @Override
  public ColumnOrigin origin(int column) {
    return origins.get(column);
  }

  @Override
  public boolean next() throws SQLException {
    if (closed) {
      throw new SQLNonTransientException("The rows are closed", "24000");
    }
    position = Math.min(position + 1, rows.size());
    return position < rows.size();
  }

  @Override
  public boolean isLast() {
    return position == rows.size() - 1 && position >= 0;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public int type(int column) {
    return storageClass(value(column));
  }

  @Override
  public long integer(int column) {
    return ((Number) value(column)).longValue();
  }

  @Override
  public double real(int column) {
    return (Double) value(column);
  }

  @Override
  public String text(int column) {
    return (String) value(column);
  }

  @Override
  public byte[] bytes(int column) {
    Object value = value(column);
    return value instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8)
        : ((byte[]) value).clone();
  }

  @Override
  public int byteLength(int column) {
    return value(column) instanceof byte[] bytes ? bytes.length : bytes(column).length;
  }

  private Object value(int column) {
    return rows.get(position)[column];
  }
}
