package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** BEGIN and COMMIT stay prepared, and the driver remembers whether a transaction is open. */
class StandingStatementTest {

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES(1)");
    connection.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void insert(int id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES(?)")) {
      statement.setInt(1, id);
      assertEquals(1, statement.executeUpdate());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"COMMIT", "/* end */ END", "ROLLBACK"})
  void aTransactionThatSqlEndedIsNotCalledRolledBackByALaterError(String end) throws SQLException {
    insert(2);
    try (PreparedStatement statement = connection.prepareStatement(end)) {
      statement.execute();
    }
    SQLException failed = assertThrows(SQLException.class, () -> insert(1));
    assertEquals("23505", failed.getSQLState());
    insert(3);
    assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t WHERE id = 3"));
  }

  @Test
  void aPreparedStatementThatRollsBackIsNoticed() throws SQLException {
    insert(2);
    connection.commit();
    insert(3);
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT OR ROLLBACK INTO t VALUES(1)")) {
      assertThrows(SQLException.class, statement::executeUpdate);
    }
    SQLException refused = assertThrows(SQLException.class, () -> insert(4));
    assertEquals("25P02", refused.getSQLState());
    connection.rollback();
    insert(5);
    connection.commit();
    assertEquals(8, Urls.number(connection, "SELECT sum(id) FROM t"));
  }

  @Test
  void commitsGoOnAfterTheSchemaAndTheModeChangedAndAfterVacuum() throws SQLException {
    insert(2);
    connection.commit();
    Urls.exec(connection, "CREATE TABLE u(x)", "INSERT INTO u VALUES(7)");
    connection.commit();
    connection.setReadOnly(true);
    assertEquals(7, Urls.number(connection, "SELECT x FROM u"));
    connection.commit();
    connection.setReadOnly(false);
    connection.setAutoCommit(true);
    Urls.exec(connection, "VACUUM");
    connection.setAutoCommit(false);
    insert(3);
    connection.commit();
    connection.rollback();
    assertEquals(6, Urls.number(connection, "SELECT sum(id) FROM t"));
  }
}
