package org.icsqlite.isolation;

import static org.icsqlite.isolation.Sql.exec;
import static org.icsqlite.isolation.Sql.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pre-images beyond max_snapshot_bytes. Each row fills a page of 16 KiB, and each commit changes
 * the first page too.
 */
class SnapshotLimitTest {

  private static final int ROWS = 30;
  private static final int FOUR_PAGES = 4 * 16384;
  private static final AtomicInteger NAMES = new AtomicInteger();

  @TempDir Path directory;

  private static String heap(int limit) {
    return "jdbc:icsqlite:mem:limit-" + NAMES.incrementAndGet() + "?max_snapshot_bytes=" + limit;
  }

  private static int row(Connection connection, int id) throws SQLException {
    return (int) number(connection, "SELECT n FROM item WHERE id=" + id);
  }

  private static void update(Connection writer, int first, int last, int n) throws SQLException {
    exec(
        writer,
        "UPDATE item SET n="
            + n
            + ", pad=zeroblob(15000) WHERE id BETWEEN "
            + first
            + " AND "
            + last);
  }

  private static void fill(Connection writer) throws SQLException {
    exec(writer, "CREATE TABLE item(id INTEGER PRIMARY KEY, n INTEGER, pad BLOB)");
    exec(
        writer,
        "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<"
            + ROWS
            + ") INSERT INTO item SELECT v, 0, zeroblob(15000) FROM i");
  }

  private static Connection reader(String url) throws SQLException {
    Connection reader = DriverManager.getConnection(url);
    reader.setAutoCommit(false);
    return reader;
  }

  private static void assertTooOld(Connection reader, int id) {
    SQLException refused = assertThrows(SQLException.class, () -> row(reader, id));
    assertEquals("72000", refused.getSQLState(), refused.getMessage());
    assertInstanceOf(SQLTransactionRollbackException.class, refused);
    assertEquals(517, refused.getErrorCode());
    assertTrue(refused.getMessage().contains("max_snapshot_bytes"), refused.getMessage());
  }

  @Test
  void beyondTheLimitTheOldestReaderAloneIsToldAndTheOthersGoOn() throws SQLException {
    onlyTheOldestIsRefused(heap(FOUR_PAGES));
  }

  @Test
  void theLimitHoldsInAFileToo() throws SQLException {
    onlyTheOldestIsRefused(
        "jdbc:icsqlite:"
            + directory.resolve("stable_memory.bin")
            + "?max_snapshot_bytes="
            + FOUR_PAGES);
  }

  private static void onlyTheOldestIsRefused(String url) throws SQLException {
    try (Connection writer = DriverManager.getConnection(url)) {
      fill(writer);
      try (Connection oldest = reader(url);
          Connection newer = reader(url)) {
        assertEquals(0, row(oldest, 1));
        update(writer, 1, 3, 1);
        assertEquals(0, row(oldest, 2), "within the limit");
        assertEquals(1, row(newer, 1));
        update(writer, 4, 5, 2);

        assertTooOld(oldest, 4);
        assertTooOld(oldest, ROWS);
        assertEquals(0, row(newer, 4));
        assertEquals(0, row(newer, 5));
        assertEquals(1, row(newer, 3));
        assertEquals(2, row(writer, 4));

        oldest.rollback();
        assertEquals(2, row(oldest, 4));
        update(oldest, 6, 6, 3);
        oldest.commit();
        assertEquals(3, row(writer, 6));
        assertEquals(0, row(newer, 6), "newer reads on in its version");
      }
    }
  }

  @Test
  void aReaderThatWasRefusedCanBeClosedAndAnAutomaticReadNeedsNoRollback() throws SQLException {
    String url = heap(0);
    try (Connection writer = DriverManager.getConnection(url)) {
      fill(writer);
      try (Connection reader = reader(url)) {
        assertEquals(0, row(reader, 1));
        update(writer, 1, ROWS, 1);
        assertTooOld(reader, ROWS);
      }
      try (Connection reader = DriverManager.getConnection(url)) {
        for (int n = 2; n < 6; n++) {
          update(writer, 1, ROWS, n);
          assertEquals((long) n * ROWS, number(reader, "SELECT sum(n) FROM item"));
        }
      }
    }
  }

  @Test
  void aQueryLeftOpenGivesRightRowsUntilItIsRefused() throws SQLException {
    String url = heap(FOUR_PAGES) + "&cache_size_kib=64";
    try (Connection writer = DriverManager.getConnection(url)) {
      fill(writer);
      try (Connection reader = DriverManager.getConnection(url);
          Statement statement = reader.createStatement();
          ResultSet rows = statement.executeQuery("SELECT n FROM item ORDER BY id")) {
        assertTrue(rows.next());
        update(writer, 1, ROWS, 1);
        SQLException refused =
            assertThrows(
                SQLException.class,
                () -> {
                  while (rows.next()) {
                    assertEquals(0, rows.getInt(1));
                  }
                });
        assertEquals("72000", refused.getSQLState(), refused.getMessage());
      }
      try (Connection reader = DriverManager.getConnection(url)) {
        assertEquals(ROWS, number(reader, "SELECT sum(n) FROM item"));
      }
    }
  }
}
