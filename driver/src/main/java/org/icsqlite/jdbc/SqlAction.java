package org.icsqlite.jdbc;

import java.sql.SQLException;

/** A call that ends in sqlite-jdbc and gives nothing back. */
@FunctionalInterface
interface SqlAction {

  void run() throws SQLException;
}
