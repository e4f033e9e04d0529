package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteConnection;

/** What users of sqlite-jdbc complain about most: how it is there, and how it is here. */
class ComplaintsTest {

  private static final String TABLE = "CREATE TABLE t(id INTEGER PRIMARY KEY, v UNIQUE)";
  private static final String ISO = "2024-02-29T12:34:56.789";

  private Connection plain;
  private Connection ours;

  @BeforeEach
  void open() throws SQLException {
    plain = DriverManager.getConnection("jdbc:sqlite::memory:");
    ours = Urls.open("jdbc:icsqlite::memory:");
    Urls.exec(plain, TABLE);
    Urls.exec(ours, TABLE);
  }

  @AfterEach
  void close() throws SQLException {
    plain.close();
    ours.close();
  }

  /** Those of the values that do not come back as they were set. */
  private static List<Object> lost(Connection connection, Object... values) throws SQLException {
    List<Object> lost = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement("SELECT ?")) {
      for (Object value : values) {
        try {
          query.setObject(1, value);
          try (ResultSet rows = query.executeQuery()) {
            rows.next();
            if (!value.equals(rows.getObject(1, value.getClass()))) {
              lost.add(value);
            }
          }
        } catch (SQLException e) {
          lost.add(value);
        }
      }
    }
    return lost;
  }

  @Test
  void datesAndTimesOfJavaTime() throws SQLException {
    Object[] values = {
      LocalDate.parse("2024-02-29"),
      LocalTime.parse("12:34:56.789"),
      LocalDateTime.parse(ISO),
      OffsetDateTime.parse(ISO + "+05:30"),
      ZonedDateTime.parse(ISO + "Z"),
      Instant.parse(ISO + "Z"),
      UUID.fromString("6f1c8f0a-0b51-4a3c-9a3e-0d9a8f3e7c11")
    };
    assertTrue(lost(plain, values).contains(values[5]), () -> "an Instant came back");
    assertEquals(List.of(), lost(ours, values));
  }

  private static int batchKeys(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO t(v) VALUES(?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 0; i < 3; i++) {
        insert.setInt(1, i);
        insert.addBatch();
      }
      insert.executeBatch();
      return count(insert.getGeneratedKeys());
    }
  }

  private static int count(ResultSet rows) throws SQLException {
    int count = 0;
    while (rows.next()) {
      count++;
    }
    return count;
  }

  @Test
  void generatedKeysOfABatch() throws SQLException {
    assertTrue(batchKeys(plain) < 3, "one at most");
    assertEquals(3, batchKeys(ours));
  }

  private static String returnedKey(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO t(v) VALUES('r') RETURNING v", Statement.RETURN_GENERATED_KEYS)) {
      insert.execute();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        return keys.next() ? keys.getString("v") : null;
      }
    }
  }

  @Test
  void generatedKeysOfAReturningClause() throws SQLException {
    String key = null;
    try {
      key = returnedKey(plain);
    } catch (SQLException e) {
      assertFalse(e.getMessage().isEmpty(), "it has no column of that name");
    }
    assertNull(key);
    assertEquals("r", returnedKey(ours));
  }

  private static SQLException violation(Connection connection) {
    return assertThrows(
        SQLException.class, () -> Urls.exec(connection, "INSERT INTO t(v) VALUES(1), (1)"));
  }

  @Test
  void exceptionsWithSqlStates() {
    assertNull(violation(plain).getSQLState());
    SQLException ourViolation = violation(ours);
    assertEquals("23505", ourViolation.getSQLState());
    assertInstanceOf(SQLIntegrityConstraintViolationException.class, ourViolation);
  }

  private static Timestamp timestamp(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT '" + ISO + "'")) {
      rows.next();
      return rows.getTimestamp(1);
    }
  }

  @Test
  void timestampsOfTextInIsoForm() throws SQLException {
    assertThrows(SQLException.class, () -> timestamp(plain));
    assertEquals(Timestamp.valueOf("2024-02-29 12:34:56.789"), timestamp(ours));
  }

  private static Duration longQuery(Connection connection, long rows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      long begun = System.nanoTime();
      try {
        statement.executeQuery(
            "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT "
                + rows
                + ") SELECT max(v) FROM i");
        return null;
      } catch (SQLTimeoutException e) {
        return Duration.ofNanos(System.nanoTime() - begun);
      }
    }
  }

  @Test
  void aQueryTimeoutEndsAQuery() throws SQLException {
    assertNull(longQuery(plain, 10_000_000), "it ran to its end");
    Duration took = longQuery(ours, Long.MAX_VALUE);
    assertTrue(took.toMillis() >= 900, took.toString());
  }

  /** Whether a paused statement survives while another one of its connection is cancelled. */
  private static boolean survives(Connection connection) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    String endless = "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i) SELECT ";
    try (Statement paused = connection.createStatement();
        Statement cancelled = connection.createStatement()) {
      paused.setFetchSize(1);
      ResultSet rows = paused.executeQuery(endless + "v FROM i LIMIT 100000");
      assertTrue(rows.next());
      Future<?> call = thread.submit(() -> cancelled.executeQuery(endless + "max(v) FROM i"));
      while (!call.isDone()) {
        cancelled.cancel();
        LockSupport.parkNanos(1_000_000);
      }
      assertThrows(Exception.class, call::get);
      for (int i = 2; i <= 10_000; i++) {
        if (!rows.next() || rows.getInt(1) != i) {
          return false;
        }
      }
      return true;
    } catch (SQLException e) {
      return false;
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aCancelMeetsOneStatement() throws Exception {
    assertFalse(survives(plain));
    assertTrue(survives(ours));
  }

  /** Whether a result set of a closed connection tells of the connection. */
  private static String useAfterClose(Connection connection) throws SQLException {
    Statement statement = connection.createStatement();
    ResultSet rows = statement.executeQuery("SELECT 1 UNION ALL SELECT 2");
    assertTrue(rows.next());
    connection.close();
    try {
      rows.next();
      return "no failure";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  @Test
  void statementsEndWithTheirConnection() throws SQLException {
    assertFalse("08003".equals(useAfterClose(plain)));
    assertEquals("08003", useAfterClose(ours));
  }

  /** Whether a column is read while another thread is within SQLite's connection. */
  private static boolean readsBesideSqlite(Connection connection) throws Exception {
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 'text'")) {
      assertTrue(rows.next());
      Future<String> text;
      synchronized (((SQLiteConnection) connection).getDatabase()) {
        text = thread.submit(() -> rows.getString(1));
        try {
          assertEquals("text", text.get(1, TimeUnit.SECONDS));
          return true;
        } catch (TimeoutException e) {
          assertFalse(text.isDone());
        }
      }
      assertEquals("text", text.get());
      return false;
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void aColumnCostsNoCallIntoSqlite() throws Exception {
    assertFalse(readsBesideSqlite(plain));
    assertTrue(readsBesideSqlite(ours));
  }
}
