package org.icsqlite.damage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import org.icsqlite.jdbc.MemoryConnections;

/** Opens, reads, updates and opens again one damaged image. */
final class Exercise {

  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  private final DamageCase damage;
  private final Path file;
  private final CheckedMemory memory;
  private final Outcome outcome;
  private final SplittableRandom random;

  private Exercise(DamageCase damage, Path file, Outcome outcome) {
    this.damage = damage;
    this.file = damage.inFile() ? file : null;
    this.memory = damage.inFile() ? null : new CheckedMemory(damage.bytes());
    this.outcome = outcome;
    this.random = damage.random();
  }

  /**
   * Runs a case.
   *
   * @param file where to put the image, when it is one in a file
   */
  static void run(DamageCase damage, Path file, Outcome outcome) throws IOException {
    Exercise exercise = new Exercise(damage, file, outcome);
    try {
      exercise.all();
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void all() throws IOException {
    if (file != null) {
      damage.bytes().writeTo(file);
      Files.setLastModifiedTime(file, LONG_AGO);
    }
    query("query");
    requireUnchanged("query mode");
    if (update()) {
      query("again");
    } else {
      requireUnchanged("refused update mode");
    }
    String difference = memory == null ? null : memory.difference(random.nextInt(16) == 0);
    if (difference != null) {
      outcome.finding(difference);
    }
    String leaks = MemoryConnections.leaks();
    if (leaks != null) {
      outcome.finding(leaks);
    }
  }

  private void requireUnchanged(String what) throws IOException {
    if (file == null ? memory.commits() != 0 : !damage.bytes().equalsFile(file)) {
      outcome.finding(what + " changed the image");
    }
    if (file != null && !Files.getLastModifiedTime(file).equals(LONG_AGO)) {
      outcome.finding(what + " changed the time of the file");
    }
    String difference = memory == null ? null : memory.difference(random.nextInt(16) == 0);
    if (difference != null) {
      outcome.finding(what + ": " + difference);
    }
  }

  /** Opens in a mode; null when it was refused, rightly or not. */
  private Session open(String name, String mode) {
    String options = damage.options() + "&mode=" + mode;
    try {
      Session session;
      if (file != null) {
        Connection connection =
            DriverManager.getConnection("jdbc:icsqlite:" + file + "?" + options);
        session = new Session(connection, null, null, name, outcome);
      } else {
        MemoryConnections.Opened opened = MemoryConnections.open(memory::openWith, options);
        session = new Session(opened.connection(), opened.mount(), memory, name, outcome);
      }
      outcome.count(name + " opened");
      return session;
    } catch (SQLException e) {
      outcome.countError(name + " refused", e);
      String fault = Faults.of(e);
      if (fault != null) {
        outcome.finding(name + " refused: " + fault, e);
      }
    } catch (RuntimeException | Error e) {
      outcome.finding(name + " refused: not an SQLException", e);
    }
    if (memory != null) {
      memory.takeFaults().forEach(fault -> outcome.finding(name + " refused: " + fault));
      if (memory.isOpen()) {
        outcome.finding(name + " refused: the memory was left open");
      }
    }
    return null;
  }

  private void query(String name) {
    try (Session session = open(name, "query")) {
      if (session == null) {
        return;
      }
      List<String> tables = tables(session);
      for (String table : tables) {
        session.query("select", "SELECT * FROM " + table, name.equals("query") ? 30 : 6);
        if (random.nextInt(6) == 0) {
          session.query("backwards", "SELECT * FROM " + table + " ORDER BY 1 DESC, 2", 10);
        }
        if (random.nextInt(6) == 0) {
          session.query("count", "SELECT count(*), max(1) FROM " + table, 5);
        }
      }
      session.query("search", "SELECT * FROM note WHERE note MATCH 'bought OR title*'", 20);
      session.query("range", "SELECT * FROM area WHERE x0 > 5 AND y1 < 90", 20);
      session.query("integrity", "PRAGMA integrity_check(20)", 30);
      if (random.nextInt(4) == 0) {
        session.query("quick", "PRAGMA quick_check", 30);
        session.query("foreign keys", "PRAGMA foreign_key_check", 30);
      }
      if (random.nextInt(8) == 0) {
        describe(session, tables);
      }
      if (session.execute("write", "CREATE TABLE forbidden(x)")) {
        outcome.finding("a write succeeded in query mode");
      }
    }
  }

  private static List<String> tables(Session session) {
    session.query("schema", "SELECT * FROM sqlite_schema", 60);
    return session
        .query("tables", "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')", 60)
        .stream()
        .filter(name -> name != null)
        .limit(14)
        .map(name -> '"' + name.replace("\"", "\"\"") + '"')
        .toList();
  }

  private static void describe(Session session, List<String> tables) {
    session.attempt(
        "metadata",
        () -> {
          DatabaseMetaData metadata = session.connection().getMetaData();
          drain(metadata.getTables(null, null, "%", null));
          drain(metadata.getColumns(null, null, "%", "%"));
        });
    for (String quoted : tables) {
      String table = quoted.substring(1, quoted.length() - 1).replace("\"\"", "\"");
      session.attempt(
          "keys",
          () -> {
            DatabaseMetaData metadata = session.connection().getMetaData();
            drain(metadata.getPrimaryKeys(null, null, table));
            drain(metadata.getImportedKeys(null, null, table));
            drain(metadata.getExportedKeys(null, null, table));
            drain(metadata.getIndexInfo(null, null, table, false, false));
          });
    }
  }

  private static void drain(ResultSet result) throws SQLException {
    try (ResultSet rows = result) {
      while (rows.next()) {
        rows.getString(1);
      }
    }
  }

  /** Whether the image could be opened for update. */
  private boolean update() {
    try (Session session = open("update", "update")) {
      if (session == null) {
        return false;
      }
      List<String> tables = tables(session);
      for (int transaction = 1 + random.nextInt(3); transaction > 0; transaction--) {
        transaction(session, tables);
      }
      if (random.nextInt(3) == 0) {
        session.execute("vacuum", random.nextInt(3) == 0 ? "PRAGMA incremental_vacuum" : "VACUUM");
      }
      if (random.nextInt(4) == 0) {
        session.execute("autocommit", change(tables));
      }
      session.query("integrity", "PRAGMA integrity_check(5)", 10);
      return true;
    }
  }

  private void transaction(Session session, List<String> tables) {
    Connection connection = session.connection();
    int commits = memory == null ? 0 : memory.commits();
    if (!session.attempt("begin", () -> connection.setAutoCommit(false))) {
      return;
    }
    boolean failed = false;
    for (int change = 1 + random.nextInt(4); change > 0; change--) {
      failed |= !session.execute("change", change(tables));
    }
    if (memory != null && memory.commits() != commits) {
      outcome.finding("a transaction was published before its commit");
    }
    boolean commit = failed ? random.nextInt(3) == 0 : random.nextInt(4) != 0;
    if (!commit || !session.attempt("commit", connection::commit)) {
      session.attempt("rollback", connection::rollback);
      if (memory != null && memory.commits() != commits) {
        outcome.finding("a transaction that was rolled back was published");
      }
    }
    session.attempt("end", () -> connection.setAutoCommit(true));
    String difference = memory == null ? null : memory.difference(false);
    if (difference != null) {
      outcome.finding("after a transaction: " + difference);
    }
  }

  private String change(List<String> tables) {
    String table = tables.isEmpty() ? "person" : tables.get(random.nextInt(tables.size()));
    int number = random.nextInt(1000);
    return switch (random.nextInt(18)) {
      case 0, 1 -> "INSERT OR REPLACE INTO " + table + " SELECT * FROM " + table + " LIMIT 5";
      case 2 -> "DELETE FROM " + table + " LIMIT " + number % 50;
      case 3 -> "DELETE FROM " + table;
      case 4 ->
          "INSERT INTO person(name, born, photo) VALUES('new', 1, zeroblob(" + number + "00))";
      case 5 -> "UPDATE person SET name = name || '+', born = born + 1, photo = zeroblob(3000)";
      case 6 -> "INSERT INTO kv SELECT 'k" + number + "' || key, zeroblob(9000) FROM kv LIMIT 20";
      case 7 -> "UPDATE kv SET value = value || 'longer' WHERE rowid % 2 = 0 OR key > 'k'";
      case 8 -> "CREATE TABLE \"made " + number + "\"(a INTEGER PRIMARY KEY, b UNIQUE, c)";
      case 9 -> "CREATE INDEX \"index " + number + "\" ON " + indexable(table) + "(1, 2)";
      case 10 -> "CREATE TABLE copy" + number + " AS SELECT * FROM " + table + " LIMIT 100";
      case 11 -> "DROP TABLE " + table;
      case 12 -> "ALTER TABLE " + table + " RENAME TO renamed" + number;
      case 13 -> "ALTER TABLE " + table + " ADD COLUMN extra" + number + " DEFAULT 7";
      case 14 -> "REINDEX";
      case 15 -> "ANALYZE";
      case 16 ->
          "INSERT INTO note(title, body) SELECT 'again ' || name, 'it was bought' FROM person"
              + " LIMIT 10";
      default ->
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)"
              + " INSERT INTO kv SELECT 'many' || i || '-"
              + number
              + "', zeroblob(i * 100) FROM n";
    };
  }

  /**
   * SQLite 3.54.1 itself recurses until its stack ends when a full-text table is written whose
   * _data table has an index: writing _data opens a savepoint, which flushes the full-text index,
   * which writes _data. Its defensive mode refuses such an index, but some cases switch that off.
   */
  private static String indexable(String table) {
    return table.endsWith("_data\"") ? "person" : table;
  }
}
