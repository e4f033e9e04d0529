package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.vfs.EngineLease;
import org.icsqlite.vfs.Engines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeImageTest {

  private static final long FOUR_GIB_PAGES = (4L << 30) / StableMemory.PAGE_BYTES;

  @TempDir Path directory;

  @Test
  void aFourGibibyteImageIsQueriedAndUpdatedInPlace() throws Exception {
    Path file = directory.resolve("large.bin");
    String url = Urls.of(file);
    try (Connection other = Urls.open(url + "?memory_id=1")) {
      Urls.exec(other, "CREATE TABLE t(x)");
    }
    growSparse(file, FOUR_GIB_PAGES);
    try (Connection behind = Urls.open(url + "?memory_id=2")) {
      Urls.exec(behind, "CREATE TABLE t(x)", "INSERT INTO t VALUES('behind four gibibytes')");
    }
    assertTrue(Files.size(file) > 4L << 30);
    try (Connection behind = Urls.open(url + "?memory_id=2&mode=query")) {
      assertEquals("behind four gibibytes", Urls.column(behind, "SELECT x FROM t").get(0));
      assertEquals("ok", Urls.column(behind, "PRAGMA integrity_check").get(0));
    }
  }

  /** Memory 3 takes the room; its bytes are never written. */
  private static void growSparse(Path file, long pages) throws Exception {
    byte[] head = new byte[StableMemory.PAGE_BYTES];
    HeapStableMemory small = new HeapStableMemory();
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.readFully(head);
      Message copy = new Message(small);
      copy.growTo(raw.length() / StableMemory.PAGE_BYTES);
      copy.write(0, head, 0, head.length);
      small.commit(copy);
      MemoryManager manager = MemoryManager.open(small);
      Message grow = new Message(small);
      manager.memory(3).grow(grow, pages);
      small.commit(grow);
      small.read(0, head, 0, head.length);
      raw.setLength(small.sizePages() * StableMemory.PAGE_BYTES);
      raw.seek(0);
      raw.write(head);
    }
  }

  @Test
  void openingForAQueryReadsOnlyWhatItNeeds() throws SQLException {
    FailingMemory memory = new FailingMemory(new HeapStableMemory());
    try (EngineLease filling = Engines.openPrivate(memory, options(true))) {
      try (Connection connection = open(filling.share(), "update")) {
        Urls.exec(
            connection,
            "CREATE TABLE t(id INTEGER PRIMARY KEY, x)",
            "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<3000)"
                + " INSERT INTO t SELECT v, randomblob(8000) FROM i");
      }
      long before = memory.reads();
      try (Connection connection = open(filling.share(), "query")) {
        assertEquals(8000, Urls.number(connection, "SELECT length(x) FROM t WHERE id=2500"));
      }
      long reads = memory.reads() - before;
      assertTrue(reads <= 12, reads + " reads for one row out of 24 MB");
    }
  }

  private static Engines.Options options(boolean update) {
    return new Engines.Options(update, update, 128, 1L << 23);
  }

  private static Connection open(EngineLease share, String mode) throws SQLException {
    ConnectionSettings settings =
        ConnectionSettings.parse("jdbc:icsqlite::memory:?mode=" + mode, new Properties());
    return IcSqliteConnection.open(
        settings, Resources.acquire(settings, NativeLibrary.get(), () -> share));
  }
}
