package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A million statements leave nothing behind: no compiled statement, no memory, no buffer. */
class LeakTest {

  private static final int CYCLES = 1_000_000;
  private static final int PARTS = 5;

  /** Bytes that a part may leave in the native heap: far less than one for each cycle. */
  private static final long SLACK = CYCLES / PARTS;

  @Test
  void aMillionStatementsLeaveNothingBehind() throws SQLException {
    try (IcSqliteConnection connection = (IcSqliteConnection) Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(
          connection, "CREATE TABLE t(id INTEGER PRIMARY KEY, v)", "INSERT INTO t VALUES(1, 1)");
      connection.setAutoCommit(false);
      cycles(connection, CYCLES / 20);
      int compiled = connection.session().statements().count();
      long buffers = buffers();
      int mounts = NativeLibrary.get().vfs().mounts();
      long[] growth = new long[PARTS];
      for (int part = 0; part < PARTS; part++) {
        long before = NativeHeap.bytesInUse();
        cycles(connection, CYCLES / PARTS);
        growth[part] = NativeHeap.bytesInUse() - before;
      }

      assertEquals(compiled, connection.session().statements().count());
      assertEquals(mounts, NativeLibrary.get().vfs().mounts());
      connection.commit();
      assertTrue(buffers() <= buffers + 2, buffers + " to " + buffers() + " direct buffers");
      // A leak grows in every part; the virtual machine's own memory does not.
      assertTrue(
          Arrays.stream(growth).min().orElseThrow() < SLACK,
          "the native heap grew by " + Arrays.toString(growth));
    }
  }

  /** Reads and writes from the cache, and now and then a text that was never seen before. */
  private static void cycles(IcSqliteConnection connection, int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      if (i % 50 == 0) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("SELECT " + i + " FROM t");
        }
      } else if (i % 3 == 0) {
        try (PreparedStatement update =
            connection.prepareStatement("UPDATE t SET v = ? WHERE id = 1")) {
          update.setInt(1, i);
          assertEquals(1, update.executeUpdate());
        }
      } else {
        try (PreparedStatement query = connection.prepareStatement("SELECT v FROM t WHERE id = 1");
            ResultSet rows = query.executeQuery()) {
          assertTrue(rows.next());
        }
      }
    }
  }

  private static long buffers() {
    System.gc();
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getCount)
        .sum();
  }

  @Test
  void statementsThatFailLeaveNothingBehind() throws Exception {
    try (IcSqliteConnection connection = (IcSqliteConnection) Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES(1)");
      failures(connection, 2_000);
      int compiled = connection.session().statements().count();
      List<Long> growth = NativeHeap.growth(4_000 * 20, () -> failures(connection, 4_000));
      assertEquals(compiled, connection.session().statements().count());
      assertTrue(Collections.min(growth) < 4_000 * 20, "the native heap grew by " + growth);
    }
  }

  private static void failures(IcSqliteConnection connection, int count) {
    String[] texts = {
      "SELECT absent FROM t", "INSERT INTO t VALUES(1)", "SELECT json('bad')", "SELECT 1; SELEC"
    };
    for (int i = 0; i < count; i++) {
      String sql = texts[i % texts.length];
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.execute();
        throw new AssertionError(sql + " did not fail");
      } catch (SQLException e) {
        assertTrue(e.getSQLState() != null);
      }
    }
  }

  @Test
  void largeValuesAreGivenBack() throws SQLException {
    try (IcSqliteConnection connection = (IcSqliteConnection) Urls.open("jdbc:icsqlite::memory:")) {
      long[] kept = new long[PARTS];
      for (int i = 0; i < PARTS; i++) {
        long before = NativeHeap.bytesInUse();
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?, length(?)")) {
          statement.setBytes(1, new byte[20_000_000]);
          statement.setBytes(2, new byte[20_000_000]);
          try (ResultSet rows = statement.executeQuery()) {
            assertTrue(rows.next());
            assertEquals(20_000_000, rows.getBytes(1).length);
          }
        }
        Urls.exec(connection, "SELECT 1");
        kept[i] = NativeHeap.bytesInUse() - before;
      }
      assertTrue(
          Arrays.stream(kept).min().orElseThrow() < 1_000_000,
          "bytes that a closed statement kept: " + Arrays.toString(kept));
      long before = NativeHeap.bytesInUse();
      connection.setStatementCacheSize(0);
      assertTrue(
          before - NativeHeap.bytesInUse() < 10_000_000,
          "a statement in the cache keeps the values of its last execution");
    }
  }
}
