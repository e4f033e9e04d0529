package org.icsqlite.cli.verify;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** What holds in every state that a reader may see, asked with a few queries. */
final class SnapshotCheck {

  private static final String COUNTERS = "SELECT writer, high, low FROM counter ORDER BY writer";
  private static final String TRANSACTIONS =
      "SELECT c.writer, count(t.number), coalesce(min(t.number), c.low), "
          + "coalesce(max(t.number), c.high), coalesce(sum(t.entries), 0), "
          + "coalesce(sum(t.checksum), 0) FROM counter c LEFT JOIN txn t ON t.writer = c.writer "
          + "GROUP BY c.writer ORDER BY c.writer";
  private static final String ENTRIES =
      "SELECT c.writer, count(e.ordinal) FROM counter c "
          + "LEFT JOIN entry e INDEXED BY entry_of ON e.writer = c.writer "
          + "GROUP BY c.writer ORDER BY c.writer";
  private static final String ROWS =
      "SELECT count(*), coalesce(sum(length(payload)), 0) FROM entry";
  private static final String BALANCES = "SELECT count(*), sum(balance) FROM account NOT INDEXED";
  private static final String INDEXED_BALANCES =
      "SELECT count(*), sum(balance) FROM account INDEXED BY account_balance";
  private static final String ONE =
      "SELECT ordinal, payload FROM entry WHERE writer = ? AND number = ? ORDER BY ordinal";

  private final Connection connection;
  private final Workload workload;

  SnapshotCheck(Connection connection, Workload workload) {
    this.connection = connection;
    this.workload = workload;
  }

  /**
   * Reads and checks the state that the connection sees.
   *
   * @return numbers that are equal when the state is
   */
  List<Long> read(RandomGenerator random) throws SQLException, Violation {
    List<long[]> counters = rows(COUNTERS);
    List<long[]> transactions = rows(TRANSACTIONS);
    List<long[]> entries = rows(ENTRIES);
    long allEntries = 0;
    for (int i = 0; i < counters.size(); i++) {
      long[] counter = counters.get(i);
      checkWriter(counter, transactions.get(i), entries.get(i));
      allEntries += entries.get(i)[1];
    }
    long[] stored = rows(ROWS).get(0);
    Violation.unless(
        stored[0] == allEntries,
        "a reader found "
            + stored[0]
            + " entries in the table and "
            + allEntries
            + " in its index");
    long[] balances = {Workload.ACCOUNTS, Workload.ACCOUNTS * Workload.OPENING_BALANCE};
    checkBalances("table", balances, rows(BALANCES).get(0));
    checkBalances("index", balances, rows(INDEXED_BALANCES).get(0));
    if (!counters.isEmpty()) {
      checkOne(counters.get(random.nextInt(counters.size())), random);
    }
    List<Long> state = new ArrayList<>();
    for (List<long[]> rows : List.of(counters, transactions, List.of(stored))) {
      rows.forEach(row -> Arrays.stream(row).forEach(state::add));
    }
    return state;
  }

  private static void checkWriter(long[] counter, long[] transactions, long[] entries)
      throws Violation {
    long writer = counter[0];
    long high = counter[1];
    long low = counter[2];
    Violation.unless(
        transactions[1] == high - low + 1 && transactions[2] == low && transactions[3] == high,
        "a reader found "
            + transactions[1]
            + " transactions of writer "
            + writer
            + " from "
            + transactions[2]
            + " to "
            + transactions[3]
            + " where its counter says "
            + low
            + " to "
            + high);
    Violation.unless(
        transactions[4] == entries[1],
        "a reader found "
            + entries[1]
            + " entries of writer "
            + writer
            + ", its transactions have "
            + transactions[4]);
  }

  private static void checkBalances(String where, long[] expected, long[] found) throws Violation {
    Violation.unless(
        Arrays.equals(expected, found),
        "a reader found "
            + found[0]
            + " accounts with "
            + found[1]
            + " in the "
            + where
            + ", not "
            + expected[0]
            + " with "
            + expected[1]);
  }

  /** Compares one transaction byte for byte. */
  private void checkOne(long[] counter, RandomGenerator random) throws SQLException, Violation {
    if (counter[1] < counter[2]) {
      return;
    }
    Workload.Transaction expected =
        workload.transaction((int) counter[0], random.nextLong(counter[2], counter[1] + 1));
    String name =
        "transaction "
            + expected.number()
            + " of writer "
            + expected.writer()
            + ": a reader found ";
    try (PreparedStatement select = connection.prepareStatement(ONE)) {
      select.setInt(1, expected.writer());
      select.setLong(2, expected.number());
      int ordinal = 0;
      try (ResultSet rows = select.executeQuery()) {
        for (; rows.next(); ordinal++) {
          Violation.unless(
              ordinal < expected.sizes().size()
                  && rows.getInt(1) == ordinal
                  && Arrays.equals(workload.payload(expected, ordinal), rows.getBytes(2)),
              name + "a wrong entry " + rows.getInt(1));
        }
      }
      Violation.unless(
          ordinal == expected.sizes().size(),
          name + ordinal + " entries, not " + expected.sizes().size());
    }
  }

  private List<long[]> rows(String sql) throws SQLException {
    List<long[]> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        long[] row = new long[columns];
        for (int i = 0; i < columns; i++) {
          row[i] = rows.getLong(i + 1);
        }
        found.add(row);
      }
    }
    return found;
  }
}
