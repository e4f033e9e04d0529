package org.icsqlite.spring;

import java.util.Locale;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Names the driver class for a {@code spring.datasource.url} of icsqlite. Spring Boot knows the
 * classes of some databases by the URL and asks for {@code spring.datasource.driver-class-name}
 * with all others; what the application sets there goes first.
 */
public final class DriverClassName implements EnvironmentPostProcessor {

  private static final String URL = "spring.datasource.url";
  private static final String DRIVER = "spring.datasource.driver-class-name";

  /** Used by Spring Boot. */
  public DriverClassName() {}

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    String url = environment.getProperty(URL);
    if (url != null && url.strip().toLowerCase(Locale.ROOT).startsWith("jdbc:icsqlite:")) {
      environment
          .getPropertySources()
          .addLast(
              new MapPropertySource(
                  "icsqlite", Map.of(DRIVER, "org.icsqlite.jdbc.IcSqliteDriver")));
    }
  }
}
