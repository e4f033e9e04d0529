package org.icsqlite.metadata;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Prepares the SELECTs that describe a database. */
public interface Queries {

  /** A statement of its own for each call, which the caller closes. */
  PreparedStatement prepare(String sql) throws SQLException;

  /** Held while one is read, since a rollback by another thread closes all rows. */
  Object monitor();
}
