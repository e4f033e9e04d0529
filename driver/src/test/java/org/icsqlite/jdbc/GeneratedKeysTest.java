package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedKeysTest {

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(
        connection,
        "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, at TEXT DEFAULT 'now')",
        "INSERT INTO t(id, name) VALUES(100, 'first')");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void emptyStatementsCommentsAndNamesLikeVerbsDoNotHideAnInsert() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int next = 101;
      for (String sql :
          List.of(
              ";INSERT INTO t(name) VALUES('a1'),('a2')",
              " ; /* ; */ ; -- ;\n INSERT INTO t(name) VALUES('b1'),('b2')",
              "WITH replace AS (SELECT 'c1' AS x UNION ALL SELECT 'c2')"
                  + " INSERT INTO t(name) SELECT x FROM replace")) {
        assertEquals(2, statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS), sql);
        assertEquals(
            List.of(Integer.toString(next), Integer.toString(next + 1)),
            firstColumn(statement),
            sql);
        next += 2;
      }
    }
  }

  /** The labels, then the rows. */
  private static List<List<String>> keys(Statement statement) throws SQLException {
    List<List<String>> all = new ArrayList<>();
    try (ResultSet rows = statement.getGeneratedKeys()) {
      int columns = rows.getMetaData().getColumnCount();
      List<String> labels = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        labels.add(rows.getMetaData().getColumnLabel(i));
      }
      all.add(labels);
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          row.add(rows.getString(i));
        }
        all.add(row);
      }
    }
    return all;
  }

  private static List<String> firstColumn(Statement statement) throws SQLException {
    List<List<String>> all = keys(statement);
    return all.subList(1, all.size()).stream().map(row -> row.get(0)).toList();
  }

  private List<List<String>> keysOf(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
      Urls.exec(connection, "SAVEPOINT twice");
      statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
      List<List<String>> direct = keys(statement);
      Urls.exec(connection, "ROLLBACK TO twice", "RELEASE twice");
      prepared.executeUpdate();
      assertEquals(direct, keys(prepared), sql);
      return direct;
    }
  }

  private static List<List<String>> rows(String label, String... values) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(label));
    for (String value : values) {
      rows.add(List.of(value));
    }
    return rows;
  }

  @Test
  void oneRowHasOneKeyAndSeveralRowsHaveAllOfTheirs() throws SQLException {
    assertEquals(rows("id", "101"), keysOf("INSERT INTO t(name) VALUES('a')"));
    assertEquals(rows("id", "102", "103"), keysOf("INSERT INTO t(name) VALUES('b'), ('c')"));
    assertEquals(rows("id", "7"), keysOf("INSERT INTO t(id, name) VALUES(7, 'd')"));
    assertEquals(
        rows("id", "104", "105", "106"),
        keysOf("INSERT INTO t(name) SELECT value FROM json_each('[\"x\",\"y\",\"z\"]')"));
  }

  @Test
  void anInsertedRowCountIsStillTheCount() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertEquals(
          2,
          statement.executeUpdate(
              "INSERT INTO t(name) VALUES('a'), ('b')", Statement.RETURN_GENERATED_KEYS));
      assertEquals(2, statement.getUpdateCount());
      assertFalse(
          statement.execute("INSERT INTO t(name) VALUES('c')", Statement.RETURN_GENERATED_KEYS));
      assertEquals(1, statement.getUpdateCount());
      assertEquals(List.of("103"), firstColumn(statement));
      assertEquals(List.of("103"), firstColumn(statement), "asked for again");
    }
  }

  @Test
  void commentsAndSemicolonsDoNotHideTheKeys() throws SQLException {
    assertEquals(rows("id", "101"), keysOf("INSERT INTO t(name) VALUES('a');"));
    assertEquals(rows("id", "102"), keysOf("INSERT INTO t(name) VALUES('b') -- RETURNING id"));
    assertEquals(rows("id", "103"), keysOf("/* new */ INSERT INTO t(name) VALUES('c') ; -- end\n"));
    assertEquals(rows("id", "104"), keysOf("insert /**/ into\n t (name) values ('returning;')"));
    assertEquals(
        rows("id", "105"),
        keysOf("WITH n(v) AS (SELECT 'INSERT') INSERT INTO t(name) SELECT v FROM n;;"));
  }

  @Test
  void aReturningClauseOfTheUsersIsTheKeys() throws SQLException {
    String sql = "INSERT INTO t(name) VALUES('a'), ('b') RETURNING name AS n, id";
    List<List<String>> expected =
        List.of(List.of("n", "id"), List.of("a", "101"), List.of("b", "102"));
    try (PreparedStatement prepared =
        connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
      assertEquals(2, prepared.executeUpdate());
      assertEquals(expected, keys(prepared));
    }
    Urls.exec(connection, "DELETE FROM t WHERE id > 100");
    try (Statement statement = connection.createStatement()) {
      assertTrue(statement.execute(sql, Statement.RETURN_GENERATED_KEYS));
      assertTrue(statement.getResultSet().next());
      assertEquals(expected, keys(statement));
    }
  }

  @Test
  void columnsCanBeAskedForByNameAndByIndex() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO t(name) VALUES('a')", new String[] {"NAME", "at"});
      assertEquals(List.of("a", "now"), keys(statement).get(1));
      statement.executeUpdate("INSERT INTO t(name) VALUES('b')", new int[] {3, 1});
      assertEquals(List.of(List.of("at", "id"), List.of("now", "102")), keys(statement));
      statement.execute("INSERT INTO t(name) VALUES('c')", new int[] {1});
      assertEquals(rows("id", "103"), keys(statement));
      statement.executeLargeUpdate("INSERT INTO t(name) VALUES('d')", new String[] {"id"});
      assertEquals(rows("id", "104"), keys(statement));
    }
    try (PreparedStatement prepared =
        connection.prepareStatement("INSERT INTO t(name) VALUES(?)", new String[] {"id"})) {
      prepared.setString(1, "e");
      assertEquals(1, prepared.executeUpdate());
      assertEquals(rows("id", "105"), keys(prepared));
    }
    try (PreparedStatement prepared =
        connection.prepareStatement("INSERT INTO t(name) VALUES(?)", new int[] {2})) {
      prepared.setString(1, "f");
      assertEquals(1, prepared.executeUpdate());
      assertEquals(rows("name", "f"), keys(prepared));
    }
  }

  @Test
  void columnsThatTheTableDoesNotHaveAreRefusedAndNothingIsInserted() throws SQLException {
    String sql = "INSERT INTO t(name) VALUES('a')";
    try (Statement statement = connection.createStatement()) {
      for (String name : new String[] {"nope", "it's", "a\"b", "a`b", ""}) {
        assertEquals(
            "42S22",
            assertThrows(
                    SQLException.class, () -> statement.executeUpdate(sql, new String[] {name}))
                .getSQLState(),
            name);
      }
      for (int index : new int[] {0, 4, -1, Integer.MAX_VALUE}) {
        SQLException refused =
            assertThrows(SQLException.class, () -> statement.executeUpdate(sql, new int[] {index}));
        assertEquals("07009", refused.getSQLState());
        assertTrue(refused.getMessage().contains(Integer.toString(index)), refused.getMessage());
      }
      assertEquals(
          "22023",
          assertThrows(SQLException.class, () -> statement.executeUpdate(sql, 3)).getSQLState());
    }
    assertEquals(
        "42S22",
        assertThrows(
                SQLException.class, () -> connection.prepareStatement(sql, new String[] {"nope"}))
            .getSQLState());
    assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void emptyRequestsAskForNothing() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO t(name) VALUES('a')", new String[0]);
      assertEquals(List.of("101"), firstColumn(statement));
      statement.executeUpdate("INSERT INTO t(name) VALUES('b')", (int[]) null);
      assertEquals(List.of("102"), firstColumn(statement));
      statement.executeUpdate("INSERT INTO t(name) VALUES('c'), ('d')");
      assertEquals(rows("last_insert_rowid()", "104"), keys(statement));
    }
  }

  @Test
  void conflictsGiveTheKeysOfTheRowsThatWereWritten() throws SQLException {
    assertEquals(rows("id"), keysOf("INSERT INTO t(name) VALUES('first') ON CONFLICT DO NOTHING"));
    assertEquals(rows("id"), keysOf("INSERT OR IGNORE INTO t(name) VALUES('first')"));
    assertEquals(
        rows("id", "101"), keysOf("INSERT OR IGNORE INTO t(name) VALUES('first'), ('second')"));
    assertEquals(
        rows("id", "100", "102"),
        keysOf(
            "INSERT INTO t(name) VALUES('first'), ('third')"
                + " ON CONFLICT(name) DO UPDATE SET at = 'later'"));
    assertEquals(rows("id", "103"), keysOf("INSERT OR REPLACE INTO t(name) VALUES('first')"));
    assertEquals(rows("id", "103"), keysOf("REPLACE INTO t(id, name) VALUES(103, 'fifth')"));
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT OR IGNORE INTO t(name) VALUES('fifth')");
      assertEquals(List.of(), firstColumn(statement), "also when none were asked for");
    }
  }

  @Test
  void tablesWithoutRowidGiveTheirPrimaryKey() throws SQLException {
    Urls.exec(connection, "CREATE TABLE w(a TEXT, b INTEGER, c, PRIMARY KEY(b, a)) WITHOUT ROWID");
    assertEquals(
        List.of(List.of("a", "b"), List.of("x", "1"), List.of("y", "2")),
        keysOf("INSERT INTO w VALUES('x', 1, 0), ('y', 2, 0)"));
  }

  @Test
  void autoincrementAndTextKeysAndTablesWithoutAKey() throws SQLException {
    Urls.exec(
        connection,
        "CREATE TABLE a(n INTEGER PRIMARY KEY AUTOINCREMENT, v)",
        "INSERT INTO a VALUES(9, 1)",
        "DELETE FROM a",
        "CREATE TABLE k(code TEXT PRIMARY KEY)",
        "CREATE TABLE p(v)",
        "CREATE TABLE r(rowid, _rowid_, v)",
        "CREATE TABLE none(rowid, _rowid_, oid)");
    assertEquals(rows("n", "10", "11"), keysOf("INSERT INTO a(v) VALUES(1), (2)"));
    assertEquals(rows("rowid", "1"), keysOf("INSERT INTO k VALUES('x')"));
    assertEquals(rows("rowid", "1", "2"), keysOf("INSERT INTO p VALUES('x'), ('y')"));
    assertEquals(rows("rowid", "1"), keysOf("INSERT INTO r VALUES('a', 'b', 'c')"));
    assertEquals(rows("last_insert_rowid()", "1"), keysOf("INSERT INTO none VALUES(7, 8, 9)"));
  }

  @Test
  void namesAreFoundWhateverTheirQuotesAndSchema() throws SQLException {
    Urls.exec(
        connection,
        "CREATE TABLE \"odd \"\"name\"\".x\"(\"the id\" INTEGER PRIMARY KEY, \"a`b\")",
        "CREATE TEMP TABLE t2(tid INTEGER PRIMARY KEY, v)",
        "CREATE TEMP TABLE t(shadow INTEGER PRIMARY KEY, name)",
        "CREATE TABLE \u00fcber(\u00efd INTEGER PRIMARY KEY, v)");
    assertEquals(
        rows("the id", "1"), keysOf("INSERT INTO \"odd \"\"name\"\".x\"(\"a`b\") VALUES(1)"));
    assertEquals(rows("the id", "2"), keysOf("INSERT INTO [odd \"name\".x](`a``b`) VALUES(1)"));
    assertEquals(rows("tid", "1"), keysOf("INSERT INTO T2(v) VALUES(1)"));
    assertEquals(rows("tid", "2"), keysOf("INSERT INTO temp.t2(v) VALUES(1)"));
    assertEquals(rows("shadow", "1"), keysOf("INSERT INTO t(name) VALUES('x')"));
    assertEquals(rows("id", "101"), keysOf("INSERT INTO main.t(name) VALUES('x')"));
    assertEquals(rows("\u00efd", "1"), keysOf("INSERT INTO \u00fcber(v) VALUES('x')"));
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO [odd \"name\".x] VALUES(9, 1)", new String[] {"a`b"});
      assertEquals(rows("a`b", "1"), keys(statement));
    }
  }

  @Test
  void triggersThatInsertElsewhereDoNotChangeTheKeys() throws SQLException {
    Urls.exec(
        connection,
        "CREATE TABLE log(n INTEGER PRIMARY KEY, what)",
        "INSERT INTO log VALUES(5000, 'start')",
        "CREATE TRIGGER logging AFTER INSERT ON t BEGIN"
            + " INSERT INTO log(what) VALUES(new.name); END");
    assertEquals(rows("id", "101"), keysOf("INSERT INTO t(name) VALUES('a')"));
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO t(name) VALUES('b')");
      assertEquals(List.of("102"), firstColumn(statement));
    }
  }

  @Test
  void viewsAndVirtualTablesTakeInsertsToo() throws SQLException {
    Urls.exec(
        connection,
        "CREATE VIEW v AS SELECT id, name FROM t",
        "CREATE TRIGGER instead INSTEAD OF INSERT ON v BEGIN"
            + " INSERT INTO t(name) VALUES(new.name); END",
        "CREATE VIRTUAL TABLE f USING fts5(body)");
    assertEquals(1, keysOf("INSERT INTO v(name) VALUES('seen')").size());
    assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t WHERE name = 'seen'"));
    assertEquals(rows("last_insert_rowid()", "1"), keysOf("INSERT INTO f VALUES('some words')"));
  }

  @Test
  void batchesHaveTheKeysOfAllTheirSets() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO t(name) VALUES(?), (? || '!') ON CONFLICT DO NOTHING",
            Statement.RETURN_GENERATED_KEYS)) {
      for (String name : new String[] {"a", "first", "b"}) {
        statement.setString(1, name);
        statement.setString(2, name);
        statement.addBatch();
      }
      int[] counts = statement.executeBatch();
      assertEquals(List.of(2, 1, 2), List.of(counts[0], counts[1], counts[2]));
      assertEquals(rows("id", "101", "102", "103", "104", "105"), keys(statement));
      assertEquals(0, statement.executeBatch().length);
      assertEquals(List.of(), firstColumn(statement));
    }
    try (PreparedStatement statement =
        connection.prepareStatement("INSERT INTO t(name) VALUES(?)")) {
      for (int i = 0; i < 3; i++) {
        statement.setInt(1, i);
        statement.addBatch();
      }
      statement.executeBatch();
      assertEquals(List.of("106", "107", "108"), firstColumn(statement));
    }
    try (Statement statement = connection.createStatement()) {
      statement.addBatch("INSERT INTO t(name) VALUES('s1')");
      statement.addBatch("UPDATE t SET at = 'x' WHERE id = 100");
      statement.addBatch("INSERT INTO t(name) VALUES('s2')");
      statement.executeBatch();
      assertEquals(List.of("109", "110"), firstColumn(statement));
    }
  }

  @Test
  void aBatchThatFailsKeepsTheKeysOfWhatItHasDone() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO t(name) VALUES(?)", Statement.RETURN_GENERATED_KEYS)) {
      for (String name : new String[] {"a", "b", "first", "c"}) {
        statement.setString(1, name);
        statement.addBatch();
      }
      assertThrows(SQLException.class, statement::executeBatch);
      assertEquals(rows("id", "101", "102"), keys(statement));
    }
  }

  @Test
  void statementsThatTakeTurnsKeepTheirOwnKeys() throws SQLException {
    try (PreparedStatement one =
            connection.prepareStatement(
                "INSERT INTO t(name) VALUES(?)", Statement.RETURN_GENERATED_KEYS);
        PreparedStatement two =
            connection.prepareStatement(
                "INSERT INTO t(name) VALUES(?)", Statement.RETURN_GENERATED_KEYS);
        Statement three = connection.createStatement()) {
      one.setString(1, "a");
      one.executeUpdate();
      two.setString(1, "b");
      two.executeUpdate();
      three.executeUpdate("INSERT INTO t(name) VALUES('c')");
      assertEquals(List.of("101"), firstColumn(one));
      assertEquals(List.of("102"), firstColumn(two));
      assertEquals(List.of("103"), firstColumn(three));
      ResultSet open = one.getGeneratedKeys();
      Urls.exec(connection, "DELETE FROM t");
      assertTrue(open.next());
      assertEquals(101, open.getLong("id"));
    }
  }

  @Test
  void otherStatementsHaveNoKeys() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertEquals(List.of(), firstColumn(statement), "nothing was executed");
      statement.executeUpdate("INSERT INTO t(name) VALUES('a')");
      for (String sql :
          new String[] {
            "UPDATE t SET at = 'x'", "DELETE FROM t WHERE id = 101", "CREATE TABLE u(x)"
          }) {
        statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
        assertEquals(List.of(), firstColumn(statement), sql);
      }
      assertTrue(statement.execute("SELECT 1", Statement.RETURN_GENERATED_KEYS));
      assertEquals(List.of(), firstColumn(statement));
    }
    try (PreparedStatement query =
        connection.prepareStatement("SELECT 1", Statement.RETURN_GENERATED_KEYS)) {
      assertTrue(query.executeQuery().next());
      assertEquals(List.of(), firstColumn(query));
    }
  }

  @Test
  void anInsertWithKeysGivesNoRowsToExecuteQuery() throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO t(name) VALUES('a')", Statement.RETURN_GENERATED_KEYS)) {
      assertEquals(
          "02001", assertThrows(SQLException.class, statement::executeQuery).getSQLState());
      assertEquals(null, statement.getMetaData());
      assertFalse(statement.execute());
      assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t WHERE name = 'a'"));
    }
  }

  @Test
  void declinedKeysAreEmpty() throws SQLException {
    String sql = "INSERT INTO t(name) VALUES('a')";
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement(sql.replace("'a'", "'b'"), Statement.NO_GENERATED_KEYS)) {
      statement.executeUpdate(sql, Statement.NO_GENERATED_KEYS);
      assertEquals(List.of(), firstColumn(statement));
      prepared.executeUpdate();
      assertEquals(List.of(), firstColumn(prepared));

      statement.executeUpdate(sql.replace("'a'", "'c'"));
      assertEquals(List.of("103"), firstColumn(statement), "sqlite-jdbc gives it unasked");
    }
  }

  @Test
  void theRowOfAViewHasNoKeyButWhatItsColumnsSay() throws SQLException {
    Urls.exec(
        connection,
        "CREATE VIEW v AS SELECT id, name FROM t",
        "CREATE TRIGGER g INSTEAD OF INSERT ON v BEGIN INSERT INTO t(name) VALUES(new.name); END");
    String sql = "INSERT INTO v(name) VALUES('a')";
    try (Statement statement = connection.createStatement()) {
      assertEquals(0, statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS));
      assertEquals(List.of(), firstColumn(statement), "last_insert_rowid() is of another row");

      statement.executeUpdate(sql.replace("'a'", "'b'"), new String[] {"name"});
      assertEquals(List.of("b"), firstColumn(statement));
    }
  }

  @Test
  void keysAreClosedWithTheirStatementAndTheirConnection() throws SQLException {
    Statement statement = connection.createStatement();
    statement.executeUpdate(
        "INSERT INTO t(name) VALUES('a'), ('b')", Statement.RETURN_GENERATED_KEYS);
    ResultSet keys = statement.getGeneratedKeys();
    assertTrue(keys.next());
    statement.close();
    assertTrue(keys.isClosed());
    assertEquals("HY010", assertThrows(SQLException.class, () -> keys.getInt(1)).getSQLState());
    assertEquals("HY010", assertThrows(SQLException.class, keys::next).getSQLState());

    Statement other = connection.createStatement();
    other.executeUpdate("INSERT INTO t(name) VALUES('c')", Statement.RETURN_GENERATED_KEYS);
    ResultSet further = other.getGeneratedKeys();
    ResultSet types = connection.getMetaData().getTypeInfo();
    ResultSet returned =
        connection
            .createStatement()
            .executeQuery("INSERT INTO t(name) VALUES('d'), ('e') RETURNING id");
    connection.close();
    for (ResultSet rows : List.of(further, types, returned)) {
      assertTrue(rows.isClosed());
      assertEquals("08003", assertThrows(SQLException.class, rows::next).getSQLState());
    }
  }

  /** A descending key in the column's own definition is the one that is no rowid. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id INTEGER PRIMARY KEY DESC, v             | rowid",
        "id INTEGER CONSTRAINT c PRIMARY KEY DESC, v| rowid",
        "id INT PRIMARY KEY, v                      | rowid",
        "id INTEGER(4) PRIMARY KEY, v               | rowid",
        "id BIGINT PRIMARY KEY, v                   | rowid",
        "id INT UNIQUE PRIMARY KEY, v               | rowid",
        "id INTEGER UNIQUE PRIMARY KEY, v           | id",
        "id UNSIGNED INTEGER PRIMARY KEY, v         | rowid",
        "id INTEGER, v, PRIMARY KEY(id, v)          | rowid",
        "rowid INTEGER PRIMARY KEY DESC, v          | _rowid_",
        "id INTEGER PRIMARY KEY, v                  | id",
        "id INTEGER PRIMARY KEY ASC, v              | id",
        "id INTEGER PRIMARY KEY AUTOINCREMENT, v    | id",
        "id \"INTEGER\" PRIMARY KEY, v              | id",
        "id [integer] PRIMARY KEY, v                | id",
        "id INTEGER, v, PRIMARY KEY(id)             | id",
        "id INTEGER, v, PRIMARY KEY(id DESC)        | id",
        "id INTEGER, v, PRIMARY KEY(\"ID\" ASC)      | id"
      })
  void theRowidIsTheKeyByWhicheverNameItHas(String columns, String expected) throws SQLException {
    for (String end : List.of("", " STRICT")) {
      if (!end.isEmpty() && !columns.matches("id \"?(INTEGER|INT) .*")) {
        continue;
      }
      String typed = end.isEmpty() ? columns : columns.replace(", v", ", v TEXT");
      Urls.exec(connection, "CREATE TABLE k(" + typed + ")" + end);
      String insert =
          end.isEmpty()
              ? "INSERT INTO k(v) VALUES('one')"
              : "INSERT INTO k(id, v) VALUES(1, 'one')"; // without NULL in its primary key
      List<List<String>> keys = keysOf(insert);
      assertEquals(rows(expected.equals("id") ? "id" : "rowid", "1"), keys, typed + end);
      assertEquals(
          List.of("1"), Urls.column(connection, "SELECT " + expected + " FROM k"), typed + end);
      Urls.exec(connection, "DROP TABLE k");
    }
  }

  @Test
  void whatExplainTellsIsNoKey() throws SQLException {
    String sql = "EXPLAIN INSERT INTO t(name) VALUES('x')";
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared = connection.prepareStatement(sql)) {
      statement.execute(sql);
      assertEquals(List.of(), firstColumn(statement));
      prepared.execute();
      assertEquals(List.of(), firstColumn(prepared));
    }
  }

  @Test
  void theRowidOfAVirtualTableIsThatOfTheLastRowAndNotToBeHadByName() throws SQLException {
    Urls.exec(connection, "CREATE VIRTUAL TABLE words USING fts5(word)");
    String sql = "INSERT INTO words VALUES('a'),('b')";
    try (Statement statement = connection.createStatement()) {
      SQLException refused =
          assertThrows(
              SQLException.class,
              () -> statement.executeUpdate(sql, new String[] {"word", "ROWID"}));
      assertEquals("0A000", refused.getSQLState());
      assertEquals(0, Urls.number(connection, "SELECT count(*) FROM words"));
      statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
      assertEquals(List.of("2"), firstColumn(statement));
      statement.executeUpdate(sql, new String[] {"word"});
      assertEquals(List.of("a", "b"), firstColumn(statement));
    }
  }
}
