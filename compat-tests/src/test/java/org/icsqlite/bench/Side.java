package org.icsqlite.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * One of the two libraries that are compared, with a database file of its own.
 *
 * @param name as the report shows it
 * @param url the JDBC URL of its database
 */
record Side(String name, String url) {

  /** Milliseconds that a writer waits for another, the default of icsqlite; both get the same. */
  private static final int BUSY_TIMEOUT_MILLIS = 5000;

  /** A stable memory in a file. */
  static Side icsqlite(Path directory, String durability) {
    return new Side(
        "icsqlite",
        "jdbc:icsqlite:"
            + directory.resolve("icsqlite.bin")
            + "?durability="
            + durability
            + "&busy_timeout="
            + BUSY_TIMEOUT_MILLIS);
  }

  /** A SQLite database in WAL mode, with sqlite-jdbc's defaults in everything else. */
  static Side sqliteJdbc(Path directory, String synchronous) {
    return new Side(
        "sqlite-jdbc",
        "jdbc:sqlite:"
            + directory.resolve("sqlite-jdbc.db")
            + "?journal_mode=WAL&synchronous="
            + synchronous
            + "&busy_timeout="
            + BUSY_TIMEOUT_MILLIS);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }
}
