package org.icsqlite.value;

import java.sql.SQLException;

/**
 * Where the values of parameters go, as SQLite's storage classes. Parameters count from 1; one that
 * the statement does not have is refused with SQLState 07009.
 */
public interface ParameterSink {

  void setNull(int parameter) throws SQLException;

  void setInteger(int parameter, long value) throws SQLException;

  /** NaN is stored as NULL, as SQLite does. */
  void setReal(int parameter, double value) throws SQLException;

  /** A text, never null, which may hold NUL characters; a lone surrogate is refused (22021). */
  void setText(int parameter, String value) throws SQLException;

  /** Bytes that the caller does not change until the statement was executed; never null. */
  void setBlob(int parameter, byte[] value) throws SQLException;
}
