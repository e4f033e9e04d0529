package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.sql.Statement;
import org.icsqlite.result.IcSqliteResultSet;
import org.icsqlite.result.Owner;
import org.icsqlite.session.Session;

/** The owner of rows that describe the database and belong to no statement. */
final class NoStatement implements Owner {

  private final Session session;

  NoStatement(Session session) {
    this.session = session;
  }

  @Override
  public Statement statement() {
    return null;
  }

  @Override
  public void onClose(IcSqliteResultSet rows) {
    // Nothing goes with them.
  }

  @Override
  public int fetchSize() {
    return 0;
  }

  @Override
  public void setFetchSize(int rows) {
    // They are all there.
  }

  @Override
  public int maxFieldSize() {
    return 0;
  }

  @Override
  public void requireOpen() throws SQLException {
    session.requireOpen();
  }
}
