package org.icsqlite.result;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** An owner without a statement that keeps what it is told. */
final class RecordingOwner implements Owner {

  final List<IcSqliteResultSet> closed = new ArrayList<>();
  int fetchSize;
  int maxFieldSize;
  SQLException closedBecause;
  SQLException failureAtClose;

  @Override
  public Statement statement() {
    return null;
  }

  @Override
  public void onClose(IcSqliteResultSet rows) throws SQLException {
    closed.add(rows);
    if (failureAtClose != null) {
      throw failureAtClose;
    }
  }

  @Override
  public int fetchSize() {
    return fetchSize;
  }

  @Override
  public void setFetchSize(int rows) {
    fetchSize = rows;
  }

  @Override
  public int maxFieldSize() {
    return maxFieldSize;
  }

  @Override
  public void requireOpen() throws SQLException {
    if (closedBecause != null) {
      throw closedBecause;
    }
  }
}
