package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlite.Function;

/** Rows are fetched many at a time, and nobody notices. */
class FetchTest {

  private Connection connection;
  private Statement statement;

  /** How often SQLite has made a row, as far as the function {@code made} was called. */
  private final AtomicInteger made = new AtomicInteger();

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open("jdbc:icsqlite::memory:");
    statement = connection.createStatement();
    Function.create(
        connection,
        "made",
        new Function() {
          @Override
          protected void xFunc() throws SQLException {
            made.incrementAndGet();
            result(value_int(0));
          }
        });
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static String count(int rows, String column) {
    return "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT "
        + rows
        + ") SELECT "
        + column
        + " FROM i";
  }

  @Test
  void theFirstRowComesAtOnceHoweverLongTheSecondTakes() throws SQLException {
    String endless =
        "SELECT 1 UNION ALL SELECT max(v) FROM (WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL"
            + " SELECT v + 1 FROM i) SELECT v FROM i)";
    ResultSet rows = statement.executeQuery(endless);
    assertTrue(rows.next());
    assertEquals(1, rows.getInt(1));
    rows.close();
    assertEquals(1, Urls.number(connection, "SELECT 1"));
  }

  @Test
  void theNumberOfRowsThatAreFetchedGrows() throws SQLException {
    ResultSet rows = statement.executeQuery(count(100_000, "made(v)"));
    assertEquals(1, made.get());
    int fetches = 1;
    int before = 1;
    int row = 0;
    while (rows.next()) {
      row++;
      assertEquals(row, rows.getInt(1));
      if (made.get() > before) {
        assertEquals(before + 1, row, "a fetch before its time");
        assertTrue(fetches > 1 || made.get() - before <= 8, "the second fetch is small");
        before = made.get();
        fetches++;
      }
    }
    assertEquals(100_000, row);
    assertTrue(fetches > 10 && fetches < 20_000, fetches + " fetches");
  }

  @Test
  void aFetchSizeIsKept() throws SQLException {
    statement.setFetchSize(7);
    assertEquals(7, statement.getFetchSize());
    ResultSet rows = statement.executeQuery(count(100, "made(v)"));
    assertEquals(7, made.get());
    for (int i = 1; i <= 100; i++) {
      assertTrue(rows.next());
      assertEquals(Math.min(100, (i + 6) / 7 * 7), made.get());
    }
    assertFalse(rows.next());
    assertThrows(SQLException.class, () -> statement.setFetchSize(-1));
  }

  @Test
  void maxRowsEndTheRows() throws SQLException {
    statement.setMaxRows(5);
    assertEquals(5, statement.getLargeMaxRows());
    try (ResultSet rows = statement.executeQuery(count(100, "v"))) {
      for (int i = 1; i <= 5; i++) {
        assertTrue(rows.next());
        assertEquals(i == 5, rows.isLast());
      }
      assertFalse(rows.next());
      assertTrue(rows.isAfterLast());
    }
    statement.setMaxRows(0);
    try (ResultSet rows = statement.executeQuery(count(100, "v"))) {
      for (int i = 1; i <= 100; i++) {
        assertTrue(rows.next());
      }
    }
    assertThrows(SQLException.class, () -> statement.setMaxRows(-1));
  }

  @Test
  void rowsOfAnySizeComeInTheirOrder() throws SQLException {
    int[] sizes = {0, 70_000, 1, 65_408, 2, 65_384, 65_385, 65_383, 5_000_000, 3};
    Urls.exec(connection, "CREATE TABLE t(n, b)");
    for (int i = 0; i < sizes.length; i++) {
      Urls.exec(connection, "INSERT INTO t VALUES(" + i + ", zeroblob(" + sizes[i] + "))");
    }
    for (int fetchSize : new int[] {0, 1, 3, 100}) {
      statement.setFetchSize(fetchSize);
      ResultSet rows = statement.executeQuery("SELECT n, b FROM t ORDER BY n");
      for (int i = 0; i < sizes.length; i++) {
        assertTrue(rows.next());
        assertEquals(i, rows.getInt(1));
        assertEquals(sizes[i], rows.getBytes(2).length);
        assertEquals(i == sizes.length - 1, rows.isLast());
        assertEquals(sizes[i], rows.getBytes(2).length, "the present row stays");
      }
      assertFalse(rows.next());
    }
  }

  @Test
  void changesWhileRowsAreReadAreSeenAsBySqliteBeyondTheRowsThatAreHere() throws SQLException {
    Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY)");
    Urls.exec(connection, "INSERT INTO t " + count(100, "v"));
    statement.setFetchSize(10);
    ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY id");
    assertTrue(rows.next());
    Urls.exec(connection, "DELETE FROM t WHERE id IN (5, 50)", "INSERT INTO t VALUES(101)");
    int seen = 1;
    boolean five = false;
    boolean fifty = false;
    int last = 0;
    while (rows.next()) {
      seen++;
      last = rows.getInt(1);
      five |= last == 5;
      fifty |= last == 50;
    }
    assertTrue(five, "it was here");
    assertFalse(fifty, "it was not");
    assertEquals(101, last);
    assertEquals(100, seen);
  }

  @Test
  void anErrorStandsAtItsRowWhateverTheFetchSize() throws SQLException {
    for (int fetchSize : new int[] {0, 1, 2, 49, 50, 51, 1000}) {
      statement.setFetchSize(fetchSize);
      ResultSet rows;
      try {
        rows = statement.executeQuery(count(100, "CASE v WHEN 50 THEN json('bad') ELSE v END"));
      } catch (SQLException e) {
        throw new AssertionError("before its row, with a fetch size of " + fetchSize, e);
      }
      for (int i = 1; i < 50; i++) {
        assertTrue(rows.next());
      }
      assertEquals(49, rows.getInt(1));
      assertThrows(SQLException.class, rows::next);
    }
  }

  @Test
  void aStatementWithManyColumnsAndOneWithNone() throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT 0");
    for (int i = 1; i < 2000; i++) {
      sql.append(',').append(i);
    }
    try (ResultSet rows = statement.executeQuery(sql.toString())) {
      assertTrue(rows.next());
      assertEquals(1999, rows.getInt(2000));
      assertEquals(2000, rows.getMetaData().getColumnCount());
    }
    assertFalse(statement.execute(""));
    assertEquals(0, statement.getUpdateCount());
    assertFalse(statement.getMoreResults());
    assertEquals(-1, statement.getUpdateCount());
    assertEquals("[1, 2]", Arrays.toString(Urls.column(connection, "VALUES(1),(2)").toArray()));
  }
}
