package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteException;

/** Class, SQLState, vendor code and cause of every kind of failure. */
class ExceptionsTest {

  private static final int NONE = 0;

  private final String url = Urls.fresh() + "?busy_timeout=0";
  private Connection connection;
  private Statement statement;

  @BeforeEach
  void open() throws SQLException {
    connection = Urls.open(url);
    statement = connection.createStatement();
    Urls.exec(
        connection,
        "PRAGMA foreign_keys = ON",
        "CREATE TABLE parent(id INTEGER PRIMARY KEY)",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, u UNIQUE, n NOT NULL DEFAULT 1,"
            + " c CHECK(c < 10), p REFERENCES parent)",
        "CREATE TABLE w(k PRIMARY KEY) WITHOUT ROWID",
        "CREATE TABLE plain(x)",
        "CREATE TABLE strict(i INTEGER) STRICT",
        "CREATE TABLE guarded(x)",
        "CREATE TRIGGER no BEFORE INSERT ON guarded BEGIN SELECT RAISE(ABORT, 'not today'); END",
        "INSERT INTO t(id, u) VALUES(1, 'one')",
        "INSERT INTO w VALUES(1)",
        "INSERT INTO plain(rowid, x) VALUES(1, 1)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** What SQLite itself says about one statement. */
  enum Said {
    UNIQUE("INSERT INTO t(u) VALUES('one')", Integrity.class, "23505", 2067),
    PRIMARY_KEY("INSERT INTO t(id) VALUES(1)", Integrity.class, "23505", 1555),
    PRIMARY_KEY_WITHOUT_ROWID("INSERT INTO w VALUES(1)", Integrity.class, "23505", 1555),
    ROWID("INSERT INTO plain(rowid, x) VALUES(1, 1)", Integrity.class, "23505", 2579),
    NOT_NULL("INSERT INTO t(n) VALUES(NULL)", Integrity.class, "23502", 1299),
    CHECK("INSERT INTO t(c) VALUES(11)", Integrity.class, "23514", 275),
    FOREIGN_KEY("INSERT INTO t(p) VALUES(7)", Integrity.class, "23503", 787),
    DATATYPE("INSERT INTO strict VALUES('x')", Integrity.class, "23000", 3091),
    TRIGGER("INSERT INTO guarded VALUES(1)", Integrity.class, "23000", 1811),
    SYNTAX("SELECT 1 FRM t", Syntax.class, "42000", 1),
    TOKEN("SELECT #", Syntax.class, "42000", 1),
    INCOMPLETE("SELECT", Syntax.class, "42000", 1),
    NO_SUCH_TABLE("SELECT * FROM absent", Syntax.class, "42S02", 1),
    NO_SUCH_COLUMN("SELECT absent FROM t", Syntax.class, "42S22", 1),
    NO_SUCH_COLUMN_TO_INSERT("INSERT INTO t(absent) VALUES(1)", Syntax.class, "42S22", 1),
    NO_SUCH_FUNCTION("SELECT absent()", Syntax.class, "42000", 1),
    TABLE_EXISTS("CREATE TABLE t(x)", Syntax.class, "42S01", 1),
    TOO_BIG("SELECT zeroblob(1000000001)", SQLDataException.class, "54000", 18),
    MISMATCH("INSERT INTO t(id) VALUES('x')", SQLDataException.class, "22000", 20),
    JSON("SELECT json('bad')", SQLNonTransientException.class, "HY000", 1),
    OVERFLOW(
        "SELECT sum(9223372036854775807) FROM (SELECT 1 UNION ALL SELECT 2)",
        SQLNonTransientException.class,
        "HY000",
        1),
    ATTACH("ATTACH 'x' AS y", SQLNonTransientException.class, "42501", 23);

    private final String sql;
    private final Class<? extends SQLException> type;
    private final String state;
    private final int code;

    Said(String sql, Class<?> type, String state, int code) {
      this.sql = sql;
      this.type =
          type == Integrity.class
              ? SQLIntegrityConstraintViolationException.class
              : type == Syntax.class
                  ? SQLSyntaxErrorException.class
                  : type.asSubclass(SQLException.class);
      this.state = state;
      this.code = code;
    }

    /** Short for SQLIntegrityConstraintViolationException. */
    private static final class Integrity {}

    /** Short for SQLSyntaxErrorException. */
    private static final class Syntax {}
  }

  private static SQLException assertFailure(
      Class<? extends SQLException> type, String state, int code, Executable call) {
    SQLException failure = assertThrows(SQLException.class, call);
    assertEquals(type, failure.getClass(), failure.getMessage());
    assertEquals(state, failure.getSQLState(), failure.getMessage());
    assertEquals(code, failure.getErrorCode(), failure.getMessage());
    return failure;
  }

  private static SQLException assertSaid(
      Class<? extends SQLException> type, String state, int code, Executable call) {
    SQLException failure = assertFailure(type, state, code, call);
    SQLiteException cause = assertInstanceOf(SQLiteException.class, failure.getCause());
    assertEquals(code & 0xff, cause.getResultCode().code & 0xff);
    return failure;
  }

  @ParameterizedTest
  @EnumSource(Said.class)
  void whatSqliteSaysHasItsClassStateCodeAndCause(Said said) throws SQLException {
    assertSaid(said.type, said.state, said.code, () -> statement.execute(said.sql));
    assertSaid(
        said.type,
        said.state,
        said.code,
        () -> {
          try (PreparedStatement prepared = connection.prepareStatement(said.sql)) {
            prepared.execute();
          }
        });
    assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t"));
  }

  @Test
  void syntaxErrorsSayWhere() {
    SQLException failure =
        assertThrows(SQLException.class, () -> statement.execute("SELECT 1\nFROM t WHER\u00c9 x"));
    assertTrue(failure.getMessage().contains("line 2, column 14"), failure.getMessage());
    failure = assertThrows(SQLException.class, () -> statement.execute("SELECT 1; SELEC 2"));
    assertTrue(failure.getMessage().contains("line 1, column 11"), failure.getMessage());
    failure = assertThrows(SQLException.class, () -> statement.execute("SELECT absent FROM t"));
    assertTrue(failure.getMessage().contains("no such column: absent"), failure.getMessage());
  }

  @Test
  void busyAndStaleSnapshotsAreTransient() throws SQLException {
    try (Connection holder = Urls.open(url)) {
      connection.setAutoCommit(false);
      assertEquals(1, Urls.number(connection, "SELECT count(*) FROM plain"));
      holder.setAutoCommit(false);
      Urls.exec(holder, "INSERT INTO plain VALUES(2)");
      try (Connection other = Urls.open(url);
          Statement writing = other.createStatement()) {
        assertSaid(
            SQLTimeoutException.class,
            "HYT00",
            5,
            () -> writing.execute("INSERT INTO plain VALUES(3)"));
      }
      holder.commit();
      assertSaid(
          SQLTransactionRollbackException.class,
          "40001",
          517,
          () -> statement.execute("INSERT INTO plain VALUES(3)"));
      connection.rollback();
      statement.execute("INSERT INTO plain VALUES(3)");
    }
  }

  @Test
  void readOnlyFullAndCorrupt() throws SQLException {
    connection.setReadOnly(true);
    assertSaid(
        SQLNonTransientException.class,
        "25006",
        8,
        () -> statement.execute("INSERT INTO plain VALUES(2)"));
    try (Connection small = Urls.open("jdbc:icsqlite::memory:?bucket_pages=1&max_stable_pages=8");
        Statement filling = small.createStatement()) {
      filling.execute("CREATE TABLE t(x)");
      assertSaid(
          SQLNonTransientException.class,
          "53100",
          13,
          () -> filling.execute("INSERT INTO t VALUES(zeroblob(1000000))"));
    }
    try (Connection damaged = Urls.open("jdbc:icsqlite::memory:?defensive=false");
        Statement damaging = damaged.createStatement()) {
      damaging.execute("CREATE TABLE t(x)");
      damaging.execute("PRAGMA writable_schema = ON");
      damaging.execute("UPDATE sqlite_schema SET rootpage = 9999");
      damaging.execute("PRAGMA writable_schema = RESET");
      assertSaid(
          SQLNonTransientException.class, "XX001", 11, () -> damaging.execute("SELECT * FROM t"));
    }
  }

  @Test
  void whatTheDriverRefusesItself() throws SQLException {
    PreparedStatement prepared = connection.prepareStatement("SELECT ?, ?");
    assertFailure(SQLDataException.class, "07001", NONE, prepared::executeQuery);
    prepared.setInt(2, 1);
    SQLException missing = assertFailure(SQLDataException.class, "07001", NONE, prepared::execute);
    assertEquals("Parameter 1 of 2 has no value; set it first", missing.getMessage());
    assertFailure(SQLDataException.class, "07009", NONE, () -> prepared.setInt(3, 1));
    assertFailure(SQLDataException.class, "07009", NONE, () -> prepared.setString(0, "x"));
    assertFailure(
        SQLNonTransientException.class,
        "02001",
        NONE,
        () -> statement.executeQuery("DELETE FROM w"));
    assertFailure(
        SQLNonTransientException.class, "0100E", NONE, () -> statement.executeUpdate("SELECT 1"));
    assertFailure(
        SQLNonTransientException.class, "02001", NONE, () -> statement.executeQuery("  -- no"));
    assertFailure(
        SQLSyntaxErrorException.class, "42000", NONE, () -> connection.prepareStatement(" -- no"));
    assertFailure(
        SQLSyntaxErrorException.class,
        "42000",
        NONE,
        () -> connection.prepareStatement("SELECT 1; SELECT 2"));
    assertFailure(SQLSyntaxErrorException.class, "42000", NONE, () -> statement.execute(null));
    assertFailure(
        SQLSyntaxErrorException.class, "42000", NONE, () -> statement.execute("SELECT\0"));
    assertFailure(
        SQLSyntaxErrorException.class, "07001", NONE, () -> statement.execute("SELECT ?"));
  }

  @Test
  void noSqlAndNoNameOfAKeyAreRefusedHoweverTheyAreGiven() throws SQLException {
    for (Executable call :
        List.<Executable>of(
            () -> statement.execute(null),
            () -> statement.execute(null, Statement.RETURN_GENERATED_KEYS),
            () -> statement.execute(null, new String[] {"a"}),
            () -> statement.execute(null, new int[] {1}),
            () -> statement.executeQuery(null),
            () -> statement.executeUpdate(null),
            () -> statement.executeUpdate(null, Statement.RETURN_GENERATED_KEYS),
            () -> statement.executeLargeUpdate(null),
            () -> statement.addBatch(null),
            () -> connection.prepareStatement(null),
            () -> connection.prepareStatement(null, Statement.RETURN_GENERATED_KEYS),
            () -> connection.prepareStatement(null, new String[] {"a"}),
            () -> connection.prepareStatement(null, new int[] {1}))) {
      assertFailure(SQLSyntaxErrorException.class, "42000", NONE, call);
    }
    String[] names = {"a", null};
    String sql = "INSERT INTO w VALUES (1)";
    assertFailure(SQLDataException.class, "22023", NONE, () -> statement.execute(sql, names));
    assertFailure(
        SQLDataException.class, "22023", NONE, () -> connection.prepareStatement(sql, names));
  }

  @Test
  void whatIsClosedSaysSo() throws SQLException {
    ResultSet rows = statement.executeQuery("SELECT 1");
    rows.close();
    SQLException failure = assertFailure(SQLNonTransientException.class, "24000", NONE, rows::next);
    assertNull(failure.getCause());
    statement.close();
    assertFailure(SQLNonTransientException.class, "HY010", NONE, rows::next);
    assertFailure(
        SQLNonTransientException.class, "HY010", NONE, () -> statement.execute("SELECT 1"));
    connection.close();
    assertFailure(
        SQLNonTransientConnectionException.class,
        "08003",
        NONE,
        () -> statement.execute("SELECT 1"));
    assertFailure(SQLNonTransientConnectionException.class, "08003", NONE, rows::next);
    assertFailure(SQLNonTransientConnectionException.class, "08003", NONE, connection::commit);
  }

  @Test
  void anErrorBetweenRowsIsThrownAtItsRow() throws SQLException {
    ResultSet rows =
        statement.executeQuery(
            "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT 100)"
                + " SELECT CASE WHEN v < 50 THEN v ELSE json('bad') END FROM i");
    for (int i = 1; i < 50; i++) {
      assertTrue(rows.next());
      assertEquals(i, rows.getInt(1));
    }
    assertSaid(SQLNonTransientException.class, "HY000", 1, rows::next);
  }
}
