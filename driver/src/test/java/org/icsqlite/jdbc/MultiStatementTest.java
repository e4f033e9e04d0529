package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A text of several statements is run as a whole, and its results are walked in order. */
class MultiStatementTest {

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    statement = connection.createStatement();
    Urls.exec(connection, "CREATE TABLE t(x)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void resultsAndCountsComeInTheirOrder() throws SQLException {
    assertTrue(
        statement.execute(
            "SELECT 1; INSERT INTO t VALUES(1), (2); /* between */ SELECT x FROM t;;"
                + " DELETE FROM t WHERE x = 1; SELECT count(*) FROM t -- the end"));
    ResultSet first = statement.getResultSet();
    assertTrue(first.next());
    assertEquals(-1, statement.getUpdateCount());
    assertFalse(statement.getMoreResults());
    assertTrue(first.isClosed());
    assertEquals(2, statement.getUpdateCount());
    assertNull(statement.getResultSet());
    assertTrue(statement.getMoreResults());
    ResultSet rows = statement.getResultSet();
    assertTrue(rows.next());
    assertEquals(1, rows.getInt(1));
    assertTrue(rows.next());
    assertEquals(2, rows.getInt(1), "the row was read before it was deleted");
    assertFalse(statement.getMoreResults(Statement.CLOSE_ALL_RESULTS));
    assertEquals(1, statement.getLargeUpdateCount());
    assertTrue(statement.getMoreResults());
    assertTrue(statement.getResultSet().next());
    assertEquals(1, statement.getResultSet().getInt(1));
    assertFalse(statement.getMoreResults());
    assertEquals(-1, statement.getUpdateCount());
    assertFalse(statement.getMoreResults());
  }

  @Test
  void resultsAreKeptOrNotAsTheCallerSays() throws SQLException {
    statement.execute("SELECT 1; SELECT 2");
    assertEquals(
        "0A000",
        assertThrows(
                SQLException.class, () -> statement.getMoreResults(Statement.KEEP_CURRENT_RESULT))
            .getSQLState());
    assertEquals(
        "22023",
        assertThrows(SQLException.class, () -> statement.getMoreResults(99)).getSQLState());
    assertTrue(statement.getResultSet().next(), "still the first");
    assertTrue(statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT));
  }

  @Test
  void theFirstFailureEndsItAndWhatCameBeforeStays() throws SQLException {
    assertThrows(
        SQLException.class,
        () ->
            statement.execute(
                "INSERT INTO t VALUES(1); INSERT INTO absent VALUES(1); INSERT INTO t VALUES(2)"));
    assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t"));
    assertFalse(statement.getMoreResults());
    connection.setAutoCommit(false);
    assertThrows(
        SQLException.class, () -> statement.execute("INSERT INTO t VALUES(3); SELECT * FROM no"));
    connection.rollback();
    assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void aLaterStatementMayNeedAnEarlierOne() throws SQLException {
    statement.execute("CREATE TABLE u(a); INSERT INTO u VALUES(7); DROP TABLE t");
    assertEquals(7, Urls.number(connection, "SELECT a FROM u"));
  }

  @Test
  void executeUpdateSumsTheCountsAndExecuteQueryFindsTheRows() throws SQLException {
    assertEquals(
        3, statement.executeUpdate("INSERT INTO t VALUES(1), (2); UPDATE t SET x = 5 WHERE x = 1"));
    try (ResultSet rows =
        statement.executeQuery("INSERT INTO t VALUES(9); SELECT count(*) FROM t; SELECT 'next'")) {
      assertTrue(rows.next());
      assertEquals(3, rows.getInt(1));
    }
    assertTrue(statement.getMoreResults());
    assertTrue(statement.getResultSet().next());
    assertEquals("next", statement.getResultSet().getString(1));
    SQLException refused =
        assertThrows(
            SQLException.class,
            () -> statement.executeUpdate("INSERT INTO t VALUES(1); SELECT 1 FROM t"));
    assertEquals("0100E", refused.getSQLState());
    Urls.exec(connection, "DROP TABLE t");
  }

  @Test
  void nothingIsNoResult() throws SQLException {
    for (String sql : new String[] {"", ";", " ; ;; ", "-- only this", "/* and this */;"}) {
      assertFalse(statement.execute(sql), sql);
      assertEquals(0, statement.executeUpdate(sql), sql);
      assertEquals(
          "02001",
          assertThrows(SQLException.class, () -> statement.executeQuery(sql)).getSQLState());
    }
  }

  @Test
  void triggersAndTextsWithSemicolonsAreOneStatement() throws SQLException {
    statement.execute(
        "CREATE TABLE log(y); CREATE TRIGGER g AFTER INSERT ON t BEGIN"
            + " INSERT INTO log VALUES(';'); INSERT INTO log VALUES(new.x); END;"
            + " INSERT INTO t VALUES('a;b')");
    assertEquals("[;, a;b]", Urls.column(connection, "SELECT y FROM log").toString());
  }
}
