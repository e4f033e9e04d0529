package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.icsqlite.jdbc.IcSqliteConnection;
import org.icsqlite.jdbc.IcSqliteDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application of Spring Boot that says no more than the URL. */
class SpringBootTest {

  @EnableAutoConfiguration(exclude = FlywayAutoConfiguration.class)
  static class Application {}

  @TempDir Path directory;
  private FileDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = new FileDatabase(directory);
    database.run("CREATE TABLE item(id INTEGER PRIMARY KEY, label TEXT UNIQUE)");
  }

  @AfterEach
  void nothingIsLeftOpen() throws IOException {
    database.assertClosed();
  }

  private ConfigurableApplicationContext start(String... settings) {
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setBannerMode(Banner.Mode.OFF);
    application.setRegisterShutdownHook(false);
    application.setLogStartupInfo(false);
    return application.run(
        Stream.concat(Stream.of("spring.datasource.url=" + database.url()), Stream.of(settings))
            .map(setting -> "--" + setting)
            .toArray(String[]::new));
  }

  @Test
  void theUrlAloneGivesPoolTemplateAndTransactions() throws SQLException {
    try (ConfigurableApplicationContext context = start()) {
      HikariDataSource pool =
          assertInstanceOf(HikariDataSource.class, context.getBean(DataSource.class));
      assertEquals(database.url(), pool.getJdbcUrl());
      JdbcTemplate template = context.getBean(JdbcTemplate.class);
      TransactionTemplate transaction =
          new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
      transaction.executeWithoutResult(
          status -> template.update("INSERT INTO item(label) VALUES ('kept')"));
      assertThrows(
          DuplicateKeyException.class,
          () ->
              transaction.executeWithoutResult(
                  status -> {
                    template.update("INSERT INTO item(label) VALUES ('undone')");
                    template.update("INSERT INTO item(label) VALUES ('kept')");
                  }));
      assertEquals(
          List.of("kept"),
          context
              .getBean(JdbcClient.class)
              .sql("SELECT label FROM item")
              .query(String.class)
              .list());
    }
    assertEquals(List.of("kept"), database.column("SELECT label FROM item"));
  }

  @Test
  void theApplicationMayNameTheDriverClassItself() {
    try (ConfigurableApplicationContext context =
        start("spring.datasource.driver-class-name=org.icsqlite.jdbc.IcSqliteDriver")) {
      assertEquals(
          0,
          context
              .getBean(JdbcTemplate.class)
              .queryForObject("SELECT count(*) FROM item", Integer.class));
    }
  }

  @Test
  void anotherTypeOfDataSourceTakesTheUrlToo() {
    try (ConfigurableApplicationContext context =
        start("spring.datasource.type=" + IcSqliteDataSource.class.getName())) {
      assertInstanceOf(IcSqliteDataSource.class, context.getBean(DataSource.class));
      assertEquals(
          1,
          context
              .getBean(JdbcTemplate.class)
              .update("INSERT INTO item(label) VALUES (?)", "direct"));
    }
  }

  @Test
  void settingsOfThePoolReachTheConnection() throws SQLException {
    try (ConfigurableApplicationContext context =
        start(
            "spring.datasource.hikari.data-source-properties.busy_timeout=77",
            "spring.datasource.hikari.read-only=true",
            "spring.datasource.hikari.maximum-pool-size=1")) {
      DataSource pool = context.getBean(DataSource.class);
      try (var connection = pool.getConnection()) {
        assertTrue(connection.isReadOnly());
        assertEquals(77, connection.unwrap(IcSqliteConnection.class).getBusyTimeout());
      }
    }
  }

  @Test
  void scriptsForTheSchemaRun() throws SQLException {
    try (ConfigurableApplicationContext context =
        start(
            "spring.sql.init.mode=always",
            "spring.sql.init.schema-locations=classpath:org/icsqlite/tools/schema.sql")) {
      assertEquals(
          2,
          context
              .getBean(JdbcTemplate.class)
              .queryForObject("SELECT count(*) FROM scripted", Integer.class));
    }
    assertEquals(2, database.number("SELECT count(*) FROM scripted"));
  }

  /** By the URL Boot knows no icsqlite, by the name of the product it finds SQLite. */
  @Test
  void bootFindsTheProductButNotTheUrl() {
    assertEquals(DatabaseDriver.UNKNOWN, DatabaseDriver.fromJdbcUrl(database.url()));
    assertEquals(DatabaseDriver.SQLITE, DatabaseDriver.fromProductName("SQLite"));
    assertFalse(DatabaseDriver.SQLITE.getDriverClassName().contains("icsqlite"));
  }
}
