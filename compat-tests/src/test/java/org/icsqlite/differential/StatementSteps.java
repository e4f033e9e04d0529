package org.icsqlite.differential;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Statements of every kind, run in every way that JDBC knows, each on a new database. */
final class StatementSteps implements Part {

  static final String[] SCHEMA = {
    "CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a INT CHECK(a < 100), b TEXT DEFAULT 'd',"
        + " p INT REFERENCES parent(id))",
    "CREATE TABLE strict(i INTEGER, r REAL, x TEXT, y BLOB, z ANY) STRICT",
    "CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID",
    "CREATE TABLE gen(a INT, s INT AS (a * 2) STORED, v INT AS (a + 1))",
    "CREATE VIEW view1 AS SELECT id, a FROM t",
    "CREATE TRIGGER view1_insert INSTEAD OF INSERT ON view1 BEGIN"
        + " INSERT INTO t(a) VALUES(new.a); INSERT INTO t(a) VALUES(new.a + 1); END",
    "INSERT INTO parent VALUES(1, 'one'), (2, 'two')",
    "INSERT INTO t(a, b, p) VALUES(1, 'x', 1), (2, 'y', 2), (3, NULL, NULL)",
    "INSERT INTO w VALUES('k1', 1)",
  };

  private static final List<String> SQL =
      List.of(
          "SELECT 1",
          "SELECT * FROM t",
          "SELECT a FROM t WHERE 0",
          "VALUES (1, 'x'), (2, NULL)",
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4)"
              + " SELECT i, sum(i) OVER (ORDER BY i) FROM n",
          "SELECT json_extract('{\"a\":[1,2.5,\"x\",null]}', '$.a')",
          "SELECT value, type FROM json_each('[1,2.5,\"x\",null,true]')",
          "INSERT INTO t(a) VALUES(7)",
          "INSERT INTO t(a) VALUES(7), (8)",
          "INSERT INTO t(a) SELECT a FROM t",
          "INSERT INTO t(a) SELECT a FROM t WHERE 0",
          "INSERT INTO t(a) VALUES(9) RETURNING id, a AS aa",
          "INSERT OR IGNORE INTO parent VALUES(1, 'again')",
          "INSERT OR REPLACE INTO parent VALUES(3, 'three')",
          "REPLACE INTO parent VALUES(4, 'four')",
          "INSERT INTO parent VALUES(1, 'new') ON CONFLICT(id) DO UPDATE SET name = excluded.name",
          "INSERT INTO parent VALUES(1, 'new') ON CONFLICT DO NOTHING",
          "INSERT INTO w VALUES('k2', 2)",
          "INSERT INTO view1(a) VALUES(5)",
          "INSERT INTO gen(a) VALUES(5) RETURNING *",
          "INSERT INTO t DEFAULT VALUES",
          "WITH n AS (SELECT 70 AS x) INSERT INTO t(a) SELECT x FROM n",
          "UPDATE t SET a = a + 1",
          "UPDATE t SET a = a + 1 WHERE 0",
          "UPDATE t SET a = a + 1 RETURNING id, a",
          "DELETE FROM t WHERE a > 1",
          "DELETE FROM t",
          "DELETE FROM t RETURNING id",
          "CREATE TABLE fresh(a)",
          "CREATE TABLE fresh AS SELECT * FROM t",
          "CREATE TABLE IF NOT EXISTS t(a)",
          "CREATE TEMP TABLE tmp(a)",
          "CREATE VIRTUAL TABLE fts USING fts5(body)",
          "CREATE VIRTUAL TABLE box USING rtree(id, lo, hi)",
          "CREATE INDEX i ON t(a)",
          "ALTER TABLE t ADD COLUMN c DEFAULT 5",
          "ALTER TABLE t RENAME COLUMN b TO bb",
          "DROP TABLE w",
          "DROP TABLE IF EXISTS absent",
          "ANALYZE",
          "REINDEX",
          "VACUUM",
          "EXPLAIN SELECT 1",
          "EXPLAIN QUERY PLAN SELECT * FROM t",
          "BEGIN",
          "COMMIT",
          "ROLLBACK",
          "SAVEPOINT s",
          "BEGIN; INSERT INTO t(a) VALUES(50); COMMIT",
          "BEGIN; INSERT INTO t(a) VALUES(50); ROLLBACK",
          "SAVEPOINT s; INSERT INTO t(a) VALUES(50); ROLLBACK TO s; RELEASE s",
          "PRAGMA user_version",
          "PRAGMA user_version = 7",
          "PRAGMA table_info(t)",
          "PRAGMA foreign_keys = OFF",
          "PRAGMA foreign_keys",
          "PRAGMA encoding",
          "PRAGMA cache_size = 500",
          "PRAGMA integrity_check",
          "PRAGMA no_such_pragma",
          "PRAGMA journal_mode",
          "PRAGMA journal_mode = OFF",
          "ATTACH ':memory:' AS other",
          "DETACH other",
          "",
          " ",
          ";",
          "-- only a comment",
          "/* only a comment */",
          "SELECT 1;",
          "SELECT 1; -- and a comment",
          "/* first */ SELECT 1 /* last */",
          "SELECT 1; SELECT 2, 3",
          "INSERT INTO t(a) VALUES(11); INSERT INTO t(a) VALUES(12)",
          "INSERT INTO t(a) VALUES(11); SELECT max(a) FROM t",
          "SELECT max(a) FROM t; INSERT INTO t(a) VALUES(11)",
          "INSERT INTO t(a) VALUES(11); INSERT INTO t(a) VALUES(1000)",
          "INSERT INTO t(a) VALUES(11); nonsense",
          "SELECT ?",
          "SELECT ?2, :name, @name, $name",
          "INSERT INTO t(a) VALUES(?)",
          "SELECT 1 'unterminated",
          "SELEKT 1",
          "SELECT * FROM absent",
          "SELECT absent FROM t",
          "SELECT absent(1)",
          "SELECT abs(1, 2)",
          "SELECT a FROM t, view1",
          "CREATE TABLE t(a)",
          "INSERT INTO t(a) VALUES(1000)",
          "INSERT INTO t(absent) VALUES(1)",
          "INSERT INTO t(a, b) VALUES(1)",
          "INSERT INTO t(id) VALUES(1)",
          "INSERT INTO parent VALUES(9, NULL)",
          "INSERT INTO parent VALUES(9, 'one')",
          "INSERT INTO t(p) VALUES(99)",
          "DELETE FROM parent",
          "INSERT INTO w VALUES('k1', 2)",
          "INSERT INTO w VALUES(NULL, 2)",
          "INSERT INTO strict(i) VALUES('x')",
          "INSERT INTO gen(s) VALUES(1)",
          "UPDATE view1 SET a = 1",
          "SELECT abs(-9223372036854775807 - 1)",
          "SELECT json('{')",
          "SELECT CAST(zeroblob(2000000000) AS TEXT)",
          "SELECT a FROM t UNION SELECT abs(-9223372036854775807 - 1)",
          "SELECT CASE WHEN a < 3 THEN a ELSE abs(-9223372036854775807 - 1) END FROM t ORDER BY id",
          "SELECT raise(ABORT, 'x')");

  /** The ways in which all of these are run; the others take those with one of the words. */
  private static final Set<String> ALL = Set.of("execute", "prepared");

  private static final List<String> OF_INTEREST =
      List.of(
          "SELECT 1",
          "SELECT a",
          "SELECT ?",
          "RETURNING",
          "VALUES(7)",
          "VALUES(11)",
          "VALUES(?)",
          "DELETE FROM t",
          "fresh(a)",
          "fts",
          "user_version",
          "/*",
          "INTO view1",
          "INTO parent");

  /** A way to run SQL; what it shows is the outcome. */
  private interface Way {
    Object run(Connection connection, String sql, Outcomes outcomes, String step) throws Exception;
  }

  private static Map<String, Way> ways() {
    Map<String, Way> ways = new TreeMap<>();
    ways.put(
        "execute",
        (connection, sql, outcomes, step) -> {
          try (Statement statement = connection.createStatement()) {
            outcomes.record(
                step,
                () -> {
                  boolean rows = statement.execute(sql);
                  results(statement, outcomes, step);
                  return rows;
                });
          }
          return null;
        });
    ways.put(
        "executeQuery",
        (connection, sql, outcomes, step) -> {
          try (Statement statement = connection.createStatement()) {
            outcomes.record(step, () -> statement.executeQuery(sql));
          }
          return null;
        });
    ways.put(
        "executeUpdate",
        (connection, sql, outcomes, step) -> {
          try (Statement statement = connection.createStatement()) {
            outcomes.record(
                step,
                () -> {
                  int count = statement.executeUpdate(sql);
                  outcomes.record(step + " > count", statement::getUpdateCount);
                  outcomes.record(step + " > keys", () -> keys(statement));
                  return count;
                });
          }
          return null;
        });
    ways.put(
        "executeLargeUpdate",
        (connection, sql, outcomes, step) -> {
          try (Statement statement = connection.createStatement()) {
            outcomes.record(step, () -> statement.executeLargeUpdate(sql));
          }
          return null;
        });
    ways.put(
        "executeUpdate keys",
        (connection, sql, outcomes, step) -> {
          try (Statement statement = connection.createStatement()) {
            outcomes.record(
                step,
                () -> {
                  int count = statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
                  outcomes.record(step + " > keys", () -> keys(statement));
                  return count;
                });
          }
          return null;
        });
    ways.put(
        "batch",
        (connection, sql, outcomes, step) -> {
          try (Statement statement = connection.createStatement()) {
            outcomes.record(
                step,
                () -> {
                  statement.addBatch(sql);
                  return statement.executeBatch();
                });
          }
          return null;
        });
    ways.put(
        "prepared",
        (connection, sql, outcomes, step) -> {
          outcomes.record(
              step + " > description",
              () -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                  return statement.getMetaData() == null
                      ? "none"
                      : statement.getMetaData().getColumnCount();
                }
              });
          outcomes.record(
              step,
              () -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                  boolean rows = statement.execute();
                  results(statement, outcomes, step);
                  return rows;
                }
              });
          return null;
        });
    ways.put(
        "prepared query",
        (connection, sql, outcomes, step) -> {
          outcomes.record(
              step,
              () -> {
                try (PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet rows = statement.executeQuery()) {
                  return Shown.value(rows);
                }
              });
          return null;
        });
    ways.put(
        "prepared update",
        (connection, sql, outcomes, step) -> {
          outcomes.record(
              step,
              () -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                  int count = statement.executeUpdate();
                  outcomes.record(step + " > keys", () -> keys(statement));
                  return count;
                }
              });
          return null;
        });
    ways.put(
        "prepared batch",
        (connection, sql, outcomes, step) -> {
          outcomes.record(
              step,
              () -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                  statement.addBatch();
                  return statement.executeBatch();
                }
              });
          return null;
        });
    return ways;
  }

  private static void results(Statement statement, Outcomes outcomes, String step) {
    outcomes.record(step + " > rows", statement::getResultSet);
    outcomes.record(step + " > count", statement::getUpdateCount);
    outcomes.record(step + " > keys", () -> keys(statement));
    outcomes.record(step + " > more", statement::getMoreResults);
    outcomes.record(step + " > more rows", statement::getResultSet);
    outcomes.record(step + " > more count", statement::getUpdateCount);
    outcomes.record(step + " > end", statement::getMoreResults);
    outcomes.record(step + " > end count", statement::getUpdateCount);
  }

  /** The keys; their labels only where there are any. */
  static Object keys(Statement statement) throws Exception {
    try (ResultSet keys = statement.getGeneratedKeys()) {
      String text = Shown.value(keys);
      return text.endsWith("]") ? "none" : text;
    }
  }

  @Override
  public void run(Side side, Outcomes outcomes) throws Exception {
    for (Map.Entry<String, Way> way : ways().entrySet()) {
      Connection connection = null;
      for (String sql : SQL) {
        if (!ALL.contains(way.getKey()) && OF_INTEREST.stream().noneMatch(sql::contains)) {
          continue;
        }
        if (connection == null) {
          connection = side.open(SCHEMA);
        }
        Connection used = connection;
        String step = way.getKey() + ": " + sql;
        way.getValue().run(used, sql, outcomes, step);
        outcomes.record(step + " > in t", () -> content(used, "SELECT id, a FROM t"));
        outcomes.record(
            step + " > in parent", () -> content(used, "SELECT * FROM parent ORDER BY id"));
        outcomes.record(
            step + " > schema",
            () -> content(used, "SELECT count(*), sum(length(sql)) FROM sqlite_schema"));
        if (!changesNothing(sql)) {
          outcomes.recordCall(step + " > close", used::close);
          connection = null;
        }
      }
      if (connection != null) {
        connection.close();
      }
    }
  }

  private static boolean changesNothing(String sql) {
    return !sql.contains(";") && (sql.startsWith("SEL") || sql.startsWith("VAL"));
  }

  /** All rows as text, without their types. */
  static String content(Connection connection, String query) throws Exception {
    StringBuilder text = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          text.append(column == 1 ? "(" : ",").append(rows.getString(column));
        }
        text.append(')');
      }
    }
    return text.toString();
  }
}
