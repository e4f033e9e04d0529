package org.icsqlite.isolation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Another JVM that opens a URL, runs a query, says what it gave, and keeps the connection. */
final class OtherProcess implements AutoCloseable {

  /** Prints the first column of the first row, or the SQLState and the message of the failure. */
  public static void main(String[] arguments) throws IOException {
    try (Connection connection = DriverManager.getConnection(arguments[0]);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(arguments[1])) {
      System.out.println(rows.next() ? rows.getString(1) : "no row");
      while (System.in.read() >= 0) {
        // Held until the parent closes the pipe.
      }
    } catch (SQLException e) {
      System.out.println(e.getSQLState() + " " + e.getMessage().replace('\n', ' '));
    }
  }

  /** Says whether the file can be locked, by itself and without the driver. */
  static final class Probe {
    public static void main(String[] arguments) throws IOException {
      try (RandomAccessFile file = new RandomAccessFile(arguments[0], "rw");
          FileLock lock = file.getChannel().tryLock()) {
        System.out.println(lock == null ? "locked" : "free");
      }
    }
  }

  private final Process process;
  private final String outcome;

  /** A process that opens a connection. */
  OtherProcess(String url, String query) throws IOException {
    this(OtherProcess.class, url, query);
  }

  /** "locked" or "free", as a process finds a file that does nothing else. */
  static String probe(Path file) throws IOException {
    try (OtherProcess process = new OtherProcess(Probe.class, file.toString())) {
      return process.outcome();
    }
  }

  private OtherProcess(Class<?> program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    outcome = output.readLine();
  }

  String outcome() {
    return outcome;
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }
}
