package org.icsqlite.cli;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.ChecksumVerification;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Snapshot;
import org.icsqlite.image.Superblock;
import org.icsqlite.jdbc.IcSqliteConnection;

/**
 * The checks of one database, on a connection in query mode. What SQLite refuses to read because it
 * is damaged is a problem too. Used by one thread; Ctrl-C ends the check that runs.
 */
final class IntegrityCheck implements AutoCloseable {

  /**
   * What a check found.
   *
   * @param summary {@code ok}, or why nothing was checked; counts without problems
   * @param problems one line each
   */
  record Finding(String summary, List<String> problems) {

    Finding {
      problems = List.copyOf(problems);
    }

    static Finding of(List<String> problems) {
      return new Finding("ok", problems);
    }
  }

  private static final int MOST_PROBLEMS = 100;

  private final IcSqliteConnection connection;
  private final Statement statement;
  private final Interruption interruption;
  private final Progress progress;

  IntegrityCheck(IcSqliteConnection connection, Progress progress) throws SQLException {
    this.connection = connection;
    this.statement = connection.createStatement();
    this.progress = progress;
    this.interruption = new Interruption(this::cancel);
  }

  private void cancel() {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // It is closed, and so nothing runs.
      return;
    }
  }

  /** What the superblock says twice, and whether a SQLite database lies where it says. */
  Finding layout() throws SQLException {
    if (!(connection.image() instanceof DatabaseImage image)) {
      return Finding.of(List.of());
    }
    List<String> problems = new ArrayList<>();
    Superblock block = image.superblock();
    if (block.pageCount() != block.neededPageCount()) {
      problems.add(
          "superblock: page_count is "
              + Long.toUnsignedString(block.pageCount())
              + ", db_size "
              + block.databaseSize()
              + " takes "
              + block.neededPageCount());
    }
    if (block.databaseSize() > 0 && !hasHeader(image)) {
      problems.add("the database does not begin with a SQLite header");
    }
    return Finding.of(problems);
  }

  private static boolean hasHeader(DatabaseImage image) {
    try (Snapshot snapshot = image.snapshot()) {
      byte[] bytes = new byte[SqliteHeader.BYTES];
      snapshot.read(0, bytes, bytes.length);
      return SqliteHeader.isAt(bytes, 0);
    }
  }

  /** Whether the bytes are those that the stored checksum is of, where that is not stale. */
  Finding checksum() throws SQLException {
    if (!(connection.image() instanceof DatabaseImage)) {
      return new Finding("not checked, the layout has none", List.of());
    }
    if (!connection.checksumState().current()) {
      return new Finding("not checked, the stored one is stale or there is none", List.of());
    }
    try {
      ChecksumVerification found =
          connection.verifyChecksum(new ScanBar(progress, interruption::asked));
      return Finding.of(
          found.outcome() == ChecksumVerification.Outcome.MATCH
              ? List.of()
              : List.of(
                  String.format(
                      Locale.ROOT,
                      "0x%016x is stored, the bytes have 0x%016x",
                      found.state().checksum(),
                      found.computed())));
    } finally {
      progress.end();
    }
  }

  Finding integrity() throws SQLException {
    return rows("PRAGMA integrity_check(" + MOST_PROBLEMS + ")", row -> row.getString(1));
  }

  Finding foreignKeys() throws SQLException {
    return rows(
        "PRAGMA foreign_key_check",
        row ->
            "table "
                + row.getString(1)
                + (row.getString(2) == null ? "" : ", row " + row.getString(2))
                + ": no row of "
                + row.getString(3)
                + " for foreign key "
                + row.getString(4));
  }

  /** A row in words. */
  private interface Words {
    String of(ResultSet row) throws SQLException;
  }

  private Finding rows(String pragma, Words words) throws SQLException {
    if (interruption.asked()) {
      throw new SQLException("interrupted", SqlState.CANCELLED);
    }
    List<String> problems = new ArrayList<>();
    try (Clock clock = new Clock(pragma)) {
      clock.start();
      try (ResultSet rows = statement.executeQuery(pragma)) {
        while (problems.size() < MOST_PROBLEMS && rows.next()) {
          String problem = words.of(rows);
          if (!problem.equals("ok")) {
            problems.add(problem);
          }
        }
      }
    } catch (SQLException e) {
      if (SqlState.CANCELLED.equals(e.getSQLState()) || interruption.asked()) {
        throw e;
      }
      problems.add(Failure.of(e).toString());
    }
    return Finding.of(problems);
  }

  /** Shows how long SQLite works, which does not tell how far it is. */
  private final class Clock implements AutoCloseable {

    private static final long TICK_MILLIS = 200;

    private final Thread thread;

    Clock(String what) {
      long start = System.nanoTime();
      thread =
          new Thread(
              () -> {
                try {
                  while (true) {
                    Thread.sleep(TICK_MILLIS);
                    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
                    progress.at(what + ", " + seconds + " s");
                  }
                } catch (InterruptedException e) {
                  // Its end.
                  return;
                }
              },
              "icsqlite-clock");
      thread.setDaemon(true);
    }

    void start() {
      thread.start();
    }

    @Override
    public void close() {
      thread.interrupt();
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      progress.end();
    }
  }

  @Override
  public void close() throws SQLException {
    interruption.close();
    statement.close();
  }
}
