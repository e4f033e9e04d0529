package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images of ic-rusqlite and ic-sqlite, laid out here as those programs do, around a real file. */
class OtherLayoutsTest {

  private static final List<String> NAMES = List.of("ann", "bob", "cy");

  @TempDir Path directory;
  private byte[] plain;

  @BeforeEach
  void writePlainDatabase() throws Exception {
    Path file = directory.resolve("plain.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      Urls.exec(
          connection,
          "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT)",
          "INSERT INTO person(name) VALUES('ann'),('bob'),('cy')",
          "CREATE TABLE filler(b)",
          "INSERT INTO filler VALUES(randomblob(100000))");
    }
    plain = Files.readAllBytes(file);
    assertTrue(plain.length % StableMemory.PAGE_BYTES != 0, "the memory is longer than the file");
  }

  @Test
  void icRusqliteOpensInQueryModeWithTheLengthOfItsHeader() throws Exception {
    Path image = directory.resolve("rusqlite.bin");
    try (FileStableMemory memory = FileStableMemory.open(image, FileStableMemory.Mode.CREATE)) {
      MemoryManager manager = MemoryManager.open(memory, 128);
      Message message = new Message(memory);
      manager.memory(101).grow(message, 2);
      manager.memory(120).grow(message, 200);
      manager.memory(120).write(message, 0, plain, 0, plain.length);
      memory.commit(message);
    }
    reads(image, "ic-rusqlite");
  }

  @Test
  void icSqliteOpensInQueryModeWithItsBigEndianLength() throws Exception {
    Path image = directory.resolve("icsqlite.bin");
    int pages = (8 + plain.length) / StableMemory.PAGE_BYTES + 3;
    ByteBuffer raw = ByteBuffer.allocate(pages * StableMemory.PAGE_BYTES);
    raw.putLong(plain.length).put(plain);
    Arrays.fill(raw.array(), 8 + plain.length, raw.capacity(), (byte) 0xee);
    Files.write(image, raw.array());
    reads(image, "ic-sqlite");
  }

  private void reads(Path image, String layout) throws Exception {
    byte[] before = Files.readAllBytes(image);
    try (Connection connection = Urls.open(Urls.of(image) + "?mode=query")) {
      assertEquals(layout, connection.unwrap(IcSqliteConnection.class).image().layoutName());
      assertEquals(NAMES, Urls.column(connection, "SELECT name FROM person ORDER BY id"));
      assertEquals(100000, Urls.number(connection, "SELECT length(b) FROM filler"));
      assertEquals(plain.length / 4096, Urls.number(connection, "PRAGMA page_count"));
      assertEquals(4096, Urls.number(connection, "PRAGMA page_size"));
      assertEquals("ok", Urls.column(connection, "PRAGMA integrity_check").get(0));
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(connection, "DELETE FROM person"));
      assertEquals("25006", refused.getSQLState());
      SQLException update = assertThrows(SQLException.class, () -> Urls.open(Urls.of(image)));
      assertEquals(
          StableMemoryException.Kind.FOREIGN_FORMAT_READ_ONLY,
          assertInstanceOf(StableMemoryException.class, update.getCause()).kind());
      assertTrue(update.getMessage().contains("mode=query"), update.getMessage());
    }
    assertArrayEquals(before, Files.readAllBytes(image));
  }

  @Test
  void aLengthThatDoesNotFitIsRefused() throws Exception {
    Path image = directory.resolve("icsqlite.bin");
    for (long length : new long[] {3L * 65536, Long.MAX_VALUE, -1}) {
      ByteBuffer raw = ByteBuffer.allocate(3 * StableMemory.PAGE_BYTES);
      raw.putLong(length).put(plain, 0, plain.length);
      Files.write(image, raw.array());
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.open(Urls.of(image) + "?mode=query"));
      assertEquals(
          StableMemoryException.Kind.DATABASE_OUT_OF_BOUNDS,
          assertInstanceOf(StableMemoryException.class, refused.getCause()).kind());
    }
  }
}
