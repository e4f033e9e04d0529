package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.StatementMeter;
import org.icsqlite.session.Meter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that SQLite has given and the heap has no room for: none is skipped afterwards. */
class LostRowsTest {

  private static final String QUERY = "SELECT n FROM t ORDER BY n";

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open(Urls.fresh());
    Urls.exec(
        connection,
        "CREATE TABLE t(n INTEGER PRIMARY KEY)",
        "INSERT INTO t VALUES(1),(2),(3),(4),(5),(6),(7),(8),(9),(10)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** Lets the heap be full when the statement takes over what a call has fetched. */
  private static void exhaust(PreparedStatement statement, int atCall) {
    Meter meter = StatementMeter.of(QueryBudget.unlimited());
    AtomicInteger calls = new AtomicInteger();
    Object failing =
        Proxy.newProxyInstance(
            Meter.class.getClassLoader(),
            new Class<?>[] {Meter.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("admits") && calls.incrementAndGet() == atCall) {
                throw new OutOfMemoryError("the test's");
              }
              try {
                return method.invoke(meter, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    ((StatementBase) statement).limits.calls().setMeter((Meter) failing);
  }

  @Test
  void anExecutionThatLosesItsFirstRowsIsOver() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(QUERY)) {
      exhaust(query, 1);
      assertThrows(OutOfMemoryError.class, query::executeQuery);
    }
    // From the cache, where the statement would stand behind its first row.
    try (PreparedStatement query = connection.prepareStatement(QUERY);
        ResultSet rows = query.executeQuery()) {
      assertTrue(rows.next());
      assertEquals(1, rows.getInt(1));
    }
  }

  @Test
  void rowsBehindThoseThatWereLostAreNotGiven() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(QUERY)) {
      query.setFetchSize(2);
      exhaust(query, 2);
      ResultSet rows = query.executeQuery();
      assertTrue(rows.next());
      assertTrue(rows.next());
      assertThrows(OutOfMemoryError.class, rows::next);
      assertThrows(SQLException.class, rows::next);
      assertThrows(SQLException.class, () -> rows.getInt(1));
      ResultSet again = query.executeQuery();
      assertTrue(again.next());
      assertEquals(1, again.getInt(1));
    }
  }

  @Test
  void aWriteWhoseRowsWereLostIsUndone() throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM t RETURNING n, hex(zeroblob(9000))")) {
      exhaust(delete, 3);
      assertThrows(OutOfMemoryError.class, delete::executeQuery);
      assertEquals(10, Urls.number(connection, "SELECT count(*) FROM t"));
    }
    assertEquals(10, Urls.number(connection, "SELECT count(*) FROM t"));
    assertTrue(connection.getAutoCommit());
  }
}
