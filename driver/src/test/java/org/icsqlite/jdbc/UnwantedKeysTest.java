package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteConnectionConfig;

/** What jdbc.get_generated_keys=false does, for connections that never ask for keys. */
class UnwantedKeysTest {

  private static final String INSERT = "INSERT INTO stars(name) VALUES('Vega')";

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:?jdbc.get_generated_keys=false");
    Urls.exec(connection, "CREATE TABLE stars(id INTEGER PRIMARY KEY, name TEXT)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static List<Long> keys(Statement statement) throws SQLException {
    List<Long> keys = new ArrayList<>();
    try (ResultSet rows = statement.getGeneratedKeys()) {
      while (rows.next()) {
        keys.add(rows.getLong(1));
      }
    }
    return keys;
  }

  @Test
  void noExecutionOfAStatementHasKeys() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertEquals(1, statement.executeUpdate(INSERT));
      assertEquals(List.of(), keys(statement));
      assertEquals(1, statement.executeUpdate(INSERT, Statement.RETURN_GENERATED_KEYS));
      assertEquals(List.of(), keys(statement));
      assertFalse(statement.execute(INSERT, new String[] {"id"}));
      assertEquals(1, statement.getUpdateCount());
      assertEquals(List.of(), keys(statement));
      statement.addBatch(INSERT);
      assertArrayEquals(new int[] {1}, statement.executeBatch());
      assertEquals(List.of(), keys(statement));
    }
    assertEquals(4, Urls.number(connection, "SELECT count(*) FROM stars"));
  }

  @Test
  void noExecutionOfAPreparedStatementHasKeys() throws SQLException {
    try (PreparedStatement plain = connection.prepareStatement(INSERT);
        PreparedStatement asking =
            connection.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS);
        PreparedStatement naming = connection.prepareStatement(INSERT, new int[] {1})) {
      for (PreparedStatement statement : List.of(plain, asking, naming)) {
        assertEquals(1, statement.executeUpdate());
        assertEquals(List.of(), keys(statement));
        statement.addBatch();
        statement.addBatch();
        assertArrayEquals(new int[] {1, 1}, statement.executeBatch());
        assertEquals(List.of(), keys(statement));
        assertEquals(INSERT, statement.toString());
      }
    }
    assertEquals(9, Urls.number(connection, "SELECT count(*) FROM stars"));
  }

  @Test
  void theRowsOfAReturningClauseAreStillThere() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(INSERT + " RETURNING name")) {
      rows.next();
      assertEquals("Vega", rows.getString(1));
      assertEquals(List.of(), keys(statement));
    }
  }

  @Test
  void theSettingCanBeChangedBetweenExecutions() throws SQLException {
    SQLiteConnectionConfig settings =
        connection.unwrap(SQLiteConnection.class).getConnectionConfig();
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {
      settings.setGetGeneratedKeys(true);
      statement.executeUpdate(INSERT);
      assertEquals(List.of(1L), keys(statement));
      prepared.executeUpdate();
      assertEquals(List.of(2L), keys(prepared));
      settings.setGetGeneratedKeys(false);
      assertEquals(List.of(2L), keys(prepared), "of the execution before");
      prepared.executeUpdate();
      assertEquals(List.of(), keys(prepared));
      statement.executeUpdate(INSERT);
      assertEquals(List.of(), keys(statement));
      settings.setGetGeneratedKeys(true);
      prepared.addBatch();
      prepared.executeBatch();
      assertEquals(List.of(5L), keys(prepared));
    }
  }
}
