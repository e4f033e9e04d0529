package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.icsqlite.memory.Durability;
import org.icsqlite.session.SqlAction;
import org.icsqlite.vfs.EngineStatistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What commits promise, and what a connection tells of it. */
class DurabilityTest {

  @TempDir Path directory;
  private Path file;
  private Path log;
  private String url;

  @BeforeEach
  void name() {
    file = directory.resolve("stable_memory.bin");
    log = directory.resolve("stable_memory.bin-redo");
    url = Urls.of(file);
  }

  private static IcSqliteConnection own(Connection connection) throws SQLException {
    return connection.unwrap(IcSqliteConnection.class);
  }

  private static int count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingLiesBesideAClosedFileAndNothingIsLost(Durability durability) throws Exception {
    String with = url + "?durability=" + durability.name().toLowerCase(Locale.ROOT);
    try (Connection connection = Urls.open(with)) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      for (int i = 0; i < 20; i++) {
        Urls.exec(connection, "INSERT INTO t VALUES(" + i + ")");
      }
      assertEquals(durability != Durability.NONE, Files.exists(log));
      EngineStatistics statistics = own(connection).statistics();
      assertEquals(durability, statistics.durability());
      assertEquals(21, statistics.commits());
      assertEquals(22, statistics.newestVersion());
      assertEquals(22, statistics.visibleVersion());
      assertEquals(durability == Durability.FULL, statistics.syncs() >= 21);
      assertEquals(durability != Durability.NONE, statistics.logBytes() > 0);
      try (Connection reader = Urls.open(url)) {
        assertEquals(20, count(reader));
      }
    }
    assertFalse(Files.exists(log));
    try (Connection reader = Urls.open(url + "?mode=query")) {
      assertEquals(20, count(reader));
    }
  }

  @Test
  void itIsSwitchedWhileTheFileIsInUse() throws Exception {
    try (Connection connection = Urls.open(url)) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      for (Durability durability :
          new Durability[] {
            Durability.RELAXED,
            Durability.NONE,
            Durability.FULL,
            Durability.NONE,
            Durability.RELAXED,
            Durability.FULL
          }) {
        own(connection).setDurability(durability);
        assertEquals(durability, own(connection).getDurability());
        assertFalse(durability == Durability.NONE && Files.exists(log));
        Urls.exec(connection, "INSERT INTO t VALUES(1)");
        assertEquals(durability != Durability.NONE, Files.exists(log));
      }
      assertEquals(6, count(connection));
    }
    assertFalse(Files.exists(log));
    try (Connection reader = Urls.open(url + "?mode=query")) {
      assertEquals(6, count(reader));
    }
  }

  @Test
  void theFirstUpdaterDecidesAndAnotherWishIsRefused() throws Exception {
    try (Connection connection = Urls.open(url + "?durability=relaxed")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      Urls.open(url).close();
      Urls.open(url + "?durability=relaxed").close();
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.open(url + "?durability=full"));
      assertEquals("08001", refused.getSQLState());
      assertTrue(refused.getMessage().contains("durability=relaxed"), refused.getMessage());
      assertTrue(refused.getMessage().contains(file.toString()), refused.getMessage());
      assertEquals(0, count(connection));
    }
  }

  @Test
  void aCheckpointLeavesEverythingInTheFileItself() throws Exception {
    try (Connection connection = Urls.open(url)) {
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)");
      assertTrue(own(connection).checkpoint().logBytes() > 0);
      assertEquals(1, own(connection).statistics().checkpoints());
      Path copy = Files.copy(file, directory.resolve("copy.bin"));
      try (Connection other = Urls.open(Urls.of(copy) + "?mode=query")) {
        assertEquals(1, count(other));
        SQLException refused = assertThrows(SQLException.class, own(other)::checkpoint);
        assertEquals("25006", refused.getSQLState());
      }
    }
  }

  @Test
  void whoOpensAFileThatWasNotClosedIsToldOfTheReplay() throws Exception {
    Path left = directory.resolve("left.bin");
    try (Connection connection = Urls.open(url)) {
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)");
      Files.copy(file, left);
      Files.copy(log, directory.resolve("left.bin-redo"));
    }
    try (Connection first = Urls.open(Urls.of(left) + "?mode=query");
        Connection second = Urls.open(Urls.of(left))) {
      assertEquals("01000", first.getWarnings().getSQLState());
      assertTrue(
          first.getWarnings().getMessage().contains("transactions were replayed"),
          first.getWarnings().getMessage());
      first.clearWarnings();
      assertNull(first.getWarnings());
      assertNull(second.getWarnings());
      assertEquals(1, count(first));
      assertTrue(own(second).statistics().replayedTransactions() >= 2);
    }
  }

  @Test
  void aQueryConnectionChangesNothingForTheUpdaters() throws Exception {
    try (Connection updater = Urls.open(url);
        Connection query = Urls.open(url + "?mode=query")) {
      for (SqlAction refused :
          new SqlAction[] {
            () -> own(query).checkpoint(), () -> own(query).setDurability(Durability.NONE)
          }) {
        assertEquals("25006", assertThrows(SQLException.class, refused::run).getSQLState());
      }
      assertEquals(Durability.FULL, own(updater).getDurability());
    }
  }

  @Test
  void aFileOfSeveralNamesDoesNotGetALogLater() throws Exception {
    Urls.open(url).close();
    Files.createLink(directory.resolve("other.bin"), file);
    try (Connection connection = Urls.open(url + "?durability=none")) {
      SQLException refused =
          assertThrows(SQLException.class, () -> own(connection).setDurability(Durability.FULL));
      assertTrue(refused.getMessage().contains("2 hard links"), refused.getMessage());
      assertEquals(Durability.NONE, own(connection).getDurability());
      Urls.exec(connection, "CREATE TABLE t(x)");
      assertFalse(Files.exists(log));
    }
  }

  @Test
  void aMemoryThatFailsInACommitSaysSoEverAfter() throws Exception {
    Connection connection = Urls.open(url);
    Urls.exec(connection, "CREATE TABLE t(x)");
    Files.move(file, directory.resolve("elsewhere.bin"));
    SQLException failed =
        assertThrows(SQLException.class, () -> Urls.exec(connection, "INSERT INTO t VALUES(1)"));
    assertEquals("08007", failed.getSQLState());
    SQLException later = assertThrows(SQLException.class, () -> count(connection));
    assertEquals("08006", later.getSQLState());
    assertTrue(failed.getMessage().contains(later.getMessage()), failed.getMessage());
    assertTrue(own(connection).statistics().poisoned());
    connection.close();
    Files.move(directory.resolve("elsewhere.bin"), file);
    try (Connection again = Urls.open(url)) {
      assertTrue(count(again) <= 1);
      Urls.exec(again, "INSERT INTO t VALUES(2)");
    }
  }
}
