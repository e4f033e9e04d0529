package org.icsqlite.differential;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The two drivers, each with a private database in memory. */
enum Side {
  THEIRS("jdbc:sqlite::memory:"),
  OURS("jdbc:icsqlite::memory:");

  private final String url;

  Side(String url) {
    this.url = url;
  }

  /** A connection to a new database, in which the statements given were run. */
  Connection open(String... setUp) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA foreign_keys = ON");
      statement.execute("BEGIN");
      for (String sql : setUp) {
        statement.execute(sql);
      }
      statement.execute("COMMIT");
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }
}
