package org.icsqlite.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.icsqlite.error.SqlErrors;

/**
 * A connection that is lent out again and again. One handle is open at a time: asking for another
 * closes it, without an event. Listeners are called outside of any lock, so they may close the
 * pooled connection.
 *
 * <p>What a user has set on sqlite-jdbc's own object cannot be read back, so a connection that has
 * given it out is replaced by a fresh one when the handle is closed.
 *
 * <p>connectionClosed: a handle was closed, and the next user finds the connection as it was when
 * it was opened. connectionErrorOccurred: a call failed with SQLState 08xxx, or the connection
 * could not be brought back to how it was opened; it should be closed.
 */
final class IcSqlitePooledConnection implements PooledConnection {

  private volatile OpenedState opened;
  private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
  private final List<StatementEventListener> statementListeners = new CopyOnWriteArrayList<>();
  private ConnectionHandle current;

  private IcSqlitePooledConnection(OpenedState opened) {
    this.opened = opened;
  }

  /** Takes over a connection that nobody has used; closes it when that fails. */
  static IcSqlitePooledConnection of(IcSqliteConnection physical) throws SQLException {
    return new IcSqlitePooledConnection(opened(physical));
  }

  private static OpenedState opened(IcSqliteConnection physical) throws SQLException {
    try {
      return OpenedState.of(physical);
    } catch (SQLException e) {
      try {
        physical.close();
      } catch (SQLException unclosed) {
        e.addSuppressed(unclosed);
      }
      throw e;
    }
  }

  private IcSqliteConnection physical() {
    return opened.connection();
  }

  /**
   * Lends the connection out; a handle that is open is closed first.
   *
   * @throws SQLException SQLState 08003 when the pooled connection is closed
   */
  @Override
  public Connection getConnection() throws SQLException {
    ConnectionHandle earlier = exchange(null);
    if (earlier != null && earlier.end()) {
      bringBack(earlier);
    }
    IcSqliteConnection physical = physical();
    if (physical.isClosed()) {
      SQLException closed = SqlErrors.closed();
      failed(closed);
      throw closed;
    }
    ConnectionHandle next = new ConnectionHandle(this, physical);
    ConnectionHandle beside = exchange(next);
    if (beside != null) {
      beside.end();
    }
    return next.connection();
  }

  private synchronized ConnectionHandle exchange(ConnectionHandle next) {
    ConnectionHandle earlier = current;
    current = next;
    return earlier;
  }

  private synchronized void forget(ConnectionHandle handle) {
    if (current == handle) {
      current = null;
    }
  }

  /** Ends a handle and tells the pool; again does nothing. */
  void giveBack(ConnectionHandle handle) throws SQLException {
    if (!handle.end()) {
      return;
    }
    forget(handle);
    SQLException lost = bringBack(handle);
    if (physical().isClosed()) {
      return;
    }
    notifyListeners(ConnectionEventListener::connectionClosed, null);
    if (lost != null) {
      throw lost;
    }
  }

  /**
   * Closes what a handle has left open, and restores the connection.
   *
   * @return an automatic commit that has failed, or null
   */
  private SQLException bringBack(ConnectionHandle handle) throws SQLException {
    SQLException lost = handle.closeStatements();
    try {
      restore();
    } catch (SQLException e) {
      notifyListeners(ConnectionEventListener::connectionErrorOccurred, e);
      if (!physical().isClosed()) {
        throw e;
      }
    }
    return lost;
  }

  private void restore() throws SQLException {
    IcSqliteConnection used = physical();
    if (!used.session().databaseHandedOut() || used.settings.privateMemory()) {
      opened.restore();
      return;
    }
    used.reset(); // the fresh one may need what its transaction has locked
    opened = opened(IcSqliteConnection.open(used.settings));
    used.close(); // no earlier, since a memory in the heap lives as long as a connection to it
  }

  /** Tells the pool when the connection is of no more use. */
  void failed(SQLException failure) {
    if (isFatal(failure)) {
      notifyListeners(ConnectionEventListener::connectionErrorOccurred, failure);
    }
  }

  /** As {@link #failed}, for a call of a statement. */
  void statementFailed(PreparedStatement statement, SQLException failure) {
    if (isFatal(failure)) {
      StatementEvent event = new StatementEvent(this, statement, failure);
      statementListeners.forEach(listener -> listener.statementErrorOccurred(event));
      failed(failure);
    }
  }

  void statementClosed(PreparedStatement statement) {
    StatementEvent event = new StatementEvent(this, statement);
    statementListeners.forEach(listener -> listener.statementClosed(event));
  }

  private static boolean isFatal(SQLException failure) {
    return failure.getSQLState() != null && failure.getSQLState().startsWith("08");
  }

  private void notifyListeners(
      BiConsumer<ConnectionEventListener, ConnectionEvent> call, SQLException failure) {
    ConnectionEvent event = new ConnectionEvent(this, failure);
    listeners.forEach(listener -> call.accept(listener, event));
  }

  /** Closes the connection for good, and its handle without an event. */
  @Override
  public void close() throws SQLException {
    ConnectionHandle open = exchange(null);
    if (open != null) {
      open.end();
    }
    physical().close();
  }

  @Override
  public void addConnectionEventListener(ConnectionEventListener listener) {
    listeners.add(listener);
  }

  @Override
  public void removeConnectionEventListener(ConnectionEventListener listener) {
    listeners.remove(listener);
  }

  @Override
  public void addStatementEventListener(StatementEventListener listener) {
    statementListeners.add(listener);
  }

  @Override
  public void removeStatementEventListener(StatementEventListener listener) {
    statementListeners.remove(listener);
  }
}
