package org.icsqlite.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The table of every case: rows with a counter that an update raises and a read gets. */
final class CounterTable {

  static final String UPDATE = "UPDATE counter SET n = n + 1 WHERE id = ?";
  static final String READ = "SELECT n FROM counter WHERE id = ?";

  private static final int ROWS = 10_000;

  private CounterTable() {}

  /** Creates the table with all counters at 0. */
  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER, note TEXT)");
    }
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO counter VALUES (?, 0, ?)")) {
      for (int id = 0; id < ROWS; id++) {
        insert.setInt(1, id);
        insert.setString(2, "the note of counter " + id);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** The id of an operation by its number: all over the table, the same in every run. */
  static int id(long number) {
    return (int) (((number * 2_654_435_761L) >>> 8) % ROWS);
  }

  /** Raises one counter. */
  static void update(PreparedStatement update, long number) throws SQLException {
    update.setInt(1, id(number));
    if (update.executeUpdate() != 1) {
      throw new IllegalStateException("no counter was raised");
    }
  }

  /** Reads one counter. */
  static void read(PreparedStatement read, long number) throws SQLException {
    read.setInt(1, id(number));
    try (ResultSet rows = read.executeQuery()) {
      if (!rows.next() || rows.getInt(1) < 0) {
        throw new IllegalStateException("no counter was found");
      }
    }
  }

  /** A library that is fast because it loses updates is not compared. */
  static void requireTotal(Side side, long updates) throws SQLException {
    try (Connection connection = side.connect();
        Statement statement = connection.createStatement();
        ResultSet total = statement.executeQuery("SELECT sum(n) FROM counter")) {
      long counted = total.next() ? total.getLong(1) : -1;
      if (counted != updates) {
        throw new IllegalStateException(
            side.name() + " holds " + counted + " updates, but reported " + updates);
      }
    }
  }
}
