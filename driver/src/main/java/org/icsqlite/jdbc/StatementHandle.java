package org.icsqlite.jdbc;

import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A statement of a {@link ConnectionHandle}, which it ends with. */
final class StatementHandle extends Handle {

  private final ConnectionHandle connection;
  private final StatementBase statement;

  StatementHandle(ConnectionHandle connection, StatementBase statement) {
    super(
        statement,
        statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class);
    this.connection = connection;
    this.statement = statement;
    statement.setHandle((Statement) proxy());
  }

  /** Closes the statement, and tells the pool of a prepared one. */
  void close() throws SQLException {
    connection.forget(this);
    if (!statement.isClosed()) {
      try {
        statement.close();
      } finally {
        if (proxy() instanceof PreparedStatement prepared) {
          connection.pooled().statementClosed(prepared);
        }
      }
    }
  }

  @Override
  Object call(Method method, Object[] arguments) throws Throwable {
    try {
      return switch (method.getName()) {
        case "close" -> {
          close();
          yield null;
        }
        case "isClosed" -> connection.isClosed() || statement.isClosed();
        case "getConnection" -> {
          connection.requireOpen();
          statement.requireOpen();
          yield connection.connection();
        }
        default -> {
          connection.requireOpen();
          yield delegate(method, arguments);
        }
      };
    } catch (SQLException e) {
      if (!connection.isEnded()) {
        if (proxy() instanceof PreparedStatement prepared) {
          connection.pooled().statementFailed(prepared, e);
        } else {
          connection.pooled().failed(e);
        }
      }
      throw e;
    }
  }
}
