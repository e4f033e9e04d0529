package org.icsqlite.damage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** SQLite files with everything that SQLite keeps in pages, made by SQLite itself. */
final class SampleDatabase {

  private static final String[] SCHEMA = {
    "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born REAL, photo BLOB,"
        + " email VARCHAR(80) UNIQUE, CHECK(length(name) > 0))",
    "CREATE TABLE purchase(id INTEGER PRIMARY KEY AUTOINCREMENT, buyer INTEGER NOT NULL"
        + " REFERENCES person(id) ON DELETE CASCADE, cents NUMERIC(10, 2) DEFAULT 5,"
        + " euros REAL GENERATED ALWAYS AS (cents / 100.0) VIRTUAL)",
    "CREATE TABLE kv(key TEXT PRIMARY KEY COLLATE NOCASE, value BLOB) WITHOUT ROWID",
    "CREATE TABLE word(w TEXT, n INT, UNIQUE(w, n)) STRICT",
    "CREATE INDEX purchase_buyer ON purchase(buyer, cents DESC)",
    "CREATE INDEX person_lower ON person(lower(name)) WHERE born > 100",
    "CREATE VIEW spent AS SELECT name, sum(cents) AS cents FROM person JOIN purchase"
        + " ON buyer = person.id GROUP BY name",
    "CREATE TRIGGER person_added AFTER INSERT ON person BEGIN"
        + " INSERT INTO kv VALUES('p' || new.id, new.name); END",
    "CREATE VIRTUAL TABLE note USING fts5(title, body)",
    "CREATE VIRTUAL TABLE area USING rtree(id, x0, x1, y0, y1)"
  };

  private static final String[] ROWS = {
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)"
        + " INSERT INTO person SELECT i, 'name ' || i, i * 1.5, CASE WHEN i % 7 = 0"
        + " THEN zeroblob(i * 90) WHEN i % 5 = 0 THEN NULL ELSE x'00ff10' END,"
        + " 'p' || i || '@example.org' FROM n",
    "INSERT INTO purchase(buyer, cents) SELECT id, id * 37 % 1000 FROM person",
    "INSERT INTO purchase(buyer, cents) SELECT buyer, cents + 1 FROM purchase",
    "INSERT INTO word SELECT value, id FROM kv JOIN person ON key = 'p' || id",
    "INSERT INTO note SELECT 'title ' || id, name || ' has bought ' || id || ' things'"
        + " FROM person",
    "INSERT INTO area SELECT id, id, id + 3, id * 2, id * 2 + 1 FROM person",
    "ANALYZE",
    "INSERT INTO kv SELECT 'big' || id, randomless FROM (SELECT id,"
        + " CAST(replace(hex(zeroblob(2000)), '00', 'ab' || id) AS BLOB) AS randomless"
        + " FROM person LIMIT 12)",
    "DELETE FROM kv WHERE key LIKE 'big%' AND length(key) > 4",
    "DELETE FROM person WHERE id % 4 = 0"
  };

  private SampleDatabase() {}

  /** The bytes of a new file with these pragmas set before its first table. */
  static byte[] create(Path directory, String... pragmas) {
    try {
      Path file = Files.createTempFile(directory, "sample", ".db");
      try {
        Files.delete(file);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            Statement statement = connection.createStatement()) {
          for (String pragma : pragmas) {
            statement.execute("PRAGMA " + pragma);
          }
          statement.execute("BEGIN");
          run(statement, SCHEMA);
          run(statement, ROWS);
          statement.execute("COMMIT");
        }
        return Files.readAllBytes(file);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException | SQLException e) {
      throw new IllegalStateException("no sample database: " + e.getMessage(), e);
    }
  }

  private static void run(Statement statement, String[] statements) throws SQLException {
    for (String sql : statements) {
      statement.execute(sql);
    }
  }
}
