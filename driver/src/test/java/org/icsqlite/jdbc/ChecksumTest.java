package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.image.ChecksumState;
import org.icsqlite.image.ChecksumVerification;
import org.icsqlite.image.ChecksumVerification.Outcome;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.vfs.EngineLease;
import org.icsqlite.vfs.Engines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The image checksum on a connection. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ChecksumTest {

  private static final String FILL =
      "INSERT INTO t(x) WITH RECURSIVE i(v) AS (SELECT 1 UNION ALL SELECT v+1 FROM i WHERE v<40)"
          + " SELECT randomblob(3000) FROM i";

  @TempDir Path directory;
  private final String url = Urls.fresh();

  private static IcSqliteConnection open(String url) throws SQLException {
    return Urls.open(url).unwrap(IcSqliteConnection.class);
  }

  private static IcSqliteConnection filled(String url) throws SQLException {
    IcSqliteConnection connection = open(url);
    Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY, x)", FILL);
    return connection;
  }

  private static SQLException refused(String state, Executable work) {
    SQLException refused = assertThrows(SQLException.class, work);
    assertEquals(state, refused.getSQLState(), refused.getMessage());
    return refused;
  }

  @ParameterizedTest
  @EnumSource
  void aRefreshBesideAnOpenSnapshotIsThereAfterReopening(Durability durability) throws Exception {
    Path file = directory.resolve("m.bin");
    String with = Urls.of(file) + "?durability=" + durability.name().toLowerCase(Locale.ROOT);
    long checksum;
    try (IcSqliteConnection connection = filled(with);
        IcSqliteConnection reader = open(with)) {
      reader.setAutoCommit(false);
      assertEquals(40, Urls.number(reader, "SELECT count(*) FROM t"));
      Urls.exec(connection, "DELETE FROM t WHERE id > 20");
      assertTrue(connection.checksumState().stale());
      ChecksumProgress chunk = connection.refreshChecksumChunk(50_000);
      assertEquals(50_000, chunk.scannedBytes());
      assertEquals(
          new ChecksumState(0, true, true, 50_000, chunk.databaseBytes(), 3),
          reader.checksumState());
      checksum = connection.refreshChecksum();
      assertEquals(
          new ChecksumState(checksum, false, false, 0, chunk.databaseBytes(), 3),
          reader.checksumState());
      assertEquals(40, Urls.number(reader, "SELECT count(*) FROM t"));
      assertEquals(checksum, connection.refreshChecksum());
      assertEquals(Outcome.MATCH, reader.verifyChecksum().outcome());
      assertEquals(3, connection.statistics().commits());
    }
    assertFalse(Files.exists(directory.resolve("m.bin-redo")));
    byte[] before = Files.readAllBytes(file);
    try (IcSqliteConnection query = open(Urls.of(file) + "?mode=query")) {
      ChecksumVerification found = query.verifyChecksum();
      assertEquals(Outcome.MATCH, found.outcome());
      assertEquals(checksum, found.computed());
      assertEquals(3, found.state().lastTransactionId());
    }
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void aQueryConnectionVerifiesAndRefusesToRefresh() throws SQLException {
    try (IcSqliteConnection update = filled(url);
        IcSqliteConnection query = open(url + "?mode=query")) {
      refused("25006", query::refreshChecksum);
      refused("25006", () -> query.refreshChecksumChunk(1));
      assertEquals(Outcome.NOT_CURRENT, query.verifyChecksum().outcome());
      update.setReadOnly(true);
      refused("25006", update::refreshChecksum);
      update.setReadOnly(false);
      update.refreshChecksum();
      assertEquals(Outcome.MATCH, query.verifyChecksum().outcome());
      Urls.exec(update, "INSERT INTO t(x) VALUES(1)");
      assertEquals(Outcome.NOT_CURRENT, query.verifyChecksum().outcome());
    }
  }

  @Test
  void aRefreshIsRefusedInsideATransactionAndAVerificationInOneThatWrites() throws SQLException {
    try (IcSqliteConnection connection = filled(url)) {
      connection.setAutoCommit(false);
      connection.refreshChecksumChunk(10);
      Urls.number(connection, "SELECT count(*) FROM t");
      refused("25001", connection::refreshChecksum);
      refused("25001", () -> connection.refreshChecksumChunk(1));
      assertEquals(Outcome.NOT_CURRENT, connection.verifyChecksum().outcome());
      Urls.exec(connection, "DELETE FROM t");
      refused("25001", connection::refreshChecksum);
      SQLException refused = refused("25001", connection::verifyChecksum);
      assertEquals("database update already in progress", refused.getMessage());
      connection.rollback();
      assertEquals(20, connection.refreshChecksumChunk(10).scannedBytes());
      assertEquals(40, Urls.number(connection, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void rowsThatAreBeingReadStayWhatTheyAre() throws SQLException {
    try (IcSqliteConnection connection = filled(url);
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("SELECT id FROM t ORDER BY id")) {
        assertTrue(rows.next());
        long value = connection.refreshChecksum();
        assertEquals(value, connection.verifyChecksum().computed());
        int count = 1;
        while (rows.next()) {
          assertEquals(++count, rows.getInt(1));
        }
        assertEquals(40, count);
      }
    }
  }

  @Test
  void aTransactionThatHasReadGoesOnToWriteAfterARefreshOfAnother() throws SQLException {
    try (IcSqliteConnection one = filled(url);
        IcSqliteConnection two = open(url)) {
      one.setAutoCommit(false);
      Urls.number(one, "SELECT count(*) FROM t");
      long checksum = two.refreshChecksum();
      Urls.exec(one, "INSERT INTO t(x) VALUES('written')");
      one.commit();
      ChecksumState state = two.checksumState();
      assertTrue(state.stale());
      assertEquals(checksum, state.checksum());
      assertNotEquals(checksum, two.refreshChecksum());
      assertEquals(Outcome.MATCH, one.verifyChecksum().outcome());
    }
  }

  @Test
  void aChunkWithoutAByteIsRefused() throws SQLException {
    try (IcSqliteConnection connection = filled(url)) {
      for (long bytes : new long[] {0, -1, Long.MIN_VALUE}) {
        SQLException refused = refused("22023", () -> connection.refreshChecksumChunk(bytes));
        assertInstanceOf(SQLDataException.class, refused);
        assertEquals("checksum refresh chunk size must be greater than zero", refused.getMessage());
      }
      assertTrue(connection.refreshChecksumChunk(Long.MAX_VALUE).complete());
    }
  }

  @Test
  void aListenerEndsTheScanAndNothingIsStored() throws SQLException {
    try (IcSqliteConnection connection = filled(url)) {
      ChecksumState before = connection.checksumState();
      SQLException cancelled =
          refused("57014", () -> connection.refreshChecksum((done, total) -> false));
      assertEquals(9, cancelled.getErrorCode());
      refused("57014", () -> connection.verifyChecksum((done, total) -> false));
      IllegalStateException own = new IllegalStateException("the listener's");
      assertSame(
          own,
          assertThrows(
              IllegalStateException.class,
              () ->
                  connection.refreshChecksumChunk(
                      5,
                      (done, total) -> {
                        throw own;
                      })));
      assertEquals(before, connection.checksumState());
      List<Long> seen = new ArrayList<>();
      connection.refreshChecksum((done, total) -> seen.add(total - done));
      assertEquals(List.of(0L), seen);
      Urls.exec(connection, "DELETE FROM t");
    }
  }

  @Test
  void anInterruptEndsTheScanOfAFileWhichStaysUsable() throws SQLException {
    try (IcSqliteConnection connection = filled(Urls.of(directory.resolve("m.bin")))) {
      Thread.currentThread().interrupt();
      refused("57014", connection::refreshChecksum);
      assertTrue(Thread.currentThread().isInterrupted());
      refused("57014", connection::verifyChecksum);
      assertTrue(Thread.interrupted());
      assertTrue(connection.checksumState().stale());
      connection.refreshChecksum();
      assertEquals(Outcome.MATCH, connection.verifyChecksum().outcome());
    }
  }

  @Test
  void duringARefreshOthersReadAndAWriterWaits() throws SQLException {
    try (IcSqliteConnection connection = filled(url);
        IcSqliteConnection other = open(url + "?busy_timeout=0")) {
      AtomicReference<SQLException> failure = new AtomicReference<>();
      connection.refreshChecksum(
          (done, total) -> {
            try {
              assertEquals(40, Urls.number(other, "SELECT count(*) FROM t"));
              refused("HYT00", () -> Urls.exec(other, "DELETE FROM t"));
              refused("HYT00", other::refreshChecksum);
              other.verifyChecksum();
            } catch (SQLException e) {
              failure.set(e);
            }
            return true;
          });
      assertEquals(null, failure.get());
      Urls.exec(other, "DELETE FROM t");
    }
  }

  @SuppressWarnings("try") // closing early is what is tested
  @Test
  void aRefreshWaitsForAWriterAndSaysWhoItIs() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (IcSqliteConnection writer = filled(url);
        IcSqliteConnection hasty = open(url + "?busy_timeout=20");
        IcSqliteConnection patient = open(url + "?busy_timeout=600000")) {
      writer.setAutoCommit(false);
      Urls.exec(writer, "DELETE FROM t WHERE id > 5");
      SQLException late = refused("HYT00", hasty::refreshChecksum);
      assertTrue(
          late.getMessage()
              .startsWith("database is locked: waited 20 ms (busy_timeout) for the write lock"),
          late.getMessage());
      Future<Long> waiting = threads.submit(() -> patient.refreshChecksum());
      awaitWaiting(writer);
      writer.commit();
      assertEquals(waiting.get(), hasty.verifyChecksum().computed());
      Urls.exec(writer, "DELETE FROM t");
      Future<Long> closed = threads.submit(() -> patient.refreshChecksum());
      awaitWaiting(writer);
      patient.close();
      SQLException failure =
          assertInstanceOf(
              SQLException.class, assertThrows(ExecutionException.class, closed::get).getCause());
      assertEquals("08003", failure.getSQLState(), failure.getMessage());
      writer.rollback();
    } finally {
      threads.shutdownNow();
    }
  }

  private static void awaitWaiting(IcSqliteConnection connection) throws SQLException {
    while (connection.statistics().waitingWriters() == 0) {
      LockSupport.parkNanos(20_000);
    }
  }

  @Test
  void closingTheConnectionEndsItsScan() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    CountDownLatch scanning = new CountDownLatch(1);
    try (IcSqliteConnection keep = filled(url)) {
      // Several mebibytes, so that the listener is asked again after the close.
      Urls.exec(keep, "INSERT INTO t(x) VALUES(zeroblob(8000000))");
      IcSqliteConnection connection = open(url);
      Future<ChecksumProgress> scan =
          threads.submit(
              () ->
                  connection.refreshChecksumChunk(
                      Long.MAX_VALUE,
                      (done, total) -> {
                        scanning.countDown();
                        while (!connection.isClosed()) {
                          LockSupport.parkNanos(20_000);
                        }
                        return true;
                      }));
      scanning.await();
      connection.close();
      SQLException failure =
          assertInstanceOf(
              SQLException.class, assertThrows(ExecutionException.class, scan::get).getCause());
      assertEquals("08003", failure.getSQLState(), failure.getMessage());
      refused("08003", connection::refreshChecksum);
      refused("08003", connection::verifyChecksum);
      refused("08003", connection::checksumState);
      assertFalse(keep.checksumState().refreshing());
      Urls.exec(keep, "DELETE FROM t");
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource
  void besideWritersEveryCompletedRefreshIsOfWhatWasThere(Durability durability) throws Exception {
    Path file = directory.resolve("m.bin");
    String with =
        Urls.of(file)
            + "?busy_timeout=600000&redo_log_bytes=65536&durability="
            + durability.name().toLowerCase(Locale.ROOT);
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicLong commits = new AtomicLong(2);
    AtomicBoolean over = new AtomicBoolean();
    try (IcSqliteConnection connection = filled(with)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int thread = 0; thread < 3; thread++) {
        writers.add(
            threads.submit(
                () -> {
                  try (IcSqliteConnection writer = open(with)) {
                    while (!over.get()) {
                      Urls.exec(writer, "UPDATE t SET x = randomblob(2000) WHERE id = 7");
                      commits.incrementAndGet();
                    }
                  }
                  return null;
                }));
      }
      int completed = 0;
      for (int round = 0; round < 60; round++) {
        if (round % 3 == 0) {
          connection.refreshChecksum();
          completed++;
        } else if (connection.refreshChecksumChunk(90_000).complete()) {
          completed++;
        }
        ChecksumVerification found = connection.verifyChecksum();
        assertNotEquals(Outcome.MISMATCH, found.outcome(), found::toString);
      }
      assertTrue(completed >= 20);
      over.set(true);
      for (Future<?> writer : writers) {
        writer.get();
      }
      connection.refreshChecksum();
      assertEquals(commits.get(), connection.statistics().commits());
    } finally {
      over.set(true);
      threads.shutdownNow();
    }
    try (IcSqliteConnection query = open(Urls.of(file) + "?mode=query")) {
      ChecksumVerification found = query.verifyChecksum();
      assertEquals(Outcome.MATCH, found.outcome());
      assertEquals(commits.get(), found.state().lastTransactionId());
    }
  }

  @Test
  void aMemoryThatFailsChangesNothingAndOneThatFailsLateLeavesItOpen() throws SQLException {
    FailingMemory memory = new FailingMemory(new HeapStableMemory());
    try (EngineLease lease =
            Engines.openPrivate(memory, new Engines.Options(true, true, 1, 100_000));
        IcSqliteConnection connection = open(lease)) {
      Urls.exec(connection, "CREATE TABLE t(id INTEGER PRIMARY KEY, x)", FILL);
      byte[] before = memory.bytes();
      memory.failCommit(
          0, new StableMemoryException(StableMemoryException.Kind.IO_ERROR, "no disk"));
      refused("58030", connection::refreshChecksum);
      memory.failCommit(
          0, new StableMemoryException(StableMemoryException.Kind.DISK_FULL, "no room"));
      refused("53100", () -> connection.refreshChecksumChunk(5));
      memory.failRead(2, new StableMemoryException(StableMemoryException.Kind.IO_ERROR, "no disk"));
      refused("58030", connection::refreshChecksum);
      assertArrayEquals(before, memory.bytes());
      assertTrue(connection.checksumState().stale());
      Urls.exec(connection, "DELETE FROM t WHERE id=1");
      memory.failWaits(
          new StableMemoryException(StableMemoryException.Kind.POISONED, "the disk is gone"));
      SQLException unknown = refused("08007", connection::refreshChecksum);
      assertEquals(
          "it is not known whether the change survives: the disk is gone", unknown.getMessage());
      memory.failWaits(null);
      connection.refreshChecksum();
    }
  }

  private static IcSqliteConnection open(EngineLease lease) throws SQLException {
    ConnectionSettings settings =
        ConnectionSettings.parse("jdbc:icsqlite::memory:?busy_timeout=0", new Properties());
    EngineLease share = lease.share();
    return IcSqliteConnection.open(
        settings, Resources.acquire(settings, NativeLibrary.get(), () -> share));
  }

  @Test
  void anUpdateOnTheSameConnectionFromTheListenerMakesTheRefreshFail() throws SQLException {
    try (IcSqliteConnection connection = filled(url)) {
      refused(
          "40001",
          () ->
              connection.refreshChecksum(
                  (done, total) -> {
                    try {
                      Urls.exec(connection, "DELETE FROM t WHERE id = 1");
                    } catch (SQLException e) {
                      throw new IllegalStateException(e);
                    }
                    return true;
                  }));
      assertTrue(connection.checksumState().stale());
      assertEquals(39, Urls.number(connection, "SELECT count(*) FROM t"));
      connection.refreshChecksum();
      assertEquals(Outcome.MATCH, connection.verifyChecksum().outcome());
    }
  }
}
