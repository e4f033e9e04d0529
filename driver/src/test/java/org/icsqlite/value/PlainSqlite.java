package org.icsqlite.value;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** SQLite through plain sqlite-jdbc, in memory. */
final class PlainSqlite implements AutoCloseable {

  /** Sets parameter 1. */
  interface Setting {
    void to(ParameterSink sink) throws SQLException;
  }

  private final Connection connection;

  PlainSqlite() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite::memory:");
  }

  PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  /** The only row of a query with one parameter. */
  ObjectRow row(String sql, Setting setting) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      setting.to(new StatementSink(statement));
      try (ResultSet rows = statement.executeQuery()) {
        assertTrue(rows.next());
        Object[] values = new Object[rows.getMetaData().getColumnCount()];
        for (int i = 0; i < values.length; i++) {
          values[i] = rows.getObject(i + 1);
        }
        return new ObjectRow(values);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private record StatementSink(PreparedStatement statement) implements ParameterSink {

    @Override
    public void setNull(int parameter) throws SQLException {
      statement.setObject(parameter, null);
    }

    @Override
    public void setInteger(int parameter, long value) throws SQLException {
      statement.setLong(parameter, value);
    }

    @Override
    public void setReal(int parameter, double value) throws SQLException {
      statement.setDouble(parameter, value);
    }

    @Override
    public void setText(int parameter, String value) throws SQLException {
      statement.setString(parameter, value);
    }

    @Override
    public void setBlob(int parameter, byte[] value) throws SQLException {
      statement.setBytes(parameter, value);
    }
  }
}
