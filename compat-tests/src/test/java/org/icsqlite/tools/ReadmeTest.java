package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import javax.sql.PooledConnection;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.budget.QueryReport;
import org.icsqlite.image.ChecksumProgress;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.icsqlite.jdbc.IcSqliteConnectionPoolDataSource;
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.icsqlite.jdbc.Mode;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.icsqlite.testing.DocumentSnippets;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The Java of the README: it stands here, between the marks, and runs. */
class ReadmeTest {

  private static final Path DOCUMENT = Path.of("../README.md");

  @TempDir Path directory;
  private FileDatabase database;
  private String url;

  @BeforeEach
  void create() throws SQLException {
    database = new FileDatabase(directory);
    url = database.url() + "?memory_id=120"; // as the README has it
    // begin create
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS kv(key TEXT PRIMARY KEY, value TEXT)");
      statement.execute("INSERT OR IGNORE INTO kv VALUES ('answer', '42'), ('greeting', 'hello')");
    }
    // end
  }

  @Test
  void theReadmeShowsWhatRunsHere() throws IOException {
    assertEquals(
        List.of(
            "create",
            "driverManager",
            "dataSource",
            "hikari",
            "poolDataSource",
            "jdbcTemplate",
            "jooq",
            "budget",
            "checksum",
            "migrations",
            "canister"),
        DocumentSnippets.sameAsIn(getClass(), DOCUMENT));
  }

  private void list() throws SQLException {
    // begin driverManager
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT key, value FROM kv ORDER BY key")) {
      while (rows.next()) {
        System.out.println(rows.getString("key") + " = " + rows.getString("value"));
      }
    }
    // end
  }

  @Test
  void driverManager() {
    assertEquals(List.of("answer = 42", "greeting = hello"), printed(this::list));
  }

  @Test
  void dataSource() throws SQLException {
    // begin dataSource
    IcSqliteDataSource source = new IcSqliteDataSource(url);
    source.setBusyTimeout(2000);
    IcSqliteDataSource readers = new IcSqliteDataSource(url);
    readers.setMode(Mode.QUERY);
    // end
    try (Connection connection = source.getConnection();
        Connection reader = readers.getConnection()) {
      assertFalse(connection.isReadOnly());
      assertTrue(reader.isReadOnly());
    }
  }

  @Test
  void hikari() throws SQLException {
    // begin hikari
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.addDataSourceProperty("busy_timeout", "2000");
    try (HikariDataSource pool = new HikariDataSource(config);
        Connection connection = pool.getConnection();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO kv VALUES (?, ?)")) {
      insert.setString(1, "pool");
      insert.setString(2, "HikariCP");
      insert.executeUpdate();
    }
    // end
    assertEquals(List.of("HikariCP"), database.column("SELECT value FROM kv WHERE key = 'pool'"));
  }

  @Test
  void poolDataSource() throws SQLException {
    // begin poolDataSource
    PooledConnection pooled = new IcSqliteConnectionPoolDataSource(url).getPooledConnection();
    try (Connection handle = pooled.getConnection()) {
      handle.setAutoCommit(false); // the next handle commits by itself again
    }
    // end
    try (Connection next = pooled.getConnection()) {
      assertTrue(next.getAutoCommit());
    }
    pooled.close();
  }

  @Test
  void jdbcTemplate() throws SQLException {
    DataSource source = new IcSqliteDataSource(url);
    // begin jdbcTemplate
    JdbcTemplate template = new JdbcTemplate(source);
    TransactionTemplate transaction =
        new TransactionTemplate(new DataSourceTransactionManager(source));
    transaction.executeWithoutResult(
        status -> template.update("INSERT INTO kv VALUES (?, ?)", "spring", "JdbcTemplate"));
    // end
    assertEquals(
        List.of("JdbcTemplate"), database.column("SELECT value FROM kv WHERE key = 'spring'"));
  }

  @Test
  void jooq() throws SQLException {
    DataSource source = new IcSqliteDataSource(url);
    // begin jooq
    DSLContext jooq = DSL.using(source, SQLDialect.SQLITE);
    String value =
        jooq.select(DSL.field("value", String.class))
            .from("kv")
            .where(DSL.field("key").eq("greeting"))
            .fetchSingle()
            .value1();
    // end
    assertEquals("hello", value);
    assertFalse(jooq.meta().getTables("kv").isEmpty());
  }

  /** What a part of the test prints. */
  private static List<String> printed(Executable part) {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertDoesNotThrow(part);
    } finally {
      System.setOut(console);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private void budget() throws SQLException {
    // begin budget
    try (Connection connection = DriverManager.getConnection(url + "&query_timeout=2000")) {
      IcSqliteConnection database = connection.unwrap(IcSqliteConnection.class);
      QueryBudget budget = QueryBudget.builder().maxRows(100).maxVmSteps(1_000_000).build();
      QueryReport<String> report =
          database.query("SELECT value FROM kv ORDER BY key", budget, row -> row.getString(1));
      System.out.println(report.rows() + ", " + report.metrics().payloadBytes() + " bytes");
    }
    // end
  }

  @Test
  void aBudget() {
    assertEquals(List.of("[42, hello], 7 bytes"), printed(this::budget));
  }

  private void canister() throws SQLException {
    // begin canister
    String canister = url + "&profile=canister&random_seed=1&clock=1700000000000";
    try (Connection connection = DriverManager.getConnection(canister);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT datetime('now'), random()")) {
      row.next();
      System.out.println(row.getString(1) + " " + row.getLong(2));
    }
    // end
  }

  @Test
  void theCanisterProfile() {
    List<String> first = printed(this::canister);
    assertTrue(first.get(0).startsWith("2023-11-14 22:13:20 "), first.get(0));
    assertEquals(first, printed(this::canister));
  }

  private void checksum() throws SQLException {
    // begin checksum
    try (Connection connection = DriverManager.getConnection(url)) {
      IcSqliteConnection database = connection.unwrap(IcSqliteConnection.class);
      ChecksumProgress progress;
      do {
        progress = database.refreshChecksumChunk(16 << 20);
        System.out.println(progress.scannedBytes() + " of " + progress.databaseBytes() + " bytes");
      } while (!progress.complete());
      System.out.println(database.verifyChecksum().outcome());
    }
    // end
  }

  @Test
  void aChecksum() {
    assertEquals(List.of("49152 of 49152 bytes", "MATCH"), printed(this::checksum));
  }

  @Test
  void migrations() throws SQLException, IOException {
    Path directory = Files.createDirectory(this.directory.resolve("migrations"));
    Files.writeString(directory.resolve("V1__more.sql"), "INSERT INTO kv VALUES ('more', '1')");
    // begin migrations
    try (Connection connection = DriverManager.getConnection(url)) {
      MigrationRunner.of(MigrationSource.directory(directory)).migrate(connection);
    }
    // end
    assertEquals(List.of("1"), database.column("SELECT value FROM kv WHERE key = 'more'"));
  }
}
