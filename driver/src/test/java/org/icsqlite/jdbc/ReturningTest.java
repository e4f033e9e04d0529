package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * A statement with RETURNING is done, and committed, when it was executed: whoever reads its rows.
 */
class ReturningTest {

  private static final String SMALL = "jdbc:icsqlite::memory:?bucket_pages=1&max_stable_pages=8";
  private static final String TOO_BIG = "INSERT INTO t VALUES(zeroblob(1000000)) RETURNING rowid";

  @Test
  void aCommitThatFailsIsTheErrorOfTheExecution() throws SQLException {
    try (Connection connection = Urls.open(SMALL);
        Statement statement = connection.createStatement()) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      try (PreparedStatement prepared = connection.prepareStatement(TOO_BIG)) {
        Executable[] ways = {
          () -> statement.execute(TOO_BIG),
          () -> statement.executeQuery(TOO_BIG),
          () -> statement.executeUpdate(TOO_BIG),
          prepared::execute,
          prepared::executeQuery,
          prepared::executeUpdate
        };
        for (Executable way : ways) {
          SQLException thrown = assertThrows(SQLException.class, way);
          assertEquals("53100", thrown.getSQLState());
          assertEquals(13, thrown.getErrorCode());
          assertTrue(thrown.getMessage().contains("stable memory grow failed"));
          assertEquals(0, Urls.number(connection, "SELECT count(*) FROM t"));
        }
      }
    }
  }

  @Test
  void itIsCommittedBeforeItsRowsAreRead() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite:mem:returning");
        Connection other = Urls.open("jdbc:icsqlite:mem:returning")) {
      Urls.exec(connection, "CREATE TABLE t(x INTEGER PRIMARY KEY)");
      try (Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery("INSERT INTO t VALUES(1),(2),(3) RETURNING x * 10 AS y")) {
        assertEquals(3, Urls.number(other, "SELECT count(*) FROM t"));
        for (int i = 1; i <= 3; i++) {
          assertTrue(rows.next());
          assertEquals(10 * i, rows.getInt("y"));
        }
        assertFalse(rows.next());
      }
    }
  }

  @Test
  void executeUpdateCountsAndKeepsTheRowsAsKeys() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      Urls.exec(connection, "CREATE TABLE t(x INTEGER PRIMARY KEY, y)");
      assertEquals(2, statement.executeUpdate("INSERT INTO t(y) VALUES('a'),('b') RETURNING x, y"));
      try (ResultSet keys = statement.getGeneratedKeys()) {
        assertTrue(keys.next());
        assertEquals(1, keys.getLong("x"));
        assertEquals("a", keys.getString("y"));
        assertTrue(keys.next());
        assertEquals(2, keys.getLong(1));
        assertFalse(keys.next());
      }
      assertEquals(2, statement.getUpdateCount());
    }
  }

  @Test
  void aStatementClosesAlsoInATransactionThatSqliteRolledBack() throws SQLException {
    try (Connection connection = Urls.open(SMALL)) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("INSERT INTO t VALUES(zeroblob(1000000))");
        assertEquals("53100", assertThrows(SQLException.class, connection::commit).getSQLState());
      }
      connection.rollback();
      assertEquals(0, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }
}
