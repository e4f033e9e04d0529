package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteCommitListener;
import org.sqlite.SQLiteLimits;
import org.sqlite.SQLiteUpdateListener;

/** Most of these would end the process with a connection of sqlite-jdbc's. */
class BeyondJdbcConnectionTest {

  private final List<String> heard = new ArrayList<>();
  private final SQLiteUpdateListener updates =
      (type, database, table, rowid) ->
          heard.add(type + " " + database + "." + table + " " + rowid);
  private final SQLiteCommitListener commits =
      new SQLiteCommitListener() {
        @Override
        public void onCommit() {
          heard.add("commit");
        }

        @Override
        public void onRollback() {
          heard.add("rollback");
        }
      };
  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = (IcSqliteConnection) Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY, x)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void assertFails(String sqlState, Executable call) {
    assertEquals(sqlState, assertThrows(SQLException.class, call).getSQLState());
  }

  @Test
  void listenersHearOfRowsAndTransactionsUntilTheyAreRemoved() throws SQLException {
    connection.addUpdateListener(updates);
    connection.addCommitListener(commits);
    Urls.exec(connection, "INSERT INTO t VALUES(4, 0)", "UPDATE t SET x = 1");
    connection.setAutoCommit(false);
    Urls.exec(connection, "DELETE FROM t WHERE id = 4");
    connection.rollback();
    assertEquals(
        List.of(
            "INSERT main.t 4",
            "commit",
            "UPDATE main.t 4",
            "commit",
            "DELETE main.t 4",
            "rollback"),
        heard);

    heard.clear();
    connection.removeUpdateListener(updates);
    connection.removeCommitListener(commits);
    Urls.exec(connection, "INSERT INTO t VALUES(6, 0)");
    connection.commit();
    assertEquals(List.of(), heard);
  }

  @Test
  void listenersOfAClosedConnectionAreRefusedAndThoseLeftCanBeRemoved() throws SQLException {
    connection.addUpdateListener(updates);
    connection.addCommitListener(commits);
    connection.close();

    connection.removeUpdateListener(updates);
    connection.removeCommitListener(commits);
    connection.removeUpdateListener(updates);
    assertFails("08003", () -> connection.addUpdateListener(updates));
    assertFails("08003", () -> connection.addCommitListener(commits));
  }

  @Test
  void aNullListenerIsRefused() throws SQLException {
    assertFails("22023", () -> connection.addUpdateListener(null));
    assertFails("22023", () -> connection.addCommitListener(null));
    connection.removeUpdateListener(null);
    connection.removeCommitListener(null);

    Urls.exec(connection, "INSERT INTO t VALUES(1, 0)");
  }

  @Test
  void whatCannotBeSerializedIsAnErrorWithItsState() throws SQLException {
    assertFails("22023", () -> connection.serialize(null));
    assertFails("HY000", () -> connection.serialize("nowhere"));
    connection.close();
    assertFails("08003", () -> connection.serialize("main"));
  }

  @Test
  void theVersionAndTheLimitsAreThoseOfAnOpenConnection() throws SQLException {
    assertEquals(
        connection.libversion(), Urls.column(connection, "SELECT sqlite_version()").get(0));
    assertFails("22023", () -> connection.setLimit(null, 5));
    connection.close();
    assertFails("08003", () -> connection.libversion());
    assertFails("08003", () -> connection.setLimit(SQLiteLimits.SQLITE_LIMIT_COLUMN, 5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"backup", "backup to", "backup main to a b", "restore", "restore from"})
  void aCommandOfSqliteJdbcsThatIsIncompleteIsASyntaxError(String sql) {
    assertFails("42000", () -> Urls.exec(connection, sql));
  }
}
