package org.icsqlite;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The command line uses the driver, the driver what is below it, and never the other way. */
@AnalyzeClasses(packages = "org.icsqlite", importOptions = DoNotIncludeTests.class)
class DriverLayersTest {

  @ArchTest
  static final ArchRule LAYERS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("org.icsqlite.cli..")
          .layer("jdbc")
          .definedBy("org.icsqlite.jdbc..")
          .layer("budget")
          .definedBy("org.icsqlite.budget..")
          .layer("metadata")
          .definedBy("org.icsqlite.metadata..")
          .layer("result")
          .definedBy("org.icsqlite.result..")
          .layer("row")
          .definedBy("org.icsqlite.row..")
          .layer("value")
          .definedBy("org.icsqlite.value..")
          .layer("error")
          .definedBy("org.icsqlite.error..")
          .layer("sql")
          .definedBy("org.icsqlite.sql..")
          .layer("below")
          .definedBy(
              "org.icsqlite.natives..",
              "org.icsqlite.vfs..",
              "org.icsqlite.image..",
              "org.icsqlite.memory..",
              "org.icsqlite.redo..",
              "org.icsqlite.storage..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("jdbc")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("budget")
          .mayOnlyBeAccessedByLayers("jdbc")
          .whereLayer("metadata")
          .mayOnlyBeAccessedByLayers("jdbc")
          .whereLayer("result")
          .mayOnlyBeAccessedByLayers("budget", "jdbc", "metadata")
          .whereLayer("row")
          .mayOnlyBeAccessedByLayers("jdbc", "metadata", "result")
          .whereLayer("value")
          .mayOnlyBeAccessedByLayers("budget", "jdbc", "metadata", "result", "row")
          .whereLayer("sql")
          .mayOnlyBeAccessedByLayers("cli", "jdbc", "metadata", "result")
          .whereLayer("error")
          .mayOnlyBeAccessedByLayers("budget", "cli", "jdbc", "metadata", "result", "row", "value");

  @ArchTest
  static final ArchRule NO_UNSAFE =
      noClasses().should().dependOnClassesThat().haveFullyQualifiedName("sun.misc.Unsafe");

  @ArchTest
  static final ArchRule LIBRARIES_OF_THE_COMMAND_LINE_STAY_THERE =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.icsqlite.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");
}
