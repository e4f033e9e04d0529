package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.sql.Statement;
import java.sql.Wrapper;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.PooledConnection;
import org.junit.jupiter.api.Test;

class WrapperTest {

  private interface Check {
    void of(String name, Wrapper wrapper) throws SQLException;
  }

  /** Calls the check with an open object of each class that is a wrapper. */
  private static void each(Check check) throws SQLException {
    IcSqliteConnectionPoolDataSource pool = new IcSqliteConnectionPoolDataSource();
    pool.setUrl("jdbc:icsqlite:");
    PooledConnection pooled = pool.getPooledConnection();
    try (Connection connection = Urls.open("jdbc:icsqlite:");
        Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement("SELECT ? AS a");
        ResultSet rows = statement.executeQuery("SELECT 7");
        Connection lent = pooled.getConnection();
        PreparedStatement lentStatement = lent.prepareStatement("SELECT 7")) {
      Map<String, Wrapper> wrappers = new LinkedHashMap<>();
      wrappers.put("connection", connection);
      wrappers.put("statement", statement);
      wrappers.put("prepared statement", prepared);
      wrappers.put("parameter metadata", prepared.getParameterMetaData());
      wrappers.put("result set", rows);
      wrappers.put("result set metadata", rows.getMetaData());
      wrappers.put("database metadata", connection.getMetaData());
      wrappers.put("data source", new IcSqliteDataSource());
      wrappers.put("lent connection", lent);
      wrappers.put("lent statement", lentStatement);
      for (Map.Entry<String, Wrapper> wrapper : wrappers.entrySet()) {
        check.of(wrapper.getKey(), wrapper.getValue());
      }
    } finally {
      pooled.close();
    }
  }

  @Test
  void nothingIsAWrapperForNull() throws SQLException {
    each(
        (name, wrapper) -> {
          assertFalse(wrapper.isWrapperFor(null), name);
          assertEquals(
              "HY000",
              assertThrows(SQLNonTransientException.class, () -> wrapper.unwrap(null), name)
                  .getSQLState(),
              name);
        });
  }

  @Test
  void nothingIsAWrapperForAStranger() throws SQLException {
    each(
        (name, wrapper) -> {
          assertFalse(wrapper.isWrapperFor(Runtime.class), name);
          assertEquals(
              "HY000",
              assertThrows(
                      SQLNonTransientException.class, () -> wrapper.unwrap(Runtime.class), name)
                  .getSQLState(),
              name);
        });
  }

  @Test
  void eachUnwrapsToItself() throws SQLException {
    each(
        (name, wrapper) -> {
          assertTrue(wrapper.isWrapperFor(Wrapper.class), name);
          assertSame(wrapper, wrapper.unwrap(Wrapper.class), name);
        });
  }
}
