package org.icsqlite.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.icsqlite.error.SqlErrors;

/**
 * The connection that the user of a pool has, until it is closed. Its statements are handles as
 * well; their result sets are the driver's own, so that reading a column costs what it costs
 * without a pool.
 */
final class ConnectionHandle extends Handle {

  private final IcSqlitePooledConnection pooled;
  private final IcSqliteConnection physical;
  private final Set<StatementHandle> statements = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean ended = new AtomicBoolean();

  ConnectionHandle(IcSqlitePooledConnection pooled, IcSqliteConnection physical) {
    super(physical, Connection.class);
    this.pooled = pooled;
    this.physical = physical;
  }

  Connection connection() {
    return (Connection) proxy();
  }

  IcSqlitePooledConnection pooled() {
    return pooled;
  }

  /** From now on every call fails; false when that was so before. */
  boolean end() {
    return ended.compareAndSet(false, true);
  }

  boolean isEnded() {
    return ended.get();
  }

  boolean isClosed() {
    return ended.get() || physical.isClosed();
  }

  void requireOpen() throws SQLException {
    if (ended.get()) {
      throw SqlErrors.closed();
    }
  }

  void forget(StatementHandle statement) {
    statements.remove(statement);
  }

  /** Closes the statements that are left; the result is the first failure, or null. */
  SQLException closeStatements() {
    SQLException failure = null;
    for (StatementHandle statement : List.copyOf(statements)) {
      try {
        statement.close();
      } catch (SQLException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    return failure;
  }

  @Override
  Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return switch (method.getName()) {
        case "close" -> {
          pooled.giveBack(this);
          yield null;
        }
        case "isClosed" -> isClosed();
        case "isValid" -> (Boolean) delegate(method, arguments) && !isClosed();
        case "abort" -> {
          abort((Executor) arguments[0]);
          yield null;
        }
        case "setClientInfo" -> {
          requireOpenForClientInfo();
          yield delegate(method, arguments);
        }
        case "getMetaData" -> {
          requireOpen();
          yield physical.metaData(connection());
        }
        default -> {
          requireOpen();
          Object result = delegate(method, arguments);
          yield result instanceof StatementBase statement ? lend(statement) : result;
        }
      };
    } catch (SQLException e) {
      if (!ended.get()) {
        pooled.failed(e);
      }
      throw e;
    }
  }

  /** As {@link #requireOpen}, with the exception that setClientInfo may throw. */
  private void requireOpenForClientInfo() throws SQLClientInfoException {
    if (ended.get()) {
      SQLException closed = SqlErrors.closed();
      throw new SQLClientInfoException(closed.getMessage(), closed.getSQLState(), Map.of(), closed);
    }
  }

  private void abort(Executor executor) throws SQLException {
    if (!isClosed()) {
      physical.abort(executor);
      end();
      pooled.failed(SqlErrors.closed());
    }
  }

  private Object lend(StatementBase statement) {
    StatementHandle handle = new StatementHandle(this, statement);
    statements.add(handle);
    return handle.proxy();
  }
}
