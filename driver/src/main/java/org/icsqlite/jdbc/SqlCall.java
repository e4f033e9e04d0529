package org.icsqlite.jdbc;

import java.sql.SQLException;

/** A call that ends in sqlite-jdbc. */
@FunctionalInterface
interface SqlCall<T> {

  T run() throws SQLException;
}
