package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.stream.Stream;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.vfs.EngineLease;
import org.icsqlite.vfs.Engines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is thrown inside a callback becomes an SQLException, and changes nothing. */
class FailingMemoryTest {

  private static final Engines.Options OPTIONS = new Engines.Options(true, true, 1, 100_000);

  private final FailingMemory memory = new FailingMemory(new HeapStableMemory());
  private EngineLease keepsOpen;

  static Stream<Throwable> failures() {
    return Stream.of(
        new StableMemoryException(StableMemoryException.Kind.IO_ERROR, "the disk is gone"),
        new IllegalStateException("a bug"),
        new IOException("sneaked past the compiler"),
        new StackOverflowError(),
        new OutOfMemoryError("not really"),
        new AssertionError("an assertion"));
  }

  @BeforeEach
  void fill() throws SQLException {
    keepsOpen = Engines.openPrivate(memory, OPTIONS);
    try (Connection connection = open()) {
      Urls.exec(
          connection,
          "CREATE TABLE t(id INTEGER PRIMARY KEY, x BLOB)",
          "CREATE INDEX t_x ON t(x)",
          "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<60)"
              + " INSERT INTO t SELECT v, randomblob(9000) FROM i");
    }
  }

  @AfterEach
  void close() {
    keepsOpen.close();
  }

  /** A connection with a cache so small that it reads all the time. */
  private Connection open() throws SQLException {
    ConnectionSettings settings =
        ConnectionSettings.parse(
            "jdbc:icsqlite::memory:?cache_size_kib=32&busy_timeout=0", new Properties());
    EngineLease share = keepsOpen.share();
    return IcSqliteConnection.open(
        settings, Resources.acquire(settings, NativeLibrary.get(), () -> share));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inAReadItFailsTheStatementAndTheNextOneWorks(Throwable failure) throws SQLException {
    byte[] before = memory.bytes();
    for (int n = 0; n < 25; n++) {
      try (Connection connection = open()) {
        memory.failRead(n, failure);
        SQLException failed = failureOf(connection, "SELECT sum(length(x)), max(x) FROM t");
        if (failed == null) {
          assertTrue(memory.failurePending(), "read " + n + " failed without an error");
          break;
        }
        assertExplained(failed, failure);
        assertFalse(memory.failurePending());
        assertEquals(60, Urls.number(connection, "SELECT count(*) FROM t"));
      } catch (SQLException whileOpening) {
        assertExplained(whileOpening, failure);
      }
    }
    assertArrayEquals(before, memory.bytes());
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inAReadOfAnUpdateItChangesNoByte(Throwable failure) throws SQLException {
    for (int n = 0; n < 25; n++) {
      byte[] before = memory.bytes();
      try (Connection connection = open()) {
        memory.failRead(n, failure);
        SQLException failed =
            failureOf(connection, "UPDATE t SET x=randomblob(9000) WHERE id%7=" + n % 7);
        if (failed == null) {
          continue;
        }
        assertExplained(failed, failure);
        assertArrayEquals(before, memory.bytes());
        assertEquals("ok", Urls.column(connection, "PRAGMA integrity_check").get(0));
        Urls.exec(connection, "INSERT INTO t(x) VALUES(1)");
      } catch (SQLException whileOpening) {
        assertExplained(whileOpening, failure);
        assertArrayEquals(before, memory.bytes());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inTheCommitItChangesNoByteAndTheConnectionWorksOn(Throwable failure) throws SQLException {
    byte[] before = memory.bytes();
    try (Connection connection = open()) {
      memory.failCommit(0, failure);
      SQLException failed = failureOf(connection, "UPDATE t SET x=randomblob(9000)");
      assertNotNull(failed);
      assertExplained(failed, failure);
      assertEquals("58030", failed.getSQLState());
      assertArrayEquals(before, memory.bytes());
      assertEquals("ok", Urls.column(connection, "PRAGMA integrity_check").get(0));
      Urls.exec(connection, "UPDATE t SET x=zeroblob(9000)");
      assertEquals(60 * 9000L, Urls.number(connection, "SELECT sum(length(x)) FROM t"));
      assertEquals(1, Urls.number(connection, "SELECT count(DISTINCT x) FROM t"));
    }
  }

  @Test
  void aReadThatFailsWhileRowsAreFetchedEndsTheTransactionAsAWhole() throws SQLException {
    try (Connection connection = open();
        Connection other = open()) {
      connection.setAutoCommit(false);
      Urls.exec(connection, "INSERT INTO t(x) VALUES('first')");
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT x FROM t ORDER BY id")) {
        assertTrue(rows.next());
        memory.failRead(0, new StableMemoryException(StableMemoryException.Kind.IO_ERROR, "gone"));
        SQLException failed =
            assertThrows(
                SQLException.class,
                () -> {
                  while (rows.next()) {
                    assertNotNull(rows.getBytes(1));
                  }
                });
        assertEquals("58030", failed.getSQLState());
      }
      SQLException refused =
          assertThrows(
              SQLException.class, () -> Urls.exec(connection, "INSERT INTO t(x) VALUES('half')"));
      assertEquals("25P02", refused.getSQLState());
      assertThrows(SQLException.class, connection::commit);
      assertEquals(60, Urls.number(other, "SELECT count(*) FROM t"));
      connection.rollback();
      Urls.exec(connection, "INSERT INTO t(x) VALUES('whole')");
      connection.commit();
      assertEquals(61, Urls.number(other, "SELECT count(*) FROM t"));
    }
  }

  private static SQLException failureOf(Connection connection, String sql) {
    try {
      Urls.exec(connection, sql);
      if (sql.startsWith("SELECT")) {
        Urls.column(connection, sql);
      }
      return null;
    } catch (SQLException e) {
      return e;
    }
  }

  private static void assertExplained(SQLException failed, Throwable failure) {
    assertNotNull(failed.getSQLState(), failed.toString());
    Throwable cause = failed;
    while (cause != null && cause != failure) {
      cause = cause.getCause();
    }
    assertEquals(failure, cause, () -> "cause of " + failed);
  }
}
