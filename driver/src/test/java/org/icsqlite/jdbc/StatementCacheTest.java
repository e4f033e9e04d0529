package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compiled statements are kept for reuse, and nobody notices but by the clock. */
class StatementCacheTest {

  private IcSqliteConnection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = (IcSqliteConnection) Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(connection, "CREATE TABLE t(a)", "INSERT INTO t VALUES(1)");
    // What was compiled so far leaves the cache.
    connection.setStatementCacheSize(0);
    connection.setStatementCacheSize(32);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private int compiled() {
    return connection.session().statements().count();
  }

  private void use(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      assertTrue(rows.next());
    }
  }

  @Test
  void theOneUsedLongestAgoLeavesFirst() throws SQLException {
    connection.setStatementCacheSize(2);
    int before = compiled();
    use("SELECT 1");
    use("SELECT 2");
    use("SELECT 1");
    use("SELECT 3"); // 2 leaves
    assertEquals(before + 2, compiled());
    try (PreparedStatement one = connection.prepareStatement("SELECT 1");
        PreparedStatement three = connection.prepareStatement("SELECT 3")) {
      assertEquals(before + 2, compiled(), "both were kept");
      try (PreparedStatement two = connection.prepareStatement("SELECT 2")) {
        assertEquals(before + 3, compiled(), "it had left");
        assertFalse(one.isClosed() || two.isClosed() || three.isClosed());
      }
    }
  }

  @Test
  void itsSizeCanBeSetAndZeroKeepsNothing() throws SQLException {
    int before = compiled();
    for (int i = 0; i < 40; i++) {
      use("SELECT " + i);
    }
    assertEquals(before + 32, compiled());
    connection.setStatementCacheSize(5);
    assertEquals(before + 5, compiled());
    connection.setStatementCacheSize(0);
    assertEquals(before, compiled());
    use("SELECT 1");
    assertEquals(before, compiled());
    assertEquals(
        "22023",
        assertThrows(SQLException.class, () -> connection.setStatementCacheSize(-1)).getSQLState());
    try (IcSqliteConnection none =
        (IcSqliteConnection) Urls.open("jdbc:icsqlite::memory:?statement_cache=0")) {
      int compiledBefore = none.session().statements().count();
      assertEquals(1, Urls.number(none, "SELECT 1"));
      assertEquals(compiledBefore, none.session().statements().count());
    }
  }

  @Test
  void twoStatementsOfOneTextAreTwo() throws SQLException {
    String sql = "SELECT ? + value FROM json_each('[0,100]')";
    use("SELECT 1");
    try (PreparedStatement one = connection.prepareStatement(sql);
        PreparedStatement two = connection.prepareStatement(sql)) {
      one.setInt(1, 1);
      two.setInt(1, 2);
      ResultSet ones = one.executeQuery();
      ResultSet twos = two.executeQuery();
      for (int i = 0; i < 2; i++) {
        assertTrue(ones.next());
        assertTrue(twos.next());
        assertEquals(1 + 100 * i, ones.getInt(1));
        assertEquals(2 + 100 * i, twos.getInt(1));
      }
    }
  }

  @Test
  void valuesDoNotOutliveTheirStatement() throws SQLException {
    String sql = "SELECT ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, 5);
      assertTrue(statement.executeQuery().next());
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      assertEquals(
          "07001", assertThrows(SQLException.class, statement::executeQuery).getSQLState());
    }
  }

  @Test
  void whatIsNotPoolableIsNotKept() throws SQLException {
    int before = compiled();
    try (PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
      assertTrue(statement.isPoolable());
      statement.setPoolable(false);
      assertFalse(statement.isPoolable());
      assertTrue(statement.executeQuery().next());
    }
    assertEquals(before, compiled());
  }

  @Test
  void aStatementWithRowsLeftIsResetBeforeItIsKept() throws SQLException {
    Urls.exec(connection, "INSERT INTO t VALUES(2), (3)");
    try (PreparedStatement statement = connection.prepareStatement("SELECT a FROM t")) {
      statement.setFetchSize(1);
      assertTrue(statement.executeQuery().next());
    }
    // A table that a statement reads cannot be dropped.
    Urls.exec(connection, "CREATE TABLE u(x)", "DROP TABLE u");
    try (PreparedStatement statement = connection.prepareStatement("SELECT a FROM t");
        ResultSet rows = statement.executeQuery()) {
      for (int i = 1; i <= 3; i++) {
        assertTrue(rows.next());
        assertEquals(i, rows.getInt(1));
      }
    }
  }

  @Test
  void schemaChangesAreSeen() throws SQLException {
    String sql = "SELECT * FROM t";
    use(sql);
    Urls.exec(connection, "ALTER TABLE t ADD COLUMN b DEFAULT 'two'");
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      assertEquals(2, statement.getMetaData().getColumnCount());
      try (ResultSet rows = statement.executeQuery()) {
        assertEquals("b", rows.getMetaData().getColumnLabel(2));
        assertTrue(rows.next());
        assertEquals("two", rows.getString("b"));
      }
      Urls.exec(connection, "ALTER TABLE t DROP COLUMN a");
      try (ResultSet rows = statement.executeQuery()) {
        assertTrue(rows.next());
        assertEquals(1, rows.getMetaData().getColumnCount());
        assertEquals("two", rows.getString(1));
      }
      Urls.exec(connection, "ALTER TABLE t RENAME TO gone");
      assertEquals(
          "42S02", assertThrows(SQLException.class, statement::executeQuery).getSQLState());
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      assertThrows(SQLException.class, statement::getMetaData);
      assertEquals(
          "42S02", assertThrows(SQLException.class, statement::executeQuery).getSQLState());
      Urls.exec(connection, "ALTER TABLE gone RENAME TO t");
      assertTrue(statement.executeQuery().next());
    }
  }

  @Test
  void schemaChangesOfAnotherConnectionAreSeen() throws SQLException {
    String url = Urls.fresh();
    try (IcSqliteConnection one = (IcSqliteConnection) Urls.open(url);
        IcSqliteConnection two = (IcSqliteConnection) Urls.open(url)) {
      Urls.exec(one, "CREATE TABLE t(a)", "INSERT INTO t VALUES(1)");
      try (PreparedStatement query = one.prepareStatement("SELECT * FROM t");
          PreparedStatement insert = one.prepareStatement("INSERT INTO t(a) VALUES(?)")) {
        assertEquals(1, query.executeQuery().getMetaData().getColumnCount());
        query.executeQuery().close();
        Urls.exec(two, "ALTER TABLE t ADD COLUMN b DEFAULT 5");
        insert.setInt(1, 2);
        assertEquals(1, insert.executeUpdate());
        for (int i = 0; i < 3; i++) {
          insert.setInt(1, i);
          insert.addBatch();
        }
        assertEquals(3, insert.executeBatch().length);
        ResultSet rows = query.executeQuery();
        assertTrue(rows.next());
        assertEquals(5, rows.getInt(2));
      }
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void statementsThatNobodyClosedAreFinalizedWhenTheyAreCollected() throws SQLException {
    connection.setStatementCacheSize(0);
    int before = compiled();
    abandon(50);
    assertTrue(compiled() >= before, "they may be gone already");
    while (compiled() > before) {
      System.gc();
      use("SELECT 1");
    }
    Urls.exec(connection, "DROP TABLE t");
  }

  private void abandon(int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      PreparedStatement prepared = connection.prepareStatement("SELECT " + i + " UNION SELECT -1");
      assertTrue(prepared.executeQuery().next());
      Statement statement = connection.createStatement();
      assertTrue(statement.executeQuery("SELECT a, " + i + " FROM t").next());
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aStatementWhoseRowsAreStillReadIsNotCollected() throws SQLException {
    ResultSet rows = rowsOfAnUnnamedStatement();
    for (int i = 1; i <= 20_000; i++) {
      if (i % 2_000 == 0) {
        System.gc();
        use("SELECT 1");
      }
      assertTrue(rows.next());
      assertEquals(i, rows.getInt(1));
    }
    assertFalse(rows.next());
  }

  private ResultSet rowsOfAnUnnamedStatement() throws SQLException {
    return connection
        .createStatement()
        .executeQuery(
            "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT 20000)"
                + " SELECT v FROM i");
  }
}
