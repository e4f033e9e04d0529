package org.icsqlite.cli.verify;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Compares a file that was opened again with what it must hold, row by row. */
final class FileCheck {

  private final Workload workload;
  private final Ledger ledger;
  private final Contents contents;

  FileCheck(Workload workload, Ledger ledger, Contents contents) {
    this.workload = workload;
    this.ledger = ledger;
    this.contents = contents;
  }

  /** Checks everything, and takes what was under way and is there as committed. */
  void check(Connection connection) throws SQLException, Violation {
    try (Statement statement = connection.createStatement()) {
      checkIntegrity(statement);
      if (isEmpty(statement)) {
        for (int writer = 1; writer <= contents.writers(); writer++) {
          ledger.found(writer, 0);
        }
        return;
      }
      new SnapshotCheck(connection, workload).read(new SplittableRandom());
      checkCounters(statement);
      checkAccounts(statement);
      checkTransactions(statement);
      checkEntries(statement);
    }
  }

  private static void checkIntegrity(Statement statement) throws SQLException, Violation {
    try (ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
      rows.next();
      String verdict = rows.getString(1);
      Violation.unless("ok".equals(verdict), "PRAGMA integrity_check found: " + verdict);
    }
  }

  /** The first child may have been killed before it had created the tables, which is one commit. */
  private static boolean isEmpty(Statement statement) throws SQLException, Violation {
    try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM sqlite_schema")) {
      rows.next();
      return rows.getLong(1) == 0;
    }
  }

  private void checkCounters(Statement statement) throws SQLException, Violation {
    try (ResultSet rows =
        statement.executeQuery("SELECT writer, high, low FROM counter ORDER BY writer")) {
      for (int writer = 1; writer <= contents.writers(); writer++) {
        Violation.unless(
            rows.next() && rows.getInt(1) == writer,
            "the counter of writer " + writer + " is lost");
        ledger.found(writer, rows.getLong(2));
        contents.advance(writer, rows.getLong(2));
        equal("the oldest transaction of writer " + writer, contents.low(writer), rows.getLong(3));
      }
      Violation.unless(!rows.next(), "there are more counters than writers");
    }
  }

  private void checkAccounts(Statement statement) throws SQLException, Violation {
    try (ResultSet rows = statement.executeQuery("SELECT id, balance FROM account ORDER BY id")) {
      for (int account = 0; account < Workload.ACCOUNTS; account++) {
        Violation.unless(
            rows.next() && rows.getInt(1) == account, "account " + account + " is lost");
        equal("the balance of account " + account, contents.balance(account), rows.getLong(2));
      }
    }
  }

  private void checkTransactions(Statement statement) throws SQLException, Violation {
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT writer, number, entries, checksum FROM txn ORDER BY writer, number")) {
      for (int writer = 1; writer <= contents.writers(); writer++) {
        for (long number = contents.low(writer); number <= contents.high(writer); number++) {
          String name = "transaction " + number + " of writer " + writer;
          Violation.unless(
              rows.next() && rows.getInt(1) == writer && rows.getLong(2) == number,
              name + " is lost, later ones are there");
          Workload.Transaction expected = workload.transaction(writer, number);
          equal("the entries of " + name, expected.sizes().size(), rows.getLong(3));
          equal("the checksum of " + name, workload.checksum(expected), rows.getLong(4));
        }
      }
      Violation.unless(!rows.next(), "a transaction is there that was deleted");
    }
  }

  private void checkEntries(Statement statement) throws SQLException, Violation {
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT writer, number, ordinal, payload FROM entry ORDER BY writer, number, ordinal")) {
      for (int writer = 1; writer <= contents.writers(); writer++) {
        for (long number = contents.low(writer); number <= contents.high(writer); number++) {
          Workload.Transaction expected = workload.transaction(writer, number);
          for (int ordinal = 0; ordinal < expected.sizes().size(); ordinal++) {
            Violation.unless(
                rows.next()
                    && rows.getInt(1) == writer
                    && rows.getLong(2) == number
                    && rows.getInt(3) == ordinal
                    && Arrays.equals(workload.payload(expected, ordinal), rows.getBytes(4)),
                "half a transaction: entry "
                    + ordinal
                    + " of transaction "
                    + number
                    + " of writer "
                    + writer
                    + " is lost or wrong");
          }
        }
      }
      Violation.unless(!rows.next(), "an entry is there that belongs to no transaction");
    }
  }

  private static void equal(String what, long expected, long found) throws Violation {
    Violation.unless(expected == found, what + ": " + found + " instead of " + expected);
  }
}
