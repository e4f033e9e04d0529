package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that SQLite cannot read in an image that is sound opens, and its queries say why. */
class DamagedDatabaseTest {

  /** The SQLite file: behind the manager's page and the superblock's. */
  private static final int DATABASE = 2 * 65536;

  /** Last byte of the number of the schema's format. */
  private static final int SCHEMA_FORMAT = 47;

  @TempDir Path directory;

  @Test
  void aDatabaseWithoutItsHeaderOpensAndItsQueriesFailAsCorrupt() throws Exception {
    Path file = directory.resolve("header.bin");
    byte[] damaged =
        write(file, bytes -> java.util.Arrays.fill(bytes, DATABASE, DATABASE + 16, (byte) 1));
    requireCorrupt(file, damaged, 26, "SELECT * FROM t", "CREATE TABLE u(x)", "VACUUM");
  }

  @Test
  void aDatabaseWithABrokenSchemaOpensAndItsQueriesFailAsCorrupt() throws Exception {
    Path file = directory.resolve("schema.bin");
    byte[] damaged =
        write(
            file,
            bytes -> {
              String text = new String(bytes, StandardCharsets.ISO_8859_1);
              bytes[text.indexOf("CREATE TABLE t(x)", DATABASE)] = 'X';
            });
    requireCorrupt(file, damaged, 11, "SELECT * FROM t", "CREATE TABLE u(x)", "VACUUM");
  }

  @Test
  void aDatabaseOfAFormatThatSqliteDoesNotKnowOpensAndItsQueriesFailAsCorrupt() throws Exception {
    Path file = directory.resolve("format.bin");
    byte[] damaged = write(file, bytes -> bytes[DATABASE + SCHEMA_FORMAT] = 9);
    requireCorrupt(file, damaged, 1, "SELECT * FROM t", "CREATE TABLE u(x)");
  }

  @FunctionalInterface
  private interface Damage {
    void apply(byte[] bytes);
  }

  private static byte[] write(Path file, Damage damage) throws Exception {
    try (Connection connection = Urls.open(Urls.of(file))) {
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)");
    }
    byte[] bytes = Files.readAllBytes(file);
    damage.apply(bytes);
    Files.write(file, bytes);
    return bytes;
  }

  private static void requireCorrupt(Path file, byte[] damaged, int code, String... statements)
      throws Exception {
    for (String mode : new String[] {"query", "update"}) {
      try (Connection connection = Urls.open(Urls.of(file) + "?mode=" + mode)) {
        for (String sql : statements) {
          SQLException thrown =
              assertThrows(SQLException.class, () -> Urls.exec(connection, sql), mode + " " + sql);
          assertEquals(
              "XX001", thrown.getSQLState(), mode + " " + sql + ": " + thrown.getMessage());
          assertEquals(code, thrown.getErrorCode(), mode + " " + sql);
        }
      }
      assertArrayEquals(damaged, Files.readAllBytes(file), mode);
    }
  }
}
