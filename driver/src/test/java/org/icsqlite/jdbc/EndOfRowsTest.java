package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens to rows at their end, at the limit of rows, and when the connection is closed. */
class EndOfRowsTest {

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    statement = connection.createStatement();
    Urls.exec(connection, "CREATE TABLE t(a)", "INSERT INTO t VALUES(1), (2), (3)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void assertClosed(ResultSet rows) throws SQLException {
    assertTrue(rows.isClosed());
    assertEquals("08003", assertThrows(SQLException.class, rows::next).getSQLState());
    assertEquals("08003", assertThrows(SQLException.class, () -> rows.getInt(1)).getSQLState());
    assertEquals("08003", assertThrows(SQLException.class, rows::getRow).getSQLState());
  }

  @Test
  void theLimitOfRowsEndsTheStatementAsItsLastRowDoes() throws SQLException {
    statement.setMaxRows(2);
    ResultSet rows = statement.executeQuery("SELECT a FROM t");
    assertTrue(rows.next());
    assertTrue(rows.next());
    assertTrue(rows.isLast());
    assertFalse(rows.next());
    assertFalse(rows.isClosed());
    assertTrue(rows.isAfterLast());
    assertEquals("a", rows.getMetaData().getColumnLabel(1));
    Urls.exec(connection, "DROP TABLE t");
    assertFalse(rows.next());
    rows.close();
    assertTrue(rows.isClosed());
  }

  @Test
  void rowsThatWereReadToTheEndAreClosedWithTheConnection() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT a FROM t");
    while (rows.next()) {
      assertTrue(rows.getInt(1) > 0);
    }
    connection.close();
    assertClosed(rows);
  }

  @Test
  void aLastRowThatIsPresentIsClosedWithTheConnection() throws SQLException {
    statement.setFetchSize(10);
    ResultSet rows = statement.executeQuery("SELECT 1");
    assertTrue(rows.next());
    assertEquals(1, rows.getInt(1));
    connection.close();
    assertClosed(rows);
  }

  @Test
  void rowsOfReturningAreClosedWithTheConnection() throws SQLException {
    ResultSet rows = statement.executeQuery("INSERT INTO t VALUES(4), (5) RETURNING a");
    assertTrue(rows.next());
    connection.close();
    assertClosed(rows);
  }

  @Test
  void rowsBeyondTheLimitAreClosedWithTheConnection() throws SQLException {
    statement.setMaxRows(1);
    ResultSet rows = statement.executeQuery("SELECT a FROM t");
    assertTrue(rows.next());
    assertFalse(rows.next());
    connection.close();
    assertClosed(rows);
  }

  @Test
  @SuppressWarnings("deprecation")
  void aUnicodeStreamIsTextInUtf8() throws SQLException {
    byte[] bytes = "\u00e4\u20acx".getBytes(StandardCharsets.UTF_8);
    try (PreparedStatement query = connection.prepareStatement("SELECT ?, typeof(?1)")) {
      query.setUnicodeStream(1, new ByteArrayInputStream(bytes), bytes.length - 1);
      try (ResultSet row = query.executeQuery()) {
        assertTrue(row.next());
        assertEquals("\u00e4\u20ac", row.getString(1));
        assertEquals("text", row.getString(2));
      }
    }
  }
}
