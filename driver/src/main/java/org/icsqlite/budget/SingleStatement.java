package org.icsqlite.budget;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import org.icsqlite.error.SqlState;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.session.Parameters;
import org.icsqlite.session.SqlText;
import org.icsqlite.value.ParameterValues;

/** The rules for the text and the parameters of a call with a budget. */
final class SingleStatement {

  private SingleStatement() {}

  static CompiledStatement require(CompiledStatement statement) throws SQLException {
    if (statement == null) {
      throw new SQLSyntaxErrorException("SQL contains no statement", SqlState.SYNTAX);
    }
    return statement;
  }

  static void requireEnd(SqlText text) throws SQLException {
    if (text.hasTrailingText()) {
      throw new SQLSyntaxErrorException(
          "SQL contains trailing text after the first statement", SqlState.SYNTAX);
    }
  }

  static Parameters parameters(CompiledStatement statement, ParameterValues values, Object[] args)
      throws SQLException {
    int expected = statement.parameterCount();
    if (args.length != expected) {
      throw new SQLDataException(
          "SQL parameter count mismatch: expected " + expected + ", actual " + args.length,
          SqlState.PARAMETERS_MISSING);
    }
    Parameters parameters = new Parameters(expected);
    for (int i = 0; i < expected; i++) {
      values.set(parameters, i + 1, args[i]);
    }
    return parameters;
  }
}
