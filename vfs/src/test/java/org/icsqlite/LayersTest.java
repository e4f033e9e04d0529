package org.icsqlite;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayersTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.icsqlite");

  @Test
  void aLowerLayerNeverUsesAHigherOne() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("storage")
        .definedBy("org.icsqlite.storage..")
        .layer("redo")
        .definedBy("org.icsqlite.redo..")
        .layer("memory")
        .definedBy("org.icsqlite.memory..")
        .layer("image")
        .definedBy("org.icsqlite.image..")
        .layer("vfs")
        .definedBy("org.icsqlite.vfs..")
        .layer("natives")
        .definedBy("org.icsqlite.natives..")
        .whereLayer("natives")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("vfs")
        .mayOnlyBeAccessedByLayers("natives")
        .whereLayer("image")
        .mayOnlyBeAccessedByLayers("vfs", "natives")
        .whereLayer("memory")
        .mayOnlyBeAccessedByLayers("image", "vfs", "natives")
        .whereLayer("redo")
        .mayOnlyBeAccessedByLayers("memory")
        .whereLayer("storage")
        .mayOnlyBeAccessedByLayers("redo", "memory", "vfs")
        .check(CLASSES);
  }

  @Test
  void whatLiesBelowTheVfsDependsOnNothingButTheJdk() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "org.icsqlite.storage..",
            "org.icsqlite.redo..",
            "org.icsqlite.memory..",
            "org.icsqlite.image..")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..",
            "jdk.jfr..",
            "org.icsqlite.storage..",
            "org.icsqlite.redo..",
            "org.icsqlite.memory..",
            "org.icsqlite.image..")
        .check(CLASSES);
  }

  @Test
  void nothingBelowTheDriverUsesJdbcButTheLoaderOfTheExtension() {
    noClasses()
        .that()
        .resideInAPackage("org.icsqlite..")
        .and()
        .doNotHaveFullyQualifiedName("org.icsqlite.natives.ExtensionLoader")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..")
        .check(CLASSES);
  }
}
