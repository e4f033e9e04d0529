package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.icsqlite.memory.StableMemoryException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryModeTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void create() throws SQLException {
    file = directory.resolve("stable_memory.bin");
    try (Connection connection = Urls.open(Urls.of(file))) {
      Urls.exec(connection, "CREATE TABLE t(x INTEGER PRIMARY KEY)", "INSERT INTO t VALUES(1)");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t VALUES(2)",
        "UPDATE t SET x=3",
        "DELETE FROM t",
        "CREATE TABLE u(y)",
        "DROP TABLE t",
        "CREATE TEMP TABLE v(z)",
        "VACUUM",
        "PRAGMA user_version=5"
      })
  void aWriteIsRefusedAndTheFileKeepsEveryByteAndItsTime(String sql) throws Exception {
    byte[] before = Files.readAllBytes(file);
    FileTime modified = Files.getLastModifiedTime(file);

    try (Connection connection = Urls.open(Urls.of(file) + "?mode=query")) {
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(connection, sql), sql);
      assertEquals("25006", refused.getSQLState(), refused.getMessage());
      assertEquals(8, refused.getErrorCode() & 0xff);
      assertEquals(List.of("1"), Urls.column(connection, "SELECT x FROM t"));
    }

    assertArrayEquals(before, Files.readAllBytes(file));
    assertEquals(modified, Files.getLastModifiedTime(file));
  }

  @Test
  void theFlagCannotBeSwitchedOffBySql() throws SQLException {
    try (Connection connection = Urls.open(Urls.of(file) + "?mode=query")) {
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(connection, "PRAGMA query_only=OFF"));
      assertTrue(refused.getMessage().contains("setReadOnly"), refused.getMessage());
      assertTrue(connection.isReadOnly());
    }
  }

  @Test
  void aConnectionInQueryModeStaysReadOnlyWithAWarning() throws SQLException {
    try (Connection connection = Urls.open(Urls.of(file) + "?mode=query")) {
      assertNull(connection.getWarnings());
      connection.setReadOnly(false);
      assertTrue(connection.isReadOnly());
      connection.setReadOnly(false);
      assertEquals("01000", connection.getWarnings().getSQLState());
      assertNull(connection.getWarnings().getNextWarning());
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(connection, "INSERT INTO t VALUES(9)"));
      assertEquals("25006", refused.getSQLState());
    }
  }

  @Test
  void setReadOnlyWorksOnAnOpenConnectionInBothDirections() throws SQLException {
    try (Connection connection = Urls.open(Urls.of(file))) {
      assertFalse(connection.isReadOnly());
      connection.setReadOnly(true);
      assertTrue(connection.isReadOnly());
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(connection, "INSERT INTO t VALUES(9)"));
      assertEquals("25006", refused.getSQLState());
      assertThrows(SQLException.class, () -> Urls.exec(connection, "PRAGMA query_only=OFF"));

      connection.setReadOnly(false);
      Urls.exec(connection, "INSERT INTO t VALUES(9)");
      assertEquals(2, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void setReadOnlyInsideATransactionThatHasBegunIsRefused() throws SQLException {
    try (Connection connection = Urls.open(Urls.of(file))) {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      assertEquals(1, Urls.number(connection, "SELECT count(*) FROM t"));
      SQLException refused = assertThrows(SQLException.class, () -> connection.setReadOnly(false));
      assertEquals("25001", refused.getSQLState());
      connection.rollback();
      connection.setReadOnly(false);
    }
  }

  @Test
  void aMissingFileAndAMissingDatabaseAreTypedErrorsThatCreateNothing() throws Exception {
    Path absent = directory.resolve("absent.bin");
    SQLException noFile =
        assertThrows(SQLException.class, () -> Urls.open(Urls.of(absent) + "?mode=query"));
    assertEquals("08001", noFile.getSQLState());
    assertFalse(Files.exists(absent));

    byte[] before = Files.readAllBytes(file);
    SQLException noDatabase =
        assertThrows(
            SQLException.class, () -> Urls.open(Urls.of(file) + "?mode=query&memory_id=9"));
    StableMemoryException cause =
        assertInstanceOf(StableMemoryException.class, noDatabase.getCause());
    assertEquals(StableMemoryException.Kind.NO_DATABASE, cause.kind());
    assertTrue(noDatabase.getMessage().contains("120"), noDatabase.getMessage());
    assertThrows(SQLException.class, () -> Urls.open(Urls.of(file) + "?create=false&memory_id=9"));
    assertThrows(SQLException.class, () -> Urls.open(Urls.of(absent) + "?create=false"));
    assertFalse(Files.exists(absent));
    assertArrayEquals(before, Files.readAllBytes(file));
  }
}
