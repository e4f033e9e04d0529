package org.icsqlite.jdbc;

import java.sql.SQLException;
import org.icsqlite.vfs.Mount;
import org.sqlite.core.DB;

/** Pragmas of the driver's own on a connection. Used by one thread at a time. */
final class InternalSql {

  private final DB database;
  private final Mount mount;

  InternalSql(DB database, Mount mount) {
    this.database = database;
    this.mount = mount;
  }

  /** Runs statements as the user could: a refused pragma fails. */
  void run(String sql) throws SQLException {
    database._exec(sql);
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
