package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;
import org.icsqlite.migrations.ManifestPrivateKey;
import org.icsqlite.migrations.ManifestPublicKey;
import org.icsqlite.migrations.ManifestSigner;
import org.icsqlite.migrations.Migration;
import org.icsqlite.migrations.MigrationHistory;
import org.icsqlite.migrations.MigrationReport;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.icsqlite.migrations.SignedManifest;
import org.icsqlite.testing.DocumentSnippets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The Java of docs/migrations.md: it stands here, between the marks, and runs. */
class MigrationDocumentTest {

  private static final Path DOCUMENT = Path.of("../docs/migrations.md");

  @TempDir Path temporary;
  private String url;

  @BeforeEach
  void place() {
    url = "jdbc:icsqlite:" + temporary.resolve("m.bin") + "?create=true";
  }

  @Test
  void theDocumentShowsWhatRunsHere() throws IOException {
    assertEquals(6, DocumentSnippets.sameAsIn(getClass(), DOCUMENT).size());
  }

  private int recorded() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url)) {
      return MigrationHistory.read(connection).size();
    }
  }

  @Test
  void code() throws SQLException {
    // begin code
    MigrationRunner runner =
        MigrationRunner.of(
            MigrationSource.of(
                Migration.of(1, "create_kv", "CREATE TABLE kv(k TEXT PRIMARY KEY, v TEXT)"),
                Migration.of(2, "fill", "INSERT INTO kv VALUES('greeting', 'hello')")));
    try (Connection connection = DriverManager.getConnection(url)) {
      MigrationReport report = runner.migrate(connection);
      for (MigrationReport.Applied applied : report.applied()) {
        System.out.println(applied.migration().origin() + " took " + applied.elapsed());
      }
    }
    // end
    assertEquals(2, recorded());
  }

  private Path scripts() throws IOException {
    Path scripts = Files.createDirectory(temporary.resolve("scripts"));
    Files.writeString(scripts.resolve("V1__create_kv.sql"), "CREATE TABLE kv(k, v)");
    return scripts;
  }

  @Test
  void files() throws SQLException, IOException {
    String directory = scripts().toString();
    // begin files
    MigrationRunner runner = MigrationRunner.of(MigrationSource.directory(Path.of(directory)));
    try (Connection connection = DriverManager.getConnection(url)) {
      runner.migrate(connection);
    }
    // end
    assertEquals(1, recorded());
  }

  @Test
  void adopt() throws SQLException, IOException {
    MigrationSource source = MigrationSource.directory(scripts());
    try (Connection connection = DriverManager.getConnection(url)) {
      MigrationRunner.of(source).migrate(connection);
      try (var statement = connection.createStatement()) {
        statement.execute("DELETE FROM __ic_sqlite_migration_checksums");
      }
      // begin adopt
      MigrationReport report = MigrationRunner.of(source).adopt(connection);
      System.out.println("adopted: " + report.adopted());
      // end
      assertFalse(report.nothingDone());
      assertTrue(MigrationHistory.read(connection).get(0).checksum().isPresent());
    }
  }

  @Test
  void manifest() throws SQLException, IOException {
    Path directory = scripts();
    Path privateKeyFile = temporary.resolve("key");
    Path publicKeyFile = temporary.resolve("key.pub");
    ManifestPrivateKey made = ManifestPrivateKey.generate();
    Files.writeString(privateKeyFile, made.pem());
    Files.writeString(publicKeyFile, made.publicKey().pem());
    sign(privateKeyFile, directory);
    try (Connection connection = DriverManager.getConnection(url)) {
      // begin manifest
      MigrationRunner runner =
          MigrationRunner.builder()
              .source(MigrationSource.directory(directory))
              .publicKey(ManifestPublicKey.read(publicKeyFile))
              .manifest(Files.readAllBytes(directory.resolve(SignedManifest.FILE_NAME)))
              .build();
      runner.migrate(connection);
      // end
    }
    assertEquals(1, recorded());
  }

  /** The properties of the page, with a place of the test's and the folder on its class path. */
  private String[] springProperties() throws IOException {
    Matcher block =
        Pattern.compile("```properties\n(.*?)```\n", Pattern.DOTALL)
            .matcher(Files.readString(DOCUMENT));
    assertTrue(block.find());
    return block
        .group(1)
        .lines()
        .map(line -> "--" + line.replace("/data/stable_memory.bin", temporary + "/m.bin"))
        .toArray(String[]::new);
  }

  @EnableAutoConfiguration(exclude = FlywayAutoConfiguration.class)
  static class Application {}

  @Test
  void springBoot() throws SQLException, IOException {
    Path folder = Files.createDirectories(temporary.resolve("classes/db/migrations"));
    Files.writeString(folder.resolve("V1__create_kv.sql"), "CREATE TABLE kv(k, v)");
    String[] properties = springProperties();
    assertEquals(2, properties.length);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader classes =
        new URLClassLoader(new URL[] {temporary.resolve("classes").toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(classes);
      SpringApplication application = new SpringApplication(Application.class);
      application.setWebApplicationType(WebApplicationType.NONE);
      application.setBannerMode(Banner.Mode.OFF);
      application.setRegisterShutdownHook(false);
      application.setLogStartupInfo(false);
      try (ConfigurableApplicationContext context = application.run(properties)) {
        assertEquals(
            0, context.getBean(JdbcTemplate.class).queryForList("SELECT * FROM kv").size());
      }
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    assertEquals(1, recorded());
  }

  @Test
  void flyway() throws IOException {
    Path directory = scripts();
    // begin flyway
    Flyway flyway =
        Flyway.configure().dataSource(url, null, null).locations("filesystem:" + directory).load();
    MigrateResult result = flyway.migrate();
    System.out.println(
        result.migrationsExecuted + " applied, now at " + result.targetSchemaVersion);
    // end
    assertEquals(1, result.migrationsExecuted);
    assertEquals("1", flyway.info().current().getVersion().getVersion());
  }

  private static void sign(Path privateKeyFile, Path directory) throws SQLException, IOException {
    // begin sign
    ManifestPrivateKey key = ManifestPrivateKey.read(privateKeyFile);
    byte[] manifest = new ManifestSigner(key).sign(MigrationSource.directory(directory).load());
    Files.write(directory.resolve(SignedManifest.FILE_NAME), manifest);
    // end
  }
}
