package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlite.Collation;
import org.sqlite.ProgressHandler;

/** sqlite-jdbc lets what a handler throws out of the native call, in place of its outcome. */
class ThrowingHandlerTest {

  private static final String NUMBERS = "SELECT value FROM json_each('[1,2,3]')";

  private IcSqliteConnection connection;
  private boolean throwing;

  @BeforeEach
  void open() throws SQLException {
    connection = (IcSqliteConnection) Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES('b'), ('a')");
    ProgressHandler.setHandler(
        connection,
        1,
        new ProgressHandler() {
          @Override
          protected int progress() throws SQLException {
            if (throwing) {
              throw new SQLException("thrown by the handler");
            }
            return 0;
          }
        });
    Collation.create(
        connection,
        "throwing",
        new Collation() {
          @Override
          protected int xCompare(String left, String right) {
            if (throwing) {
              throw new IllegalStateException("thrown by the collation");
            }
            return left.compareTo(right);
          }
        });
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void aStatementBeginsAnewAfterItsHandlerHasThrown() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(NUMBERS)) {
      throwing = true;
      assertEquals(
          "thrown by the handler",
          assertThrows(SQLException.class, statement::executeQuery).getMessage());
      throwing = false;

      try (ResultSet rows = statement.executeQuery()) {
        for (int i = 1; i <= 3; i++) {
          assertTrue(rows.next());
          assertEquals(i, rows.getInt(1));
        }
        assertFalse(rows.next());
      }
    }
    assertEquals(List.of("1", "2", "3"), Urls.column(connection, NUMBERS), "from the cache");
  }

  @Test
  void rowsEndWhereTheHandlerHasThrownAndHoldNoLock() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(1);
      ResultSet rows = statement.executeQuery("SELECT x FROM t");
      assertTrue(rows.next());
      throwing = true;
      assertThrows(SQLException.class, rows::next);
      throwing = false;
      assertThrows(SQLException.class, rows::next);
      Urls.exec(connection, "DROP TABLE t");
    }
  }

  @Test
  void aCollationThatThrowsLeavesTheConnectionUsable() throws SQLException {
    ProgressHandler.clearHandler(connection);
    String sorted = "SELECT x FROM t ORDER BY x COLLATE throwing";
    throwing = true;
    assertThrows(IllegalStateException.class, () -> Urls.column(connection, sorted));
    throwing = false;

    assertEquals(List.of("a", "b"), Urls.column(connection, sorted));
    Urls.exec(connection, "DROP TABLE t");
  }
}
