package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.jdbc.support.SQLStateSQLExceptionTranslator;

/** What Spring makes of the driver's exceptions. */
class SpringExceptionsTest {

  @TempDir Path directory;
  private FileDatabase database;
  private JdbcTemplate jdbc;

  @BeforeEach
  void create() throws SQLException {
    database = new FileDatabase(directory);
    database.run(
        "CREATE TABLE parent(id INTEGER PRIMARY KEY, label TEXT UNIQUE)",
        "CREATE TABLE child(id TEXT PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parent,"
            + " age INTEGER CHECK (age >= 0)) STRICT, WITHOUT ROWID",
        "INSERT INTO parent VALUES (1, 'a')",
        "INSERT INTO child VALUES ('x', 1, 0)");
    jdbc = new JdbcTemplate(new IcSqliteDataSource(database.url() + "?busy_timeout=0"));
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    database.assertClosed();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "23505 | INSERT INTO parent VALUES (1, 'b')",
        "23505 | INSERT INTO parent(label) VALUES ('a')",
        "23505 | INSERT INTO child VALUES ('x', 1, 1)",
      })
  void aKeyThatIsThereIsADuplicateKeyException(String state, String sql) {
    DuplicateKeyException refused =
        assertThrows(DuplicateKeyException.class, () -> jdbc.update(sql));
    assertEquals(state, ((SQLException) refused.getCause()).getSQLState());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "23503 | INSERT INTO child VALUES ('y', 99, 1)",
        "23503 | DELETE FROM parent",
        "23502 | INSERT INTO child(id) VALUES ('y')",
        "23514 | INSERT INTO child VALUES ('y', 1, -1)",
        "23000 | INSERT INTO child VALUES ('y', 1, 'old')",
      })
  void anotherConstraintIsADataIntegrityViolation(String state, String sql) {
    DataIntegrityViolationException refused =
        assertThrows(DataIntegrityViolationException.class, () -> jdbc.update(sql));
    assertEquals(DataIntegrityViolationException.class, refused.getClass());
    assertEquals(state, ((SQLException) refused.getCause()).getSQLState());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "42000 | SELEC 1",
        "42S02 | SELECT * FROM nowhere",
        "42S22 | SELECT nothing_here FROM parent",
        "42S01 | CREATE TABLE parent(x)",
        "42000 | SELECT no_such_function(1)",
        "42000 | INSERT INTO parent VALUES (1)",
        "42000 | CREATE TABLE untyped(x) STRICT",
        "42000 | SELECT sum(count(*)) FROM parent",
        "42000 | SELECT 1 UNION SELECT 1, 2",
      })
  void wrongSqlIsABadSqlGrammarException(String state, String sql) {
    BadSqlGrammarException refused =
        assertThrows(BadSqlGrammarException.class, () -> jdbc.execute(sql));
    assertEquals(state, refused.getSQLException().getSQLState());
    assertEquals(sql.strip(), refused.getSql().strip());
  }

  @Test
  void theFailureOfABatchIsTranslatedAsThatOfARow() {
    assertThrows(
        DuplicateKeyException.class,
        () ->
            jdbc.batchUpdate(
                "INSERT INTO parent VALUES (2, 'b')", "INSERT INTO parent VALUES (2, 'c')"));
    assertThrows(
        DuplicateKeyException.class,
        () ->
            jdbc.batchUpdate(
                "INSERT INTO parent(label) VALUES (?)",
                List.of(new Object[] {"d"}, new Object[] {"d"})));
  }

  @Test
  void aValueThatDoesNotFitIsADataIntegrityViolation() {
    DataIntegrityViolationException refused =
        assertThrows(
            DataIntegrityViolationException.class,
            () -> jdbc.queryForObject("SELECT 3000000000", (row, n) -> row.getInt(1)));
    assertEquals("22003", ((SQLException) refused.getCause()).getSQLState());
  }

  @Test
  void aWriterThatWaitsInVainMayTryAgain() throws SQLException {
    try (Connection other = DriverManager.getConnection(database.url());
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      QueryTimeoutException waited =
          assertThrows(
              QueryTimeoutException.class,
              () -> jdbc.update("INSERT INTO parent(label) VALUES ('b')"));
      assertInstanceOf(TransientDataAccessException.class, waited);
      assertEquals("HYT00", ((SQLException) waited.getCause()).getSQLState());
      assertEquals(5, ((SQLException) waited.getCause()).getErrorCode());
    }
  }

  @Test
  void aStaleSnapshotCannotAcquireTheLock() throws SQLException {
    try (Connection reader = DriverManager.getConnection(database.url())) {
      reader.setAutoCommit(false);
      JdbcTemplate reading = new JdbcTemplate(new SingleConnectionDataSource(reader, true));
      assertEquals(1, reading.queryForObject("SELECT count(*) FROM parent", Integer.class));
      jdbc.update("INSERT INTO parent(label) VALUES ('b')");
      assertThrows(
          CannotAcquireLockException.class,
          () -> reading.update("INSERT INTO parent(label) VALUES ('c')"));
    }
  }

  @Test
  void aSnapshotThatWasGivenUpMayBeTakenAgain() throws SQLException {
    try (Connection reader =
        DriverManager.getConnection(database.url() + "?max_snapshot_bytes=0&cache_size_kib=1")) {
      database.run("CREATE TABLE large(x)");
      try (Statement fill = reader.createStatement()) {
        fill.execute(
            "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i WHERE v < 100)"
                + " INSERT INTO large SELECT zeroblob(15000) FROM i");
      }
      reader.setAutoCommit(false);
      JdbcTemplate reading = new JdbcTemplate(new SingleConnectionDataSource(reader, true));
      assertEquals(1, reading.queryForObject("SELECT count(*) FROM parent", Integer.class));
      jdbc.update("UPDATE large SET x = zeroblob(14000)");
      DataAccessException tooOld =
          assertThrows(
              DataAccessException.class,
              () -> reading.queryForObject("SELECT sum(length(x)) FROM large", Long.class));
      assertEquals("72000", ((SQLException) tooOld.getCause()).getSQLState());
      assertInstanceOf(PessimisticLockingFailureException.class, tooOld);
      assertInstanceOf(TransientDataAccessException.class, tooOld);
    }
  }

  @Test
  void aConnectionThatCannotBeHadIsAResourceFailure() {
    JdbcTemplate nowhere =
        new JdbcTemplate(new IcSqliteDataSource(database.url() + "?memory_id=7&create=false"));
    CannotGetJdbcConnectionException failure =
        assertThrows(CannotGetJdbcConnectionException.class, () -> nowhere.execute("SELECT 1"));
    assertInstanceOf(DataAccessResourceFailureException.class, failure);
    assertEquals("08001", ((SQLException) failure.getCause()).getSQLState());
  }

  @Test
  void bothTranslatorsAgree() throws SQLException {
    SQLExceptionTranslator[] translators = {
      new SQLExceptionSubclassTranslator(), new SQLStateSQLExceptionTranslator()
    };
    try (Connection connection = DriverManager.getConnection(database.url());
        Statement statement = connection.createStatement()) {
      for (SQLExceptionTranslator translator : translators) {
        assertEquals(
            DuplicateKeyException.class,
            translated(translator, statement, "INSERT INTO parent VALUES (1, 'b')"));
        assertEquals(
            DataIntegrityViolationException.class,
            translated(translator, statement, "INSERT INTO child(id) VALUES ('y')"));
        assertEquals(
            BadSqlGrammarException.class,
            translated(translator, statement, "SELECT * FROM nowhere"));
      }
    }
  }

  private static Class<?> translated(
      SQLExceptionTranslator translator, Statement statement, String sql) {
    SQLException failure = assertThrows(SQLException.class, () -> statement.execute(sql));
    return translator.translate("test", sql, failure).getClass();
  }
}
