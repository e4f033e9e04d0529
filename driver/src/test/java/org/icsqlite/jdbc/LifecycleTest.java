package org.icsqlite.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.natives.SqliteNative;
import org.icsqlite.vfs.Engines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.Function;
import org.sqlite.jdbc4.JDBC4Connection;

class LifecycleTest {

  @TempDir Path directory;

  @Test
  void theServiceLoaderFindsTheDriver() throws SQLException {
    assertTrue(
        ServiceLoader.load(Driver.class).stream()
            .anyMatch(provider -> provider.type() == IcSqliteDriver.class));
    Driver driver = DriverManager.getDriver("jdbc:icsqlite:x");
    assertNull(driver.connect("jdbc:sqlite:x", new Properties()));
    assertNotNull(driver.getPropertyInfo("jdbc:icsqlite:x", null));
    assertTrue(DriverVersion.text().matches("\\d+\\.\\d+\\.\\d+.*"), DriverVersion.text());
  }

  @Test
  void aConnectionIsASqliteJdbcConnectionWithWhatThatOffers() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      assertInstanceOf(JDBC4Connection.class, connection);
      assertTrue(connection.unwrap(IcSqliteConnection.class) == connection);
      Function.create(
          connection,
          "twice",
          new Function() {
            @Override
            protected void xFunc() throws SQLException {
              result(2 * value_int(0));
            }
          });
      assertEquals(42, Urls.number(connection, "SELECT twice(21)"));
    }
  }

  @Test
  void theDataSourceOpensWhatItWasSetTo() throws SQLException {
    IcSqliteDataSource source = new IcSqliteDataSource();
    assertThrows(SQLException.class, source::getConnection);
    source.setUrl(Urls.of(directory.resolve("d.bin")));
    source.setMemoryId(3);
    source.setBusyTimeout(10);
    source.setBucketPages(1);
    source.setCacheSizeKib(200);
    try (Connection connection = source.getConnection("nobody", "nothing")) {
      Urls.exec(connection, "CREATE TABLE t(x)");
      assertEquals(-200, Urls.number(connection, "PRAGMA cache_size"));
      assertEquals(10, Urls.number(connection, "PRAGMA busy_timeout"));
    }
    source.setReadOnly(true);
    assertEquals(Mode.QUERY, source.getMode());
    assertEquals(3, source.getMemoryId());
    try (Connection connection = source.getConnection()) {
      assertTrue(connection.isReadOnly());
      assertEquals(1, Urls.number(connection, "SELECT count(*) FROM sqlite_schema"));
    }
    source.setProperty("no_such_key", "1");
    assertThrows(SQLException.class, source::getConnection);
  }

  @Test
  void everythingOfAClosedConnectionIsClosed() throws SQLException {
    Connection connection = Urls.open("jdbc:icsqlite::memory:");
    Statement statement = connection.createStatement();
    PreparedStatement prepared = connection.prepareStatement("SELECT 1 UNION ALL SELECT 2");
    ResultSet rows = prepared.executeQuery();
    assertTrue(rows.next());
    DatabaseMetaData metadata = connection.getMetaData();
    connection.close();
    connection.close();
    assertTrue(connection.isClosed());
    SQLException closed = assertThrows(SQLException.class, connection::createStatement);
    assertEquals("08003", closed.getSQLState());
    assertEquals("08003", assertThrows(SQLException.class, connection::commit).getSQLState());
    for (Executable use :
        List.<Executable>of(
            () -> statement.execute("SELECT 1"),
            () -> statement.getMoreResults(),
            statement::cancel,
            rows::next,
            () -> rows.getInt(1),
            prepared::executeQuery,
            () -> prepared.setInt(1, 1),
            prepared::addBatch,
            connection::getAutoCommit,
            () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE),
            () -> metadata.getTables(null, null, null, null),
            () -> connection.prepareStatement("SELECT 1"))) {
      assertEquals("08003", assertThrows(SQLException.class, use).getSQLState());
    }
    rows.close();
    statement.close();
    prepared.close();
    assertFalse(connection.isValid(1));
  }

  @Test
  void aClosedStatementSaysSo() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      Statement statement = connection.createStatement();
      statement.close();
      PreparedStatement prepared = connection.prepareStatement("SELECT ?");
      assertEquals(
          "07009", assertThrows(SQLException.class, () -> prepared.setInt(2, 1)).getSQLState());
      prepared.close();
      for (Executable use :
          List.<Executable>of(
              () -> statement.execute("SELECT 1"),
              prepared::executeQuery,
              () -> prepared.setInt(1, 1))) {
        assertEquals("HY010", assertThrows(SQLException.class, use).getSQLState());
      }
      assertTrue(connection.isValid(1));
    }
  }

  @Test
  void anAbortedConnectionIsClosedAndFreesTheWriteLock() throws SQLException {
    String url = Urls.fresh() + "?busy_timeout=0";
    try (Connection survivor = Urls.open(url)) {
      Urls.exec(survivor, "CREATE TABLE t(x)");
      Connection aborted = Urls.open(url);
      aborted.setAutoCommit(false);
      Urls.exec(aborted, "INSERT INTO t VALUES(1)");
      aborted.abort(Runnable::run);
      assertTrue(aborted.isClosed());
      Urls.exec(survivor, "INSERT INTO t VALUES(2)");
      assertEquals(1, Urls.number(survivor, "SELECT count(*) FROM t"));
    }
  }

  @Test
  void closingBesideMetadataCallsDoesNotHang() throws Exception {
    for (int round = 0; round < 30; round++) {
      Connection connection = Urls.open("jdbc:icsqlite::memory:");
      DatabaseMetaData metadata = connection.getMetaData();
      CountDownLatch started = new CountDownLatch(1);
      Thread reading =
          new Thread(
              () -> {
                started.countDown();
                try {
                  while (true) {
                    metadata.getTables(null, null, null, null).close();
                  }
                } catch (SQLException closed) {
                  // That is how it ends.
                }
              });
      reading.setDaemon(true);
      reading.start();
      started.await();
      connection.close();
      reading.join(60_000);
      assertFalse(reading.isAlive(), "round " + round);
    }
  }

  @Test
  void nobodyElseReachesADatabaseThroughThePathOfItsMount() throws SQLException {
    try (Connection victim = Urls.open("jdbc:icsqlite::memory:");
        Connection other = Urls.open("jdbc:icsqlite::memory:")) {
      Urls.exec(victim, "CREATE TABLE t(x)");
      NativeLibrary library = NativeLibrary.get();
      for (String path : library.vfs().mountedPaths()) {
        String file = "file:" + path + "?vfs=" + library.vfsName();
        assertThrows(
            SQLException.class, () -> DriverManager.getConnection("jdbc:sqlite:" + file).close());
        assertThrows(SQLException.class, () -> Urls.exec(other, "backup to '" + file + "'"));
      }
      assertEquals(1, Urls.number(victim, "SELECT count(*) FROM sqlite_schema"));
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(other, "restore from 'x.db'"));
      assertEquals("0A000", refused.getSQLState());
    }
  }

  @Test
  void aSharedMemoryLivesAsLongAsAConnectionAndAPrivateOneIsPrivate() throws SQLException {
    String url = Urls.fresh();
    try (Connection first = Urls.open(url)) {
      Urls.exec(first, "CREATE TABLE t(x)");
      try (Connection second = Urls.open(url)) {
        assertEquals(1, Urls.number(second, "SELECT count(*) FROM sqlite_schema"));
      }
    }
    try (Connection later = Urls.open(url);
        Connection alone = Urls.open("jdbc:icsqlite::memory:");
        Connection other = Urls.open("jdbc:icsqlite::memory:")) {
      assertEquals(0, Urls.number(later, "SELECT count(*) FROM sqlite_schema"));
      Urls.exec(alone, "CREATE TABLE t(x)");
      assertEquals(0, Urls.number(other, "SELECT count(*) FROM sqlite_schema"));
    }
  }

  @Test
  void onePathOrLinkIsOneEngineAndAQueryConnectionIsUpgraded() throws Exception {
    Path file = directory.resolve("stable_memory.bin");
    try (Connection create = Urls.open(Urls.of(file))) {
      Urls.exec(create, "CREATE TABLE t(x)");
    }
    Path link = Files.createSymbolicLink(directory.resolve("link.bin"), file);
    int before = Engines.open();
    try (Connection query = Urls.open(Urls.of(file) + "?mode=query");
        Connection update = Urls.open(Urls.of(link))) {
      assertEquals(before + 1, Engines.open());
      Urls.exec(update, "INSERT INTO t VALUES(1)");
      assertEquals(1, Urls.number(query, "SELECT count(*) FROM t"));
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.exec(query, "INSERT INTO t VALUES(2)"));
      assertEquals("25006", refused.getSQLState());
    }
    assertEquals(before, Engines.open());
  }

  @Test
  void aFileThatIsNotOursKeepsEveryByteAndItsTime() throws Exception {
    Path file = directory.resolve("text.bin");
    Files.writeString(file, "x".repeat(65536));
    var modified = Files.getLastModifiedTime(file);
    for (String mode : new String[] {"query", "update"}) {
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.open(Urls.of(file) + "?mode=" + mode));
      assertEquals("08001", refused.getSQLState());
      assertTrue(refused.getMessage().contains(file.toString()), refused.getMessage());
      assertEquals(
          StableMemoryException.Kind.NON_MEMORY_MANAGER_LAYOUT,
          assertInstanceOf(StableMemoryException.class, refused.getCause()).kind());
    }
    assertEquals("x".repeat(65536), Files.readString(file));
    assertEquals(modified, Files.getLastModifiedTime(file));
  }

  @ParameterizedTest
  @ValueSource(ints = {4096, 65536})
  void aPlainSqliteFileIsRefusedWithTheDriverThatOpensIt(int pageSize) throws Exception {
    Path file = directory.resolve("plain.db");
    try (Connection plain = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      Urls.exec(plain, "PRAGMA page_size=" + pageSize, "CREATE TABLE t(x)");
    }
    byte[] before = Files.readAllBytes(file);
    for (String mode : new String[] {"query", "update"}) {
      SQLException refused =
          assertThrows(SQLException.class, () -> Urls.open(Urls.of(file) + "?mode=" + mode));
      assertEquals("08001", refused.getSQLState());
      assertTrue(
          refused
              .getMessage()
              .endsWith(
                  "; it is a plain SQLite database, no stable memory; sqlite-jdbc opens it as"
                      + " jdbc:sqlite:"
                      + file),
          refused.getMessage());
    }
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void tenThousandTimesOpenQueryCloseLeavesNothingBehind() throws Exception {
    Path file = directory.resolve("stable_memory.bin");
    String url = Urls.of(file);
    try (Connection connection = Urls.open(url)) {
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(1)");
    }
    rounds(url, 2000);
    NativeLibrary library = NativeLibrary.get();
    int mounts = library.vfs().mounts();
    int engines = Engines.open();
    long descriptors = descriptors();
    long files = temporaryFiles();
    long[] growth = new long[5];
    long[] javaGrowth = new long[growth.length];
    for (int batch = 0; batch < growth.length; batch++) {
      long allocated = NativeHeap.bytesInUse();
      long used = javaHeapInUse();
      rounds(url, 2000);
      growth[batch] = NativeHeap.bytesInUse() - allocated;
      javaGrowth[batch] = javaHeapInUse() - used;
    }

    assertEquals(mounts, library.vfs().mounts());
    assertEquals(0, SqliteNative.instance().privateFiles(library.vfsName()));
    assertEquals(engines, Engines.open());
    assertTrue(descriptors() <= descriptors + 3, descriptors + " to " + descriptors());
    // Other test JVMs use the directory too, but leave not one file for each hundred rounds.
    assertTrue(temporaryFiles() < files + 100, files + " to " + temporaryFiles());
    // A leak grows in every batch; the virtual machine's own memory does not.
    assertTrue(
        Arrays.stream(growth).min().orElseThrow() < 2000 * 500,
        "the native heap grew by " + Arrays.toString(growth) + " bytes in 2000 rounds each");
    assertTrue(
        Arrays.stream(javaGrowth).min().orElseThrow() < 2000 * 100,
        "the Java heap grew by " + Arrays.toString(javaGrowth) + " bytes in 2000 rounds each");
  }

  private static void rounds(String url, int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      try (Connection connection = Urls.open(i % 2 == 0 ? url : url + "?mode=query");
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT x FROM t")) {
        rows.next();
        assertEquals(1, rows.getInt(1));
      }
    }
  }

  private static long javaHeapInUse() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static long descriptors() {
    String[] open = new File("/proc/self/fd").list();
    return open == null ? 0 : open.length;
  }

  private static long temporaryFiles() {
    String[] files = new File(System.getProperty("java.io.tmpdir")).list();
    return files == null ? 0 : files.length;
  }

  @Test
  void whatAConnectionIsNoWrapperForIsAnSqlException() throws SQLException {
    try (Connection connection = Urls.open("jdbc:icsqlite::memory:")) {
      assertFalse(connection.isWrapperFor(String.class));
      assertEquals(
          "HY000",
          assertThrows(SQLException.class, () -> connection.unwrap(String.class)).getSQLState());
    }
  }

  @Test
  void deserializeIsRefusedAndSerializeWorks() throws SQLException {
    try (IcSqliteConnection connection = (IcSqliteConnection) Urls.open("jdbc:icsqlite:")) {
      Urls.exec(connection, "CREATE TABLE t(x)", "INSERT INTO t VALUES(7)");
      byte[] database = connection.serialize("main");
      assertEquals("SQLite format 3", new String(database, 0, 15, StandardCharsets.US_ASCII));
      assertEquals(
          "0A000",
          assertThrows(SQLException.class, () -> connection.deserialize("main", database))
              .getSQLState());
      assertEquals(7, Urls.number(connection, "SELECT x FROM t"));
    }
  }
}
