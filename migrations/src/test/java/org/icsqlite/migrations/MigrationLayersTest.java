package org.icsqlite.migrations;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The migrations run over any JDBC driver; Spring and Flyway are needed only where they are used.
 */
@AnalyzeClasses(packages = "org.icsqlite", importOptions = DoNotIncludeTests.class)
class MigrationLayersTest {

  @ArchTest
  static final ArchRule JDBC_AND_BOUNCY_CASTLE_ARE_ENOUGH =
      classes()
          .that()
          .resideOutsideOfPackages(
              "org.icsqlite.migrations.spring..", "org.icsqlite.migrations.flyway..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "javax.sql..",
              "org.icsqlite.migrations..",
              "org.icsqlite.sql..",
              // The standalone jar has no more of BouncyCastle than what these need.
              "org.bouncycastle.crypto.digests",
              "org.bouncycastle.crypto.params",
              "org.bouncycastle.crypto.signers",
              "org.bouncycastle.util.io.pem");

  @ArchTest
  static final ArchRule NOTHING_OF_A_DRIVER_IS_USED =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.sqlite..",
              "org.icsqlite.cli..",
              "org.icsqlite.error..",
              "org.icsqlite.image..",
              "org.icsqlite.jdbc..",
              "org.icsqlite.memory..",
              "org.icsqlite.natives..",
              "org.icsqlite.vfs..");

  @ArchTest
  static final ArchRule THE_PLUG_IN_AND_THE_RUNNER_KNOW_NOTHING_OF_EACH_OTHER =
      classes()
          .that()
          .resideInAPackage("org.icsqlite.migrations.flyway..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.flywaydb.core..", "org.icsqlite.migrations.flyway..")
          .andShould()
          .onlyHaveDependentClassesThat()
          .resideInAPackage("org.icsqlite.migrations.flyway..");

  @ArchTest
  static final ArchRule THE_TOKENIZER_KNOWS_THE_JDK_ALONE =
      classes()
          .that()
          .resideInAPackage("org.icsqlite.sql..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java.io..",
              "java.lang..",
              "java.nio.charset..",
              "java.util..",
              "org.icsqlite.sql..");
}
