package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A HikariCP pool over a file. */
class HikariTest {

  private static final int THREADS = 8;
  private static final int ROUNDS = 40;

  @TempDir Path directory;
  private FileDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = new FileDatabase(directory);
    database.run(
        "CREATE TABLE account(id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)",
        "INSERT INTO account VALUES (1, 1000), (2, 0)");
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    database.assertClosed();
  }

  private HikariConfig config(int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setMaximumPoolSize(connections);
    return config;
  }

  private static IcSqliteConnection physical(Connection connection) throws SQLException {
    return connection.unwrap(IcSqliteConnection.class);
  }

  @Test
  void manyThreadsMoveMoneyAndNoneIsLost() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    HikariConfig config = config(4);
    config.addDataSourceProperty("transaction_mode", "immediate");
    try (HikariDataSource pool = new HikariDataSource(config)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        boolean reads = i % 2 == 0;
        running.add(
            threads.submit(
                () -> {
                  for (int round = 0; round < ROUNDS; round++) {
                    if (reads) {
                      assertEquals(1000, sum(pool));
                    } else {
                      move(pool);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> one : running) {
        one.get(2, TimeUnit.MINUTES);
      }
      assertEquals(0, pool.getHikariPoolMXBean().getActiveConnections());
      assertTrue(pool.getHikariPoolMXBean().getTotalConnections() <= 4);
    } finally {
      threads.shutdownNow();
    }
    assertEquals(
        List.of(String.valueOf(1000 - THREADS / 2 * ROUNDS), String.valueOf(THREADS / 2 * ROUNDS)),
        database.column("SELECT balance FROM account ORDER BY id"));
  }

  private static int sum(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement query = connection.prepareStatement("SELECT balance FROM account");
        ResultSet rows = query.executeQuery()) {
      int sum = 0;
      while (rows.next()) {
        sum += rows.getInt(1);
      }
      return sum;
    }
  }

  private static void move(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement update =
            connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
      connection.setAutoCommit(false);
      update.setInt(1, -1);
      update.setInt(2, 1);
      update.addBatch();
      update.setInt(1, 1);
      update.setInt(2, 2);
      update.addBatch();
      update.executeBatch();
      connection.commit();
    }
  }

  @Test
  void aConnectionComesBackAsItWasLent() throws SQLException {
    try (HikariDataSource pool = new HikariDataSource(config(1))) {
      IcSqliteConnection first;
      Statement left;
      try (Connection connection = pool.getConnection()) {
        first = physical(connection);
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        left = connection.createStatement();
        left.execute("DELETE FROM account");
      }
      assertTrue(left.isClosed());
      try (Connection connection = pool.getConnection()) {
        assertSame(first, physical(connection));
        assertTrue(connection.getAutoCommit());
        connection.setReadOnly(true);
        SQLException refused =
            assertThrows(
                SQLException.class,
                () -> {
                  try (Statement statement = connection.createStatement()) {
                    statement.execute("DELETE FROM account");
                  }
                });
        assertEquals("25006", refused.getSQLState());
      }
      try (Connection connection = pool.getConnection();
          Statement statement = connection.createStatement()) {
        assertSame(first, physical(connection));
        assertFalse(connection.isReadOnly());
        assertEquals(Connection.TRANSACTION_SERIALIZABLE, connection.getTransactionIsolation());
        assertEquals(0, connection.getNetworkTimeout());
        assertEquals(1, statement.executeUpdate("UPDATE account SET balance = 5 WHERE id = 2"));
      }
    }
    assertEquals(2, database.number("SELECT count(*) FROM account"));
    assertEquals(5, database.number("SELECT balance FROM account WHERE id = 2"));
  }

  @Test
  void aReadOnlyTransactionMayFollowAWrittenOne() throws SQLException {
    try (HikariDataSource pool = new HikariDataSource(config(1));
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("UPDATE account SET balance = 6");
      connection.commit();
      connection.setReadOnly(true);
      try (ResultSet rows = statement.executeQuery("SELECT balance FROM account")) {
        assertTrue(rows.next());
        assertEquals(6, rows.getInt(1));
      }
      connection.rollback();
    }
  }

  @Test
  void anEvictedConnectionIsClosed() throws SQLException {
    try (HikariDataSource pool = new HikariDataSource(config(1))) {
      Connection connection = pool.getConnection();
      IcSqliteConnection first = physical(connection);
      assertTrue(connection.isValid(1));
      pool.evictConnection(connection);
      connection.close();
      try (Connection next = pool.getConnection()) {
        assertNotSame(first, physical(next));
        assertTrue(next.isValid(1));
      }
      assertTrue(first.isClosed());
    }
  }

  @Test
  void aConnectionThatIsGoneIsReplaced() throws SQLException {
    try (HikariDataSource pool = new HikariDataSource(config(1))) {
      IcSqliteConnection first;
      try (Connection connection = pool.getConnection()) {
        first = physical(connection);
        first.close();
        SQLException failure =
            assertThrows(SQLException.class, () -> connection.prepareStatement("SELECT 1"));
        assertEquals("08003", failure.getSQLState());
      }
      try (Connection next = pool.getConnection()) {
        assertNotSame(first, physical(next));
        assertEquals(1000, sumOf(next));
      }
    }
  }

  private static int sumOf(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT sum(balance) FROM account")) {
      assertTrue(row.next());
      return row.getInt(1);
    }
  }

  @Test
  void thePoolSetsTheDataSourceUpByItsProperties() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setDataSourceClassName(IcSqliteDataSource.class.getName());
    config.addDataSourceProperty("url", database.url());
    config.addDataSourceProperty("memoryId", 7);
    config.addDataSourceProperty("busyTimeout", 123);
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection()) {
      assertEquals(7, physical(connection).image().memoryId());
      assertEquals(123, physical(connection).getBusyTimeout());
    }
  }

  @Test
  void aPoolInQueryModeReadsAndRefusesToWrite() throws SQLException {
    HikariConfig config = config(2);
    config.setJdbcUrl(database.url() + "?mode=query");
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection()) {
      assertEquals(1000, sumOf(connection));
      SQLException refused =
          assertThrows(
              SQLException.class,
              () -> {
                try (Statement statement = connection.createStatement()) {
                  statement.execute("DELETE FROM account");
                }
              });
      assertEquals("25006", refused.getSQLState());
    }
  }

  @Test
  void aReadOnlyPoolOfAWritableFileRefusesToWrite() throws SQLException {
    HikariConfig config = config(1);
    config.setReadOnly(true);
    config.setAutoCommit(false);
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection()) {
      assertTrue(connection.isReadOnly());
      assertFalse(connection.getAutoCommit());
      assertEquals(1000, sumOf(connection));
    }
  }
}
