package org.icsqlite.metadata;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Prepares the SELECTs that describe a database. */
@FunctionalInterface
public interface Queries {

  /** A statement of its own for each call, which the caller closes. */
  PreparedStatement prepare(String sql) throws SQLException;
}
