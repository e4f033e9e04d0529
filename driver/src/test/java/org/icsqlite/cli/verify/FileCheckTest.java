package org.icsqlite.cli.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check finds each kind of damage in a file that a child wrote and closed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FileCheckTest {

  private static final long SEED = 42;
  private static final int WRITERS = 2;

  @TempDir static Path directory;

  private Path written;

  @BeforeAll
  void aChildWrites() throws IOException, SQLException, InterruptedException, Violation {
    Path work = Files.createDirectory(directory.resolve("work"));
    Path libraries = Files.createDirectory(directory.resolve("libraries"));
    Figures figures = new Figures();
    Rounds rounds = new Rounds(work, libraries, SEED, WRITERS, 1, List.of("-Xmx64m"), figures);
    RoundPlan plan = RoundPlan.random(new SplittableRandom(SEED), 1, 2).ending(RoundPlan.End.CLEAN);
    try (Child child = rounds.start(plan)) {
      rounds.play(child, plan.lasting(200), micros -> pause(child));
    }
    assertEquals(1, figures.get(Figures.Count.CLEAN_END));
    assertTrue(rounds.ledger().reported() > 1);
    written = work.resolve("memory").resolve("stable_memory.bin");
  }

  /** Passes the time by waiting for what the child never says. */
  private static boolean pause(Child child) throws InterruptedException {
    return child.await("nothing", 1);
  }

  @Test
  void anUnharmedFilePasses() throws SQLException, Violation, IOException {
    try (Connection connection = copy("unharmed")) {
      check(connection);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE FROM entry WHERE id = (SELECT max(id) FROM entry)                     | entries",
        "UPDATE entry SET payload = zeroblob(3) WHERE id = (SELECT max(id) FROM entry) | entry",
        "INSERT INTO entry SELECT 999999, 1, max(number) + 1, 0, x'00' FROM entry     | entries",
        "DELETE FROM txn WHERE number = (SELECT max(number) FROM txn)                  | transactions",
        "UPDATE txn SET checksum = checksum + 1 WHERE writer = 1                       | checksum",
        "UPDATE account SET balance = balance + 1 WHERE id = 3                         | accounts",
        "UPDATE account SET balance = balance + CASE id WHEN 3 THEN 1 WHEN 4 THEN -1 ELSE 0 END "
            + "| balance",
        "UPDATE counter SET low = low - 1 WHERE writer = 1                             | counter",
        "DELETE FROM counter WHERE writer = 2                                          | entries",
      })
  void aHalfTransactionIsFound(String damage, String word) throws SQLException, IOException {
    try (Connection connection = copy("damaged-" + Integer.toHexString(damage.hashCode()));
        Statement statement = connection.createStatement()) {
      Ledger ledger = ledger(statement);
      assertTrue(statement.executeUpdate(damage) > 0);
      Violation found = assertThrows(Violation.class, () -> check(connection, ledger));
      assertTrue(found.getMessage().contains(word), found.getMessage());
    }
  }

  @Test
  void aFileThatWasEmptiedIsFound() throws SQLException, IOException {
    try (Connection connection = copy("emptied");
        Statement statement = connection.createStatement()) {
      Ledger ledger = ledger(statement);
      for (String table : List.of("counter", "txn", "entry", "account")) {
        statement.executeUpdate("DROP TABLE " + table);
      }
      Violation found = assertThrows(Violation.class, () -> check(connection, ledger));
      assertTrue(found.getMessage().contains("was committed and reported"), found.getMessage());
    }
  }

  private static void check(Connection connection) throws SQLException, Violation {
    try (Statement statement = connection.createStatement()) {
      check(connection, ledger(statement));
    }
  }

  private static void check(Connection connection, Ledger ledger) throws SQLException, Violation {
    Workload workload = new Workload(SEED);
    new FileCheck(workload, ledger, new Contents(workload, WRITERS)).check(connection);
  }

  private static Ledger ledger(Statement statement) throws SQLException {
    Ledger ledger = new Ledger(WRITERS);
    try (ResultSet rows = statement.executeQuery("SELECT writer, high FROM counter")) {
      while (rows.next()) {
        for (long number = 1; number <= rows.getLong(2); number++) {
          ledger.reported(rows.getInt(1), number);
        }
      }
    } catch (Violation e) {
      throw new AssertionError(e);
    }
    return ledger;
  }

  private Connection copy(String name) throws IOException, SQLException {
    Path file = directory.resolve(name + ".bin");
    Files.copy(written, file);
    return DriverManager.getConnection("jdbc:icsqlite:" + file);
  }
}
