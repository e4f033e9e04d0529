package org.icsqlite.migrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.icsqlite.migrations.MigrationException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationFilesTest {

  @TempDir Path directory;

  private void write(String name, String sql) throws IOException {
    Files.writeString(directory.resolve(name), sql);
  }

  private MigrationException refused() {
    return assertThrows(
        MigrationException.class, () -> MigrationSource.directory(directory).load());
  }

  private static List<Long> versions(List<Migration> migrations) {
    return migrations.stream().map(Migration::version).toList();
  }

  @Test
  void filesComeInTheOrderOfTheirVersionsWithGaps() throws IOException, MigrationException {
    write("V10__ten.sql", "SELECT 10");
    write("V9__nine.sql", "SELECT 9");
    write("V007__seven-a.b.sql", "SELECT 7");
    write("V0__zero.sql", "");
    write("README.md", "not SQL");
    write("migrations.manifest", "");
    Files.createDirectory(directory.resolve("old"));
    List<Migration> found = MigrationSource.directory(directory).load();
    assertEquals(List.of(0L, 7L, 9L, 10L), versions(found));
    assertEquals("seven-a.b", found.get(1).name());
    assertEquals(directory.resolve("V10__ten.sql").toString(), found.get(3).origin());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create.sql",
        "V1_create.sql",
        "v1__create.sql",
        "V1__.sql",
        "V1__create.SQL",
        "V1__create kv.sql",
        "V1.1__create.sql",
        "V__create.sql",
        "V-1__create.sql",
        "V1__é.sql",
        "R__repeat.sql",
        "U1__undo.sql",
        ".sql",
      })
  void aFileOfSqlThatIsNotNamedSoIsAnErrorThatNamesIt(String name) throws IOException {
    write("V1__fine.sql", "");
    write(name, "");
    MigrationException thrown = refused();
    assertEquals(Kind.SOURCE, thrown.kind());
    assertTrue(
        thrown.getMessage().startsWith(name + " in " + directory + " is not named like"),
        thrown.getMessage());
  }

  @Test
  void twoFilesOfOneVersionAreNamedTogether() throws IOException {
    write("V1__b.sql", "");
    write("V01__a.sql", "");
    MigrationException thrown = refused();
    assertEquals(Kind.DUPLICATE_VERSION, thrown.kind());
    assertEquals(
        "duplicate migration version: 1 ("
            + directory.resolve("V01__a.sql")
            + " and "
            + directory.resolve("V1__b.sql")
            + ")",
        thrown.getMessage());
  }

  @Test
  void versionsBeyondTheRangeAreRefused() throws IOException {
    write("V9223372036854775808__a.sql", "");
    MigrationException range =
        assertThrows(
            MigrationException.class,
            () -> MigrationRunner.of(MigrationSource.directory(directory)));
    assertEquals(
        "migration version exceeds SQLite INTEGER range: 9223372036854775808", range.getMessage());
    write("V18446744073709551616__b.sql", "");
    assertTrue(refused().getMessage().endsWith("version 18446744073709551616 is too large"));
  }

  @Test
  void theDigestIsOfTheExactBytesAndMalformedOnesAreRefused()
      throws IOException, MigrationException {
    byte[] bytes = {
      (byte) 0xef, (byte) 0xbb, (byte) 0xbf, '-', '-', (byte) 0xc3, (byte) 0xa9, '\r'
    };
    Files.write(directory.resolve("V1__bom.sql"), bytes);
    Migration found = MigrationSource.directory(directory).load().get(0);
    assertEquals(Sha256.hex(Sha256.of(bytes)), found.sha256());
    assertEquals("\ufeff--é\r", found.sql());

    for (byte[] malformed :
        List.of(
            new byte[] {'-', '-', (byte) 0xe9},
            new byte[] {(byte) 0xc0, (byte) 0x80},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80})) {
      Files.write(directory.resolve("V1__bom.sql"), malformed);
      assertTrue(refused().getMessage().endsWith("V1__bom.sql is not valid UTF-8"));
    }
  }

  @Test
  void theDigestIsSha256() {
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        Migration.of(1, "abc", "abc").sha256());
  }

  @Test
  void whatHasNoUtf8FormOrNoNameIsNoMigration() {
    assertThrows(IllegalArgumentException.class, () -> Migration.of(1, "a", "SELECT '\ud800'"));
    assertThrows(IllegalArgumentException.class, () -> Migration.of(1, "", "SELECT 1"));
    assertThrows(IllegalArgumentException.class, () -> Migration.of(1, "a b", "SELECT 1"));
  }

  @Test
  void aPlaceThatIsMissingOrNoDirectoryIsAnError() throws IOException {
    Path absent = directory.resolve("absent");
    assertEquals(
        absent + " does not exist",
        assertThrows(MigrationException.class, () -> MigrationSource.directory(absent).load())
            .getMessage());
    Path file = Files.writeString(directory.resolve("file"), "");
    assertEquals(
        file + " is not a directory",
        assertThrows(MigrationException.class, () -> MigrationSource.directory(file).load())
            .getMessage());
  }

  @Test
  void foldersOfTheClassPathAreReadFromDirectoriesAndJars() throws Exception {
    Path classes = directory.resolve("classes");
    Files.createDirectories(classes.resolve("db/m"));
    Files.writeString(classes.resolve("db/m/V2__two.sql"), "SELECT 2");
    Path jar = directory.resolve("some.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (String name :
          List.of(
              "db/", "db/m/", "db/m/V1__one.sql", "db/m/x.txt", "db/m/sub/", "db/m/sub/y.sql")) {
        entries.putNextEntry(new JarEntry(name));
        entries.closeEntry();
      }
    }
    URL[] places = {classes.toUri().toURL(), jar.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(places, null)) {
      List<Migration> found = MigrationSource.classpath(loader, "/db/m/").load();
      assertEquals(List.of(1L, 2L), versions(found));
      assertEquals("classpath:db/m/V1__one.sql", found.get(0).origin());
      write("V3__three.sql", "");
      assertEquals(
          List.of(1L, 2L, 3L),
          versions(
              MigrationSource.locations(loader, List.of("classpath:db/m", "file:" + directory))
                  .load()));
      assertEquals(
          "there is no folder db/none on the class path",
          assertThrows(
                  MigrationException.class,
                  () -> MigrationSource.classpath(loader, "db/none").load())
              .getMessage());
      assertEquals(
          Kind.SOURCE,
          assertThrows(
                  MigrationException.class,
                  () -> MigrationSource.classpath(loader, "db/m/sub").load())
              .kind());
    }
  }
}
