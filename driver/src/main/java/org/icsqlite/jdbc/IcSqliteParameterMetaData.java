package org.icsqlite.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.icsqlite.error.SqlErrors;

/**
 * The parameters of a statement. SQLite's parameters have no type: each takes a value of any
 * storage class, so what is told of one holds for all. Immutable.
 */
final class IcSqliteParameterMetaData implements ParameterMetaData {

  private final int count;

  IcSqliteParameterMetaData(int count) {
    this.count = count;
  }

  private void check(int parameter) throws SQLException {
    if (parameter < 1 || parameter > count) {
      throw SqlErrors.noSuchParameter(parameter, count);
    }
  }

  @Override
  public int getParameterCount() {
    return count;
  }

  @Override
  public int isNullable(int parameter) throws SQLException {
    check(parameter);
    return parameterNullable;
  }

  @Override
  public boolean isSigned(int parameter) throws SQLException {
    check(parameter);
    return true;
  }

  @Override
  public int getPrecision(int parameter) throws SQLException {
    check(parameter);
    return 0;
  }

  @Override
  public int getScale(int parameter) throws SQLException {
    check(parameter);
    return 0;
  }

  /** VARCHAR, as every value has a form as text and tools expect a type that they know. */
  @Override
  public int getParameterType(int parameter) throws SQLException {
    check(parameter);
    return Types.VARCHAR;
  }

  @Override
  public String getParameterTypeName(int parameter) throws SQLException {
    check(parameter);
    return "VARCHAR";
  }

  @Override
  public String getParameterClassName(int parameter) throws SQLException {
    check(parameter);
    return String.class.getName();
  }

  @Override
  public int getParameterMode(int parameter) throws SQLException {
    check(parameter);
    return parameterModeIn;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (isWrapperFor(type)) {
      return type.cast(this);
    }
    throw SqlErrors.notWrapped(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type != null && type.isInstance(this);
  }
}
