package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** One database of an image file, opened through the driver under test. */
final class JdbcImage implements AutoCloseable {
  private final Connection connection;

  /** A connection that was opened elsewhere and is closed with this. */
  static JdbcImage of(Connection connection) {
    return new JdbcImage(connection);
  }

  private JdbcImage(Connection connection) {
    this.connection = connection;
  }

  /** Opens an existing database for reading only. */
  static JdbcImage query(Path image, int memoryId) throws SQLException {
    return open(image, "memory_id=%d&mode=query".formatted(memoryId));
  }

  /** Opens an existing database for writing. */
  static JdbcImage update(Path image, int memoryId) throws SQLException {
    return open(image, "memory_id=%d&mode=update".formatted(memoryId));
  }

  /** Opens a database for writing and creates it, and the image, where missing. */
  static JdbcImage create(Path image, int memoryId, int bucketPages) throws SQLException {
    return open(
        image,
        "memory_id=%d&mode=update&create=true&bucket_pages=%d".formatted(memoryId, bucketPages));
  }

  private static JdbcImage open(Path image, String options) throws SQLException {
    return new JdbcImage(DriverManager.getConnection("jdbc:icsqlite:" + image + "?" + options));
  }

  Connection connection() {
    return connection;
  }

  /** All rows of a query. */
  List<List<Cell>> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(sql)) {
      return Cell.rows(results);
    }
  }

  /** Runs statements as one transaction each, or as the surrounding one. */
  void execute(List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Runs a step of a workload as its kind asks. */
  void run(RandomWorkload.Step step) throws SQLException {
    if (step.kind() == RandomWorkload.Kind.VACUUM) {
      execute(step.statements());
      return;
    }
    connection.setAutoCommit(false);
    try {
      if (step.kind() == RandomWorkload.Kind.REFUSED) {
        assertThrows(SQLException.class, () -> execute(step.statements()));
        connection.rollback();
      } else {
        execute(step.statements());
        connection.commit();
      }
    } finally {
      connection.setAutoCommit(true);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
