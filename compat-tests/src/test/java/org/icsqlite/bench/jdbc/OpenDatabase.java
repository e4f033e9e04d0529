package org.icsqlite.bench.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A connection to the sample data in a file, which each fork creates anew in its own directory. */
@State(Scope.Thread)
public class OpenDatabase {

  @Param({"ICSQLITE", "SQLITE_JDBC"})
  public Library library;

  /** An empty directory. */
  @Param(".")
  public String directory;

  Connection connection;

  @Setup(Level.Trial)
  public final void open() throws SQLException {
    try (Connection creating = DriverManager.getConnection(url())) {
      SampleData.create(creating);
    }
    connection = DriverManager.getConnection(url());
    SampleData.check(connection);
    opened();
  }

  /** What else is to be ready; a method for JMH itself would be run once for each class. */
  void opened() throws SQLException {}

  /** What has to be closed before the connection. */
  void closing() throws SQLException {}

  String url() {
    return library.fileUrl(Path.of(directory));
  }

  @TearDown(Level.Trial)
  public final void close() throws SQLException {
    closing();
    connection.close();
  }
}
