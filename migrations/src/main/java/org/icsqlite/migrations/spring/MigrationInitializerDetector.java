package org.icsqlite.migrations.spring;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;

/** Tells Spring Boot that beans which use the database wait for the migrations. */
public final class MigrationInitializerDetector
    extends AbstractBeansOfTypeDatabaseInitializerDetector {

  @Override
  protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
    return Set.of(MigrationInitializer.class);
  }
}
