package org.icsqlite.isolation;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection under test, with its transactions made either in SQL or by JDBC's own methods, and
 * at most one query left open.
 */
final class JdbcSession implements AutoCloseable {

  private final Connection connection;
  private final boolean bySql;
  private final List<Savepoint> savepoints = new ArrayList<>();
  private Statement cursorStatement;
  private ResultSet cursor;

  JdbcSession(String url, boolean bySql, boolean queryOnly) throws SQLException {
    this.bySql = bySql;
    connection = DriverManager.getConnection(url + (queryOnly ? "&mode=query" : ""));
    if (!queryOnly) {
      exec("CREATE TEMP TABLE mine(id INTEGER PRIMARY KEY, k INTEGER)");
    }
    if (!bySql) {
      connection.setAutoCommit(false);
    }
  }

  /** Whether JDBC's methods begin a transaction as soon as the one before has ended. */
  boolean chained() {
    return !bySql;
  }

  void exec(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  void begin() throws SQLException {
    if (bySql) {
      exec("BEGIN");
    } else {
      connection.setAutoCommit(!connection.getAutoCommit());
      beginNow();
    }
  }

  void commit() throws SQLException {
    if (bySql) {
      exec("COMMIT");
    } else {
      connection.commit();
      savepoints.clear();
      beginNow();
    }
  }

  void rollback() throws SQLException {
    if (bySql) {
      exec("ROLLBACK");
    } else {
      connection.rollback();
      savepoints.clear();
      beginNow();
    }
  }

  /** Without auto-commit any statement begins the transaction, also one that reads nothing. */
  private void beginNow() throws SQLException {
    if (!connection.getAutoCommit()) {
      exec("SELECT 1");
    }
  }

  void savepoint(int number) throws SQLException {
    if (bySql) {
      exec("SAVEPOINT s" + number);
    } else {
      savepoints.add(connection.setSavepoint());
    }
  }

  void rollbackTo(int number) throws SQLException {
    if (bySql) {
      exec("ROLLBACK TO s" + number);
    } else {
      connection.rollback(savepoints.get(number));
      savepoints.subList(number + 1, savepoints.size()).clear();
    }
  }

  void release(int number) throws SQLException {
    if (bySql) {
      exec("RELEASE s" + number);
    } else {
      connection.releaseSavepoint(savepoints.get(number));
      savepoints.subList(number, savepoints.size()).clear();
    }
  }

  // ---- reading ----------------------------------------------------------------------------------

  List<String> readAll() throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, k, pad FROM item ORDER BY id")) {
      while (rows.next()) {
        lines.add(Content.line(rows.getInt(1), rows.getInt(2), rows.getString(3)));
      }
    }
    return lines;
  }

  List<String> sums() throws SQLException {
    return query("SELECT count(*) || ' ' || total(k) || ' ' || total(length(pad)) FROM item")
        .stream()
        .map(line -> line.replace(".0", ""))
        .toList();
  }

  List<String> byKey(int least) throws SQLException {
    return query("SELECT k || ' ' || id FROM item WHERE k >= " + least + " ORDER BY k, id");
  }

  List<String> query(String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
    }
    return lines;
  }

  void openCursor() throws SQLException {
    cursorStatement = connection.createStatement();
    // A snapshot is held while SQLite has rows left: so it has, until the caller has had them all.
    cursorStatement.setFetchSize(1);
    cursor = cursorStatement.executeQuery("SELECT id, k, pad FROM item ORDER BY id");
  }

  /** Reads on in the open query; fewer rows than asked for are its end, and close it. */
  List<String> fetch(int count) throws SQLException {
    List<String> lines = new ArrayList<>();
    while (lines.size() < count && cursor.next()) {
      lines.add(Content.line(cursor.getInt(1), cursor.getInt(2), cursor.getString(3)));
    }
    if (lines.size() < count) {
      closeCursor();
    }
    return lines;
  }

  boolean cursorIsClosed() throws SQLException {
    return cursor.isClosed();
  }

  void closeCursor() throws SQLException {
    cursor.close();
    cursorStatement.close();
  }

  // ---- writing ----------------------------------------------------------------------------------

  void insert(int first, int count, Content.Row row) throws SQLException {
    write(
        "WITH RECURSIVE i(v) AS (SELECT ?1 UNION ALL SELECT v+1 FROM i WHERE v<?2)"
            + " INSERT INTO item SELECT v, ?3, ?4 FROM i",
        first,
        count,
        row);
  }

  void update(int first, int count, Content.Row row) throws SQLException {
    write("UPDATE item SET k=?3, pad=?4 WHERE id BETWEEN ?1 AND ?2", first, count, row);
  }

  private void write(String sql, int first, int count, Content.Row row) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, first);
      statement.setInt(2, first + count - 1);
      statement.setInt(3, row.key());
      statement.setString(4, row.text());
      statement.executeUpdate();
    }
  }

  void delete(int first, int count) throws SQLException {
    exec("DELETE FROM item WHERE id BETWEEN " + first + " AND " + (first + count - 1));
  }

  void writeTemporary(int first, int count, int key) throws SQLException {
    for (int id = first; id < first + count; id++) {
      exec("INSERT OR REPLACE INTO temp.mine VALUES(" + id + "," + key + ")");
    }
  }

  void copyToTemporary(int first, int count) throws SQLException {
    exec(
        "INSERT OR REPLACE INTO temp.mine SELECT id, k FROM main.item WHERE id BETWEEN "
            + first
            + " AND "
            + (first + count - 1));
  }

  List<String> temporary() throws SQLException {
    return query("SELECT id || ' ' || k FROM temp.mine ORDER BY id");
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
