package org.icsqlite.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The block through which statements run, with every access to native code. */
class ExchangeTest {

  private static final String ACCESSES = "org.icsqlite.natives.BothAccesses#all";
  private static final int STEPS = 1_000_000;

  private static byte[] utf8(String sql) {
    return sql.getBytes(StandardCharsets.UTF_8);
  }

  private static long prepare(Exchange exchange, TestConnection connection, String sql) {
    exchange.prepare(connection.db, utf8(sql), 0, false);
    assertEquals(Exchange.OK, exchange.code());
    return exchange.stmt();
  }

  private static long firstCell(Exchange exchange) {
    return exchange.block().getLong(Exchange.HEADER + Exchange.RECORD_HEADER + 8);
  }

  @ParameterizedTest
  @MethodSource(ACCESSES)
  void aTextIsCompiledStatementByStatement(SqliteNative sqlite) {
    try (TestConnection connection = new TestConnection(sqlite, ":memory:", null);
        Exchange exchange = new Exchange(sqlite.calls())) {
      byte[] text = utf8("SELECT ?2, '\u00e9'; EXPLAIN SELECT 1; CREATE TABLE t(x); -- end");
      exchange.prepare(connection.db, text, 0, false);
      assertEquals(2, exchange.columns());
      assertEquals(2, exchange.parameterCount());
      assertTrue(exchange.readOnly());
      assertFalse(exchange.explain());
      int at = exchange.tail();
      connection.api.finalizeStatement(exchange.stmt());
      exchange.prepare(connection.db, text, at, true);
      assertTrue(exchange.explain());
      at += exchange.tail();
      connection.api.finalizeStatement(exchange.stmt());
      exchange.prepare(connection.db, text, at, false);
      assertFalse(exchange.readOnly());
      assertEquals(0, exchange.columns());
      at += exchange.tail();
      connection.api.finalizeStatement(exchange.stmt());
      exchange.prepare(connection.db, text, at, false);
      assertEquals(Exchange.OK, exchange.code());
      assertEquals(0, exchange.stmt());
      exchange.prepare(connection.db, utf8("SELEC"), 0, false);
      assertEquals(1, exchange.code());
      assertEquals(0, exchange.stmt());
    }
  }

  @ParameterizedTest
  @MethodSource(ACCESSES)
  void aRowThatDoesNotFitIsAskedForAgain(SqliteNative sqlite) {
    try (TestConnection connection = new TestConnection(sqlite, ":memory:", null);
        Exchange exchange = new Exchange(sqlite.calls())) {
      long stmt =
          prepare(
              exchange,
              connection,
              "SELECT 1, 'a' UNION ALL SELECT 2, zeroblob(200000) UNION ALL SELECT 3, 'c'");
      exchange.execute(stmt, 100, STEPS);
      assertEquals(Exchange.ROW, exchange.code());
      assertEquals(1, exchange.rows());
      assertTrue(exchange.needed() > 200_000);
      exchange.require(exchange.needed());
      exchange.fetch(stmt, 100, STEPS, true, exchange.totalBefore());
      assertEquals(Exchange.DONE, exchange.code());
      assertEquals(2, exchange.rows());
      assertEquals(2, firstCell(exchange));
      exchange.require(0);
      assertEquals(64 << 10, exchange.capacity(), "it shrinks again");
      connection.api.finalizeStatement(stmt);
    }
  }

  @ParameterizedTest
  @MethodSource(ACCESSES)
  void changesRowidsAndTransactionsAreReported(SqliteNative sqlite) {
    try (TestConnection connection = new TestConnection(sqlite, ":memory:", null);
        Exchange exchange = new Exchange(sqlite.calls())) {
      connection.run("CREATE TABLE t(x)");
      long insert = prepare(exchange, connection, "INSERT INTO t VALUES(1), (2)");
      exchange.execute(insert, 1, STEPS);
      assertEquals(Exchange.DONE, exchange.code());
      assertEquals(2, exchange.changes());
      assertEquals(2, exchange.lastRowid());
      assertTrue(exchange.autocommit());
      connection.run("BEGIN");
      exchange.execute(insert, 1, STEPS);
      assertFalse(exchange.autocommit());
      connection.run("ALTER TABLE t ADD COLUMN y DEFAULT 3");
      exchange.execute(insert, 1, STEPS);
      assertEquals(1, exchange.code(), "two columns now");
      connection.run("ALTER TABLE t DROP COLUMN y");
      exchange.execute(insert, 1, STEPS);
      assertEquals(Exchange.DONE, exchange.code());
      assertTrue(exchange.reprepares() > 0);
      connection.run("COMMIT");
      connection.api.finalizeStatement(insert);
    }
  }

  @ParameterizedTest
  @MethodSource(ACCESSES)
  void theGuardEndsWhatRuns(SqliteNative sqlite) {
    try (TestConnection connection = new TestConnection(sqlite, ":memory:", null);
        Exchange exchange = new Exchange(sqlite.calls())) {
      long guard = connection.api.newGuard();
      try {
        assertEquals(0, connection.api.setGuard(connection.db, guard, 100));
        long stmt =
            prepare(
                exchange,
                connection,
                "WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM i LIMIT 10000)"
                    + " SELECT count(*) FROM i");
        exchange.execute(stmt, 1, STEPS);
        assertEquals(10_000, firstCell(exchange));
        exchange.end(stmt);
        connection.api.setStop(guard, true);
        exchange.execute(stmt, 1, STEPS);
        assertEquals(9, exchange.code());
        connection.api.setStop(guard, false);
        connection.api.setIntervals(guard, 3);
        exchange.execute(stmt, 1, STEPS);
        assertEquals(9, exchange.code());
        assertTrue(connection.api.intervalsExceeded(guard));
        connection.api.setIntervals(guard, -1);
        assertFalse(connection.api.intervalsExceeded(guard));
        exchange.execute(stmt, 1, STEPS);
        assertEquals(10_000, firstCell(exchange));
        connection.api.finalizeStatement(stmt);
      } finally {
        connection.api.setGuard(connection.db, 0, 1);
        connection.api.freeGuard(guard);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(ACCESSES)
  void aClosedOrTooLargeBlockIsRefused(SqliteNative sqlite) {
    Exchange exchange = new Exchange(sqlite.calls());
    assertThrows(OutOfMemoryError.class, () -> exchange.require(1L << 31));
    assertEquals(64 << 10, exchange.capacity());
    exchange.close();
    exchange.close();
    assertEquals(0, exchange.capacity());
  }
}
