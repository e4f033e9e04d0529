package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Generated keys of one text with several statements, and of a batch of texts. */
class KeysOfSeveralStatementsTest {

  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    statement = connection.createStatement();
    Urls.exec(
        connection,
        "CREATE TABLE one(id INTEGER PRIMARY KEY, v)",
        "CREATE TABLE two(a TEXT, b REAL, PRIMARY KEY(a, b)) WITHOUT ROWID",
        "CREATE TABLE plain(v)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** The labels, then the rows. */
  private List<String> keys() throws SQLException {
    List<String> all = new ArrayList<>();
    try (ResultSet rows = statement.getGeneratedKeys()) {
      int columns = rows.getMetaData().getColumnCount();
      List<Object> labels = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        labels.add(rows.getMetaData().getColumnLabel(i));
      }
      all.add(labels.toString());
      while (rows.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(rows.getObject(i));
        }
        all.add(row.toString());
      }
    }
    return all;
  }

  @Test
  void keysWithMoreColumnsThanThoseBeforeLoseNone() throws SQLException {
    statement.executeUpdate(
        "INSERT INTO one(v) VALUES(1); INSERT INTO two VALUES('x', 1.5)",
        Statement.RETURN_GENERATED_KEYS);
    assertEquals(List.of("[id, b]", "[1, null]", "[x, 1.5]"), keys());
  }

  @Test
  void keysWithFewerColumnsThanThoseBeforeAreNullInTheRest() throws SQLException {
    statement.executeUpdate(
        "INSERT INTO two VALUES('x', 1.5); INSERT INTO one(v) VALUES(1),(2)",
        Statement.RETURN_GENERATED_KEYS);
    assertEquals(List.of("[a, b]", "[x, 1.5]", "[1, null]", "[2, null]"), keys());
  }

  @Test
  void keysOfDifferentNamesGoByPosition() throws SQLException {
    statement.executeUpdate(
        "INSERT INTO one(v) VALUES(1); INSERT INTO plain VALUES(1),(2)",
        Statement.RETURN_GENERATED_KEYS);
    assertEquals(List.of("[id]", "[1]", "[1]", "[2]"), keys());
  }

  @Test
  void aBatchOfTextsKeepsTheRowsOfEachReturningClause() throws SQLException {
    statement.addBatch("INSERT INTO one(v) VALUES(1),(2) RETURNING id");
    statement.addBatch("UPDATE one SET v = 7 RETURNING id, v");
    statement.addBatch("INSERT INTO one(v) VALUES(3) RETURNING id");
    assertArrayEquals(new int[] {2, 2, 1}, statement.executeBatch());
    assertEquals(
        List.of("[id, v]", "[1, null]", "[2, null]", "[1, 7]", "[2, 7]", "[3, null]"), keys());
  }

  @Test
  void aBatchOfTextsWithTheSameColumnsTellsWhereTheyComeFrom() throws SQLException {
    statement.addBatch("INSERT INTO one(v) VALUES(1) RETURNING id");
    statement.addBatch("INSERT INTO one(v) VALUES(2) RETURNING id");
    statement.executeBatch();
    assertEquals(List.of("[id]", "[1]", "[2]"), keys());
    try (ResultSet rows = statement.getGeneratedKeys()) {
      assertEquals("one", rows.getMetaData().getTableName(1));
      assertEquals("INTEGER", rows.getMetaData().getColumnTypeName(1));
    }
  }

  @Test
  void aBatchOfTextsWithAndWithoutReturningKeepsTheOrder() throws SQLException {
    statement.addBatch("INSERT INTO one(v) VALUES(1)");
    statement.addBatch("INSERT INTO one(v) VALUES(2) RETURNING id, v");
    statement.addBatch("INSERT INTO one(v) VALUES(3)");
    statement.executeBatch();
    assertEquals(List.of("[last_insert_rowid(), v]", "[1, null]", "[2, 2]", "[3, null]"), keys());
  }

  @Test
  void aBatchOfTextsThatFailsHasTheKeysOfWhatWasDone() throws SQLException {
    statement.addBatch("INSERT INTO one(v) VALUES(1)");
    statement.addBatch("INSERT INTO one(v) VALUES(2)");
    statement.addBatch("INSERT INTO one(id) VALUES(1)");
    BatchUpdateException failure =
        assertThrows(BatchUpdateException.class, statement::executeBatch);
    assertArrayEquals(new int[] {1, 1}, failure.getUpdateCounts());
    assertEquals(List.of("[last_insert_rowid()]", "[1]", "[2]"), keys());
  }
}
