package org.icsqlite.jdbc;

import java.sql.SQLException;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.Codes;
import org.sqlite.core.DB;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/**
 * A statement without parameters or rows that stays prepared for as long as its connection is open,
 * and is reset whenever it does not run. Closing the database finalizes it.
 */
final class StandingStatement extends JDBC4PreparedStatement {

  StandingStatement(SQLiteConnection connection, String sql) throws SQLException {
    super(connection, sql);
  }

  /** Whether it was prepared from this text. */
  boolean isOf(String text) {
    return sql.equals(text);
  }

  void run() throws SQLException {
    DB database = getDatabase();
    synchronized (database) {
      try {
        int code = pointer.safeRunInt(DB::step);
        if (code != Codes.SQLITE_DONE) {
          database.throwex(code);
        }
      } finally {
        if (!pointer.isClosed()) {
          pointer.safeRunInt(DB::reset);
        }
      }
    }
  }
}
