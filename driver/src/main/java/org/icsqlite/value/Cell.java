package org.icsqlite.value;

import java.nio.charset.StandardCharsets;

/** One value: what was set as a parameter, to be read as a row of one column. */
final class Cell implements ParameterSink, Row {

  private Object value;

  @Override
  public void setNull(int parameter) {
    value = null;
  }

  @Override
  public void setInteger(int parameter, long integer) {
    value = integer;
  }

  @Override
  public void setReal(int parameter, double real) {
    value = Double.isNaN(real) ? null : real;
  }

  @Override
  public void setText(int parameter, String text) {
    value = text;
  }

  @Override
  public void setBlob(int parameter, byte[] blob) {
    value = blob;
  }

  @Override
  public int type(int column) {
    if (value instanceof Long) {
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
    return (Long) value;
  }

  @Override
  public double real(int column) {
    return (Double) value;
  }

  @Override
  public String text(int column) {
    return (String) value;
  }

  @Override
  public byte[] bytes(int column) {
    return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
  }

  @Override
  public int byteLength(int column) {
    return bytes(column).length;
  }
}
