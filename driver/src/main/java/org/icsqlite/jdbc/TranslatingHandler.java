package org.icsqlite.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/**
 * Stands before an object of sqlite-jdbc and takes every call the way of the connection: SQLite
 * also fails while rows are fetched, long after the statement was executed, and may then roll the
 * transaction back.
 */
final class TranslatingHandler implements InvocationHandler {

  /** What may be called after the connection was closed. */
  private static final Set<String> WITHOUT_CONNECTION = Set.of("close", "isClosed", "toString");

  private final IcSqliteConnection connection;
  private final RunningCalls.Owner owner;
  private final Object target;

  private TranslatingHandler(
      IcSqliteConnection connection, RunningCalls.Owner owner, Object target) {
    this.connection = connection;
    this.owner = owner;
    this.target = target;
  }

  /**
   * Makes the proxy classes while there is stack enough. Made first where the stack ends, such a
   * class would stay unusable for as long as the virtual machine runs.
   */
  static void makeProxyClasses() {
    wrap(null, null, ResultSet.class, null);
    wrap(null, null, DatabaseMetaData.class, null);
  }

  static <T> T wrap(
      IcSqliteConnection connection, RunningCalls.Owner owner, Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            TranslatingHandler.class.getClassLoader(),
            new Class<?>[] {type},
            new TranslatingHandler(connection, owner, target)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    if (name.equals("equals")) {
      return proxy == arguments[0];
    }
    if (name.equals("hashCode")) {
      return System.identityHashCode(proxy);
    }
    boolean ofTarget = name.equals("unwrap") || name.equals("isWrapperFor");
    if (ofTarget && ((Class<?>) arguments[0]).isInstance(target)) {
      return name.equals("unwrap") ? target : (Object) true;
    }
    if (!ofTarget && !WITHOUT_CONNECTION.contains(name)) {
      connection.requireOpen();
    }
    return connection.finish(owner, () -> call(method, arguments));
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
