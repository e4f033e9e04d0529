package org.icsqlite.value;

import java.nio.charset.StandardCharsets;

/** A row of given values: Integer and Long, Double, String, byte[], null. */
final class ObjectRow implements Row {

  private final Object[] values;

  ObjectRow(Object... values) {
    this.values = values;
  }

  Object value(int column) {
    return values[column];
  }

  @Override
  public int type(int column) {
    Object value = values[column];
    if (value instanceof Integer || value instanceof Long) {
      return INTEGER;
    }
    if (value instanceof Double) {
      return REAL;
    }
    if (value instanceof String) {
      return TEXT;
    }
    return value == null ? NULL : BLOB;
  }

  @Override
  public long integer(int column) {
    return ((Number) values[column]).longValue();
  }

  @Override
  public double real(int column) {
    return (Double) values[column];
  }

  @Override
  public String text(int column) {
    return (String) values[column];
  }

  @Override
  public byte[] bytes(int column) {
    return values[column] instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8)
        : ((byte[]) values[column]).clone();
  }

  @Override
  public int byteLength(int column) {
    return bytes(column).length;
  }
}
