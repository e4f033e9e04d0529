package org.icsqlite.jdbc;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.error.SqlState;
import org.icsqlite.session.CallOwner;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.session.Parameters;
import org.icsqlite.session.Session;
import org.icsqlite.session.SqlText;
import org.icsqlite.session.Transactions;

/** The savepoints of a connection's transaction, in the order in which they were set. */
final class Savepoints {

  private final Session session;
  private final List<Point> points = new ArrayList<>();
  private long transaction;
  private int lastId;

  Savepoints(Session session) {
    this.session = session;
  }

  Savepoint set() throws SQLException {
    return add(null);
  }

  Savepoint set(String name) throws SQLException {
    if (name == null) {
      throw new SQLDataException("a savepoint's name must not be null", SqlState.INVALID_ARGUMENT);
    }
    return add(name);
  }

  private Savepoint add(String name) throws SQLException {
    synchronized (session.monitor()) {
      session.transactions().requireManual();
      Point point = new Point(++lastId, name);
      run("SAVEPOINT " + point.sqlName());
      long now = session.transactions().number();
      if (now != transaction) {
        points.clear();
        transaction = now;
      }
      points.add(point);
      return point;
    }
  }

  /** Forgets a savepoint and those set after it. */
  void release(Savepoint savepoint) throws SQLException {
    synchronized (session.monitor()) {
      session.transactions().requireManual();
      int index = index(savepoint);
      run("RELEASE " + points.get(index).sqlName());
      points.subList(index, points.size()).clear();
    }
  }

  /** Undoes what came after a savepoint, and forgets those set after it. */
  void rollback(Savepoint savepoint) throws SQLException {
    synchronized (session.monitor()) {
      session.transactions().requireManual();
      int index = index(savepoint);
      run("ROLLBACK TO " + points.get(index).sqlName());
      points.subList(index + 1, points.size()).clear();
    }
  }

  /** The transaction has ended. */
  void clear() {
    points.clear();
  }

  private int index(Savepoint savepoint) throws SQLException {
    int index = points.size() - 1;
    while (index >= 0 && points.get(index) != savepoint) {
      index--;
    }
    Transactions transactions = session.transactions();
    boolean ended =
        transactions.number() != transaction
            || (!transactions.open() && !transactions.rolledBack());
    if (index < 0 || ended) {
      throw new SQLNonTransientException(
          "The savepoint is not, or no longer, one of this transaction",
          SqlState.INVALID_SAVEPOINT);
    }
    return index;
  }

  private void run(String sql) throws SQLException {
    CompiledStatement statement = session.statements().compile(new SqlText(sql));
    try {
      session.executor().execute(statement, new Parameters(0), new CallOwner(), 0);
    } finally {
      session.statements().release(statement, true);
    }
  }

  private record Point(int id, String name) implements Savepoint {

    /** Its number keeps it apart from others of the same name. */
    String sqlName() {
      return '"' + (name == null ? "" : name.replace("\"", "\"\"") + ' ') + id + '"';
    }

    @Override
    public int getSavepointId() throws SQLException {
      if (name != null) {
        throw new SQLNonTransientException(
            "A savepoint with a name has no id", SqlState.INVALID_SAVEPOINT);
      }
      return id;
    }

    @Override
    public String getSavepointName() throws SQLException {
      if (name == null) {
        throw new SQLNonTransientException(
            "A savepoint without a name has an id", SqlState.INVALID_SAVEPOINT);
      }
      return name;
    }
  }
}
