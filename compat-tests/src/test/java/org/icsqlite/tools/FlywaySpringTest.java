package org.icsqlite.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application of Spring Boot with Flyway, which runs over the pool. */
class FlywaySpringTest {

  @EnableAutoConfiguration
  static class Application {}

  @TempDir Path directory;

  private ConfigurableApplicationContext start(String... settings) {
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setBannerMode(Banner.Mode.OFF);
    application.setRegisterShutdownHook(false);
    application.setLogStartupInfo(false);
    return application.run(
        Stream.concat(
                Stream.of(
                    "spring.datasource.url=jdbc:icsqlite:" + directory.resolve("m.bin"),
                    "spring.flyway.locations=filesystem:" + directory),
                Stream.of(settings))
            .map(setting -> "--" + setting)
            .toArray(String[]::new));
  }

  @Test
  void migrationsRunBeforeTheApplicationUsesTheDatabase() throws IOException {
    Files.writeString(directory.resolve("V1__item.sql"), "CREATE TABLE item(label TEXT);");
    Files.writeString(directory.resolve("V2__first.sql"), "INSERT INTO item VALUES ('${label}');");
    try (ConfigurableApplicationContext context =
        start("spring.flyway.placeholders.label=from Spring")) {
      assertEquals("2", context.getBean(Flyway.class).info().current().getVersion().getVersion());
      assertInstanceOf(
          HikariDataSource.class, context.getBean(Flyway.class).getConfiguration().getDataSource());
      assertEquals(
          "from Spring",
          context
              .getBean(JdbcClient.class)
              .sql("SELECT label FROM item")
              .query(String.class)
              .single());
    }
  }

  @Test
  void aMigrationThatFailsStopsTheStart() throws IOException {
    Files.writeString(
        directory.resolve("V1__item.sql"), "CREATE TABLE item(label TEXT); nonsense;");
    BeanCreationException failure = assertThrows(BeanCreationException.class, this::start);
    assertTrue(failure.getMessage().contains("nonsense"), failure::getMessage);
    Files.writeString(directory.resolve("V1__item.sql"), "CREATE TABLE item(label TEXT);");
    start().close();
  }
}
