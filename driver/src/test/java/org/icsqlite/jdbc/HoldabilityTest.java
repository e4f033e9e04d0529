package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Function;

/** What commit and rollback do to rows that are open. */
class HoldabilityTest {

  private static final int HOLD = ResultSet.HOLD_CURSORS_OVER_COMMIT;
  private static final int CLOSE = ResultSet.CLOSE_CURSORS_AT_COMMIT;
  private static final String QUERY = "SELECT x FROM t";

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES (1), (2), (3)");
    connection.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void assertState(String state, Executable call) {
    assertEquals(state, assertThrows(SQLException.class, call).getSQLState());
  }

  private Statement statement(int holdability) throws SQLException {
    return connection.createStatement(
        ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, holdability);
  }

  private PreparedStatement prepared(int holdability) throws SQLException {
    return connection.prepareStatement(
        QUERY, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, holdability);
  }

  @Test
  void rowsAreHeldUnlessAskedOtherwiseAndTheMetadataSaySo() throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    assertEquals(HOLD, metaData.getResultSetHoldability());
    assertEquals(HOLD, connection.getHoldability());
    assertTrue(metaData.supportsResultSetHoldability(HOLD));
    assertTrue(metaData.supportsResultSetHoldability(CLOSE));
    assertFalse(metaData.supportsResultSetHoldability(0));
    assertTrue(metaData.supportsOpenCursorsAcrossCommit());
    assertFalse(metaData.supportsOpenCursorsAcrossRollback());
    assertEquals(HOLD, metaData.getTableTypes().getHoldability());
  }

  @Test
  void statementsAndTheirRowsSayWhatTheyWereAskedFor() throws SQLException {
    assertEquals(HOLD, connection.createStatement().getResultSetHoldability());
    assertEquals(HOLD, connection.prepareStatement(QUERY).executeQuery().getHoldability());
    assertEquals(CLOSE, statement(CLOSE).getResultSetHoldability());
    assertEquals(CLOSE, prepared(CLOSE).executeQuery().getHoldability());
    Statement before = connection.createStatement();
    connection.setHoldability(CLOSE);
    assertEquals(CLOSE, connection.getHoldability());
    assertEquals(HOLD, before.getResultSetHoldability());
    assertEquals(CLOSE, connection.createStatement().getResultSetHoldability());
    assertEquals(
        CLOSE,
        connection
            .createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)
            .executeQuery(QUERY)
            .getHoldability());
    assertEquals(CLOSE, connection.prepareStatement(QUERY).getResultSetHoldability());
    assertEquals(CLOSE, connection.prepareStatement(QUERY, 1).getResultSetHoldability());
    assertEquals(HOLD, statement(HOLD).getResultSetHoldability());
    assertEquals(HOLD, prepared(HOLD).getResultSetHoldability());
    assertState("22023", () -> connection.setHoldability(0));
    assertState("22023", () -> statement(3));
    assertState("22023", () -> prepared(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100})
  void aCommitClosesTheRowsOfThoseAloneThatWantIt(int fetchSize) throws SQLException {
    try (Statement closing = statement(CLOSE);
        Statement holding = statement(HOLD);
        PreparedStatement prepared = prepared(CLOSE)) {
      closing.setFetchSize(fetchSize);
      holding.setFetchSize(fetchSize);
      prepared.setFetchSize(fetchSize);
      ResultSet closed = closing.executeQuery(QUERY);
      ResultSet held = holding.executeQuery(QUERY);
      ResultSet preparedRows = prepared.executeQuery();
      assertTrue(closed.next() && held.next() && preparedRows.next());
      Urls.exec(connection, "INSERT INTO t VALUES (4)");
      connection.commit();
      assertTrue(closed.isClosed());
      assertState("24000", closed::next);
      assertState("24000", () -> closed.getInt(1));
      assertTrue(preparedRows.isClosed());
      assertFalse(held.isClosed());
      assertEquals(1, held.getInt(1));
      assertTrue(held.next());
      assertTrue(held.next());
      assertEquals(3, held.getInt(1));
      assertFalse(closing.isClosed());
      assertTrue(closing.executeQuery(QUERY).next());
      assertTrue(prepared.executeQuery().next());
    }
  }

  @Test
  void rowsOfReturningAreClosedAsWell() throws SQLException {
    try (Statement closing = statement(CLOSE)) {
      ResultSet rows = closing.executeQuery("INSERT INTO t VALUES (4), (5) RETURNING x");
      assertTrue(rows.next());
      connection.commit();
      assertTrue(rows.isClosed());
      ResultSet more = closing.executeQuery("INSERT INTO t VALUES (6), (7) RETURNING x");
      assertTrue(more.next());
      connection.rollback();
      assertTrue(more.isClosed());
    }
  }

  @Test
  void switchingAutoCommitOnCommits() throws SQLException {
    try (Statement closing = statement(CLOSE)) {
      ResultSet rows = closing.executeQuery(QUERY);
      assertTrue(rows.next());
      connection.setAutoCommit(true);
      assertTrue(rows.isClosed());
      ResultSet more = closing.executeQuery(QUERY);
      Urls.exec(connection, "INSERT INTO t VALUES (4)");
      assertTrue(more.next(), "another statement's automatic commit closes nothing");
    }
  }

  @Test
  void aFailedCommitClosesNothing() throws SQLException {
    Urls.exec(
        connection,
        "CREATE TABLE p(id INTEGER PRIMARY KEY)",
        "CREATE TABLE c(p REFERENCES p DEFERRABLE INITIALLY DEFERRED)");
    connection.commit();
    Urls.exec(connection, "INSERT INTO c VALUES (1)");
    try (Statement closing = statement(CLOSE)) {
      ResultSet rows = closing.executeQuery(QUERY);
      assertTrue(rows.next());
      assertState("23503", connection::commit);
      assertFalse(rows.isClosed());
    }
    connection.rollback();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100})
  void aRollbackClosesAllRowsAndNoStatement(int fetchSize) throws SQLException {
    Urls.exec(connection, "INSERT INTO t VALUES (4)");
    try (Statement holding = statement(HOLD);
        PreparedStatement prepared = prepared(CLOSE)) {
      holding.setFetchSize(fetchSize);
      prepared.setFetchSize(fetchSize);
      ResultSet rows = holding.executeQuery("SELECT x FROM t ORDER BY rowid DESC");
      ResultSet preparedRows = prepared.executeQuery();
      assertTrue(rows.next() && preparedRows.next());
      assertEquals(4, rows.getInt(1));
      connection.rollback();
      assertTrue(rows.isClosed());
      assertState("24000", rows::next);
      assertState("24000", () -> rows.getInt(1));
      assertTrue(preparedRows.isClosed());
      assertFalse(holding.isClosed());
      ResultSet again = holding.executeQuery("SELECT x FROM t ORDER BY rowid DESC");
      assertTrue(again.next());
      assertEquals(3, again.getInt(1));
      assertTrue(prepared.executeQuery().next());
    }
  }

  @Test
  void aRollbackToASavepointClosesNothing() throws SQLException {
    Savepoint savepoint = connection.setSavepoint();
    Urls.exec(connection, "INSERT INTO t VALUES (4)");
    try (Statement closing = statement(CLOSE)) {
      closing.setFetchSize(100);
      ResultSet rows = closing.executeQuery("SELECT x FROM t ORDER BY rowid DESC");
      assertTrue(rows.next());
      connection.rollback(savepoint);
      assertFalse(rows.isClosed());
      assertEquals(4, rows.getInt(1));
      assertTrue(rows.next());
      assertEquals(3, rows.getInt(1));
    }
  }

  @Test
  void aFunctionThatRollsBackEndsTheQueryThatCallsIt() throws SQLException {
    int[] calls = new int[1];
    Function.create(
        connection,
        "undo",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            if (++calls[0] == 2) {
              connection.rollback();
            }
            result(calls[0]);
          }
        });
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1);
      ResultSet rows = statement.executeQuery("SELECT undo() FROM t");
      assertTrue(rows.next());
      assertThrows(SQLException.class, rows::next);
      assertTrue(rows.isClosed());
      assertTrue(statement.executeQuery(QUERY).next());
    }
  }
}
