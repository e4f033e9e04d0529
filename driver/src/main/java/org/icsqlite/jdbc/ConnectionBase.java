package org.icsqlite.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.icsqlite.error.SqlState;
import org.icsqlite.result.MemoryBlob;
import org.icsqlite.result.MemoryClob;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * What JDBC's connections have that has nothing to do with their database: large objects in memory,
 * client info, a type map, a network timeout, the isolation and holdability that were asked for.
 * Thread-safe.
 */
abstract class ConnectionBase extends JDBC4Connection {

  private volatile SQLWarning warning;
  private volatile Map<String, Class<?>> typeMap = new HashMap<>();
  private volatile int holdability = ResultSet.HOLD_CURSORS_OVER_COMMIT;

  ConnectionBase(String url, String fileName, Properties properties) throws SQLException {
    super(url, fileName, properties);
  }

  /** Fails with SQLState 08003 when the connection is closed. */
  abstract void requireOpen() throws SQLException;

  /** As {@link #requireOpen}, where sqlite-jdbc's method declares no exception. */
  final void requireOpenUndeclared() {
    try {
      requireOpen();
    } catch (SQLException e) {
      throw Refusals.<RuntimeException>undeclared(e);
    }
  }

  // ---- objects --------------------------------------------------------------------------------

  /** An empty one in memory, to be written and then set as a parameter. */
  @Override
  public final Blob createBlob() throws SQLException {
    requireOpen();
    return new MemoryBlob(new byte[0]);
  }

  /** As {@link #createBlob}. */
  @Override
  public final Clob createClob() throws SQLException {
    return createNClob();
  }

  /** As {@link #createBlob}. */
  @Override
  public final NClob createNClob() throws SQLException {
    requireOpen();
    return new MemoryClob("");
  }

  @Override
  public final SQLXML createSQLXML() throws SQLException {
    throw refused("an SQLXML: SQLite has no such type; use a text");
  }

  @Override
  public final Array createArrayOf(String typeName, Object[] elements) throws SQLException {
    throw refused("an ARRAY: SQLite has no such type; bind JSON and read it with json_each");
  }

  @Override
  public final Struct createStruct(String typeName, Object[] attributes) throws SQLException {
    throw refused("a STRUCT: SQLite has no user-defined types");
  }

  @Override
  public final void setShardingKey(ShardingKey key) throws SQLException {
    throw refused("a ShardingKey: a database is one image");
  }

  @Override
  public final void setShardingKey(ShardingKey key, ShardingKey superKey) throws SQLException {
    setShardingKey(key);
  }

  @Override
  public final boolean setShardingKeyIfValid(ShardingKey key, int timeout) throws SQLException {
    setShardingKey(key);
    return false;
  }

  @Override
  public final boolean setShardingKeyIfValid(ShardingKey key, ShardingKey superKey, int timeout)
      throws SQLException {
    setShardingKey(key);
    return false;
  }

  private SQLException refused(String what) throws SQLException {
    requireOpen();
    return Refusals.notSupported(what);
  }

  @Override
  public final Map<String, Class<?>> getTypeMap() throws SQLException {
    requireOpen();
    return typeMap;
  }

  /** Kept, and without effect: SQLite has no user-defined types. */
  @Override
  @SuppressWarnings({"rawtypes", "unchecked"}) // as sqlite-jdbc declares it
  public final void setTypeMap(Map map) throws SQLException {
    requireOpen();
    typeMap = map == null ? new HashMap<>() : map;
  }

  /** Null: there are no catalogs. */
  @Override
  public final String getCatalog() throws SQLException {
    requireOpen();
    return null;
  }

  /** Without effect, as JDBC demands where there are no catalogs. */
  @Override
  public final void setCatalog(String catalog) throws SQLException {
    requireOpen();
  }

  /** Null: names without a schema are looked for in temp and then in main. */
  @Override
  public final String getSchema() throws SQLException {
    requireOpen();
    return null;
  }

  /** Without effect, as JDBC demands where the schema cannot be set. */
  @Override
  public final void setSchema(String schema) throws SQLException {
    requireOpen();
  }

  // ---- client info ----------------------------------------------------------------------------

  /** No property is known: a warning says so, unless the value is null. */
  @Override
  public final void setClientInfo(String name, String value) throws SQLClientInfoException {
    requireOpenForClientInfo(name);
    if (value != null) {
      addWarning("There is no client info property " + name + "; it was ignored");
    }
  }

  /** As {@link #setClientInfo(String, String)} for each of them. */
  @Override
  public final void setClientInfo(Properties properties) throws SQLClientInfoException {
    requireOpenForClientInfo(null);
    if (properties != null) {
      for (String name : properties.stringPropertyNames()) {
        setClientInfo(name, properties.getProperty(name));
      }
    }
  }

  private void requireOpenForClientInfo(String name) throws SQLClientInfoException {
    try {
      requireOpen();
    } catch (SQLException e) {
      throw new SQLClientInfoException(
          e.getMessage(),
          e.getSQLState(),
          name == null ? Map.of() : Map.of(name, ClientInfoStatus.REASON_UNKNOWN),
          e);
    }
  }

  @Override
  public final String getClientInfo(String name) throws SQLException {
    requireOpen();
    return null;
  }

  /** Empty. */
  @Override
  public final Properties getClientInfo() throws SQLException {
    requireOpen();
    return new Properties();
  }

  // ---- warnings -------------------------------------------------------------------------------

  /** Adds the warnings that are due, before they are read. */
  abstract void noteWarnings();

  /** Adds a warning, once until they are cleared. */
  final synchronized void addWarning(String message) {
    for (SQLWarning known = warning; known != null; known = known.getNextWarning()) {
      if (message.equals(known.getMessage())) {
        return;
      }
    }
    SQLWarning added = new SQLWarning(message, SqlState.WARNING);
    if (warning == null) {
      warning = added;
    } else {
      warning.setNextWarning(added);
    }
  }

  /**
   * A redo log that was replayed for this connection, client info that is not known, a wish to
   * write in query mode; or null.
   */
  @Override
  public final SQLWarning getWarnings() throws SQLException {
    requireOpen();
    noteWarnings();
    return warning;
  }

  @Override
  public final synchronized void clearWarnings() throws SQLException {
    requireOpen();
    warning = null;
  }

  // ---- limits ---------------------------------------------------------------------------------

  /** 0: there is no network. */
  @Override
  public final int getNetworkTimeout() throws SQLException {
    requireOpen();
    return 0;
  }

  /** Takes 0 alone, which is no limit. */
  @Override
  public final void setNetworkTimeout(Executor executor, int milliseconds) throws SQLException {
    requireOpen();
    Refusals.requireAtLeastZero("the network timeout", milliseconds);
    if (milliseconds > 0) {
      throw Refusals.notSupported(
          "a network timeout, for there is no network; limit statements with setQueryTimeout");
    }
  }

  // ---- transactions and their rows --------------------------------------------------------------

  /** Transactions are serializable whatever was asked for, as JDBC allows. */
  @Override
  public final int getTransactionIsolation() {
    requireOpenUndeclared();
    return TRANSACTION_SERIALIZABLE;
  }

  /** Takes every level that JDBC knows, since a stricter one may serve. */
  @Override
  public final void setTransactionIsolation(int level) throws SQLException {
    requireOpen();
    if (level != TRANSACTION_READ_UNCOMMITTED
        && level != TRANSACTION_READ_COMMITTED
        && level != TRANSACTION_REPEATABLE_READ
        && level != TRANSACTION_SERIALIZABLE) {
      throw level == TRANSACTION_NONE
          ? Refusals.notSupported("TRANSACTION_NONE")
          : Refusals.invalidArgument("no transaction isolation: " + level);
    }
  }

  /** HOLD_CURSORS_OVER_COMMIT unless set. */
  @Override
  public final int getHoldability() throws SQLException {
    requireOpen();
    return holdability;
  }

  final int holdability() {
    return holdability;
  }

  /**
   * Sets what happens to open result sets of the statements that are made from now on, when {@code
   * commit} or {@code setAutoCommit(true)} commits. {@code rollback()} closes all in any case;
   * rolling back to a savepoint closes none, and their rows may be of what was undone.
   *
   * @param wanted HOLD_CURSORS_OVER_COMMIT or CLOSE_CURSORS_AT_COMMIT
   */
  @Override
  public final void setHoldability(int wanted) throws SQLException {
    requireOpen();
    requireHoldability(wanted);
    holdability = wanted;
  }

  static void requireHoldability(int wanted) throws SQLException {
    if (wanted != ResultSet.HOLD_CURSORS_OVER_COMMIT
        && wanted != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
      throw Refusals.invalidArgument("no holdability: " + wanted);
    }
  }

  // sqlite-jdbc's ask for CLOSE_CURSORS_AT_COMMIT.

  @Override
  public final Statement createStatement() throws SQLException {
    return createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
  }

  @Override
  public final Statement createStatement(int type, int concurrency) throws SQLException {
    return createStatement(type, concurrency, holdability);
  }

  @Override
  public final PreparedStatement prepareStatement(String sql) throws SQLException {
    return prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
  }

  @Override
  public final PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    return prepareStatement(sql, type, concurrency, holdability);
  }
}
