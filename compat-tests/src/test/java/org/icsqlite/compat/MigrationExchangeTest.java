package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.icsqlite.migrations.MigrationException;
import org.icsqlite.migrations.MigrationReport;
import org.icsqlite.migrations.MigrationRunner;
import org.icsqlite.migrations.MigrationSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same list of migrations here and in the crate. */
class MigrationExchangeTest {

  private static final int ID = 120;

  @TempDir Path directory;
  private RustPeer peer;
  private Path scripts;
  private Path image;

  @BeforeEach
  void start() throws IOException {
    peer = RustPeer.start();
    image = directory.resolve("image.bin");
    scripts = Files.createDirectory(directory.resolve("scripts"));
    Files.writeString(
        scripts.resolve("V1__create.sql"),
        """
        \ufeff-- é\r
        CREATE TABLE account(id INTEGER PRIMARY KEY, name TEXT NOT NULL);\r
        CREATE TRIGGER named AFTER INSERT ON account BEGIN
          UPDATE account SET name = upper(name) WHERE id = new.id; SELECT 'END;';
        END;""");
    Files.writeString(
        scripts.resolve("V2__index.sql"), "CREATE INDEX by_name ON account(name)\n\n");
    Files.writeString(
        scripts.resolve("V10__view.sql"),
        "CREATE VIEW names AS SELECT name FROM account -- all of them\n ");
    Files.writeString(
        scripts.resolve("V11__fill.sql"),
        """
        INSERT INTO account(name) VALUES('a;b'), ('ü');
        SELECT * FROM account;
        ALTER TABLE account ADD COLUMN note TEXT DEFAULT 'none'
        """);
    Files.writeString(scripts.resolve("V12__nothing.sql"), "");
  }

  @AfterEach
  void stop() throws IOException {
    peer.close();
  }

  private MigrationReport migrateHere(Path target) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:icsqlite:" + target + "?create=true")) {
      return MigrationRunner.of(MigrationSource.directory(scripts)).migrate(connection);
    }
  }

  @Test
  void whatWasMigratedHereIsDoneForTheCrate() throws Exception {
    assertEquals(5, migrateHere(image).applied().size());
    assertEquals(12, RawImage.read(image).database(ID).schemaVersion());
    byte[] before = Files.readAllBytes(image);
    peer.migrate(image, ID, scripts);
    assertArrayEquals(before, Files.readAllBytes(image), "the image after the crate's run");
    Agreement.assertBothReadTheSame(peer, image, ID);
  }

  @Test
  void whatTheCrateMigratedIsDoneHere() throws Exception {
    peer.create(image, 128, ID);
    peer.migrate(image, ID, scripts);
    byte[] before = Files.readAllBytes(image);
    MigrationReport report = migrateHere(image);
    assertTrue(report.nothingDone());
    assertEquals(List.of(1L, 2L, 10L, 11L, 12L), report.present());
    assertArrayEquals(before, Files.readAllBytes(image), "the image after the run here");
  }

  @Test
  void bothLeaveTheSameSchemaTextsAndPagesOfTables() throws Exception {
    migrateHere(image);
    Path theirs = directory.resolve("theirs.bin");
    peer.create(theirs, 128, ID);
    peer.migrate(theirs, ID, scripts);
    Dump expected = peer.dump(theirs, ID);
    Dump actual = peer.dump(image, ID);
    Agreement.assertSameRows(expected.schema(), actual.schema(), "sqlite_schema");
    Agreement.assertSameContent(expected, actual);
    RawImage.Database here = RawImage.read(image).database(ID);
    RawImage.Database there = RawImage.read(theirs).database(ID);
    assertEquals(there.size(), here.size());
    assertEquals(there.lastTransaction(), here.lastTransaction());
    assertEquals(there.schemaVersion(), here.schemaVersion());
    byte[] expectedBytes = there.logicalBytes();
    byte[] actualBytes = here.logicalBytes();
    // SQLite's change counter, version-valid-for and version are of the library.
    for (byte[] bytes : List.of(expectedBytes, actualBytes)) {
      java.util.Arrays.fill(bytes, 24, 28, (byte) 0);
      java.util.Arrays.fill(bytes, 92, 100, (byte) 0);
    }
    assertArrayEquals(expectedBytes, actualBytes, "the SQLite file");
  }

  @Test
  void eachGoesOnWhereTheOtherStopped() throws Exception {
    Path later = directory.resolve("V13__later.sql");
    migrateHere(image);
    Files.writeString(scripts.resolve(later.getFileName()), "CREATE TABLE later(a)");
    peer.migrate(image, ID, scripts);
    assertTrue(migrateHere(image).nothingDone());
    Files.writeString(scripts.resolve("V14__last.sql"), "DROP TABLE later");
    assertEquals(1, migrateHere(image).applied().size());
    assertEquals(14, RawImage.read(image).database(ID).schemaVersion());
    Agreement.assertBothReadTheSame(peer, image, ID);
  }

  @Test
  void bothRefuseAChangedFileInTheSameWords() throws Exception {
    migrateHere(image);
    byte[] before = Files.readAllBytes(image);
    Files.writeString(scripts.resolve("V12__nothing.sql"), " ");
    RustPeer.Refused there =
        assertThrows(RustPeer.Refused.class, () -> peer.migrate(image, ID, scripts));
    MigrationException here = assertThrows(MigrationException.class, () -> migrateHere(image));
    assertEquals(
        there.getMessage(), "sqlite error " + here.getErrorCode() + ": " + here.getMessage());
    assertArrayEquals(before, Files.readAllBytes(image));
  }
}
