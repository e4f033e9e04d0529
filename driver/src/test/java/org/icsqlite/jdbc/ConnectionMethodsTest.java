package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.io.Writer;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ConnectionMethodsTest {

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(connection, "CREATE TABLE t(x)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<String> rows() throws SQLException {
    return Urls.column(connection, "SELECT x FROM t ORDER BY rowid");
  }

  private void insert(int value) throws SQLException {
    Urls.exec(connection, "INSERT INTO t VALUES(" + value + ")");
  }

  private static void assertState(String state, Executable call) {
    assertEquals(state, assertThrows(SQLException.class, call).getSQLState());
  }

  @Test
  void largeObjectsAreMadeFilledAndSet() throws Exception {
    Blob blob = connection.createBlob();
    try (OutputStream stream = blob.setBinaryStream(1)) {
      stream.write(new byte[] {1, 2, 3});
    }
    Clob clob = connection.createClob();
    try (Writer writer = clob.setCharacterStream(1)) {
      writer.write("t\u00e9xt");
    }
    NClob nclob = connection.createNClob();
    nclob.setString(1, "n");
    try (PreparedStatement query = connection.prepareStatement("SELECT ?, ?, ?")) {
      query.setBlob(1, blob);
      query.setClob(2, clob);
      query.setNClob(3, nclob);
      ResultSet rows = query.executeQuery();
      assertTrue(rows.next());
      assertArrayEquals(new byte[] {1, 2, 3}, rows.getBytes(1));
      assertEquals("t\u00e9xt", rows.getString(2));
      assertEquals("n", rows.getNString(3));
      Blob read = rows.getBlob(1);
      read.setBytes(1, new byte[] {9});
      assertArrayEquals(new byte[] {1, 2, 3}, rows.getBytes(1), "a Blob is a copy");
    }
  }

  @Test
  void whatSqliteDoesNotHaveIsRefusedWithAReason() {
    for (Executable call :
        List.<Executable>of(
            () -> connection.createArrayOf("INTEGER", new Object[] {1}),
            () -> connection.createStruct("s", new Object[0]),
            connection::createSQLXML,
            () -> connection.setNetworkTimeout(Runnable::run, 1000),
            () -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE))) {
      SQLFeatureNotSupportedException refused =
          assertThrows(SQLFeatureNotSupportedException.class, call);
      assertEquals("0A000", refused.getSQLState());
      assertTrue(refused.getMessage().endsWith(": not supported"), refused.getMessage());
    }
    assertTrue(
        assertThrows(SQLException.class, () -> connection.setNetworkTimeout(null, 1))
            .getMessage()
            .contains("setQueryTimeout"));
  }

  @Test
  void networkTimeoutHoldabilityCatalogSchemaAndTypeMap() throws SQLException {
    connection.setNetworkTimeout(Runnable::run, 0);
    assertEquals(0, connection.getNetworkTimeout());
    assertState("22023", () -> connection.setNetworkTimeout(Runnable::run, -1));
    connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
    assertEquals(ResultSet.CLOSE_CURSORS_AT_COMMIT, connection.getHoldability());
    assertState("22023", () -> connection.setHoldability(77));
    connection.setCatalog("c");
    connection.setSchema("s");
    assertNull(connection.getCatalog());
    assertNull(connection.getSchema());
    assertTrue(connection.getTypeMap().isEmpty());
    Map<String, Class<?>> map = new HashMap<>();
    connection.setTypeMap(map);
    assertSame(map, connection.getTypeMap());
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    assertEquals(Connection.TRANSACTION_SERIALIZABLE, connection.getTransactionIsolation());
    assertState("22023", () -> connection.setTransactionIsolation(77));
  }

  @Test
  void clientInfoThatIsNotKnownIsAWarning() throws SQLException {
    assertNull(connection.getWarnings());
    connection.setClientInfo("ApplicationName", "tests");
    assertTrue(connection.getWarnings().getMessage().contains("ApplicationName"));
    Properties properties = new Properties();
    properties.setProperty("ClientUser", "somebody");
    connection.setClientInfo(properties);
    assertTrue(
        connection.getWarnings().getNextWarning().getMessage().contains("ClientUser"),
        "the second is behind the first");
    assertTrue(connection.getClientInfo().isEmpty());
    assertNull(connection.getClientInfo("ApplicationName"));
    connection.clearWarnings();
    assertNull(connection.getWarnings());
    connection.setClientInfo("ApplicationName", null);
    assertNull(connection.getWarnings());
    connection.close();
    SQLClientInfoException closed =
        assertThrows(SQLClientInfoException.class, () -> connection.setClientInfo("a", "b"));
    assertEquals("08003", closed.getSQLState());
    assertEquals(1, closed.getFailedProperties().size());
  }

  @Test
  void savepointsNestAndRollBackInAnyOrder() throws SQLException {
    connection.setAutoCommit(false);
    insert(1);
    Savepoint one = connection.setSavepoint("same");
    insert(2);
    Savepoint two = connection.setSavepoint("same");
    insert(3);
    Savepoint three = connection.setSavepoint();
    insert(4);
    connection.rollback(three);
    assertEquals(List.of("1", "2", "3"), rows());
    insert(5);
    connection.rollback(three);
    assertEquals(List.of("1", "2", "3"), rows(), "a savepoint outlives its rollback");
    connection.rollback(one);
    assertEquals(List.of("1"), rows());
    for (Savepoint gone : List.of(two, three)) {
      assertState("3B001", () -> connection.rollback(gone));
      assertState("3B001", () -> connection.releaseSavepoint(gone));
    }
    insert(6);
    connection.releaseSavepoint(one);
    assertState("3B001", () -> connection.rollback(one));
    connection.commit();
    assertEquals(List.of("1", "6"), rows());
  }

  @Test
  void releasingAnOuterSavepointReleasesTheInnerOnes() throws SQLException {
    connection.setAutoCommit(false);
    Savepoint outer = connection.setSavepoint("a\"b");
    Savepoint inner = connection.setSavepoint("a\"b");
    insert(1);
    connection.releaseSavepoint(outer);
    assertState("3B001", () -> connection.rollback(inner));
    connection.commit();
    assertEquals(List.of("1"), rows());
  }

  @Test
  void savepointsEndWithTheirTransactionHoweverItEnds() throws SQLException {
    assertState("25001", () -> connection.setSavepoint());
    connection.setAutoCommit(false);
    List<Executable> ends =
        List.of(
            connection::commit,
            connection::rollback,
            () -> Urls.exec(connection, "COMMIT"),
            () -> Urls.exec(connection, "ROLLBACK"),
            () -> {
              connection.setAutoCommit(true);
              connection.setAutoCommit(false);
            });
    for (Executable end : ends) {
      Savepoint savepoint = connection.setSavepoint("s");
      insert(1);
      try {
        end.execute();
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
      assertState("3B001", () -> connection.rollback(savepoint));
      insert(2);
      Savepoint next = connection.setSavepoint("s");
      assertState("3B001", () -> connection.rollback(savepoint));
      assertState("3B001", () -> connection.releaseSavepoint(savepoint));
      connection.rollback(next);
      connection.rollback();
    }
    assertState("3B001", () -> connection.rollback((Savepoint) null));
  }

  @Test
  void savepointsHaveANameOrAnId() throws SQLException {
    connection.setAutoCommit(false);
    Savepoint named = connection.setSavepoint("n");
    Savepoint unnamed = connection.setSavepoint();
    assertEquals("n", named.getSavepointName());
    assertThrows(SQLException.class, named::getSavepointId);
    assertTrue(unnamed.getSavepointId() > 0);
    assertThrows(SQLException.class, unnamed::getSavepointName);
    assertState("22023", () -> connection.setSavepoint(null));
    try (Connection other = Urls.open("jdbc:icsqlite::memory:")) {
      other.setAutoCommit(false);
      other.setSavepoint("n");
      assertState("3B001", () -> other.rollback(named));
    }
  }

  @Test
  void switchingAutoCommitOnCommitsAndSettingItAgainDoesNothing() throws SQLException {
    connection.setAutoCommit(false);
    insert(1);
    connection.setAutoCommit(false);
    connection.rollback();
    assertEquals(List.of(), rows());
    insert(2);
    connection.setAutoCommit(true);
    assertTrue(connection.getAutoCommit());
    assertState("25001", connection::commit);
    assertState("25001", connection::rollback);
    connection.setAutoCommit(true);
    assertEquals(List.of("2"), rows());
    connection.setAutoCommit(false);
    assertFalse(connection.getAutoCommit());
    connection.commit();
    connection.commit();
    connection.rollback();
    connection.setAutoCommit(true);
  }

  @Test
  void anOpenCursorOutlivesASwitchAndACommit() throws SQLException {
    for (int i = 0; i < 100; i++) {
      insert(i);
    }
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.setFetchSize(10);
      ResultSet rows = statement.executeQuery("SELECT x FROM t ORDER BY rowid");
      assertTrue(rows.next());
      insert(1000);
      connection.commit();
      connection.setAutoCommit(true);
      for (int i = 1; i < 100; i++) {
        assertTrue(rows.next());
        assertEquals(i, rows.getInt(1));
      }
    }
  }

  @Test
  void aValidConnectionIsValidAndAnAbortedOneIsNot() throws SQLException {
    assertTrue(connection.isValid(0));
    assertTrue(connection.isValid(5));
    assertState("22023", () -> connection.isValid(-1));
    connection.setAutoCommit(false);
    assertTrue(connection.isValid(1));
    insert(1);
    assertTrue(connection.isValid(1));
    assertState("22023", () -> connection.abort(null));
    connection.abort(Runnable::run);
    assertTrue(connection.isClosed());
    assertFalse(connection.isValid(1));
    assertState("08003", () -> insert(2));
  }
}
