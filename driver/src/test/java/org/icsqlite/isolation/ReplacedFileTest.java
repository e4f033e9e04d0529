package org.icsqlite.isolation;

import static org.icsqlite.isolation.Sql.exec;
import static org.icsqlite.isolation.Sql.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A file that somebody deletes or replaces while it is open. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be replaced there")
class ReplacedFileTest {

  @TempDir Path directory;
  private Path file;
  private Path spare;

  @BeforeEach
  void create() throws SQLException {
    file = directory.resolve("stable_memory.bin");
    spare = directory.resolve("spare.bin");
    for (Path path : new Path[] {file, spare}) {
      try (Connection connection = open(path)) {
        exec(connection, "CREATE TABLE t(x)");
        exec(connection, "INSERT INTO t VALUES('" + path.getFileName() + "')");
      }
    }
  }

  private static Connection open(Path path) throws SQLException {
    return DriverManager.getConnection("jdbc:icsqlite:" + path);
  }

  private void assertCommitIsPoisoned(Connection connection) {
    SQLException failed =
        assertThrows(SQLException.class, () -> exec(connection, "INSERT INTO t VALUES('lost')"));
    Throwable cause = failed;
    while (cause != null && !(cause instanceof StableMemoryException)) {
      cause = cause.getCause();
    }
    assertTrue(cause != null, failed + " has no typed cause");
    assertEquals(Kind.POISONED, ((StableMemoryException) cause).kind(), failed.getMessage());
    assertTrue(failed.getMessage().contains(file.toString()), failed.getMessage());
  }

  /** Poisoned means that closing may complain, and that it closes. */
  private static void closeWhatever(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      assertTrue(e.getMessage() != null);
    }
  }

  @Test
  void aFileThatWasDeletedIsNoticedAtTheNextCommit() throws Exception {
    Connection connection = open(file);
    Files.delete(file);
    assertCommitIsPoisoned(connection);
    assertCommitIsPoisoned(connection);
    closeWhatever(connection);
    assertFalse(Files.exists(file));
    assertNothingButTheSpareIsLeft();
  }

  @Test
  void aFileThatWasReplacedIsNoticedAtTheNextCommitAndItsSuccessorLeftAlone() throws Exception {
    byte[] successor = Files.readAllBytes(spare);
    Connection connection = open(file);
    Files.move(spare, file, StandardCopyOption.ATOMIC_MOVE);
    assertCommitIsPoisoned(connection);
    assertArrayEquals(successor, Files.readAllBytes(file));
    closeWhatever(connection);
    assertArrayEquals(successor, Files.readAllBytes(file));
    try (Connection reopened = open(file)) {
      assertEquals("spare.bin", text(reopened, "SELECT group_concat(x) FROM t"));
      exec(reopened, "INSERT INTO t VALUES('more')");
      assertEquals("spare.bin,more", text(reopened, "SELECT group_concat(x) FROM t"));
    }
  }

  @Test
  void aCopyThatTookThePlaceOfTheFileDoesNotGetTheCommitThatFailed() throws Exception {
    Connection connection = open(file);
    Files.copy(file, spare, StandardCopyOption.REPLACE_EXISTING);
    byte[] successor = Files.readAllBytes(spare);
    Files.move(spare, file, StandardCopyOption.ATOMIC_MOVE);
    assertCommitIsPoisoned(connection);
    closeWhatever(connection);
    assertArrayEquals(successor, Files.readAllBytes(file));
    try (Connection reopened = open(file)) {
      assertEquals("stable_memory.bin", text(reopened, "SELECT group_concat(x) FROM t"));
    }
  }

  @Test
  void commitsBeforeTheReplacementDoNotReachTheSuccessor() throws Exception {
    byte[] successor = Files.readAllBytes(spare);
    Connection connection = open(file);
    for (int i = 0; i < 20; i++) {
      exec(connection, "INSERT INTO t VALUES(" + i + ")");
    }
    Files.move(spare, file, StandardCopyOption.ATOMIC_MOVE);
    closeWhatever(connection);
    assertArrayEquals(successor, Files.readAllBytes(file));
    try (Connection reopened = open(file)) {
      assertEquals("spare.bin", text(reopened, "SELECT group_concat(x) FROM t"));
    }
  }

  @Test
  void theSuccessorIsOpenedAsItIsWhileTheOldFileIsStillOpen() throws Exception {
    Connection old = open(file);
    exec(old, "INSERT INTO t VALUES('old')");
    Files.move(spare, file, StandardCopyOption.ATOMIC_MOVE);
    try (Connection successor = open(file)) {
      assertEquals("spare.bin", text(successor, "SELECT group_concat(x) FROM t"));
      exec(successor, "INSERT INTO t VALUES('new')");
    } catch (SQLException e) {
      // A clear refusal will do as long as the old file is open.
      assertEquals("08001", e.getSQLState(), e.getMessage());
      assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }
    assertCommitIsPoisoned(old);
    closeWhatever(old);
    // The log of what the old file had committed stays, and is not applied to another file.
    Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-redo"));
    try (Connection successor = open(file)) {
      assertTrue(text(successor, "SELECT group_concat(x) FROM t").startsWith("spare.bin"));
      assertEquals("0", text(successor, "SELECT count(*) FROM t WHERE x IN ('old', 'lost')"));
      assertEquals("ok", text(successor, "PRAGMA integrity_check"));
    }
  }

  private void assertNothingButTheSpareIsLeft() throws Exception {
    try (var names = Files.list(directory)) {
      assertEquals(List.of(spare), names.toList());
    }
  }
}
