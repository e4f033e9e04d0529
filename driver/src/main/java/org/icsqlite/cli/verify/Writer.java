package org.icsqlite.cli.verify;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;
import org.icsqlite.jdbc.IcSqliteConnection;

/** One thread that commits the transactions of one writer, in order, and reports each. */
final class Writer {

  private static final String ADVANCE =
      "UPDATE counter SET high = ?, low = ? WHERE writer = ? AND high = ?";
  private static final String[] FORGET = {
    "DELETE FROM entry WHERE writer = ? AND number < ?",
    "DELETE FROM txn WHERE writer = ? AND number < ?"
  };
  private static final String STALE_SNAPSHOT = "40001";
  private static final String SNAPSHOT_TOO_OLD = "72000";

  private final ChildMain child;
  private final Workload workload;
  private final int writer;
  private final SplittableRandom random;
  private long number;

  /**
   * @param high the newest transaction of this writer in the file
   */
  Writer(ChildMain child, int writer, long high, long seed) {
    this.child = child;
    this.workload = child.workload();
    this.writer = writer;
    this.number = high;
    this.random = new SplittableRandom(seed + writer);
  }

  void run() throws SQLException, Violation {
    while (!child.stopped()) {
      try (Connection connection = child.connect()) {
        if (writer == 1 && random.nextInt(4) == 0) {
          vacuum(connection);
        }
        if (random.nextInt(8) == 0) {
          connection.unwrap(IcSqliteConnection.class).checkpoint();
          child.reports().send(Reports.CHECKPOINT);
        }
        connection.setAutoCommit(false);
        int transactions = random.nextInt(1, 200);
        for (int i = 0; i < transactions && !child.stopped(); i++) {
          commitNext(connection);
          if (random.nextInt(10) == 0) {
            child.pause(random.nextInt(5));
          }
        }
        connection.rollback();
      }
    }
  }

  private void vacuum(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("VACUUM");
    } catch (SQLException e) {
      if (!overtaken(e)) {
        throw e;
      }
      return;
    }
    child.reports().send(Reports.VACUUM);
  }

  private void commitNext(Connection connection) throws SQLException, Violation {
    Workload.Transaction next = workload.transaction(writer, number + 1);
    try {
      if (random.nextInt(20) == 0) {
        write(connection, next);
        connection.rollback();
      }
      write(connection, next);
      connection.commit();
    } catch (SQLException e) {
      if (!overtaken(e)) {
        throw e;
      }
      connection.rollback();
      return;
    }
    number = next.number();
    child.reports().send(Reports.COMMIT, writer, number);
  }

  /** Whether another writer came between the first read and the write. */
  private static boolean overtaken(SQLException failure) {
    return STALE_SNAPSHOT.equals(failure.getSQLState())
        || SNAPSHOT_TOO_OLD.equals(failure.getSQLState());
  }

  private void write(Connection connection, Workload.Transaction next)
      throws SQLException, Violation {
    long low = next.low(readLow(connection));
    Violation.unless(
        update(connection, ADVANCE, next.number(), low, writer, next.number() - 1) == 1,
        "the counter of writer " + writer + " is not at " + (next.number() - 1));
    long checksum = workload.checksum(next);
    update(
        connection,
        "INSERT INTO txn VALUES (?, ?, ?, ?)",
        writer,
        next.number(),
        next.sizes().size(),
        checksum);
    insertEntries(connection, next);
    String move = "UPDATE account SET balance = balance + ? WHERE id = ?";
    update(connection, move, -next.amount(), next.payer());
    for (String sql : FORGET) {
      update(connection, sql, writer, low);
    }
    update(connection, move, next.amount(), next.payee());
  }

  /** Mostly inside the writing transaction; now and then before it has the write lock. */
  private long readLow(Connection connection) throws SQLException, Violation {
    if (random.nextInt(10) > 0) {
      update(connection, "UPDATE counter SET high = high WHERE writer = ?", writer);
    }
    try (PreparedStatement select =
        connection.prepareStatement("SELECT low FROM counter WHERE writer = ?")) {
      select.setInt(1, writer);
      try (ResultSet rows = select.executeQuery()) {
        Violation.unless(rows.next(), "the counter of writer " + writer + " is lost");
        return rows.getLong(1);
      }
    }
  }

  private void insertEntries(Connection connection, Workload.Transaction next) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO entry(writer, number, ordinal, payload) VALUES (?, ?, ?, ?)")) {
      for (int ordinal = 0; ordinal < next.sizes().size(); ordinal++) {
        insert.setInt(1, writer);
        insert.setLong(2, next.number());
        insert.setInt(3, ordinal);
        insert.setBytes(4, workload.payload(next, ordinal));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static int update(Connection connection, String sql, long... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setLong(i + 1, values[i]);
      }
      return statement.executeUpdate();
    }
  }
}
