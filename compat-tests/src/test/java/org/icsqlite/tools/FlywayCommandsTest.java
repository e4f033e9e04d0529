package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.icsqlite.migrations.Migration;
import org.icsqlite.migrations.MigrationHistory;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Flyway's commands do to a database in stable memory. */
class FlywayCommandsTest {

  private static final String TABLES =
      "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name";
  private static final List<String> HISTORY_TABLE =
      List.of("flyway_schema_history", "flyway_schema_history_s_idx");

  @TempDir Path directory;
  private Path memory;
  private Path scripts;

  @BeforeEach
  void place() throws IOException {
    memory = directory.resolve("m.bin");
    scripts = Files.createDirectory(directory.resolve("scripts"));
  }

  private String url() {
    return "jdbc:icsqlite:" + memory;
  }

  private void script(String name, String sql) throws IOException {
    Files.writeString(scripts.resolve(name), sql);
  }

  private FluentConfiguration configuration() {
    return Flyway.configure()
        .locations("filesystem:" + scripts)
        .cleanDisabled(false)
        .dataSource(url(), null, null);
  }

  private Flyway flyway() {
    return configuration().load();
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private List<String> values(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    }
  }

  private List<String> states() {
    return Stream.of(flyway().info().all())
        .map(info -> info.getVersion() + " " + info.getState().name())
        .toList();
  }

  @Test
  void aFailedMigrationLeavesNothingAndTheNextRunGoesOn() throws Exception {
    script("V1__one.sql", "CREATE TABLE one(a);");
    script(
        "V2__two.sql",
        """
        CREATE TABLE two(a);
        ALTER TABLE one ADD COLUMN b;
        INSERT INTO one VALUES (1, 2);
        CREATE VIRTUAL TABLE words USING fts5(w);
        DROP TABLE absent;
        """);
    FlywayException failure = assertThrows(FlywayException.class, () -> flyway().migrate());
    assertTrue(failure.getMessage().contains("no such table: absent"), failure::getMessage);
    assertTrue(failure.getMessage().contains("Line       : 5"), failure::getMessage);
    assertEquals(
        List.of("flyway_schema_history", "flyway_schema_history_s_idx", "one"), values(TABLES));
    assertEquals(List.of("a"), values("SELECT name FROM pragma_table_info('one')"));
    assertEquals(List.of("1 SUCCESS", "2 PENDING"), states());

    script("V2__two.sql", "CREATE TABLE two(a);");
    assertEquals(1, flyway().migrate().migrationsExecuted);
    assertEquals(List.of("1 SUCCESS", "2 SUCCESS"), states());
  }

  @Test
  void aGroupIsOneTransaction() throws Exception {
    script("V1__one.sql", "CREATE TABLE one(a);");
    script("V2__two.sql", "CREATE TABLE two(a); CREATE TABLE one(a);");
    Flyway flyway = configuration().group(true).load();
    assertThrows(FlywayException.class, flyway::migrate);
    assertEquals(HISTORY_TABLE, values(TABLES));
    script("V2__two.sql", "CREATE TABLE two(a);");
    assertEquals(2, flyway.migrate().migrationsExecuted);
  }

  @Test
  void aChangedScriptFailsValidationUntilRepaired() throws Exception {
    script("V1__one.sql", "CREATE TABLE one(a);");
    flyway().migrate();
    script("V1__one.sql", "CREATE TABLE one(a, b);");
    FlywayException failure = assertThrows(FlywayException.class, () -> flyway().migrate());
    assertTrue(failure.getMessage().contains("checksum mismatch"), failure::getMessage);
    assertFalse(flyway().validateWithResult().validationSuccessful);
    assertEquals(1, flyway().repair().migrationsAligned.size());
    flyway().validate();
    assertEquals(0, flyway().migrate().migrationsExecuted);
  }

  @Test
  void whatFailsOutsideATransactionIsRecordedAndRepaired() throws Exception {
    script("V1__one.sql", "CREATE TABLE one(a); CREATE TABLE one(a);");
    script("V1__one.sql.conf", "executeInTransaction=false");
    assertThrows(FlywayException.class, () -> flyway().migrate());
    assertEquals(List.of("1 FAILED"), states());
    assertEquals(List.of("0"), values("SELECT success FROM flyway_schema_history"));
    run("DROP TABLE one");
    script("V1__one.sql", "CREATE TABLE one(a);");
    assertEquals(1, flyway().repair().migrationsRemoved.size());
    assertEquals(1, flyway().migrate().migrationsExecuted);
  }

  @Test
  void vacuumNeedsNoSetting() throws Exception {
    script("V1__fill.sql", "CREATE TABLE t(b); INSERT INTO t VALUES (zeroblob(1000000));");
    script("V2__empty.sql", "DELETE FROM t;");
    flyway().migrate();
    List<String> pages = values("PRAGMA page_count");
    script("V3__compact.sql", "VACUUM;");
    assertEquals(1, flyway().migrate().migrationsExecuted);
    assertTrue(
        Integer.parseInt(values("PRAGMA page_count").get(0)) + 50 < Integer.parseInt(pages.get(0)));
    assertEquals(List.of("1 SUCCESS", "2 SUCCESS", "3 SUCCESS"), states());
  }

  @Test
  void aDatabaseThatIsInUseIsTakenOverByABaseline() throws Exception {
    run("CREATE TABLE old(a)");
    script("V1__old.sql", "CREATE TABLE old(a);");
    script("V2__new.sql", "CREATE TABLE new(a);");
    FlywayException failure = assertThrows(FlywayException.class, () -> flyway().migrate());
    assertTrue(failure.getMessage().contains("non-empty schema"), failure::getMessage);
    assertEquals(List.of("old"), values(TABLES));
    assertTrue(configuration().baselineVersion("1").load().baseline().successfullyBaselined);
    assertEquals(1, flyway().migrate().migrationsExecuted);
    assertEquals(List.of("1 BASELINE_IGNORED", "1 BASELINE", "2 SUCCESS"), states());
  }

  @Test
  void aBaselineOnMigrateIsMadeWithTheTable() throws Exception {
    run("CREATE TABLE old(a)");
    script("V2__new.sql", "CREATE TABLE new(a);");
    Flyway flyway = configuration().baselineOnMigrate(true).baselineVersion("1.5").load();
    assertEquals(1, flyway.migrate().migrationsExecuted);
    assertEquals(List.of("1.5 BASELINE", "2 SUCCESS"), states());
  }

  @Test
  void anOlderVersionIsAppliedWhenOutOfOrderIsAllowed() throws Exception {
    script("V2__two.sql", "CREATE TABLE two(a);");
    flyway().migrate();
    script("V1__one.sql", "CREATE TABLE one(a);");
    assertThrows(FlywayException.class, () -> flyway().migrate());
    assertEquals(1, configuration().outOfOrder(true).load().migrate().migrationsExecuted);
    assertEquals(
        List.of("2", "1"),
        values("SELECT version FROM flyway_schema_history ORDER BY installed_rank"));
  }

  @Test
  void aRepeatableMigrationRunsAgainWhenItChanges() throws Exception {
    script("R__view.sql", "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT 1 AS n;");
    assertEquals(1, flyway().migrate().migrationsExecuted);
    assertEquals(0, flyway().migrate().migrationsExecuted);
    script("R__view.sql", "DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT 2 AS n;");
    assertEquals(1, flyway().migrate().migrationsExecuted);
    assertEquals(List.of("2"), values("SELECT n FROM v"));
    assertEquals(List.of("null SUPERSEDED", "null SUCCESS"), states());
  }

  @Test
  void callbacksAndPlaceholdersWork() throws Exception {
    script("beforeMigrate.sql", "CREATE TABLE IF NOT EXISTS seen(what);");
    script("afterEachMigrate.sql", "INSERT INTO seen VALUES ('each ${flyway:defaultSchema}');");
    script("afterMigrate.sql", "INSERT INTO seen VALUES ('end ${flyway:table}');");
    script("V1__one.sql", "CREATE TABLE ${name}(a);");
    Flyway flyway =
        configuration().placeholders(Map.of("name", "named")).baselineOnMigrate(true).load();
    flyway.migrate();
    assertEquals(
        List.of("each main", "end flyway_schema_history"),
        values("SELECT what FROM seen ORDER BY rowid"));
    assertEquals(List.of("0"), values("SELECT count(*) FROM named"));
  }

  @Test
  void undoIsNotOfferedAndChangesNothing() throws Exception {
    script("V1__one.sql", "CREATE TABLE one(a);");
    script("U1__one.sql", "DROP TABLE one;");
    flyway().migrate();
    FlywayException failure = assertThrows(FlywayException.class, () -> flyway().undo());
    assertTrue(failure.getMessage().toLowerCase(Locale.ROOT).contains("undo"), failure::getMessage);
    assertEquals(List.of("1 SUCCESS"), List.of(states().get(0)));
    assertEquals(List.of("0"), values("SELECT count(*) FROM one"));
  }

  @Test
  void cleanDropsEverythingWhateverItsForeignKeys() throws Exception {
    script(
        "V1__all.sql",
        """
        CREATE TABLE parent(id INTEGER PRIMARY KEY AUTOINCREMENT, "odd ""name" TEXT);
        CREATE TABLE child(
            id INTEGER PRIMARY KEY,
            p NOT NULL REFERENCES parent ON DELETE SET NULL,
            c REFERENCES child);
        CREATE TABLE kept(p REFERENCES parent ON DELETE RESTRICT);
        CREATE TABLE "odd ""table"(a PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO parent VALUES (7, 'x');
        INSERT INTO child VALUES (1, 7, 1);
        INSERT INTO kept VALUES (7);
        CREATE VIRTUAL TABLE words USING fts5(w);
        INSERT INTO words VALUES ('some words');
        CREATE VIEW v AS SELECT * FROM parent;
        CREATE VIEW broken AS SELECT * FROM absent;
        CREATE TRIGGER t AFTER INSERT ON parent BEGIN SELECT 1; END;
        CREATE TRIGGER i INSTEAD OF INSERT ON v BEGIN SELECT 1; END;
        ANALYZE;
        """);
    flyway().migrate();
    flyway().clean();
    assertEquals(List.of(), values(TABLES));
    assertEquals(List.of("0"), values("SELECT count(*) FROM sqlite_sequence"));
    assertEquals(List.of("0"), values("SELECT count(*) FROM sqlite_stat1"));
    assertEquals(List.of("ok"), values("PRAGMA integrity_check"));
    assertEquals(1, flyway().migrate().migrationsExecuted);
  }

  @Test
  void cleanTakesTheRunnersHistoryAlong() throws Exception {
    MigrationRunner runner =
        MigrationRunner.of(MigrationSource.of(Migration.of(1, "kv", "CREATE TABLE kv(k)")));
    try (Connection connection = DriverManager.getConnection(url())) {
      runner.migrate(connection);
    }
    script("V1__one.sql", "CREATE TABLE one(a);");
    FlywayException failure = assertThrows(FlywayException.class, () -> flyway().migrate());
    assertTrue(failure.getMessage().contains("non-empty schema"), failure::getMessage);
    flyway().clean();
    try (Connection connection = DriverManager.getConnection(url())) {
      assertEquals(List.of(), MigrationHistory.read(connection));
      assertFalse(runner.migrate(connection).nothingDone());
    }
  }

  @Test
  void whatIsUpToDateIsNotWrittenTo() throws Exception {
    script("V1__one.sql", "CREATE TABLE one(a);");
    flyway().migrate();
    byte[] before = Files.readAllBytes(memory);
    assertEquals(0, flyway().migrate().migrationsExecuted);
    flyway().validate();
    assertArrayEquals(before, Files.readAllBytes(memory));
  }

  @Test
  void infoAndValidateDoWithAReadOnlyDatabase() throws Exception {
    script("V1__one.sql", "CREATE TABLE one(a);");
    flyway().migrate();
    Flyway readOnly = configuration().dataSource(url() + "?mode=query", null, null).load();
    readOnly.validate();
    MigrationInfo current = readOnly.info().current();
    assertEquals("1", current.getVersion().getVersion());
    assertThrows(FlywayException.class, readOnly::clean);
    assertEquals(3, values(TABLES).size());
  }

  @Test
  void anotherSchemaThanMainIsRefused() throws Exception {
    script("V1__one.sql", "CREATE TABLE one(a);");
    Flyway flyway = configuration().schemas("other").load();
    FlywayException failure = assertThrows(FlywayException.class, flyway::migrate);
    assertTrue(
        failure.getMessage().contains("has the schema main and no other"), failure::getMessage);
    assertEquals(List.of(), values(TABLES));
  }
}
