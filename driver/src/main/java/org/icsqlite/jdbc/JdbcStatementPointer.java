package org.icsqlite.jdbc;

import java.sql.SQLException;
import org.sqlite.SQLiteConnection;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/** A throw-away statement that lends its native address: the way to the connection's handle. */
final class JdbcStatementPointer extends JDBC4PreparedStatement {

  JdbcStatementPointer(SQLiteConnection connection) throws SQLException {
    super(connection, "SELECT 1");
  }

  /** Address of the sqlite3_stmt; owned by this object, valid until it is closed. */
  long address() throws SQLException {
    return pointer.safeRunLong((db, address) -> address);
  }
}
