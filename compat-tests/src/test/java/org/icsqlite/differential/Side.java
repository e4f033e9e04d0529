package org.icsqlite.differential;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The two drivers, each with a private database in memory. */
enum Side {
  THEIRS("jdbc:sqlite:"),
  OURS("jdbc:icsqlite:");

  private final String prefix;

  Side(String prefix) {
    this.prefix = prefix;
  }

  /** What the driver's URLs begin with. */
  String prefix() {
    return prefix;
  }

  /** A connection to a new database, in which the statements given were run. */
  Connection open(String... setUp) throws SQLException {
    Connection connection = DriverManager.getConnection(prefix + ":memory:");
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
