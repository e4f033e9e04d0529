package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Savepoint;
import java.util.List;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.session.SqlAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionsTest {

  @TempDir Path directory;

  @Test
  void aStatementOutsideATransactionIsOneTransaction() throws SQLException {
    String url = Urls.fresh();
    try (Connection writer = Urls.open(url);
        Connection reader = Urls.open(url)) {
      Urls.exec(writer, "CREATE TABLE t(x)");
      Urls.exec(writer, "INSERT INTO t VALUES(1),(2)");
      assertEquals(2, Urls.number(reader, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void aTransactionIsSeenWhenItIsCommittedAndNeverWhenItIsRolledBack() throws SQLException {
    String url = Urls.fresh();
    try (Connection writer = Urls.open(url);
        Connection reader = Urls.open(url)) {
      Urls.exec(writer, "CREATE TABLE t(x)");
      writer.setAutoCommit(false);
      Urls.exec(writer, "INSERT INTO t VALUES(1)");
      assertEquals(0, Urls.number(reader, "SELECT count(*) FROM t"));
      writer.commit();
      assertEquals(1, Urls.number(reader, "SELECT count(*) FROM t"));
      Urls.exec(writer, "INSERT INTO t VALUES(2)");
      writer.rollback();
      assertEquals(1, Urls.number(writer, "SELECT count(*) FROM t"));
      writer.setAutoCommit(true);
      assertEquals(1, Urls.number(reader, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void savepointsRollBackTheirPartAlone() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      assertThrows(SQLException.class, connection::setSavepoint);
      connection.setAutoCommit(false);
      Urls.exec(connection, "INSERT INTO t VALUES('outer')");
      Savepoint named = connection.setSavepoint("inner_part");
      Urls.exec(connection, "INSERT INTO t VALUES('inner')");
      connection.rollback(named);
      Savepoint released = connection.setSavepoint();
      Urls.exec(connection, "INSERT INTO t VALUES('after')");
      connection.releaseSavepoint(released);
      connection.commit();
      assertEquals(
          List.of("outer", "after"), Urls.column(connection, "SELECT x FROM t ORDER BY rowid"));
    }
  }

  @Test
  void aReaderKeepsItsTransactionsSnapshotWhileOthersCommit() throws SQLException {
    String url = Urls.fresh();
    try (Connection writer = Urls.open(url);
        Connection reader = Urls.open(url)) {
      Urls.exec(writer, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)");
      reader.setAutoCommit(false);
      assertEquals(1, Urls.number(reader, "SELECT sum(x) FROM t"));
      Urls.exec(writer, "UPDATE t SET x=100");
      Urls.exec(writer, "INSERT INTO t SELECT randomblob(20000) FROM t");
      assertEquals(1, Urls.number(reader, "SELECT sum(x) FROM t"));
      assertEquals(1, Urls.number(reader, "SELECT count(*) FROM t"));
      reader.rollback();
      assertEquals(2, Urls.number(reader, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void aStaleSnapshotThatWantsToWriteIsTold() throws SQLException {
    String url = Urls.fresh();
    try (Connection first = Urls.open(url);
        Connection second = Urls.open(url)) {
      Urls.exec(first, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)");
      second.setAutoCommit(false);
      assertEquals(1, Urls.number(second, "SELECT count(*) FROM t"));
      Urls.exec(first, "INSERT INTO t VALUES(2)");
      SQLException stale =
          assertThrows(SQLException.class, () -> Urls.exec(second, "INSERT INTO t VALUES(3)"));
      assertEquals("40001", stale.getSQLState(), stale.getMessage());
      assertEquals(517, stale.getErrorCode());
      second.rollback();
      Urls.exec(second, "INSERT INTO t VALUES(3)");
      second.commit();
      assertEquals(3, Urls.number(first, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void anotherWriterIsWaitedForNoLongerThanTheBusyTimeout() throws SQLException {
    String url = Urls.fresh();
    try (Connection first = Urls.open(url);
        Connection second = Urls.open(url + "?busy_timeout=50")) {
      Urls.exec(first, "CREATE TABLE t(x)");
      first.setAutoCommit(false);
      Urls.exec(first, "INSERT INTO t VALUES(1)");
      long start = System.nanoTime();
      SQLException busy =
          assertThrows(SQLException.class, () -> Urls.exec(second, "INSERT INTO t VALUES(2)"));
      long waitedMillis = (System.nanoTime() - start) / 1_000_000;
      assertEquals("HYT00", busy.getSQLState(), busy.getMessage());
      assertEquals(5, busy.getErrorCode());
      assertTrue(busy.getMessage().contains("waited 50 ms"), busy.getMessage());
      assertTrue(waitedMillis >= 49, "waited " + waitedMillis);
      first.commit();
      Urls.exec(second, "INSERT INTO t VALUES(2)");
      assertEquals(2, Urls.number(first, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void aFailedStatementChangesNoByteAndTheErrorHasItsClass() throws Exception {
    Path file = directory.resolve("stable_memory.bin");
    try (Connection connection = Urls.open(Urls.of(file))) {
      Urls.exec(
          connection,
          "CREATE TABLE p(id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL CHECK(name<>''))",
          "CREATE TABLE c(pid REFERENCES p(id))",
          "INSERT INTO p VALUES(1,'one')");
      byte[] before = Files.readAllBytes(file);

      assertConstraint(connection, "INSERT INTO p VALUES(1,'two')", "23505", 1555);
      assertConstraint(connection, "INSERT INTO p VALUES(2,'one')", "23505", 2067);
      assertConstraint(connection, "INSERT INTO p VALUES(2,NULL)", "23502", 1299);
      assertConstraint(connection, "INSERT INTO p VALUES(2,'')", "23514", 275);
      assertConstraint(connection, "INSERT INTO c VALUES(9)", "23503", 787);
      assertThrows(SQLSyntaxErrorException.class, () -> Urls.exec(connection, "SELEC 1"));
      SQLException noTable =
          assertThrows(SQLSyntaxErrorException.class, () -> Urls.exec(connection, "DROP TABLE q"));
      assertEquals("42S02", noTable.getSQLState());
      assertEquals("no such table: q", noTable.getMessage());

      assertArrayEquals(before, Files.readAllBytes(file));
    }
  }

  private static void assertConstraint(Connection connection, String sql, String state, int code) {
    SQLException failed =
        assertThrows(
            SQLIntegrityConstraintViolationException.class, () -> Urls.exec(connection, sql));
    assertEquals(state, failed.getSQLState(), failed.getMessage());
    assertEquals(code, failed.getErrorCode());
  }

  @Test
  void aRollbackAfterACacheSpillChangesNoByte() throws Exception {
    Path file = directory.resolve("stable_memory.bin");
    try (Connection connection = Urls.open(Urls.of(file) + "?cache_size_kib=64")) {
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(randomblob(500000))");
      byte[] before = Files.readAllBytes(file);
      connection.setAutoCommit(false);
      Urls.exec(connection, "UPDATE t SET x=randomblob(2000000)");
      Urls.exec(connection, "INSERT INTO t SELECT randomblob(300000) FROM t");
      connection.rollback();
      assertArrayEquals(before, Files.readAllBytes(file));
      assertEquals("ok", Urls.column(connection, "PRAGMA integrity_check").get(0));
      assertEquals(500000, Urls.number(connection, "SELECT length(x) FROM t"));
    }
    try (Connection connection = Urls.open(Urls.of(file))) {
      assertEquals(500000, Urls.number(connection, "SELECT length(x) FROM t"));
    }
  }

  @Test
  void refusedGrowthFailsTheTransactionAndChangesNoByte() throws Exception {
    Path file = directory.resolve("stable_memory.bin");
    try (Connection connection = Urls.open(Urls.of(file) + "?bucket_pages=1&max_stable_pages=8")) {
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)");
      byte[] before = Files.readAllBytes(file);

      SQLException full =
          assertThrows(
              SQLException.class,
              () -> Urls.exec(connection, "INSERT INTO t VALUES(randomblob(2000000))"));

      assertEquals("53100", full.getSQLState(), full.getMessage());
      assertTrue(full.getMessage().contains("stable memory grow failed"), full.getMessage());
      assertEquals(
          StableMemoryException.Kind.GROW_FAILED, ((StableMemoryException) rootCause(full)).kind());
      assertArrayEquals(before, Files.readAllBytes(file));
      assertEquals(List.of("1"), Urls.column(connection, "SELECT x FROM t"));
      Urls.exec(connection, "INSERT INTO t VALUES(2)");
      assertEquals("ok", Urls.column(connection, "PRAGMA integrity_check").get(0));
    }
  }

  @Test
  void aTransactionThatSqliteRolledBackRefusesToGoOn() throws Exception {
    try (Connection connection =
        Urls.open("jdbc:icsqlite::memory:?bucket_pages=1&max_stable_pages=8")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      connection.setAutoCommit(false);
      Urls.exec(connection, "INSERT INTO t VALUES(randomblob(2000000))");
      assertThrows(SQLException.class, connection::commit);
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(connection, "INSERT INTO t VALUES(2)"));
      assertEquals("25P02", refused.getSQLState());
      assertThrows(SQLException.class, connection::commit);
      connection.rollback();
      Urls.exec(connection, "INSERT INTO t VALUES(3)");
      connection.commit();
      connection.setAutoCommit(true);
      assertEquals(List.of("3"), Urls.column(connection, "SELECT x FROM t"));
    }
  }

  @Test
  void aTransactionThatSqliteRolledBackIsNotCommittedAfterACallThatMayGoOn() throws Exception {
    try (Connection connection = rolledBackBySqlite()) {
      assertTrue(connection.isValid(1));
      SQLException refused = assertThrows(SQLException.class, connection::commit);
      assertEquals("25P02", refused.getSQLState());
      connection.rollback();
      Urls.exec(connection, "INSERT INTO t VALUES(3)");
      connection.commit();
      assertEquals(List.of("3"), Urls.column(connection, "SELECT x FROM t"));
    }
  }

  @Test
  void autoCommitIsNotSwitchedOnBeforeARollbackBySqliteWasNoticed() throws Exception {
    try (Connection connection = rolledBackBySqlite()) {
      assertTrue(connection.isValid(1));
      SQLException refused = assertThrows(SQLException.class, () -> connection.setAutoCommit(true));
      assertEquals("25P02", refused.getSQLState());
      connection.rollback();
      connection.setAutoCommit(true);
      Urls.exec(connection, "INSERT INTO t VALUES(3)");
      assertEquals(List.of("3"), Urls.column(connection, "SELECT x FROM t"));
    }
  }

  /** Without auto-commit; its table t is empty. */
  private static Connection rolledBackBySqlite() throws Exception {
    Connection connection = Urls.open("jdbc:icsqlite::memory:?bucket_pages=1&max_stable_pages=8");
    Urls.exec(connection, "CREATE TABLE t(x)");
    connection.setAutoCommit(false);
    Urls.exec(connection, "INSERT INTO t VALUES(randomblob(2000000))");
    assertThrows(SQLException.class, connection::commit);
    return connection;
  }

  @Test
  void aPreparedStatementReportsItsFailuresToo() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(x INTEGER PRIMARY KEY)");
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES(?)")) {
        insert.setInt(1, 1);
        assertEquals(1, insert.executeUpdate());
        assertThrows(SQLIntegrityConstraintViolationException.class, insert::executeUpdate);
      }
      assertThrows(
          SQLSyntaxErrorException.class, () -> connection.prepareStatement("SELECT * FROM nope"));
    }
  }

  @Test
  void aCommitIsReportedAsOneThoughTheNextImmediateTransactionCannotBegin() throws Exception {
    String url = Urls.fresh();
    try (Connection first = Urls.open(url + "?transaction_mode=immediate&busy_timeout=0");
        Connection second = Urls.open(url + "?busy_timeout=60000")) {
      Urls.exec(first, "CREATE TABLE t(x)");
      first.setAutoCommit(false);
      Urls.exec(first, "INSERT INTO t VALUES(1)");
      second.setAutoCommit(false);
      Thread waiting = inThread(() -> Urls.exec(second, "INSERT INTO t VALUES(2)"));
      while (waiting.getState() != Thread.State.TIMED_WAITING) {
        assertTrue(waiting.isAlive());
        Thread.onSpinWait();
      }

      first.commit();

      waiting.join();
      SQLException busy =
          assertThrows(SQLException.class, () -> Urls.exec(first, "INSERT INTO t VALUES(3)"));
      assertEquals("HYT00", busy.getSQLState(), busy.getMessage());
      second.rollback();
      Urls.exec(first, "INSERT INTO t VALUES(4)");
      first.commit();
      assertEquals(List.of("1", "4"), Urls.column(second, "SELECT x FROM t"));
    }
  }

  private static Thread inThread(SqlAction action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    thread.start();
    return thread;
  }

  @Test
  void aReadOnlyTransactionTakesNoWriteLockWhateverTheTransactionMode() throws SQLException {
    Path file = directory.resolve("stable_memory.bin");
    try (Connection writer = Urls.open(Urls.of(file))) {
      Urls.exec(writer, "CREATE TABLE t(x)");
      for (String mode : new String[] {"query", "update"}) {
        try (Connection reader =
            Urls.open(Urls.of(file) + "?transaction_mode=immediate&busy_timeout=0&mode=" + mode)) {
          reader.setReadOnly(true);
          reader.setAutoCommit(false);
          assertEquals(0, Urls.number(reader, "SELECT count(*) FROM t"));
          reader.commit();
          assertEquals(0, Urls.number(reader, "SELECT count(*) FROM t"));
          reader.rollback();
        }
      }
    }
  }

  @Test
  void aTransactionThatHasReadIsToldToBeginAnewWhenAnotherOneWrites() throws SQLException {
    String url = Urls.fresh();
    try (Connection writer = Urls.open(url);
        Connection reader = Urls.open(url)) {
      Urls.exec(writer, "CREATE TABLE t(x)");
      reader.setAutoCommit(false);
      assertEquals(0, Urls.number(reader, "SELECT count(*) FROM t"));
      writer.setAutoCommit(false);
      Urls.exec(writer, "INSERT INTO t VALUES(1)");
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(reader, "INSERT INTO t VALUES(2)"));
      assertEquals("40001", refused.getSQLState(), refused.getMessage());
      assertTrue(refused.getMessage().contains("begin anew"), refused.getMessage());
    }
  }

  @Test
  void anErrorAfterACommitInSqlIsNotTakenForARollback() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      connection.setAutoCommit(false);
      Urls.exec(connection, "INSERT INTO t VALUES(1)", "COMMIT");
      assertThrows(SQLSyntaxErrorException.class, () -> Urls.exec(connection, "SELEC"));
      Urls.exec(connection, "INSERT INTO t VALUES(2)");
      assertEquals(2, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void aThreadWithItsInterruptFlagSetWritesWhereNobodyElseDoes() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Thread.currentThread().interrupt();
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)");
      assertTrue(Thread.interrupted());
    }
  }

  private static Throwable rootCause(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
