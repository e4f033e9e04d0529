package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.icsqlite.vfs.Engines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Handles of a pooled connection, and what a pool hears of them. */
class PooledConnectionTest {

  /** What a pool was told, in order. */
  private static final class Heard implements ConnectionEventListener, StatementEventListener {
    private final List<String> events = new ArrayList<>();

    @Override
    public void connectionClosed(ConnectionEvent event) {
      assertNull(event.getSQLException());
      events.add("closed");
    }

    @Override
    public void connectionErrorOccurred(ConnectionEvent event) {
      events.add("error " + event.getSQLException().getSQLState());
    }

    @Override
    public void statementClosed(StatementEvent event) {
      assertNull(event.getSQLException());
      events.add("statement closed");
    }

    @Override
    public void statementErrorOccurred(StatementEvent event) {
      events.add("statement error " + event.getSQLException().getSQLState());
    }
  }

  private final Heard heard = new Heard();
  private PooledConnection pooled;
  private Connection handle;

  @BeforeEach
  void open() throws SQLException {
    pooled = new IcSqliteConnectionPoolDataSource(Urls.fresh()).getPooledConnection();
    pooled.addConnectionEventListener(heard);
    pooled.addStatementEventListener(heard);
    handle = pooled.getConnection();
    Urls.exec(handle, "CREATE TABLE t(x UNIQUE)", "INSERT INTO t VALUES (1), (2), (3)");
  }

  @AfterEach
  void close() throws SQLException {
    pooled.close();
  }

  private static void assertState(String state, Executable call) {
    assertEquals(state, assertThrows(SQLException.class, call).getSQLState());
  }

  @Test
  void closingAHandleTellsThePoolOnceAndKeepsTheConnection() throws SQLException {
    IcSqliteConnection physical = handle.unwrap(IcSqliteConnection.class);
    handle.close();
    handle.close();
    assertEquals(List.of("closed"), heard.events);
    assertTrue(handle.isClosed());
    assertFalse(physical.isClosed());
    Connection next = pooled.getConnection();
    assertNotSame(handle, next);
    assertSame(physical, next.unwrap(IcSqliteConnection.class));
    assertEquals(3, Urls.number(next, "SELECT count(*) FROM t"));
  }

  @Test
  void everyMethodOfAClosedHandleFails() throws Exception {
    handle.close();
    Set<String> allowed =
        Set.of("close", "isClosed", "isValid", "abort", "unwrap", "isWrapperFor", "beginRequest");
    int checked = 0;
    for (Method method : Connection.class.getMethods()) {
      if (allowed.contains(method.getName())) {
        continue;
      }
      Object[] arguments = new Object[method.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        Class<?> type = method.getParameterTypes()[i];
        arguments[i] = type == int.class ? (Object) 0 : type == boolean.class ? false : null;
      }
      try {
        method.invoke(handle, arguments);
        throw new AssertionError(method + " works on a closed handle");
      } catch (InvocationTargetException e) {
        SQLException failure = (SQLException) e.getCause();
        assertEquals("08003", failure.getSQLState(), method.toString());
        checked++;
      }
    }
    assertTrue(checked > 45, "methods checked: " + checked);
    assertFalse(handle.isValid(0));
    assertThrows(SQLClientInfoException.class, () -> handle.setClientInfo("a", "b"));
    assertEquals(List.of("closed"), heard.events, "a closed handle says nothing of the connection");
  }

  @Test
  void askingForAnotherHandleClosesTheFirst() throws SQLException {
    handle.setAutoCommit(false);
    Urls.exec(handle, "DELETE FROM t");
    Connection next = pooled.getConnection();
    assertTrue(handle.isClosed());
    assertState("08003", handle::commit);
    assertEquals(3, Urls.number(next, "SELECT count(*) FROM t"));
    handle.close();
    assertFalse(next.isClosed(), "closing the first again does not end the second");
    assertEquals(List.of(), heard.events);
  }

  @Test
  void statementsAndTheirResultsNameTheHandle() throws SQLException {
    try (Statement statement = handle.createStatement();
        ResultSet rows = statement.executeQuery("SELECT x FROM t")) {
      assertSame(handle, statement.getConnection());
      assertSame(statement, rows.getStatement());
      assertSame(handle, rows.getStatement().getConnection());
      assertTrue(statement.isWrapperFor(IcSqliteStatement.class));
      assertSame(statement, statement.unwrap(Statement.class));
    }
    DatabaseMetaData metaData = handle.getMetaData();
    assertSame(handle, metaData.getConnection());
    assertSame(handle, handle.unwrap(Connection.class));
    assertState("HY000", () -> handle.unwrap(String.class));
    assertEquals(handle, handle);
    assertNotEquals(handle, handle.unwrap(IcSqliteConnection.class));
  }

  @Test
  void closingAHandleClosesItsStatementsAndRows() throws SQLException {
    Statement statement = handle.createStatement();
    PreparedStatement prepared = handle.prepareStatement("SELECT x FROM t");
    statement.setFetchSize(1);
    ResultSet rows = statement.executeQuery("SELECT x FROM t");
    assertTrue(rows.next());
    DatabaseMetaData metaData = handle.getMetaData();
    Statement beside = handle.unwrap(IcSqliteConnection.class).createStatement();
    beside.setFetchSize(1);
    ResultSet besideRows = beside.executeQuery("SELECT x FROM t");
    assertTrue(besideRows.next());
    handle.close();
    assertTrue(statement.isClosed());
    assertTrue(prepared.isClosed());
    assertTrue(rows.isClosed());
    assertState("08003", () -> statement.executeQuery("SELECT 1"));
    assertState("08003", prepared::executeQuery);
    assertState("08003", statement::getConnection);
    assertState("HY010", rows::next);
    assertState("08003", () -> metaData.getTables(null, null, null, null));
    assertThrows(SQLException.class, () -> drain(besideRows), "its snapshot was given up as well");
    assertEquals(List.of("statement closed", "closed"), heard.events);
  }

  private static void drain(ResultSet rows) throws SQLException {
    while (rows.next()) {
      rows.getInt(1);
    }
  }

  @Test
  void aPreparedStatementThatIsClosedIsReportedOnce() throws SQLException {
    PreparedStatement prepared = handle.prepareStatement("SELECT x FROM t WHERE x = ?");
    prepared.setInt(1, 2);
    try (ResultSet rows = prepared.executeQuery()) {
      assertTrue(rows.next());
      assertEquals(2, rows.getInt(1));
    }
    prepared.close();
    prepared.close();
    assertState("HY010", prepared::executeQuery);
    assertEquals(List.of("statement closed"), heard.events);
    pooled.removeStatementEventListener(heard);
    handle.prepareStatement("SELECT 1").close();
    assertEquals(List.of("statement closed"), heard.events);
  }

  @Test
  void anOrdinaryErrorIsNoEvent() throws SQLException {
    assertState("23505", () -> Urls.exec(handle, "INSERT INTO t VALUES (1)"));
    try (PreparedStatement insert = handle.prepareStatement("INSERT INTO t VALUES (1)")) {
      assertState("23505", insert::executeUpdate);
    }
    assertState("25001", handle::commit);
    assertEquals(List.of("statement closed"), heard.events);
  }

  @Test
  void aConnectionThatIsGoneIsAnError() throws SQLException {
    PreparedStatement prepared = handle.prepareStatement("SELECT 1");
    handle.unwrap(IcSqliteConnection.class).close();
    assertState("08003", prepared::executeQuery);
    assertState("08003", handle::createStatement);
    assertEquals(List.of("statement error 08003", "error 08003", "error 08003"), heard.events);
    heard.events.clear();
    handle.close();
    assertEquals(List.of("error 08003"), heard.events);
    assertState("08003", pooled::getConnection);
  }

  @Test
  void aMemoryThatHasFailedIsAnError(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("m.bin");
    PooledConnection other =
        new IcSqliteConnectionPoolDataSource(Urls.of(file)).getPooledConnection();
    other.addConnectionEventListener(heard);
    Connection writer = other.getConnection();
    Urls.exec(writer, "CREATE TABLE t(x)");
    Files.delete(file);
    SQLException failure =
        assertThrows(SQLException.class, () -> Urls.exec(writer, "INSERT INTO t VALUES (1)"));
    assertTrue(failure.getSQLState().startsWith("08"), failure.getSQLState());
    assertEquals(List.of("error " + failure.getSQLState()), heard.events);
    SQLException unrestored = assertThrows(SQLException.class, writer::close);
    assertEquals("08006", unrestored.getSQLState());
    assertEquals("error 08006", heard.events.get(1));
    other.close();
  }

  @Test
  void aPoolMayCloseTheConnectionWhenItHearsOfAnError() throws SQLException {
    pooled.addConnectionEventListener(
        new ConnectionEventListener() {
          @Override
          public void connectionClosed(ConnectionEvent event) {
            throw new AssertionError("an error was expected");
          }

          @Override
          public void connectionErrorOccurred(ConnectionEvent event) {
            try {
              ((PooledConnection) event.getSource()).close();
            } catch (SQLException e) {
              throw new AssertionError(e);
            }
          }
        });
    handle.unwrap(IcSqliteConnection.class).close();
    assertState("08003", handle::createStatement);
    assertTrue(handle.isClosed());
  }

  @Test
  void abortingAHandleEndsTheConnection() throws SQLException {
    handle.abort(Runnable::run);
    assertTrue(handle.isClosed());
    assertEquals(List.of("error 08003"), heard.events);
    assertState("08003", pooled::getConnection);
  }

  @Test
  void closingThePooledConnectionEndsHandleAndMemory() throws SQLException {
    int open = Engines.open();
    pooled.close();
    pooled.close();
    assertTrue(handle.isClosed());
    assertState("08003", handle::createStatement);
    assertState("08003", pooled::getConnection);
    assertEquals(open - 1, Engines.open());
    pooled.removeConnectionEventListener(heard);
    assertEquals("error 08003", heard.events.get(heard.events.size() - 1));
  }
}
