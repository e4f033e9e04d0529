package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.util.Properties;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteUpdateListener;

/**
 * What sqlite-jdbc's connections have beside JDBC's methods. There a null, or a connection that was
 * closed, can end the process; here it is an SQLException.
 */
abstract class BeyondJdbcConnection extends TransactionalConnection {

  BeyondJdbcConnection(
      ConnectionSettings settings, Resources resources, String fileName, Properties properties)
      throws SQLException {
    super(settings, resources, fileName, properties);
  }

  /**
   * Tells a listener of each row that this connection inserts, updates or deletes. Fails with an
   * SQLException, which sqlite-jdbc's method does not declare: SQLState 08003 when the connection
   * is closed, 22023 for null.
   *
   * <p>A listener cannot keep SQLite from what it is told of. What it throws comes out of the call
   * that made the change, once that has done its work: a statement has run to its end, and is
   * committed where it commits by itself. Only a budgeted update is undone. Of several exceptions
   * the first is thrown, with some of the others as suppressed. Where the call itself fails, its
   * SQLException has them as suppressed. What SQLite does within a call of sqlite-jdbc's own
   * object, which {@link #getDatabase} gives, is logged instead.
   */
  @Override
  public final void addUpdateListener(SQLiteUpdateListener listener) {
    synchronized (session.monitor()) {
      requireListener(listener);
      getDatabase().addUpdateListener(new ContainedUpdateListener(listener, session));
    }
  }

  /**
   * As {@link #addUpdateListener}, of each commit and rollback but the one that closes the
   * connection. A commit listener is told before SQLite commits, and cannot prevent it.
   */
  @Override
  public final void addCommitListener(SQLiteCommitListener listener) {
    synchronized (session.monitor()) {
      requireListener(listener);
      getDatabase().addCommitListener(new ContainedCommitListener(listener, session));
    }
  }

  private void requireListener(Object listener) {
    requireOpenUndeclared();
    if (listener == null) {
      throw Refusals.<RuntimeException>undeclared(
          Refusals.invalidArgument("a listener must not be null"));
    }
  }

  /** Does nothing for one that is not, or no longer, there, as after {@link #close}. */
  @Override
  public final void removeUpdateListener(SQLiteUpdateListener listener) {
    synchronized (session.monitor()) {
      if (!isClosed()) {
        super.removeUpdateListener(new ContainedUpdateListener(listener, session));
      }
    }
  }

  /** As {@link #removeUpdateListener}. */
  @Override
  public final void removeCommitListener(SQLiteCommitListener listener) {
    synchronized (session.monitor()) {
      if (!isClosed()) {
        super.removeCommitListener(new ContainedCommitListener(listener, session));
      }
    }
  }

  /** The version of SQLite, such as 3.54.1. */
  @Override
  public final String libversion() throws SQLException {
    requireOpen();
    return super.libversion();
  }

  /**
   * A database as the bytes of a SQLite file.
   *
   * @param schema main, or the name of an attached one
   * @throws SQLException SQLState 08003 when the connection is closed, 22023 for null
   */
  @Override
  public final byte[] serialize(String schema) throws SQLException {
    requireOpen();
    if (schema == null) {
      throw Refusals.invalidArgument("serialize needs the name of a schema, such as main");
    }
    return session.finish(() -> super.serialize(schema));
  }

  /** Always fails with SQLState 0A000: the database would no longer be the image. */
  @Override
  public final void deserialize(String schema, byte[] database) throws SQLException {
    requireOpen();
    throw Refusals.notSupported(
        "deserialize: it would put memory of SQLite's own in the place of the image; read the"
            + " other database and write its rows here");
  }
}
