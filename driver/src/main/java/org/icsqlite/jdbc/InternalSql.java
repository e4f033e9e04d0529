package org.icsqlite.jdbc;

import java.sql.SQLException;
import org.icsqlite.vfs.Mount;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.DB;

/** SQL of the driver's own on a connection. Used by one thread at a time. */
final class InternalSql {

  private final DB database;
  private final Mount mount;
  private StandingStatement begin;
  private StandingStatement commit;

  InternalSql(DB database, Mount mount) {
    this.database = database;
    this.mount = mount;
  }

  /** Runs statements as the user could: a refused pragma fails. */
  void run(String sql) throws SQLException {
    database._exec(sql);
  }

  /** Begins a transaction with this text, which rarely changes from one to the next. */
  void begin(SQLiteConnection connection, String sql) throws SQLException {
    synchronized (database) {
      if (begin != null && !begin.isOf(sql)) {
        StandingStatement other = begin;
        begin = null;
        other.close();
      }
      if (begin == null) {
        begin = new StandingStatement(connection, sql);
      }
      begin.run();
    }
  }

  /** Commits the transaction. */
  void commit(SQLiteConnection connection) throws SQLException {
    synchronized (database) {
      if (commit == null) {
        commit = new StandingStatement(connection, "commit;");
      }
      commit.run();
    }
  }

  /** Runs pragmas that the policy keeps from the user. */
  void runUnrestricted(String sql) throws SQLException {
    synchronized (database) {
      mount.setInternal(true);
      try {
        database._exec(sql);
      } finally {
        mount.setInternal(false);
      }
    }
  }
}
