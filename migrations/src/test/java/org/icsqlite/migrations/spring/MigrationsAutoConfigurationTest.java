package org.icsqlite.migrations.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.icsqlite.migrations.ManifestPrivateKey;
import org.icsqlite.migrations.ManifestSigner;
import org.icsqlite.migrations.Migration;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

class MigrationsAutoConfigurationTest {

  @TempDir Path directory;
  private Path scripts;
  private ApplicationContextRunner contexts;

  @BeforeEach
  void scripts() throws IOException {
    scripts = Files.createDirectory(directory.resolve("scripts"));
    Files.writeString(scripts.resolve("V1__create_kv.sql"), "CREATE TABLE kv(k PRIMARY KEY, v)");
    Files.writeString(scripts.resolve("V2__fill.sql"), "INSERT INTO kv VALUES('a', 1)");
    contexts =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    MigrationsAutoConfiguration.class))
            .withPropertyValues(
                "spring.datasource.url=jdbc:sqlite:" + directory.resolve("app.db"),
                "spring.datasource.type=org.springframework.jdbc.datasource.SimpleDriverDataSource");
  }

  private void run(Consumer<AssertableApplicationContext> check, String... properties) {
    contexts.withPropertyValues(properties).run(check::accept);
  }

  private String locations() {
    return "icsqlite.migrations.locations=" + scripts;
  }

  private static Throwable failure(AssertableApplicationContext context) {
    Throwable cause = context.getStartupFailure();
    assertNotNull(cause, "the context started");
    while (cause.getCause() != null && !(cause instanceof MigrationException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Both ways in which a bean can be known to use the database. */
  @Configuration(proxyBeanMethods = false)
  static class Readers {

    record Early(List<Integer> values) {}

    @Bean
    Early aaaReadsThroughTheTemplate(JdbcTemplate template) {
      return new Early(template.queryForList("SELECT v FROM kv", Integer.class));
    }

    @Bean
    @DependsOnDatabaseInitialization
    Early aaaReadsByItself(DataSource dataSource) {
      return new Early(
          new JdbcTemplate(dataSource).queryForList("SELECT v FROM kv", Integer.class));
    }
  }

  @Test
  void migrationsRunBeforeTheBeansThatReadTheDatabase() {
    contexts = contexts.withUserConfiguration(Readers.class);
    run(
        context -> {
          assertEquals(2, context.getBean(MigrationInitializer.class).report().applied().size());
          for (Readers.Early early : context.getBeansOfType(Readers.Early.class).values()) {
            assertEquals(List.of(1), early.values());
          }
        },
        locations());
    run(
        context -> assertTrue(context.getBean(MigrationInitializer.class).report().nothingDone()),
        "icsqlite.migrations.locations[0]=file:" + scripts);
  }

  @Test
  void theAutoConfigurationIsRegistered() throws IOException {
    String imports =
        "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";
    try (var in = MigrationProperties.class.getClassLoader().getResourceAsStream(imports)) {
      assertNotNull(in);
    }
    assertTrue(
        new String(
                MigrationProperties.class.getResourceAsStream("/" + imports).readAllBytes(),
                java.nio.charset.StandardCharsets.UTF_8)
            .contains(MigrationsAutoConfiguration.class.getName()));
  }

  @Test
  void withoutALocationNothingHappens() {
    run(
        context -> {
          assertFalse(context.containsBean("icSqliteMigrationRunner"));
          assertEquals(0, context.getBeansOfType(MigrationInitializer.class).size());
        });
  }

  @Test
  void aLocationThatIsMissingStopsTheStart() {
    run(
        context ->
            assertEquals(
                directory.resolve("none") + " does not exist", failure(context).getMessage()),
        "icsqlite.migrations.locations=" + directory.resolve("none"));
  }

  @Test
  void enabledFalseRunsNothing() {
    run(
        context -> assertEquals(0, context.getBeansOfType(MigrationRunner.class).size()),
        locations(),
        "icsqlite.migrations.enabled=false");
  }

  @Test
  void aChangedFileStopsTheStart() throws IOException {
    run(context -> assertNotNull(context.getBean(MigrationInitializer.class)), locations());
    Files.writeString(scripts.resolve("V2__fill.sql"), "INSERT INTO kv VALUES('a', 2)");
    run(
        context -> {
          MigrationException thrown = assertInstanceOf(MigrationException.class, failure(context));
          assertEquals(MigrationException.Kind.CHECKSUM_MISMATCH, thrown.kind());
        },
        locations());
  }

  @Test
  void aRunnerOfTheApplicationsOwnTakesTheOthersPlace() {
    contexts =
        contexts.withBean(
            MigrationRunner.class,
            () -> {
              try {
                return MigrationRunner.of(
                    MigrationSource.of(Migration.of(7, "own", "CREATE TABLE own(a)")));
              } catch (MigrationException e) {
                throw new IllegalStateException(e);
              }
            });
    run(
        context ->
            assertEquals(
                7,
                context
                    .getBean(MigrationInitializer.class)
                    .report()
                    .applied()
                    .get(0)
                    .migration()
                    .version()));
  }

  @Test
  void aPublicKeyAsksForASignedManifest() throws Exception {
    ManifestPrivateKey key = ManifestPrivateKey.generate();
    Path publicKey = Files.writeString(directory.resolve("key.pub"), key.publicKey().pem());
    String keyProperty = "icsqlite.migrations.public-key=" + publicKey;
    run(
        context -> assertTrue(failure(context).getMessage().contains("migrations.manifest")),
        locations(),
        keyProperty);
    Files.write(
        scripts.resolve("migrations.manifest"),
        new ManifestSigner(key).sign(MigrationSource.directory(scripts).load()));
    run(
        context ->
            assertEquals(2, context.getBean(MigrationInitializer.class).report().applied().size()),
        locations(),
        keyProperty);
    Files.writeString(scripts.resolve("V3__more.sql"), "DROP TABLE kv");
    run(
        context -> {
          MigrationException thrown = assertInstanceOf(MigrationException.class, failure(context));
          assertEquals(MigrationException.Kind.MANIFEST_LIST_DIFFERS, thrown.kind());
        },
        locations(),
        "icsqlite.migrations.manifest=" + scripts.resolve("migrations.manifest"),
        "icsqlite.migrations.public-key=" + key.publicKey().pem());
  }

  @Test
  void adoptGivesAnOldHistoryItsChecksums() {
    run(
        context -> {
          JdbcTemplate template = context.getBean(JdbcTemplate.class);
          template.execute("DELETE FROM __ic_sqlite_migration_checksums");
        },
        locations());
    run(
        context ->
            assertEquals(
                List.of(1L, 2L), context.getBean(MigrationInitializer.class).report().adopted()),
        locations(),
        "icsqlite.migrations.adopt=true");
  }
}
