package org.icsqlite.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Counts the rows of every table through a connection in query mode. */
final class TableCounts {

  private static final String TABLES =
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE"
          + " '\\' ORDER BY name";

  private TableCounts() {}

  /** The database with its tables, or with the failure that keeps them from being read. */
  static MemoryMap.Database into(MemoryMap.Database database, Location location) {
    List<MemoryMap.Table> tables = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection(location.queryUrl(Math.max(0, database.memoryId())));
        Statement statement = connection.createStatement()) {
      for (String name : names(statement)) {
        tables.add(count(statement, name));
      }
      return database.withTables(tables, null);
    } catch (SQLException e) {
      return database.withTables(tables, Failure.of(e));
    }
  }

  private static List<String> names(Statement statement) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private static MemoryMap.Table count(Statement statement, String name) {
    String quoted = '"' + name.replace("\"", "\"\"") + '"';
    try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM main." + quoted)) {
      rows.next();
      return new MemoryMap.Table(name, rows.getLong(1), null);
    } catch (SQLException e) {
      return new MemoryMap.Table(name, null, Failure.of(e));
    }
  }
}
