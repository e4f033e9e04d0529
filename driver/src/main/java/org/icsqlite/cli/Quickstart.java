package org.icsqlite.cli;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The steps of {@code quickstart}; each is checked, and the first that misbehaves ends the run. */
final class Quickstart {

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE account(id INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE, "
              + "cycles INTEGER NOT NULL CHECK(cycles >= 0))",
          "CREATE TABLE transfer(id INTEGER PRIMARY KEY, "
              + "payer INTEGER NOT NULL REFERENCES account(id), "
              + "payee INTEGER NOT NULL REFERENCES account(id), "
              + "cycles INTEGER NOT NULL CHECK(cycles > 0), note TEXT)");

  private static final String ACCOUNTS =
      "INSERT INTO account(owner, cycles) VALUES ('alice', 1000), ('bob', 250), ('carol', 0)";

  private static final String JOIN =
      "SELECT payer.owner AS payer, payee.owner AS payee, t.cycles, t.note FROM transfer t "
          + "JOIN account payer ON payer.id = t.payer JOIN account payee ON payee.id = t.payee "
          + "ORDER BY t.id";

  private static final String BALANCES = "SELECT owner, cycles FROM account ORDER BY id";
  private static final String WRITE = "DELETE FROM account";
  private static final String READ_ONLY = "25006";
  private static final long TOTAL = 1250;

  private final Terminal terminal;
  private final Location location;
  private int step;

  Quickstart(Terminal terminal, Location location) {
    this.terminal = terminal;
    this.location = location;
  }

  void run() throws SQLException, IOException, CommandFailure {
    step("Create a stable memory with a database in memory 120");
    terminal.line("   file  " + location.memoryFile());
    terminal.line("   JDBC  " + location.url());
    try (Connection connection = DriverManager.getConnection(location.url())) {
      fill(connection);
      join(connection);
      transaction(connection);
    }
    refusedWrite();
    step("Look at the memory map (icsqlite inspect)");
    MemoryMap map = new MemoryMapReader(location, null).read();
    new MemoryMapText(terminal).print(map);
    require(map.readable(), "the new file cannot be read back");
    next();
  }

  private void fill(Connection connection) throws SQLException, IOException, CommandFailure {
    step("Create two tables and fill them");
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        terminal.line("   " + table);
        statement.executeUpdate(table);
      }
      terminal.line("   " + ACCOUNTS);
      require(statement.executeUpdate(ACCOUNTS) == 3, "three accounts were to be inserted");
    }
    transfer(connection, "alice", "bob", 200, "rent");
    transfer(connection, "bob", "carol", 50, null);
  }

  private void join(Connection connection) throws SQLException, IOException {
    step("Query with a join");
    terminal.line("   " + JOIN);
    terminal.line();
    print(connection, JOIN);
  }

  private void transaction(Connection connection) throws SQLException, IOException, CommandFailure {
    step("Move 300 cycles from alice to carol in one transaction");
    connection.setAutoCommit(false);
    transfer(connection, "alice", "carol", 300, "loan");
    move(connection, "alice", -300);
    move(connection, "carol", 300);
    connection.commit();
    connection.setAutoCommit(true);
    terminal.line("   " + BALANCES);
    terminal.line();
    print(connection, BALANCES);
    require(
        number(connection, "SELECT sum(cycles) FROM account") == TOTAL,
        "the transaction did not keep the sum of all cycles");
    require(
        number(connection, "SELECT cycles FROM account WHERE owner = 'carol'") == 300,
        "the transaction did not arrive");
  }

  private void refusedWrite() throws SQLException, IOException, CommandFailure {
    step("Try a write in query mode, which has to be refused");
    String url = location.url() + "?mode=query";
    terminal.line("   JDBC  " + url);
    terminal.line("   " + WRITE);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      SQLException refusal = null;
      try {
        statement.executeUpdate(WRITE);
      } catch (SQLException e) {
        refusal = e;
      }
      require(refusal != null, "query mode let a write pass");
      terminal.line("   refused: SQLState " + refusal.getSQLState() + ", " + refusal.getMessage());
      require(READ_ONLY.equals(refusal.getSQLState()), "the write was refused for another reason");
      require(
          number(connection, "SELECT count(*) FROM account") == 3,
          "the refused write changed rows");
      try (ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
        rows.next();
        String verdict = rows.getString(1);
        terminal.line("   PRAGMA integrity_check: " + verdict);
        require(verdict.equals("ok"), "integrity_check found: " + verdict);
      }
    }
  }

  private void next() throws IOException {
    String file = quoted(location.memoryFile().toString());
    terminal.line();
    terminal.line("All steps did what they should. To go on:");
    terminal.line("   ./icsqlite query " + file + " \"SELECT * FROM transfer\" --format json");
    terminal.line(
        "   echo \"UPDATE account SET cycles = cycles + 1\" | ./icsqlite exec " + file + " -");
    terminal.line("   ./icsqlite inspect " + file + " --json");
    terminal.line("   in a database tool: driver org.icsqlite.jdbc.IcSqliteDriver, URL");
    terminal.line("   " + location.url());
  }

  private void step(String title) throws IOException {
    step++;
    if (step > 1) {
      terminal.line();
    }
    terminal.line(step + ". " + title);
  }

  private static void transfer(
      Connection connection, String payer, String payee, long cycles, String note)
      throws SQLException, CommandFailure {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO transfer(payer, payee, cycles, note) SELECT a.id, b.id, ?, ? "
                + "FROM account a, account b WHERE a.owner = ? AND b.owner = ?")) {
      insert.setLong(1, cycles);
      insert.setString(2, note);
      insert.setString(3, payer);
      insert.setString(4, payee);
      require(insert.executeUpdate() == 1, "one transfer was to be inserted");
    }
  }

  private static void move(Connection connection, String owner, long cycles)
      throws SQLException, CommandFailure {
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE account SET cycles = cycles + ? WHERE owner = ?")) {
      update.setLong(1, cycles);
      update.setString(2, owner);
      require(update.executeUpdate() == 1, "one account was to be updated");
    }
  }

  private void print(Connection connection, String sql) throws SQLException, IOException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      ResultPrinter.print(rows, new TableFormat(terminal.out()));
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void require(boolean held, String complaint) throws CommandFailure {
    if (!held) {
      throw new CommandFailure("quickstart: " + complaint);
    }
  }

  /** For a shell. */
  private static String quoted(String path) {
    return path.matches("[A-Za-z0-9_./+:@%-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
  }
}
