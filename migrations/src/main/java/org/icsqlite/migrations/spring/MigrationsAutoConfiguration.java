package org.icsqlite.migrations.spring;

import javax.sql.DataSource;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationRunner;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ResourceLoader;

/**
 * Runs the migrations of a Spring Boot application at its start, before any bean that Spring Boot
 * knows to use the database. A bean of type {@link MigrationRunner} takes the place of the one that
 * the properties describe.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration"
    })
@ConditionalOnClass(DatabaseInitializationDependencyConfigurer.class)
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnProperty(
    prefix = "icsqlite.migrations",
    name = "enabled",
    havingValue = "true",
    matchIfMissing = true)
@EnableConfigurationProperties(MigrationProperties.class)
@Import(DatabaseInitializationDependencyConfigurer.class)
public class MigrationsAutoConfiguration {

  /** What the properties describe, where there is a location. */
  @Bean
  @ConditionalOnMissingBean
  @Conditional(LocationCondition.class)
  MigrationRunner icSqliteMigrationRunner(MigrationProperties properties, ResourceLoader resources)
      throws MigrationException {
    return new ConfiguredRunner(properties, resources).build();
  }

  /** What runs it. */
  @Bean
  @ConditionalOnBean(MigrationRunner.class)
  MigrationInitializer icSqliteMigrationInitializer(MigrationRunner runner, DataSource dataSource) {
    return new MigrationInitializer(runner, dataSource);
  }
}
