package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What a connection cannot make is refused with a SQLState. */
class AbsentObjectsTest {

  @Test
  void objectsThatSqliteDoesNotHaveAreRefused() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      List<Executable> calls =
          List.of(
              connection::createSQLXML,
              () -> connection.createArrayOf("INT", new Object[0]),
              () -> connection.createStruct("x", new Object[0]),
              () -> connection.setShardingKey(null),
              () -> connection.setShardingKey(null, null),
              () -> connection.setShardingKeyIfValid(null, 1),
              () -> connection.setShardingKeyIfValid(null, null, 1),
              () -> new IcSqliteDataSource().createConnectionBuilder(),
              () -> new IcSqliteDataSource().createShardingKeyBuilder(),
              () -> new IcSqliteConnectionPoolDataSource().createPooledConnectionBuilder(),
              () -> new IcSqliteConnectionPoolDataSource().createShardingKeyBuilder());
      for (Executable call : calls) {
        assertEquals(
            "0A000", assertThrows(SQLFeatureNotSupportedException.class, call).getSQLState());
      }
    }
  }

  @Test
  void aHoldabilityThatIsNoneIsRefused() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
      assertEquals(ResultSet.CLOSE_CURSORS_AT_COMMIT, connection.getHoldability());
      SQLException thrown = assertThrows(SQLException.class, () -> connection.setHoldability(99));
      assertEquals("22023", thrown.getSQLState());
    }
  }
}
