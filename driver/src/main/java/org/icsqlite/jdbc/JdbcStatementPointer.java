package org.icsqlite.jdbc;

import java.sql.SQLException;
import org.sqlite.SQLiteConnection;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/**
 * A statement that is prepared, never run, and lends its native address: the way to the
 * connection's handle. COMMIT is prepared without reading the schema, so it works on a damaged
 * database too.
 */
final class JdbcStatementPointer extends JDBC4PreparedStatement {

  JdbcStatementPointer(SQLiteConnection connection) throws SQLException {
    super(connection, "COMMIT");
  }

  /** Address of the sqlite3_stmt; owned by this object, valid until it is closed. */
  long address() throws SQLException {
    return pointer.safeRunLong((db, address) -> address);
  }
}
