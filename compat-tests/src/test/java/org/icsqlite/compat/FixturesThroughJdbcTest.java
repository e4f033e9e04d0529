package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.icsqlite.memory.StableMemoryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every image of the real crate through plain JDBC: the manifest's rows, or its error. */
class FixturesThroughJdbcTest {

  @TempDir Path directory;

  static Stream<Fixtures.Fixture> readable() {
    return Fixtures.all().stream()
        .filter(fixture -> !fixture.databases().get(0).queries().isEmpty());
  }

  static Stream<Fixtures.Fixture> refused() {
    return Fixtures.all().stream().filter(fixture -> !fixture.databases().get(0).opens());
  }

  private static Connection open(Path image, int memoryId, String mode) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:icsqlite:" + image + "?memory_id=" + memoryId + "&mode=" + mode);
  }

  private static List<List<Cell>> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return Cell.rows(rows);
    }
  }

  @ParameterizedTest
  @MethodSource("readable")
  void anImageOpensWithExactlyTheManifestsRowsAndStaysAsItWas(Fixtures.Fixture fixture)
      throws Exception {
    Path image = Fixtures.unpack(fixture, directory);
    FileTime modified = stamp(image);
    for (Fixtures.Database database : fixture.databases()) {
      for (String mode : List.of("query", "update")) {
        try (Connection connection = open(image, database.memoryId(), mode)) {
          for (Fixtures.Query query : database.queries()) {
            assertEquals(
                expected(fixture, mode, query),
                rows(connection, query.sql()),
                () -> fixture + " " + mode + ": " + query.sql());
          }
          if (database.integrityCheck().isPresent()) {
            assertEquals(
                List.of(List.of(new Cell.TextCell(database.integrityCheck().get()))),
                rows(connection, "PRAGMA integrity_check"));
          }
        }
      }
      if (database.imageChecksum().isPresent()) {
        assertEquals(
            database.imageChecksum().get(),
            Long.toUnsignedString(ImageChecksum.ours().of(image, database.memoryId())));
      }
    }
    assertUntouched(fixture, image, modified);
  }

  /** An empty database has the page size that its first writer is going to use. */
  private static List<List<Cell>> expected(
      Fixtures.Fixture fixture, String mode, Fixtures.Query query) {
    boolean empty = fixture.name().equals("01-empty") && mode.equals("update");
    return empty && query.sql().equals("PRAGMA page_size")
        ? List.of(List.of(new Cell.IntegerCell(16384)))
        : query.rows();
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aRefusedImageGivesTheManifestsErrorAndStaysAsItWas(Fixtures.Fixture fixture)
      throws Exception {
    Path image = Fixtures.unpack(fixture, directory);
    FileTime modified = stamp(image);
    Fixtures.Database database = fixture.databases().get(0);
    String text = database.error().orElseThrow().replaceFirst("^stable memory error: ", "");
    for (String mode : List.of("query", "update")) {
      SQLException refused =
          assertThrows(SQLException.class, () -> open(image, database.memoryId(), mode));
      assertEquals("08001", refused.getSQLState());
      assertEquals(
          text, assertInstanceOf(StableMemoryException.class, refused.getCause()).getMessage());
      assertTrue(refused.getMessage().contains(text), refused.getMessage());
      assertTrue(refused.getMessage().contains(image.toString()), refused.getMessage());
    }
    assertUntouched(fixture, image, modified);
  }

  @Test
  void everyFixtureIsTakenByOneOfTheseTests() {
    List<String> others =
        List.of(
            "01b-manager-only",
            "08v-page-size-field",
            "08w-sqlite-header-damaged",
            "08x-page-count-wrong",
            "08z-empty-file",
            "11c-importing");
    assertEquals(Fixtures.all().size(), readable().count() + refused().count() + others.size());
  }

  @Test
  void openingAManagerAloneForUpdateWritesWhatTheCrateWrites() throws Exception {
    Path image = Fixtures.unpack(Fixtures.named("01b-manager-only"), directory);
    assertEquals(
        StableMemoryException.Kind.NO_DATABASE, kindOf(() -> open(image, 120, "query").close()));
    open(image, 120, "update").close();
    assertEquals(Fixtures.named("01-empty").rawSha256(), Fixtures.sha256(image));
  }

  @Test
  void openingAnEmptyOrAbsentFileForUpdateWritesWhatTheCrateWrites() throws Exception {
    Path empty = Fixtures.unpack(Fixtures.named("08z-empty-file"), directory);
    assertEquals(
        StableMemoryException.Kind.NO_DATABASE, kindOf(() -> open(empty, 120, "query").close()));
    assertEquals(0, Files.size(empty));
    open(empty, 120, "update").close();
    assertEquals(Fixtures.named("01-empty").rawSha256(), Fixtures.sha256(empty));

    Path absent = directory.resolve("absent.bin");
    open(absent, 120, "update").close();
    assertEquals(Fixtures.named("01-empty").rawSha256(), Fixtures.sha256(absent));
  }

  @ParameterizedTest
  @ValueSource(strings = {"08v-page-size-field", "08x-page-count-wrong"})
  void aFieldThatTheCrateDoesNotCheckDoesNotMatterHere(String name) throws Exception {
    Path image = Fixtures.unpack(Fixtures.named(name), directory);
    try (Connection connection = open(image, 120, "update")) {
      assertEquals(
          List.of(List.of(new Cell.IntegerCell(1000))),
          rows(connection, "SELECT count(*) FROM kv"));
      try (Statement statement = connection.createStatement()) {
        assertEquals(1, statement.executeUpdate("INSERT INTO kv VALUES('new','row')"));
      }
    }
    try (Connection connection = open(image, 120, "query")) {
      assertEquals(
          List.of(List.of(new Cell.IntegerCell(1001))),
          rows(connection, "SELECT count(*) FROM kv"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"10a-page-4096", "10b-page-65536", "02-kv"})
  void vacuumKeepsThePageSizeOfTheImage(String name) throws Exception {
    Path image = Fixtures.unpack(Fixtures.named(name), directory);
    try (Connection connection = open(image, 120, "update");
        Statement statement = connection.createStatement()) {
      List<List<Cell>> before = rows(connection, "PRAGMA page_size");
      statement.execute("VACUUM");
      assertEquals(before, rows(connection, "PRAGMA page_size"));
    }
  }

  @Test
  void aDamagedSqliteHeaderOpensAndEveryStatementSaysSo() throws Exception {
    Fixtures.Fixture fixture = Fixtures.named("08w-sqlite-header-damaged");
    Path image = Fixtures.unpack(fixture, directory);
    for (String sql : List.of("SELECT count(*) FROM kv", "INSERT INTO kv VALUES('new','row')")) {
      try (Connection connection = open(image, 120, "update");
          Statement statement = connection.createStatement()) {
        SQLException refused = assertThrows(SQLException.class, () -> statement.execute(sql));
        assertEquals(26, refused.getErrorCode());
        assertEquals("XX001", refused.getSQLState());
        assertEquals("file is not a database", refused.getMessage());
      }
    }
    assertEquals(fixture.rawSha256(), Fixtures.sha256(image));
  }

  @Test
  void anImportInProgressIsRefusedInBothModes() throws Exception {
    Fixtures.Fixture fixture = Fixtures.named("11c-importing");
    Path image = Fixtures.unpack(fixture, directory);
    assertEquals(
        StableMemoryException.Kind.IMPORT_IN_PROGRESS,
        kindOf(() -> open(image, 120, "query").close()));
    assertEquals(
        StableMemoryException.Kind.IMPORT_ALREADY_STARTED,
        kindOf(() -> open(image, 120, "update").close()));
    assertEquals(fixture.rawSha256(), Fixtures.sha256(image));
  }

  @Test
  void aMemoryThatIsNotADatabaseIsForeignAndTheOthersAreKept() throws Exception {
    Fixtures.Fixture fixture = Fixtures.named("07a-two-dbs");
    Path image = Fixtures.unpack(fixture, directory);
    assertEquals(
        StableMemoryException.Kind.FOREIGN_STABLE_MEMORY_IMAGE,
        kindOf(() -> open(image, 5, "update").close()));
    assertEquals(fixture.rawSha256(), Fixtures.sha256(image));
    try (Connection connection = open(image, 7, "update");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE beside(x)");
    }
    for (Fixtures.Database database : fixture.databases()) {
      try (Connection connection = open(image, database.memoryId(), "query")) {
        for (Fixtures.Query query : database.queries()) {
          assertEquals(query.rows(), rows(connection, query.sql()));
        }
      }
      assertEquals(
          database.imageChecksum().orElseThrow(),
          Long.toUnsignedString(ImageChecksum.ours().of(image, database.memoryId())));
    }
  }

  private static StableMemoryException.Kind kindOf(Executable call) {
    SQLException refused = assertThrows(SQLException.class, call);
    return assertInstanceOf(StableMemoryException.class, refused.getCause()).kind();
  }

  /** Gives the file a time of its own, so that any later write shows. */
  private static FileTime stamp(Path image) throws Exception {
    FileTime old = FileTime.from(Instant.parse("2020-02-02T02:02:02Z"));
    Files.setLastModifiedTime(image, old);
    return old;
  }

  private static void assertUntouched(Fixtures.Fixture fixture, Path image, FileTime modified)
      throws Exception {
    assertEquals(fixture.rawSha256(), Fixtures.sha256(image));
    assertEquals(modified, Files.getLastModifiedTime(image));
  }
}
