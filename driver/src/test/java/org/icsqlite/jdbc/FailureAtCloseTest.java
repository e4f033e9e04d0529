package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** A statement whose rows were not all fetched commits, or fails to, when it is closed. */
class FailureAtCloseTest {

  private static final String SMALL = "jdbc:icsqlite::memory:?bucket_pages=1&max_stable_pages=8";
  private static final String TOO_BIG = "INSERT INTO t VALUES(zeroblob(1000000)) RETURNING rowid";

  @Test
  void theCommitThatFailsAtTheCloseOfAStatementIsATypedError() throws SQLException {
    try (Connection connection = Urls.open(SMALL)) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      Statement statement = connection.createStatement();
      assertTrue(statement.execute(TOO_BIG));
      requireFull(connection, assertThrows(SQLException.class, statement::close));
    }
  }

  @Test
  void theCommitThatFailsAtTheCloseOfAPreparedStatementIsATypedError() throws SQLException {
    try (Connection connection = Urls.open(SMALL)) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      PreparedStatement statement = connection.prepareStatement(TOO_BIG);
      assertTrue(statement.execute());
      requireFull(connection, assertThrows(SQLException.class, statement::close));
    }
  }

  @Test
  void theCommitThatFailsWhenAStatementIsUsedAgainIsATypedError() throws SQLException {
    try (Connection connection = Urls.open(SMALL);
        Statement statement = connection.createStatement()) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      assertTrue(statement.execute(TOO_BIG));
      requireFull(
          connection, assertThrows(SQLException.class, () -> statement.addBatch("SELECT 1")));
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

  private static void requireFull(Connection connection, SQLException thrown) throws SQLException {
    assertEquals("53100", thrown.getSQLState());
    assertEquals(13, thrown.getErrorCode());
    assertTrue(thrown.getMessage().contains("stable memory grow failed"), thrown.getMessage());
    assertEquals(0, Urls.number(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void aCommitThatFailsAtTheCloseOfAResultSetOrOfTheConnectionIsReported() throws SQLException {
    for (String closed : new String[] {"rows", "statement", "connection", "next execution"}) {
      Connection connection = Urls.open(SMALL);
      try {
        Urls.exec(connection, "CREATE TABLE t(x)");
        PreparedStatement statement =
            connection.prepareStatement(
                "INSERT INTO t VALUES(zeroblob(1000000)),(1) RETURNING rowid");
        ResultSet rows = statement.executeQuery();
        assertTrue(rows.next());
        SQLException thrown =
            assertThrows(
                SQLException.class,
                () -> {
                  switch (closed) {
                    case "rows" -> rows.close();
                    case "statement" -> statement.close();
                    case "connection" -> connection.close();
                    default -> statement.executeQuery();
                  }
                },
                closed);
        assertEquals("53100", thrown.getSQLState(), closed + ": " + thrown.getMessage());
        if (!connection.isClosed()) {
          assertEquals(0, Urls.number(connection, "SELECT count(*) FROM t"), closed);
        }
      } finally {
        connection.close();
      }
    }
  }
}
