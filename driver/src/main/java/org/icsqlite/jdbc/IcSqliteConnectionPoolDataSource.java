package org.icsqlite.jdbc;

import java.sql.SQLException;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import javax.sql.PooledConnectionBuilder;

/**
 * Opens connections for a pool that lends them out again and again. Closing a handle puts its
 * connection back into the state in which it was opened:
 *
 * <ul>
 *   <li>statements and result sets are closed, an open transaction is rolled back, whether JDBC or
 *       a BEGIN began it, savepoints are forgotten, auto-commit is on;
 *   <li>read-only, holdability, busy timeout, size of the statement cache, type map and network
 *       timeout are what they were, warnings are cleared;
 *   <li>so are the pragmas that hold for a connection alone, whoever set them, such as {@code
 *       foreign_keys}, {@code recursive_triggers} or {@code case_sensitive_like};
 *   <li>tables, views and triggers in the schema {@code temp} are dropped, databases that were
 *       attached are detached, and {@code last_insert_rowid()} is 0.
 * </ul>
 *
 * <p>Functions, collations, listeners, handlers and limits that are set through sqlite-jdbc's
 * classes need its own object, which {@code unwrap} leads to. A connection that has given it out is
 * closed with the handle, and the next handle has a fresh one to the same database. A database of
 * {@code :memory:} would be lost by that: its connection stays, with all that was set so.
 *
 * <p>{@code total_changes()} goes on; what belongs to the database or to all connections, such as
 * {@link IcSqliteConnection#setDurability}, is nothing that a handle holds.
 *
 * <p>Settings and threads: see {@link IcSqliteCommonDataSource}.
 */
public class IcSqliteConnectionPoolDataSource extends IcSqliteCommonDataSource
    implements ConnectionPoolDataSource {

  /** A data source without a URL; {@link #setUrl} before the first connection. */
  public IcSqliteConnectionPoolDataSource() {
    super(null);
  }

  /** A data source for a {@code jdbc:icsqlite:} URL. */
  public IcSqliteConnectionPoolDataSource(String url) {
    super(url);
  }

  /**
   * Opens a connection for a pool.
   *
   * @return never null; a pooled connection and its handles may be used by one thread after another
   * @throws SQLException SQLState 08001 when URL or properties are wrong or the image is
   */
  @Override
  public PooledConnection getPooledConnection() throws SQLException {
    return IcSqlitePooledConnection.of(open());
  }

  /** As {@link #getPooledConnection()}: SQLite knows no users, so both arguments are ignored. */
  @Override
  public PooledConnection getPooledConnection(String user, String password) throws SQLException {
    return getPooledConnection();
  }

  /** Refused: a builder sets what is not known here, users and shards. */
  @Override
  public PooledConnectionBuilder createPooledConnectionBuilder() throws SQLException {
    throw Refusals.notSupported("a PooledConnectionBuilder: there are no users and no shards");
  }
}
