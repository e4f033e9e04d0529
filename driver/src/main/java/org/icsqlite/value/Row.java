package org.icsqlite.value;

import java.sql.SQLException;

/**
 * A row as SQLite's storage classes. Columns count from 0 and are not checked here. The getters
 * after {@link #type} answer only for the storage class that they belong to; nothing is converted.
 */
public interface Row {

  /** Storage classes, with SQLite's numbers. */
  int INTEGER = 1;

  int REAL = 2;
  int TEXT = 3;
  int BLOB = 4;
  int NULL = 5;

  /** {@link #INTEGER}, {@link #REAL}, {@link #TEXT}, {@link #BLOB} or {@link #NULL}. */
  int type(int column) throws SQLException;

  /** The value of an {@link #INTEGER}. */
  long integer(int column);

  /** The value of a {@link #REAL}; never NaN, which SQLite stores as NULL. */
  double real(int column);

  /** The value of a {@link #TEXT}; malformed UTF-8 as U+FFFD. */
  String text(int column);

  /** A fresh array: the value of a {@link #BLOB}, or the UTF-8 of a {@link #TEXT}. */
  byte[] bytes(int column);

  /** Bytes of a {@link #BLOB} or of the UTF-8 of a {@link #TEXT}. */
  int byteLength(int column);
}
