package org.icsqlite.bench.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Objects;

/** The tables that the benchmarks read, with values that follow from the key. */
final class SampleData {

  static final int ROWS = 100_000;

  static final String SCAN_TEXTS = "select name, note from texts";
  static final String SCAN_MIXED = "select i, r, t, n, b from mixed";
  static final String POINT_READ = "select name, note from texts where id = ?";
  static final String INSERT = "insert into inserted (id, name, note) values (?, ?, ?)";

  private SampleData() {}

  static String name(int id) {
    return "name " + id;
  }

  static String note(int id) {
    return "a note on row " + (id ^ 0x155);
  }

  static long integer(int id) {
    return id * 1_000_003L;
  }

  static double real(int id) {
    return id / 8.0;
  }

  static byte[] blob(int id) {
    return ("blob " + id).getBytes(StandardCharsets.US_ASCII);
  }

  /** Creates all tables and fills those that are read, with keys from 1 to {@link #ROWS}. */
  static void create(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table texts (id integer primary key, name text, note text)");
      statement.execute(
          "create table mixed (id integer primary key, i integer, r real, t text, n text, b blob)");
      statement.execute("create table inserted (id integer primary key, name text, note text)");
    }
    try (PreparedStatement texts =
            connection.prepareStatement("insert into texts values (?, ?, ?)");
        PreparedStatement mixed =
            connection.prepareStatement("insert into mixed values (?, ?, ?, ?, null, ?)")) {
      for (int id = 1; id <= ROWS; id++) {
        texts.setInt(1, id);
        texts.setString(2, name(id));
        texts.setString(3, note(id));
        texts.addBatch();
        mixed.setInt(1, id);
        mixed.setLong(2, integer(id));
        mixed.setDouble(3, real(id));
        mixed.setString(4, name(id));
        mixed.setBytes(5, blob(id));
        mixed.addBatch();
      }
      texts.executeBatch();
      mixed.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** Fails unless both scans and a point read give what was written. */
  static void check(Connection connection) throws SQLException {
    int id = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SCAN_TEXTS)) {
      while (rows.next()) {
        id++;
        require(rows.getString(1), name(id));
        require(rows.getString(2), note(id));
      }
    }
    require(id, ROWS);
    id = 0;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SCAN_MIXED)) {
      while (rows.next()) {
        id++;
        require(rows.getLong(1), integer(id));
        require(rows.getDouble(2), real(id));
        require(rows.getString(3), name(id));
        require(rows.getString(4), null);
        if (!Arrays.equals(rows.getBytes(5), blob(id))) {
          throw new IllegalStateException("wrong blob in row " + id);
        }
      }
    }
    require(id, ROWS);
    try (PreparedStatement statement = connection.prepareStatement(POINT_READ)) {
      statement.setInt(1, ROWS / 2);
      try (ResultSet rows = statement.executeQuery()) {
        require(rows.next(), true);
        require(rows.getString(2), note(ROWS / 2));
        require(rows.next(), false);
      }
    }
  }

  static void require(Object actual, Object expected) {
    if (!Objects.equals(actual, expected)) {
      throw new IllegalStateException("expected " + expected + ", got " + actual);
    }
  }
}
