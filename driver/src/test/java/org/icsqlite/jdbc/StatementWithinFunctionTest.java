package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Function;

/** A function that uses the statement that calls it, which SQLite does not allow. */
class StatementWithinFunctionTest {

  @FunctionalInterface
  private interface Body {
    Object run() throws SQLException;
  }

  private Connection connection;
  private PreparedStatement statement;
  private ResultSet rows;
  private String outcome = "not called";

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:?statement_cache=0");
    Urls.exec(connection, "CREATE TABLE t(a)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    assertTrue(connection.isClosed());
  }

  private void function(Body body) throws SQLException {
    Function.create(
        connection,
        "f",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            try {
              outcome = String.valueOf(body.run());
            } catch (SQLException e) {
              outcome = e.getSQLState();
            }
            result(1);
          }
        });
  }

  private void prepare() throws SQLException {
    statement =
        connection.prepareStatement("SELECT column1 + f() FROM (VALUES (1), (2), (3), (4))");
  }

  @Test
  void executingItAgainIsRefusedAndItGoesOn() throws SQLException {
    function(() -> statement.executeQuery());
    prepare();
    try (ResultSet all = statement.executeQuery()) {
      for (int i = 2; i <= 5; i++) {
        assertTrue(all.next());
        assertEquals(i, all.getInt(1));
      }
      assertFalse(all.next());
    }
    assertEquals("HY010", outcome);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 32})
  void closingItEndsItWhenTheCallReturns(int cached) throws SQLException {
    ((IcSqliteConnection) connection).setStatementCacheSize(cached);
    function(
        () -> {
          statement.close();
          return "closed";
        });
    prepare();
    ResultSet left = statement.executeQuery();
    assertEquals("closed", outcome);
    assertTrue(statement.isClosed());
    SQLException thrown = assertThrows(SQLException.class, left::next);
    assertEquals("HY010", thrown.getSQLState());
    assertEquals(3, Urls.number(connection, "SELECT 3"));
  }

  @Test
  void closingItWhileItFetchesEndsItWhenTheCallReturns() throws SQLException {
    function(
        () -> {
          if (rows != null) {
            statement.close();
          }
          return "closed";
        });
    prepare();
    rows = statement.executeQuery();
    assertTrue(rows.next());
    assertEquals("HY010", assertThrows(SQLException.class, rows::next).getSQLState());
    assertEquals(3, Urls.number(connection, "SELECT 3"));
  }

  @Test
  void closingItsRowsWhileItFetchesEndsThemWhenTheCallReturns() throws SQLException {
    function(
        () -> {
          if (rows != null) {
            rows.close();
          }
          return "closed";
        });
    prepare();
    rows = statement.executeQuery();
    assertTrue(rows.next());
    assertThrows(SQLException.class, rows::next);
    Urls.exec(connection, "DROP TABLE t");
    rows = null;
    try (ResultSet again = statement.executeQuery()) {
      assertTrue(again.next());
      assertEquals(2, again.getInt(1));
    }
  }

  @Test
  void fetchingFromItIsRefusedAndItGoesOn() throws SQLException {
    function(() -> rows == null ? "none" : rows.next());
    prepare();
    rows = statement.executeQuery();
    assertTrue(rows.next());
    assertTrue(rows.next());
    assertEquals("24000", outcome);
    statement.close();
    assertEquals(3, Urls.number(connection, "SELECT 3"));
  }

  @Test
  void aBatchThatItsFunctionRunsAgainIsRefused() throws SQLException {
    function(
        () -> {
          statement.addBatch();
          return statement.executeBatch();
        });
    statement = connection.prepareStatement("INSERT INTO t VALUES(f())");
    statement.addBatch();
    statement.addBatch();
    assertEquals(2, statement.executeBatch().length);
    assertEquals("HY010", outcome);
    assertEquals(2, Urls.number(connection, "SELECT sum(a) FROM t"));
  }
}
