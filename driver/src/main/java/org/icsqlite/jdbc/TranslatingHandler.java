package org.icsqlite.jdbc;

import java.lang.ref.Reference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * Stands before an object of sqlite-jdbc and takes every call the way of the connection: SQLite
 * also fails while rows are fetched, long after the statement was executed, and may then roll the
 * transaction back.
 */
final class TranslatingHandler implements InvocationHandler {

  /** What a method needs around the call of the target. */
  private enum Kind {
    /** Answered here. */
    EQUALS,
    HASH_CODE,
    /** Asks for the target's class before it asks the target. */
    OF_TARGET,
    /** May be called after the connection was closed. */
    WITHOUT_CONNECTION,
    /** Looks at the present row only, and so does not run SQLite's machine. */
    OF_ROW,
    NEXT,
    CLOSE,
    OTHER
  }

  private static final Map<Method, Kind> RESULT_SET_KINDS = kinds(ResultSet.class);
  private static final Map<Method, Kind> META_DATA_KINDS = kinds(DatabaseMetaData.class);

  private final IcSqliteConnection connection;
  private final RunningCalls.Owner owner;
  private final Object target;
  private final Map<Method, Kind> kinds;

  private TranslatingHandler(
      IcSqliteConnection connection,
      RunningCalls.Owner owner,
      Object target,
      Map<Method, Kind> kinds) {
    this.connection = connection;
    this.owner = owner;
    this.target = target;
    this.kinds = kinds;
  }

  private static Map<Method, Kind> kinds(Class<?> type) {
    Map<Method, Kind> kinds = new HashMap<>();
    for (Method method : type.getMethods()) {
      kinds.put(method, kind(method.getName(), type == ResultSet.class));
    }
    for (Method method : Object.class.getMethods()) {
      kinds.put(method, kind(method.getName(), false));
    }
    return Map.copyOf(kinds);
  }

  private static Kind kind(String name, boolean ofResultSet) {
    return switch (name) {
      case "equals" -> Kind.EQUALS;
      case "hashCode" -> Kind.HASH_CODE;
      case "unwrap", "isWrapperFor" -> Kind.OF_TARGET;
      case "close" -> ofResultSet ? Kind.CLOSE : Kind.WITHOUT_CONNECTION;
      case "isClosed", "toString" -> Kind.WITHOUT_CONNECTION;
      case "next" -> ofResultSet ? Kind.NEXT : Kind.OTHER;
      case "wasNull", "findColumn" -> Kind.OF_ROW;
      default -> ofResultSet && name.startsWith("get") ? Kind.OF_ROW : Kind.OTHER;
    };
  }

  /**
   * Makes the proxy classes while there is stack enough. Made first where the stack ends, such a
   * class would stay unusable for as long as the virtual machine runs.
   */
  static void makeProxyClasses() {
    StackHeadroom.require();
    wrap(null, null, ResultSet.class, null);
    wrap(null, null, DatabaseMetaData.class, null);
  }

  static <T> T wrap(
      IcSqliteConnection connection, RunningCalls.Owner owner, Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            TranslatingHandler.class.getClassLoader(),
            new Class<?>[] {type},
            new TranslatingHandler(
                connection,
                owner,
                target,
                type == ResultSet.class ? RESULT_SET_KINDS : META_DATA_KINDS)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Kind kind = kinds.getOrDefault(method, Kind.OTHER);
    if (kind == Kind.EQUALS) {
      return proxy == arguments[0];
    }
    if (kind == Kind.HASH_CODE) {
      return System.identityHashCode(proxy);
    }
    if (kind == Kind.CLOSE) {
      close((ResultSet) target);
      return null;
    }
    boolean ofTarget = kind == Kind.OF_TARGET && ((Class<?>) arguments[0]).isInstance(target);
    if (ofTarget) {
      return method.getName().equals("unwrap") ? target : (Object) true;
    }
    if (kind != Kind.WITHOUT_CONNECTION && kind != Kind.OF_TARGET) {
      connection.requireOpen();
    }
    if (kind == Kind.OF_ROW) {
      return ofRow(method, arguments);
    }
    if (kind == Kind.NEXT) {
      return next((ResultSet) target);
    }
    return connection.finish(owner, () -> call(method, arguments));
  }

  private Object ofRow(Method method, Object[] arguments) throws SQLException {
    try {
      return call(method, arguments);
    } catch (SQLException e) {
      throw connection.translate(e);
    } finally {
      Reference.reachabilityFence(connection);
    }
  }

  /** The first row was fetched by the execution. */
  private boolean next(ResultSet rows) throws SQLException {
    if (rows.isClosed() || rows.getRow() == 0) {
      return rows.next();
    }
    return connection.finish(owner, rows::next);
  }

  private void close(ResultSet rows) throws SQLException {
    connection.finish(
        owner,
        () -> {
          rows.close();
          return null;
        });
  }

  private Object call(Method method, Object[] arguments) throws SQLException {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      Throwable thrown = e.getCause();
      if (thrown instanceof SQLException sql) {
        throw sql;
      }
      if (thrown instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (thrown instanceof Error error) {
        throw error;
      }
      throw new SQLException(thrown);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
