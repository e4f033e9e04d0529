package org.icsqlite.session;

import java.sql.SQLException;

/** A call that ends in sqlite-jdbc and gives nothing back. */
@FunctionalInterface
public interface SqlAction {

  void run() throws SQLException;
}
