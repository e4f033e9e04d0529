package org.icsqlite.bench.jdbc;

import java.nio.file.Path;

/** What is compared. The names are values of a JMH parameter. */
public enum Library {
  ICSQLITE("icsqlite") {
    @Override
    String fileUrl(Path directory) {
      return "jdbc:icsqlite:" + directory.resolve("icsqlite.bin") + "?durability=none";
    }

    @Override
    String memoryUrl() {
      return "jdbc:icsqlite::memory:";
    }
  },
  SQLITE_JDBC("sqlite-jdbc") {
    @Override
    String fileUrl(Path directory) {
      return "jdbc:sqlite:"
          + directory.resolve("sqlite-jdbc.db")
          + "?journal_mode=WAL&synchronous=OFF";
    }

    @Override
    String memoryUrl() {
      return "jdbc:sqlite::memory:";
    }
  };

  private final String title;

  Library(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Of a database file in that directory, which is never synced. */
  abstract String fileUrl(Path directory);

  /** Of a database of the connection alone. */
  abstract String memoryUrl();
}
