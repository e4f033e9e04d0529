package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The migrations of a small shop, run by Flyway here and on plain SQLite. */
class FlywayAgreementTest {

  private static final String SCHEMA =
      "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid";

  /** All but the time and the duration. */
  private static final String HISTORY =
      "SELECT installed_rank, version, description, type, script, checksum, installed_by, success,"
          + " typeof(installed_on), installed_on GLOB '20??-??-?? ??:??:??.???',"
          + " typeof(execution_time), typeof(success), typeof(checksum)"
          + " FROM flyway_schema_history ORDER BY installed_rank";

  @TempDir Path directory;

  private String ours() {
    return "jdbc:icsqlite:" + directory.resolve("m.bin");
  }

  private String plain() {
    return "jdbc:sqlite:" + directory.resolve("plain.db");
  }

  private static FluentConfiguration shop() {
    return Flyway.configure()
        .locations("classpath:org/icsqlite/tools/shop")
        .placeholders(Map.of("domain", "example.org"))
        .javaMigrations(new FlywayCities());
  }

  private static List<String> rows(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      List<String> read = new ArrayList<>();
      while (rows.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.append(rows.getString(i)).append('|');
        }
        read.add(row.toString());
      }
      return read;
    }
  }

  private void assertSame(String sql) throws SQLException {
    assertEquals(rows(plain(), sql), rows(ours(), sql), sql);
  }

  private static List<String> states(Flyway flyway) {
    List<String> states = new ArrayList<>();
    for (MigrationInfo info : flyway.info().all()) {
      states.add(info.getVersion() + " " + info.getDescription() + " " + info.getState().name());
    }
    return states;
  }

  @Test
  void theSameMigrationsGiveTheSameSchemaDataAndHistory() throws SQLException {
    Flyway here = shop().dataSource(ours(), null, null).load();
    Flyway there = shop().dataSource(plain(), null, null).load();
    assertEquals(states(there), states(here));
    MigrateResult result = here.migrate();
    assertTrue(result.success);
    assertEquals(11, result.migrationsExecuted);
    assertEquals("10.1", result.targetSchemaVersion);
    assertEquals(11, there.migrate().migrationsExecuted);
    here.validate();
    assertEquals(states(there), states(here));

    assertEquals(31, rows(ours(), SCHEMA).size());
    assertSame(SCHEMA);
    List<String> history = rows(ours(), HISTORY);
    assertEquals(11, history.size());
    assertTrue(history.get(6).startsWith("7|7|cities|JDBC|"), history.get(6));
    assertTrue(history.get(10).startsWith("11|null|views|SQL|R__views.sql|"), history.get(10));
    assertSame(HISTORY);
    for (String table :
        List.of("customer", "product", "purchase", "purchase_line", "journal", "revenue")) {
      assertSame("SELECT * FROM " + table);
    }
    assertSame("SELECT place, label, score, hex(raw) FROM ranking");
    assertSame("SELECT rowid FROM product_text WHERE product_text MATCH 'anvils'");
    assertSame("SELECT author, snippet(note, 1, '[', ']', '…', 4) FROM note('che* OR fell')");
    assertEquals(List.of("ok|"), rows(ours(), "PRAGMA integrity_check"));
    assertEquals(List.of("Ada|7744|", "Zo'ë 🚀|594|"), rows(ours(), "SELECT * FROM revenue"));

    assertEquals(0, here.migrate().migrationsExecuted);
    Duration apart =
        Duration.between(
            there.info().current().getInstalledOn().toInstant(),
            here.info().current().getInstalledOn().toInstant());
    assertTrue(apart.abs().compareTo(Duration.ofMinutes(10)) < 0, apart::toString);
  }

  @Test
  void aDataSourceOfTheDriverIsRecognisedAndGivesTheSame() throws SQLException {
    IcSqliteDataSource source = new IcSqliteDataSource();
    source.setUrl(ours());
    Flyway here = shop().dataSource(source).load();
    Flyway there = shop().dataSource(plain(), null, null).load();
    assertEquals(11, here.migrate().migrationsExecuted);
    there.migrate();
    assertSame(SCHEMA);
    assertSame(HISTORY);
  }
}
