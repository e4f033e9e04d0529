package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateCountsTest {

  private static final String FULL_TEXT = "CREATE VIRTUAL TABLE f USING fts5(a)";

  @ParameterizedTest
  @ValueSource(
      strings = {
        FULL_TEXT,
        "CREATE VIRTUAL TABLE r USING rtree(id, low, high)",
        "/* a */ -- b\n ; create virtual table f using fts5(a)",
        "CREATE TABLE u AS SELECT x FROM t",
        "ALTER TABLE t RENAME TO u",
        "ALTER TABLE t ADD COLUMN y DEFAULT 1",
        "DROP TABLE t",
        "ANALYZE",
        "REINDEX"
      })
  void whatDefinesTheSchemaChangesNoRows(String sql) throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      assertEquals(2, statement.executeUpdate("CREATE TABLE t(x); INSERT INTO t VALUES(1), (2)"));
      assertFalse(statement.execute(sql));
      assertEquals(0, statement.getUpdateCount());
    }
  }

  @Test
  void aVirtualTableCountsTheSameWhicheverWayItIsMade() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement(FULL_TEXT)) {
      assertEquals(0, prepared.executeUpdate());
      statement.executeUpdate("DROP TABLE f");
      prepared.addBatch();
      assertArrayEquals(new int[] {0}, prepared.executeBatch());
      statement.addBatch("DROP TABLE f");
      statement.addBatch(FULL_TEXT);
      statement.addBatch("INSERT INTO f VALUES('one'), ('two')");
      statement.addBatch("WITH w AS (SELECT 'two' AS z) DELETE FROM f WHERE a = (SELECT z FROM w)");
      assertArrayEquals(new int[] {0, 0, 2, 1}, statement.executeBatch());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN INSERT INTO t VALUES(1)",
        "EXPLAIN QUERY PLAN INSERT INTO t VALUES(1)",
        "EXPLAIN UPDATE t SET x = 1",
        "EXPLAIN DELETE FROM t",
        "EXPLAIN CREATE TABLE u(x)",
        "EXPLAIN INSERT INTO t VALUES(1) RETURNING x",
        "EXPLAIN SELECT x FROM t"
      })
  void whatIsExplainedIsAQueryAndNoUpdate(String sql) throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t(x)");
      statement.addBatch(sql);
      try (PreparedStatement prepared = connection.prepareStatement(sql)) {
        prepared.addBatch();
        Executable[] updates = {
          () -> statement.executeUpdate(sql),
          () -> statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS),
          prepared::executeUpdate,
          statement::executeBatch,
          prepared::executeBatch
        };
        for (Executable update : updates) {
          assertEquals("0100E", assertThrows(SQLException.class, update).getSQLState());
        }
        statement.executeQuery(sql).close();
        assertTrue(statement.execute(sql));
        assertEquals(-1, statement.getUpdateCount());
        prepared.executeQuery().close();
        assertTrue(prepared.execute());
        assertEquals(-1, prepared.getUpdateCount());
        assertEquals(0, Urls.number(connection, "SELECT count(*) FROM t"));
      }
    }
  }
}
