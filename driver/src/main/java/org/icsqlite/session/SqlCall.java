package org.icsqlite.session;

import java.sql.SQLException;

/** A call that ends in sqlite-jdbc. */
@FunctionalInterface
public interface SqlCall<T> {

  T run() throws SQLException;
}
