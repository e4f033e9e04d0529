package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchTest {

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open(Urls.fresh());
    Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY, v)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static void add(PreparedStatement statement, int... ids) throws SQLException {
    for (int id : ids) {
      statement.setInt(1, id);
      statement.addBatch();
    }
  }

  private static BatchUpdateException failure(Statement statement) {
    return assertThrows(BatchUpdateException.class, statement::executeBatch);
  }

  @Test
  void countsAreThoseOfEachSet() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t(id) VALUES(?)");
        PreparedStatement update = connection.prepareStatement("UPDATE t SET v = 1 WHERE id < ?")) {
      add(insert, 1, 2, 3);
      assertArrayEquals(new int[] {1, 1, 1}, insert.executeBatch());
      add(update, 3, 0, 9, 2);
      assertArrayEquals(new long[] {2, 0, 3, 1}, update.executeLargeBatch());
      assertEquals(-1, update.getUpdateCount());
    }
  }

  @Test
  void aFailureTellsItsIndexTheCountsBeforeItAndItsCause() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t(id) VALUES(?)")) {
      add(insert, 1, 2, 3, 2, 5);
      BatchUpdateException failure = failure(insert);
      assertArrayEquals(new int[] {1, 1, 1}, failure.getUpdateCounts());
      assertArrayEquals(new long[] {1, 1, 1}, failure.getLargeUpdateCounts());
      assertEquals("23505", failure.getSQLState());
      assertEquals(1555, failure.getErrorCode());
      assertTrue(failure.getMessage().contains("entry 3"), failure.getMessage());
      assertInstanceOf(SQLIntegrityConstraintViolationException.class, failure.getCause());
      assertEquals(3, Urls.number(connection, "SELECT max(id) FROM t"));

      add(insert, 7, 8);
      assertArrayEquals(new int[] {1, 1}, insert.executeBatch());
      insert.setInt(1, 9);
      assertEquals(1, insert.executeUpdate());
      add(insert, 10);
      insert.clearBatch();
      assertEquals(0, insert.executeBatch().length);
    }
  }

  @Test
  void withAutoCommitEachSetIsCommittedAndWithoutItAllOrNone() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t(id) VALUES(?)")) {
      add(insert, 1, 2, 2);
      failure(insert);
      assertEquals(2, Urls.number(connection, "SELECT count(*) FROM t"));
      connection.setAutoCommit(false);
      add(insert, 3, 4, 4, 5);
      assertArrayEquals(new int[] {1, 1}, failure(insert).getUpdateCounts());
      assertEquals(4, Urls.number(connection, "SELECT count(*) FROM t"));
      connection.rollback();
      assertEquals(2, Urls.number(connection, "SELECT count(*) FROM t"));
      add(insert, 6, 7);
      insert.executeBatch();
      connection.commit();
      connection.setAutoCommit(true);
      assertEquals(4, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void tenThousandSetsRunInTheirOrder() throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES(?, ?)")) {
      for (int i = 0; i < 10_000; i++) {
        insert.setInt(1, i);
        insert.setString(2, "row " + i);
        insert.addBatch();
      }
      int[] counts = insert.executeBatch();
      assertEquals(10_000, counts.length);
      assertEquals(10_000, Arrays.stream(counts).sum());
      connection.commit();
      assertEquals(
          10_000, Urls.number(connection, "SELECT count(*) FROM t WHERE v = 'row ' || id"));
      for (int i = 0; i < 10_000; i++) {
        insert.setInt(1, i == 7_777 ? 0 : 20_000 + i);
        insert.setString(2, "later");
        insert.addBatch();
      }
      BatchUpdateException failure = failure(insert);
      assertEquals(7_777, failure.getUpdateCounts().length);
      assertEquals(7_777, Urls.number(connection, "SELECT count(*) FROM t WHERE v = 'later'"));
    }
  }

  @Test
  void setsMayBeLargerThanTheBlockThatTheyTravelIn() throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES(?, ?)")) {
      int[] sizes = {0, 1, 70_000, 3, 65_000, 65_400, 65_408, 65_416, 3_000_000, 5, 64 << 10};
      for (int i = 0; i < sizes.length; i++) {
        byte[] value = new byte[sizes[i]];
        Arrays.fill(value, (byte) i);
        insert.setInt(1, i);
        insert.setBytes(2, value);
        insert.addBatch();
      }
      assertEquals(sizes.length, Arrays.stream(insert.executeBatch()).sum());
      for (int i = 0; i < sizes.length; i++) {
        assertEquals(sizes[i], Urls.number(connection, "SELECT length(v) FROM t WHERE id = " + i));
        assertEquals(
            1,
            Urls.number(
                connection,
                "SELECT hex(v) = replace(hex(zeroblob(length(v))), '00', '"
                    + "%02X".formatted(i)
                    + "') FROM t WHERE id = "
                    + i));
      }
    }
  }

  @Test
  void setsAreTakenWhenTheyAreAdded() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES(?, ?)")) {
      byte[] bytes = {1};
      insert.setInt(1, 1);
      insert.setBytes(2, bytes);
      insert.addBatch();
      bytes[0] = 2;
      insert.setInt(1, 2);
      insert.clearParameters();
      assertEquals("07001", assertThrows(SQLException.class, insert::addBatch).getSQLState());
      insert.setInt(1, 3);
      insert.setString(2, null);
      insert.addBatch();
      assertEquals(2, insert.executeBatch().length);
      assertEquals("01", Urls.column(connection, "SELECT hex(v) FROM t WHERE id = 1").get(0));
      assertEquals(1, Urls.number(connection, "SELECT v IS NULL FROM t WHERE id = 3"));
    }
  }

  @Test
  void returningAndDdlAndPragmasInABatch() throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t(id) VALUES(?) RETURNING id");
        Statement statement = connection.createStatement()) {
      add(insert, 4, 5);
      assertArrayEquals(new int[] {1, 1}, insert.executeBatch());
      statement.addBatch("CREATE TABLE u(x)");
      statement.addBatch("INSERT INTO u VALUES(1), (2); UPDATE u SET x = 3");
      statement.addBatch("PRAGMA user_version = 5");
      statement.addBatch("DELETE FROM u");
      assertArrayEquals(new int[] {0, 4, 0, 2}, statement.executeBatch());
      assertEquals(5, Urls.number(connection, "PRAGMA user_version"));
    }
  }

  @Test
  void aQueryInABatchIsRefusedWithItsIndex() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement("SELECT ?");
        Statement statement = connection.createStatement()) {
      add(query, 1);
      BatchUpdateException refused = failure(query);
      assertEquals("0100E", refused.getSQLState());
      assertEquals(0, refused.getUpdateCounts().length);
      statement.addBatch("INSERT INTO t(id) VALUES(1)");
      statement.addBatch("SELECT 1");
      statement.addBatch("INSERT INTO t(id) VALUES(2)");
      refused = failure(statement);
      assertArrayEquals(new int[] {1}, refused.getUpdateCounts());
      assertEquals("0100E", refused.getSQLState());
      assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t"));
      assertEquals(0, statement.executeBatch().length);
    }
  }

  @Test
  void syntaxErrorsInABatchAreFoundWhenItRuns() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.addBatch("INSERT INTO t(id) VALUES(1)");
      statement.addBatch("INSER INTO t(id) VALUES(1)");
      BatchUpdateException refused = failure(statement);
      assertArrayEquals(new int[] {1}, refused.getUpdateCounts());
      assertEquals("42000", refused.getSQLState());
      assertThrows(SQLException.class, () -> statement.addBatch(null));
    }
    try (PreparedStatement prepared = connection.prepareStatement("INSERT INTO t(id) VALUES(1)")) {
      assertEquals(
          "HY010",
          assertThrows(SQLException.class, () -> prepared.addBatch("SELECT 1")).getSQLState());
      prepared.addBatch();
      prepared.addBatch();
      assertArrayEquals(new int[0], failure(prepared).getUpdateCounts());
    }
  }

  @Test
  void aTransactionThatSqliteRollsBackEndsTheBatch() throws SQLException {
    try (Connection small =
            Urls.open(
                "jdbc:icsqlite::memory:?bucket_pages=1&max_stable_pages=8&cache_size_kib=64");
        Statement statement = small.createStatement()) {
      statement.execute("CREATE TABLE b(v)");
      small.setAutoCommit(false);
      try (PreparedStatement insert = small.prepareStatement("INSERT INTO b VALUES(zeroblob(?))")) {
        for (int i = 0; i < 50; i++) {
          insert.setInt(1, 50_000);
          insert.addBatch();
        }
        try {
          insert.executeBatch();
          assertEquals("53100", assertThrows(SQLException.class, small::commit).getSQLState());
        } catch (BatchUpdateException e) {
          assertEquals("53100", e.getSQLState());
        }
      }
      small.rollback();
      assertEquals(0, Urls.number(small, "SELECT count(*) FROM b"));
    }
  }
}
