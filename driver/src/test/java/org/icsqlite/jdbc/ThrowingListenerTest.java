package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.icsqlite.budget.UpdateBudget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.Function;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteUpdateListener;
import org.sqlite.core.DB;

/**
 * What a listener throws comes out of the call that it was told of, whose work stands. The file
 * lets every commit call the VFS between the listener and the end of the native call.
 */
class ThrowingListenerTest {

  private static final SQLiteUpdateListener UPDATES =
      (type, database, table, rowid) -> {
        throw new IllegalStateException("row " + rowid);
      };
  private static final SQLiteCommitListener COMMITS =
      new SQLiteCommitListener() {
        @Override
        public void onCommit() {
          throw new IllegalStateException("commit");
        }

        @Override
        public void onRollback() {
          throw new IllegalStateException("rollback");
        }
      };

  @TempDir Path dir;
  private IcSqliteConnection connection;
  private Connection other;

  @BeforeEach
  void open() throws SQLException {
    String url = Urls.of(dir.resolve("stable_memory.bin"));
    connection = (IcSqliteConnection) Urls.open(url);
    Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE)");
    other = Urls.open(url);
  }

  @AfterEach
  void close() throws SQLException {
    other.close();
    connection.close();
  }

  private static IllegalStateException assertThrown(String message, Executable call) {
    IllegalStateException thrown = assertThrows(IllegalStateException.class, call);
    assertEquals(message, thrown.getMessage());
    return thrown;
  }

  private void assertCommitted(String... ids) throws SQLException {
    assertEquals(List.of(ids), Urls.column(other, "SELECT id FROM t ORDER BY id"));
    connection.removeUpdateListener(UPDATES);
    connection.removeCommitListener(COMMITS);
    connection.setAutoCommit(true);
    Urls.exec(connection, "INSERT INTO t VALUES(100, 100)", "DELETE FROM t WHERE id = 100");
    assertEquals(List.of(ids), Urls.column(other, "SELECT id FROM t ORDER BY id"));
  }

  @Test
  void theFirstOfWhatUpdateListenersThrowComesOutAndTheWholeStatementIsCommitted()
      throws SQLException {
    connection.addUpdateListener(UPDATES);
    IllegalStateException thrown =
        assertThrown("row 1", () -> Urls.exec(connection, "INSERT INTO t VALUES(1, 1), (2, 2)"));
    assertEquals("row 2", thrown.getSuppressed()[0].getMessage());
    assertCommitted("1", "2");
  }

  @Test
  void anUpdateCanBeMadeAsAPreparedStatementAgainAndAgain() throws SQLException {
    connection.addUpdateListener(UPDATES);
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t(x) VALUES(?)")) {
      for (int i = 1; i <= 3; i++) {
        insert.setInt(1, i);
        assertThrown("row " + i, insert::executeUpdate);
      }
    }
    assertCommitted("1", "2", "3");
  }

  @Test
  void allSetsOfABatchAreRun() throws SQLException {
    connection.addUpdateListener(UPDATES);
    connection.addCommitListener(COMMITS);
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t(x) VALUES(?)")) {
      for (int i = 1; i <= 3; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertEquals(5, assertThrown("row 1", insert::executeBatch).getSuppressed().length);
      insert.setInt(1, 4);
      insert.addBatch();
      connection.removeUpdateListener(UPDATES);
      connection.removeCommitListener(COMMITS);
      assertArrayEquals(new int[] {1}, insert.executeBatch());
    }
    assertCommitted("1", "2", "3", "4");
  }

  @Test
  void aStatementWithRowsIsEndedAndCommitted() throws SQLException {
    connection.addUpdateListener(UPDATES);
    connection.addCommitListener(COMMITS);
    IllegalStateException thrown =
        assertThrown(
            "row 1",
            () -> Urls.column(connection, "INSERT INTO t VALUES(1, 1), (2, 2) RETURNING id"));
    assertEquals("row 2", thrown.getSuppressed()[0].getMessage());
    assertEquals("commit", thrown.getSuppressed()[1].getMessage());
    assertCommitted("1", "2");
  }

  @Test
  void aCommitListenerDoesNotKeepRowsFromBeingCommitted() throws SQLException {
    connection.addCommitListener(COMMITS);
    assertThrown("commit", () -> Urls.exec(connection, "INSERT INTO t VALUES(1, 1)"));
    assertThrown(
        "commit", () -> Urls.column(connection, "INSERT INTO t VALUES(2, 2) RETURNING id"));
    try (Statement statement = connection.createStatement()) {
      assertThrown(
          "commit",
          () ->
              statement.executeUpdate(
                  "INSERT INTO t VALUES(3, 3)", Statement.RETURN_GENERATED_KEYS));
    }
    assertCommitted("1", "2", "3");
  }

  @Test
  void aTransactionEndsWhateverItsListenerThrows() throws SQLException {
    connection.setAutoCommit(false);
    connection.addCommitListener(COMMITS);
    Urls.exec(connection, "INSERT INTO t VALUES(1, 1)");
    assertThrown("commit", connection::commit);
    Urls.exec(connection, "INSERT INTO t VALUES(2, 2)");
    assertThrown("rollback", connection::rollback);
    Urls.exec(connection, "INSERT INTO t VALUES(3, 3)");
    assertThrown("commit", () -> connection.setAutoCommit(true));
    assertTrue(connection.getAutoCommit());
    assertCommitted("1", "3");
  }

  @Test
  void theFailureOfAStatementComesFirst() throws SQLException {
    Urls.exec(connection, "INSERT INTO t VALUES(5, 5)");
    connection.addUpdateListener(UPDATES);
    connection.addCommitListener(COMMITS);
    SQLException failure =
        assertThrows(
            SQLException.class,
            () -> Urls.exec(connection, "INSERT INTO t VALUES(1, 1), (2, 5), (3, 3)"));
    assertEquals("23505", failure.getSQLState());
    assertEquals("row 1", failure.getSuppressed()[0].getMessage());
    assertEquals("rollback", failure.getSuppressed()[0].getSuppressed()[0].getMessage());
    assertCommitted("5");
  }

  @Test
  void aTransactionThatSqliteRollsBackIsKnownToBe() throws SQLException {
    Urls.exec(connection, "INSERT INTO t VALUES(5, 5)");
    connection.setAutoCommit(false);
    connection.addCommitListener(COMMITS);
    Urls.exec(connection, "INSERT INTO t VALUES(1, 1)");
    SQLException failure =
        assertThrows(
            SQLException.class,
            () -> Urls.exec(connection, "INSERT OR ROLLBACK INTO t VALUES(2, 5)"));
    assertEquals("23505", failure.getSQLState());
    assertEquals("rollback", failure.getSuppressed()[0].getMessage());
    assertEquals(
        "25P02",
        assertThrows(SQLException.class, () -> Urls.exec(connection, "SELECT 1")).getSQLState());
    connection.rollback();
    assertCommitted("5");
  }

  @Test
  void aBudgetedUpdateIsUndoneByAnUpdateListenerAndNotByACommitListener() throws SQLException {
    connection.addUpdateListener(UPDATES);
    assertThrown(
        "row 1", () -> connection.update("INSERT INTO t VALUES(1, 1)", UpdateBudget.defaults()));
    connection.removeUpdateListener(UPDATES);
    connection.addCommitListener(COMMITS);
    assertThrown(
        "commit", () -> connection.update("INSERT INTO t VALUES(2, 2)", UpdateBudget.defaults()));
    assertCommitted("2");
  }

  @Test
  void aListenerThatFailsForEachOfManyRowsDoesNotFillTheMemory() throws SQLException {
    connection.addUpdateListener(UPDATES);
    IllegalStateException thrown =
        assertThrown(
            "row 1",
            () ->
                Urls.exec(
                    connection,
                    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 1000)"
                        + " INSERT INTO t SELECT i, i FROM n"));
    assertEquals(16, thrown.getSuppressed().length);
    assertEquals(1000, Urls.number(other, "SELECT count(*) FROM t"));
  }

  @Test
  void anErrorComesOutAsWell() throws SQLException {
    StackOverflowError error = new StackOverflowError("of the listener");
    connection.addUpdateListener(
        (type, database, table, rowid) -> {
          throw error;
        });
    assertSame(
        error,
        assertThrows(
            StackOverflowError.class, () -> Urls.exec(connection, "INSERT INTO t VALUES(1, 1)")));
    assertEquals(List.of("1"), Urls.column(other, "SELECT id FROM t"));
  }

  @Test
  void aFunctionGetsWhatItsOwnStatementCauses() throws SQLException {
    Urls.exec(connection, "CREATE TABLE log(x)");
    Function.create(
        connection,
        "note",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            try {
              Urls.exec(connection, "INSERT INTO log VALUES(1)");
              result("nothing was thrown");
            } catch (IllegalStateException e) {
              result(e.getMessage());
            }
          }
        });
    connection.addUpdateListener(UPDATES);
    assertEquals(List.of("row 1"), Urls.column(connection, "SELECT note()"));
    assertCommitted();
  }

  @Test
  void rowsThatAreLeftDoNotKeepWhatWasThrownForTheNextCall() throws SQLException {
    Urls.exec(connection, "INSERT INTO t VALUES(1, 1), (2, 2)");
    try (Statement reading = connection.createStatement()) {
      reading.setFetchSize(1);
      ResultSet rows = reading.executeQuery("SELECT id FROM t ORDER BY id");
      assertTrue(rows.next());
      connection.addUpdateListener(UPDATES);
      assertThrown("row 3", () -> Urls.exec(connection, "INSERT INTO t VALUES(3, 3)"));
      assertTrue(rows.next());
      assertEquals(2, rows.getInt(1));
    }
    assertCommitted("1", "2", "3");
  }

  @Test
  void theEndOfAConnectionIsNotToldToItsListeners() throws SQLException {
    connection.setAutoCommit(false);
    Urls.exec(connection, "INSERT INTO t VALUES(1, 1)");
    connection.addCommitListener(COMMITS);
    connection.close();
    assertTrue(connection.isClosed());
    Urls.exec(other, "INSERT INTO t VALUES(2, 2)");
    assertEquals(List.of("2"), Urls.column(other, "SELECT id FROM t"));
  }

  @Test
  void whatACallPastTheDriverCausesIsNotThrownToALaterOne() throws SQLException {
    DB database = connection.unwrap(SQLiteConnection.class).getDatabase();
    connection.addUpdateListener(UPDATES);
    assertEquals(0, database._exec("INSERT INTO t VALUES(1, 1)"));
    connection.removeUpdateListener(UPDATES);
    connection.update("INSERT INTO t VALUES(2, 2)", UpdateBudget.defaults());
    assertCommitted("1", "2");
  }

  @Test
  void theFailureBetweenTwoPartsOfABatchComesFirst() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t(x) VALUES(?)")) {
      connection.addUpdateListener(
          (type, database, table, rowid) -> {
            assertDoesNotThrow(insert::cancel);
            throw new IllegalStateException("row " + rowid);
          });
      for (int i = 1; i <= 3; i++) {
        insert.setBytes(1, new byte[100_000 + i]);
        insert.addBatch();
      }
      BatchUpdateException failure = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals("57014", failure.getSQLState());
      assertArrayEquals(new int[] {1}, failure.getUpdateCounts());
      assertEquals("row 1", failure.getCause().getSuppressed()[0].getMessage());
    }
    assertEquals(List.of("1"), Urls.column(other, "SELECT id FROM t"));
  }
}
