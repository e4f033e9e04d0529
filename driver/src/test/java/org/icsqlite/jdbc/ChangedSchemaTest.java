package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A schema that changes while statements are compiled, cached or executed. */
class ChangedSchemaTest {

  private static final String QUERY = "SELECT * FROM t";

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(connection, "CREATE TABLE t(a INT NOT NULL)", "INSERT INTO t VALUES(1), (2), (3)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void aStatementFromTheCacheDescribesTheColumnsOfTheNewSchema() throws SQLException {
    connection.prepareStatement(QUERY).close();
    Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(x TEXT, y DECIMAL(7,2))");
    try (PreparedStatement cached = connection.prepareStatement(QUERY)) {
      ResultSetMetaData described = cached.getMetaData();
      assertEquals(2, described.getColumnCount());
      assertEquals("x", described.getColumnName(1));
      assertEquals("TEXT", described.getColumnTypeName(1));
      assertEquals(ResultSetMetaData.columnNullable, described.isNullable(1));
      assertEquals(7, described.getPrecision(2));
    }
  }

  @Test
  void aStatementInUseDescribesTheColumnsOfTheNewSchema() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
      statement.executeQuery().close();
      Urls.exec(connection, "ALTER TABLE t ADD COLUMN b TEXT");
      assertEquals(2, statement.getMetaData().getColumnCount());
      assertEquals("b", statement.getMetaData().getColumnLabel(2));
      try (ResultSet rows = statement.executeQuery()) {
        assertEquals(2, rows.getMetaData().getColumnCount());
        assertTrue(rows.next());
        assertEquals(2, rows.findColumn("b"));
      }
    }
  }

  @Test
  void aStatementWhoseTableIsGoneIsNotDescribed() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(QUERY)) {
      Urls.exec(connection, "DROP TABLE t");
      SQLException thrown = assertThrows(SQLException.class, statement::getMetaData);
      assertEquals("42S02", thrown.getSQLState());
      assertThrows(SQLSyntaxErrorException.class, statement::executeQuery);
      Urls.exec(connection, "CREATE TABLE t(z)");
      assertEquals("z", statement.getMetaData().getColumnName(1));
    }
  }

  @Test
  void rowsThatAreReadKeepTheirColumnsWhileTheSchemaChanges() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(QUERY);
        ResultSet rows = statement.executeQuery()) {
      assertTrue(rows.next());
      Urls.exec(connection, "ALTER TABLE t ADD COLUMN b TEXT");
      assertEquals(1, statement.getMetaData().getColumnCount());
      int count = 1;
      while (rows.next()) {
        assertEquals(++count, rows.getInt("a"));
      }
      assertEquals(3, count);
    }
  }

  @Test
  void aTableThatExistsHasItsSqlState() {
    SQLException thrown =
        assertThrows(SQLException.class, () -> Urls.exec(connection, "CREATE TABLE t(a)"));
    assertEquals("42S01", thrown.getSQLState());
  }

  @Test
  void whatSqliteWillNotCompileIsTheFaultOfTheSql() throws SQLException {
    Urls.exec(connection, "CREATE VIEW v AS SELECT a FROM t", "CREATE TABLE g(a, b AS (a))");
    for (String sql :
        new String[] {
          "INSERT INTO t VALUES(1, 2)",
          "UPDATE v SET a = 1",
          "INSERT INTO g(b) VALUES(1)",
          "SELECT raise(ABORT, 'x')",
          "SELECT a FROM t GROUP BY count(*)",
        }) {
      SQLException thrown =
          assertThrows(SQLSyntaxErrorException.class, () -> Urls.exec(connection, sql), sql);
      assertEquals("42000", thrown.getSQLState(), sql);
      assertEquals(1, thrown.getErrorCode(), sql);
    }
  }
}
