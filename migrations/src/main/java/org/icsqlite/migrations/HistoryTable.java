package org.icsqlite.migrations;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of the history, with the definitions of the crate: in its very bytes, since SQLite
 * keeps them in the database. They are meant in the schema {@code main} alone, whatever tables of
 * these names the connection has in {@code temp}.
 */
enum HistoryTable {
  VERSIONS(
      MigrationHistory.VERSIONS_TABLE,
      """
      (
                  version INTEGER PRIMARY KEY NOT NULL
              )"""),
  CHECKSUMS(
      MigrationHistory.CHECKSUMS_TABLE,
      """
      (
                  version INTEGER PRIMARY KEY NOT NULL,
                  checksum BLOB NOT NULL CHECK(typeof(checksum) = 'blob' AND length(checksum) = 32)
              )""");

  private final String tableName;
  private final String columns;

  HistoryTable(String tableName, String columns) {
    this.tableName = tableName;
    this.columns = columns;
  }

  String tableName() {
    return tableName;
  }

  /** For use in SQL. */
  String qualifiedName() {
    return "main." + tableName;
  }

  /** Creates the table where there is none. */
  String creation() {
    return "CREATE TABLE IF NOT EXISTS " + qualifiedName() + " " + columns;
  }

  boolean exists(Connection connection) throws SQLException {
    try (PreparedStatement query =
        OwnStatements.prepare(
            connection,
            "SELECT 1 FROM main.sqlite_schema WHERE type='table' AND name=? COLLATE NOCASE")) {
      query.setString(1, tableName);
      try (ResultSet rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }

  /** What a database has under this name, or on this table, that no runner has created. */
  List<String> alterations(Connection connection) throws SQLException {
    List<String> found = new ArrayList<>();
    try (PreparedStatement query =
        OwnStatements.prepare(
            connection,
            "SELECT type, name, tbl_name, sql FROM main.sqlite_schema"
                + " WHERE tbl_name=?1 COLLATE NOCASE OR name=?1 COLLATE NOCASE")) {
      query.setString(1, tableName);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          String type = rows.getString(1);
          String name = rows.getString(2);
          if (!type.equals("table")) {
            found.add(type + " " + name + " is not the runner's");
          } else if (!name.equals(tableName)
              || !tableName.equals(rows.getString(3))
              || !("CREATE TABLE " + tableName + " " + columns).equals(rows.getString(4))) {
            found.add("table " + name + " is not as the runner creates it");
          }
        }
      }
    }
    return found;
  }
}
