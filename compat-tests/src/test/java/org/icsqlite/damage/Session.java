package org.icsqlite.damage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.vfs.Mount;
import org.sqlite.ProgressHandler;

/**
 * An open connection to a damaged image. Every step ends after a bounded number of SQLite's virtual
 * machine instructions, with success or with a typed error; one that fails commits nothing.
 */
final class Session implements AutoCloseable {

  /** Something done through JDBC. */
  @FunctionalInterface
  interface Step {
    void run() throws SQLException;
  }

  private static final int INSTRUCTIONS_A_TICK = 2000;
  private static final int TICKS_A_STEP = 100;
  private static final int TICKS_A_SESSION = 400;
  private static final int MAXIMUM_COLUMNS = 40;

  private final Connection connection;
  private final Mount mount;
  private final CheckedMemory memory;
  private final Outcome outcome;
  private final String name;
  private int stepTicks;
  private int sessionTicks;

  /**
   * Takes over a connection.
   *
   * @param mount the mount behind it, or null when the image is in a file
   * @param memory the memory below, or null when the image is in a file
   */
  Session(Connection connection, Mount mount, CheckedMemory memory, String name, Outcome outcome)
      throws SQLException {
    this.connection = connection;
    this.mount = mount;
    this.memory = memory;
    this.name = name;
    this.outcome = outcome;
    ProgressHandler.setHandler(connection, INSTRUCTIONS_A_TICK, new Limit());
  }

  private final class Limit extends ProgressHandler {
    @Override
    protected int progress() {
      stepTicks++;
      sessionTicks++;
      return stepTicks > TICKS_A_STEP || sessionTicks > TICKS_A_SESSION ? 1 : 0;
    }
  }

  Connection connection() {
    return connection;
  }

  Outcome outcome() {
    return outcome;
  }

  /** Runs a step and judges how it ended; says whether it succeeded. */
  boolean attempt(String what, Step step) {
    String label = name + " " + what;
    DamageRun.trace(label);
    int commits = memory == null ? 0 : memory.commits();
    stepTicks = 0;
    boolean success = false;
    try {
      step.run();
      success = true;
      outcome.count(label + " ok");
    } catch (SQLException e) {
      outcome.countError(label, e);
      String fault = Faults.of(e);
      if (fault != null) {
        outcome.finding(label + ": " + fault, e);
      }
    } catch (RuntimeException | Error e) {
      outcome.finding(label + ": not an SQLException", e);
    }
    Throwable unreported = mount == null ? null : mount.takeFailure();
    if (unreported != null && Faults.inChain(unreported) != null) {
      outcome.finding(label + ": " + Faults.inChain(unreported) + " in the VFS", unreported);
    }
    if (memory != null) {
      memory.takeFaults().forEach(fault -> outcome.finding(label + ": " + fault));
      if (!success && memory.commits() != commits) {
        outcome.finding(label + " failed, but something was committed");
      }
    }
    return success;
  }

  boolean execute(String what, String sql) {
    DamageRun.trace(sql);
    return attempt(
        what,
        () -> {
          try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
              try (ResultSet rows = statement.getResultSet()) {
                read(rows, 50);
              }
            }
          }
        });
  }

  /** Reads rows in every way that JDBC has; gives the first column of each as text. */
  List<String> query(String what, String sql, int limit) {
    List<String> first = new ArrayList<>();
    DamageRun.trace(sql);
    attempt(
        what,
        () -> {
          try (Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery(sql)) {
            first.addAll(read(rows, limit));
          }
        });
    return first;
  }

  private static List<String> read(ResultSet rows, int limit) throws SQLException {
    List<String> first = new ArrayList<>();
    ResultSetMetaData shape = rows.getMetaData();
    int columns = Math.min(shape.getColumnCount(), MAXIMUM_COLUMNS);
    for (int row = 0; row < limit && rows.next(); row++) {
      for (int column = 1; column <= columns; column++) {
        rows.getObject(column);
        String text = rows.getString(column);
        rows.getBytes(column);
        if (row == 0) {
          readNumbers(rows, column);
          describe(shape, column);
        }
        if (column == 1) {
          first.add(text);
        }
      }
    }
    return first;
  }

  /** A value that is no number, or too large a one, is said to be so. */
  private static void readNumbers(ResultSet rows, int column) throws SQLException {
    try {
      rows.getLong(column);
      rows.getDouble(column);
    } catch (SQLDataException e) {
      if (!List.of("22003", "22018").contains(e.getSQLState())) {
        throw e;
      }
    }
  }

  private static void describe(ResultSetMetaData shape, int column) throws SQLException {
    shape.getColumnLabel(column);
    shape.getTableName(column);
    shape.getColumnType(column);
    shape.getColumnTypeName(column);
    shape.getPrecision(column);
    shape.getScale(column);
    shape.isNullable(column);
    shape.isAutoIncrement(column);
  }

  @Override
  public void close() {
    attempt("clear", () -> ProgressHandler.clearHandler(connection));
    attempt("close", connection::close);
  }
}
