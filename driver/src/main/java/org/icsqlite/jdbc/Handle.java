package org.icsqlite.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;

/** What handles have in common: they are equal to themselves, and unwrap to what they lend. */
abstract class Handle implements InvocationHandler {

  private final Object lent;
  private final Object proxy;

  Handle(Object lent, Class<?> type) {
    this.lent = lent;
    this.proxy = Proxy.newProxyInstance(Handle.class.getClassLoader(), new Class<?>[] {type}, this);
  }

  final Object proxy() {
    return proxy;
  }

  @Override
  public final Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "toString" -> "handle of " + lent;
      case "unwrap" -> unwrap((Class<?>) arguments[0]);
      case "isWrapperFor" -> wraps((Class<?>) arguments[0]);
      default -> call(method, arguments);
    };
  }

  private boolean wraps(Class<?> type) {
    return type != null && (type.isInstance(proxy) || type.isInstance(lent));
  }

  private Object unwrap(Class<?> type) throws SQLException {
    if (!wraps(type)) {
      throw SqlErrors.notWrapped(type);
    }
    return type.isInstance(proxy) ? proxy : lent;
  }

  /** A call of the interface that the handle stands for. */
  abstract Object call(Method method, Object[] arguments) throws Throwable;

  /** Calls what is lent, and throws what it throws. */
  final Object delegate(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(lent, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
