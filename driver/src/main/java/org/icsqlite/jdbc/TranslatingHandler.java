package org.icsqlite.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;

/**
 * Stands before an object of sqlite-jdbc and translates whatever it throws: SQLite also fails while
 * rows are fetched, long after the statement was executed.
 */
final class TranslatingHandler implements InvocationHandler {

  private final IcSqliteConnection connection;
  private final Object target;

  private TranslatingHandler(IcSqliteConnection connection, Object target) {
    this.connection = connection;
    this.target = target;
  }

  static <T> T wrap(IcSqliteConnection connection, Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            TranslatingHandler.class.getClassLoader(),
            new Class<?>[] {type},
            new TranslatingHandler(connection, target)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("equals")) {
      return proxy == arguments[0];
    }
    try {
      return unwrapped(method, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof SQLException sql) {
        throw connection.translate(sql);
      }
      throw e.getCause();
    }
  }

  private Object unwrapped(Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("unwrap") && ((Class<?>) arguments[0]).isInstance(target)) {
      return target;
    }
    if (method.getName().equals("isWrapperFor") && ((Class<?>) arguments[0]).isInstance(target)) {
      return true;
    }
    return method.invoke(target, arguments);
  }
}
