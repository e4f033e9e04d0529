package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.icsqlite.vfs.Engines;

/** A database in a file of its own, looked at beside the tool that is tested. */
final class FileDatabase {

  private final Path directory;
  private final int enginesBefore = Engines.open();

  FileDatabase(Path directory) {
    this.directory = directory;
  }

  String url() {
    return "jdbc:icsqlite:" + directory.resolve("m.bin");
  }

  void run(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The first column of all rows as text, over a connection of its own. */
  List<String> column(String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  long number(String sql) throws SQLException {
    return Long.parseLong(column(sql).get(0));
  }

  /** Nothing is left open: no engine in this JVM and no redo log beside the file. */
  void assertClosed() throws IOException {
    assertEquals(enginesBefore, Engines.open(), "open files");
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(directory.resolve("m.bin")), files.toList());
    }
  }
}
