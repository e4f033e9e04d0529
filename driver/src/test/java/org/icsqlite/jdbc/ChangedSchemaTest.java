package org.icsqlite.jdbc;

import static java.sql.Statement.RETURN_GENERATED_KEYS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
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

  private static List<String> keys(Statement statement) throws SQLException {
    List<String> keys = new ArrayList<>();
    try (ResultSet rows = statement.getGeneratedKeys()) {
      keys.add(rows.getMetaData().getColumnLabel(1));
      while (rows.next()) {
        keys.add(rows.getString(1));
      }
    }
    return keys;
  }

  @Test
  void keysAreThoseOfATableThatWasMadeAnew() throws SQLException {
    Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(id INTEGER PRIMARY KEY, x)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t(x) VALUES(?)", RETURN_GENERATED_KEYS)) {
      insert.setInt(1, 7);
      insert.executeUpdate();
      assertEquals(List.of("id", "1"), keys(insert));

      Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(x, k INTEGER PRIMARY KEY)");
      assertNull(insert.getMetaData());
      assertEquals(1, insert.executeUpdate());
      assertEquals(List.of("k", "1"), keys(insert));

      Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(x PRIMARY KEY) WITHOUT ROWID");
      for (int i = 8; i <= 9; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      assertArrayEquals(new int[] {1, 1}, insert.executeBatch());
      assertEquals(List.of("x", "8", "9"), keys(insert));

      Urls.exec(connection, "DROP TABLE t", "CREATE VIRTUAL TABLE t USING fts5(x)");
      assertEquals(1, insert.executeUpdate());
      assertEquals("1", keys(insert).get(1));
    }
  }

  @Test
  void aColumnThatIsNoLongerTheKeyIsNoKey() throws SQLException {
    Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(id INTEGER PRIMARY KEY, x)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t(x) VALUES(7)", RETURN_GENERATED_KEYS)) {
      Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(id, x, k INTEGER PRIMARY KEY)");
      insert.executeUpdate();
      assertEquals(List.of("k", "1"), keys(insert));
    }
  }

  @Test
  void keysAreThoseOfATableThatAnotherConnectionHasMadeAnew() throws SQLException {
    String url = Urls.fresh();
    try (Connection own = Urls.open(url);
        Connection other = Urls.open(url)) {
      Urls.exec(own, "CREATE TABLE t(id INTEGER PRIMARY KEY, x)");
      try (PreparedStatement insert =
          own.prepareStatement("INSERT INTO t(x) VALUES(7)", RETURN_GENERATED_KEYS)) {
        Urls.exec(other, "DROP TABLE t", "CREATE TABLE t(x, k INTEGER PRIMARY KEY)");
        assertEquals(1, insert.executeUpdate());
        assertEquals(List.of("k", "1"), keys(insert));

        Urls.exec(other, "DROP TABLE t", "CREATE TABLE t(k, x, n INTEGER PRIMARY KEY)");
        insert.executeUpdate();
        insert.executeUpdate();
        assertEquals(List.of("n", "2"), keys(insert));
        assertEquals(2, Urls.number(other, "SELECT count(*) FROM t"));
      }
    }
  }

  @Test
  void columnsThatWereAskedForAndAreGoneAreAnErrorAndInsertNothing() throws SQLException {
    String sql = "INSERT INTO t(a) VALUES(7)";
    try (PreparedStatement named = connection.prepareStatement(sql, new String[] {"a"});
        PreparedStatement second = connection.prepareStatement(sql, new int[] {1})) {
      Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(a)", "DROP TABLE t");
      assertEquals("42S02", assertThrows(SQLException.class, named::executeUpdate).getSQLState());
      Urls.exec(connection, "CREATE TABLE t(b, a)", "ALTER TABLE t RENAME a TO c");
      assertEquals("42S22", assertThrows(SQLException.class, named::executeUpdate).getSQLState());
      assertEquals("42S22", assertThrows(SQLException.class, second::executeUpdate).getSQLState());
      assertEquals(0, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void keysThatAreRefusedOfATableThatAnotherConnectionHasMadeAnewInsertNothing()
      throws SQLException {
    String url = Urls.fresh();
    try (Connection own = Urls.open(url);
        Connection other = Urls.open(url)) {
      Urls.exec(own, "CREATE TABLE t(a, b)");
      String sql = "INSERT INTO t(b) VALUES(7)";
      try (PreparedStatement second = own.prepareStatement(sql, new int[] {2});
          PreparedStatement rowid = own.prepareStatement(sql, new String[] {"rowid"})) {
        Urls.exec(other, "DROP TABLE t", "CREATE TABLE t(b)");
        assertEquals(1, second.executeUpdate());
        assertEquals(List.of("b", "7"), keys(second));
        for (int i = 0; i < 2; i++) {
          assertEquals(
              "07009", assertThrows(SQLException.class, second::executeUpdate).getSQLState());
        }
        assertEquals(1, Urls.number(other, "SELECT count(*) FROM t"));

        Urls.exec(other, "DROP TABLE t", "CREATE VIRTUAL TABLE t USING fts5(b)");
        assertEquals(1, rowid.executeUpdate());
        assertEquals("0A000", assertThrows(SQLException.class, rowid::executeUpdate).getSQLState());
        assertEquals(1, Urls.number(other, "SELECT count(*) FROM t"));
      }
    }
  }

  @Test
  void lookingForKeysReadsNoSnapshotThatAnInsertWouldFailOn() throws SQLException {
    String url = Urls.fresh();
    String sql = "INSERT INTO t(x) VALUES(7)";
    try (Connection own = Urls.open(url);
        Connection other = Urls.open(url)) {
      Urls.exec(own, "CREATE TABLE t(id INTEGER PRIMARY KEY, x)");
      own.setAutoCommit(false);
      try (PreparedStatement insert = own.prepareStatement(sql, RETURN_GENERATED_KEYS)) {
        Urls.exec(other, sql);
        assertEquals(1, insert.executeUpdate());
        assertEquals(List.of("id", "2"), keys(insert));
        own.rollback();
        assertEquals(1, Urls.number(other, "SELECT count(*) FROM t"));
      }
    }
  }

  @Test
  void keysAreThoseOfATableThatARollbackHasBroughtBack() throws SQLException {
    String[] anew = {"DROP TABLE t", "CREATE TABLE t(id, x, k INTEGER PRIMARY KEY)"};
    Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(id INTEGER PRIMARY KEY, x, k)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t(x) VALUES(7)", RETURN_GENERATED_KEYS)) {
      connection.setAutoCommit(false);
      Urls.exec(connection, anew);
      insert.executeUpdate();
      assertEquals(List.of("k", "1"), keys(insert));
      connection.rollback();
      insert.executeUpdate();
      assertEquals(List.of("id", "1"), keys(insert));

      Savepoint before = connection.setSavepoint();
      Urls.exec(connection, anew);
      insert.executeUpdate();
      assertEquals(List.of("k", "1"), keys(insert));
      connection.rollback(before);
      insert.executeUpdate();
      assertEquals(List.of("id", "2"), keys(insert));

      Urls.exec(connection, "SAVEPOINT s");
      Urls.exec(connection, anew);
      insert.executeUpdate();
      Urls.exec(connection, "ROLLBACK TO s");
      insert.executeUpdate();
      assertEquals(List.of("id", "3"), keys(insert));

      Urls.exec(connection, anew);
      insert.executeUpdate();
      assertEquals(List.of("k", "1"), keys(insert));
      assertThrows(
          SQLException.class,
          () -> Urls.exec(connection, "INSERT OR ROLLBACK INTO t(k) VALUES(1)"));
      connection.rollback();
      insert.executeUpdate();
      assertEquals(List.of("id", "1"), keys(insert));
    }
  }

  @Test
  void keysAreThoseOfATableThatABatchHasChanged() throws SQLException {
    Urls.exec(connection, "DROP TABLE t", "CREATE TABLE t(id INTEGER PRIMARY KEY, x, k)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t(x) VALUES(7)", RETURN_GENERATED_KEYS)) {
      for (String sql : List.of("ALTER TABLE t RENAME id TO a", "ALTER TABLE t RENAME k TO id")) {
        try (PreparedStatement change = connection.prepareStatement(sql)) {
          change.addBatch();
          change.executeBatch();
        }
      }
      insert.executeUpdate();
      assertEquals(List.of("a", "1"), keys(insert));
    }
  }

  @Test
  void keysAreThoseOfATableThatWasVirtual() throws SQLException {
    String ordinary = "CREATE TABLE t(id INTEGER PRIMARY KEY, x)";
    String withoutRowid = "CREATE TABLE t(x PRIMARY KEY) WITHOUT ROWID";
    String sql = "INSERT INTO t(x) VALUES(7), (8)";
    Urls.exec(connection, "DROP TABLE t", "CREATE VIRTUAL TABLE t USING fts5(x)");
    try (PreparedStatement insert = connection.prepareStatement(sql, RETURN_GENERATED_KEYS)) {
      Urls.exec(connection, "DROP TABLE t", ordinary);
      assertEquals(2, insert.executeUpdate());
      assertEquals(List.of("id", "1", "2"), keys(insert));

      Urls.exec(connection, "DROP TABLE t", "CREATE VIRTUAL TABLE t USING fts5(x)");
      assertEquals(2, insert.executeUpdate());
      assertEquals("2", keys(insert).get(1));

      Urls.exec(connection, "DROP TABLE t", withoutRowid);
      insert.addBatch();
      assertArrayEquals(new int[] {2}, insert.executeBatch());
      assertEquals(List.of("x", "7", "8"), keys(insert));
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
