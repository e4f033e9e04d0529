package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The peer itself is to be trusted: it reproduces the manifest, and changes no file it refuses. */
class RustPeerTest {
  private static RustPeer peer;

  @TempDir Path directory;

  @BeforeAll
  static void startPeer() throws IOException {
    peer = RustPeer.start();
  }

  @AfterAll
  static void stopPeer() throws IOException {
    if (peer != null) {
      peer.close();
    }
  }

  static Stream<Fixtures.Fixture> fixtures() {
    return Fixtures.all().stream();
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void givesWhatTheManifestSaysAndKeepsTheFile(Fixtures.Fixture fixture) throws Exception {
    Path image = Fixtures.unpack(fixture, directory);
    for (Fixtures.Database database : fixture.databases()) {
      int id = database.memoryId();
      if (!database.opens()) {
        RustPeer.Refused refused = assertThrows(RustPeer.Refused.class, () -> peer.dump(image, id));
        assertEquals(database.error().orElseThrow(), refused.getMessage());
        assertFalse(refused.isTrap());
      }
      if (database.imageChecksum().isPresent()) {
        String checksum = Long.toUnsignedString(peer.checksum(image, id));
        assertEquals(database.imageChecksum().get(), checksum);
        assertEquals(
            checksum,
            Long.toUnsignedString(RawImage.read(image).database(id).checksum()),
            "checksum by the layout alone");
      }
      if (database.integrityCheck().isPresent()) {
        Dump dump = peer.dump(image, id);
        assertEquals(database.integrityCheck().get(), dump.integrityCheck());
        assertEquals(
            database.superblock().orElseThrow().get("db_size").getAsLong(), dump.databaseSize());
      }
      for (Fixtures.Query query : database.queries()) {
        Agreement.assertSameRows(query.rows(), peer.query(image, id, query.sql()), query.sql());
      }
    }
    assertEquals(fixture.rawSha256(), Fixtures.sha256(image));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 128})
  void repeatsAWorkloadFromItsSeed(int bucketPages) throws Exception {
    Path first = directory.resolve("first.bin");
    Path second = directory.resolve("second.bin");
    for (Path image : List.of(first, second)) {
      peer.create(image, bucketPages, 3, 120);
      peer.workload(image, 120, 17, 40);
      peer.workload(image, 3, 18, 40);
    }
    assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
    RawImage raw = RawImage.read(first);
    assertEquals(bucketPages, raw.bucketPages());
    for (int id : new int[] {3, 120}) {
      assertEquals("ok", peer.integrityCheck(first, id));
      assertEquals(peer.checksum(first, id), raw.database(id).checksum());
    }
    assertNotEquals(raw.database(3).checksum(), raw.database(120).checksum());
  }

  @Test
  void leavesTheFileWhenAnUpdateIsRefused() throws Exception {
    Path image = directory.resolve("image.bin");
    peer.create(image, 1, 120);
    peer.exec(image, 120, "CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1)");
    byte[] before = Files.readAllBytes(image);
    RustPeer.Refused refused =
        assertThrows(
            RustPeer.Refused.class,
            () -> peer.exec(image, 120, "INSERT INTO t VALUES(2); INSERT INTO t VALUES(1)"));
    assertEquals("sqlite constraint failed: UNIQUE constraint failed: t.a", refused.getMessage());
    assertArrayEquals(before, Files.readAllBytes(image));
  }

  @Test
  void storesTheChecksumItComputes() throws Exception {
    Path image = directory.resolve("image.bin");
    peer.create(image, 2, 120);
    peer.exec(image, 120, "CREATE TABLE t(a)");
    RawImage.Database stale = RawImage.read(image).database(120);
    assertEquals(RawImage.Database.CHECKSUM_STALE, stale.flags());
    long checksum = peer.refreshChecksum(image, 120);
    RawImage.Database fresh = RawImage.read(image).database(120);
    assertEquals(0, fresh.flags());
    assertEquals(checksum, fresh.storedChecksum());
    assertEquals(checksum, stale.checksum());
  }

  @Test
  void migratesInTheOrderOfVersions() throws Exception {
    Path scripts = Files.createDirectory(directory.resolve("scripts"));
    Files.writeString(scripts.resolve("V10__add.sql"), "ALTER TABLE t ADD COLUMN b DEFAULT 'x'");
    Files.writeString(scripts.resolve("V2__create.sql"), "CREATE TABLE t(a)");
    Files.writeString(scripts.resolve("V11__fill.sql"), "INSERT INTO t(a) VALUES(1),(2.5)");
    Path image = directory.resolve("image.bin");
    peer.create(image, 1, 120);
    peer.migrate(image, 120, scripts);
    assertEquals(
        List.of(
            List.of(new Cell.IntegerCell(1), new Cell.TextCell("x")),
            List.of(new Cell.RealCell(2.5), new Cell.TextCell("x"))),
        peer.query(image, 120, "SELECT a, b FROM t ORDER BY a"));
    assertEquals(11, RawImage.read(image).database(120).schemaVersion());
  }

  @Test
  void answersAMistakenCommandAndGoesOn() throws Exception {
    assertThrows(RustPeer.Refused.class, () -> peer.run(List.of("frobnicate")));
    assertThrows(RustPeer.Refused.class, () -> peer.run(List.of("serve")));
    Path absent = directory.resolve("absent.bin");
    assertThrows(RustPeer.Refused.class, () -> peer.dump(absent, 120));
    assertFalse(Files.exists(absent));
    peer.create(absent, 1, 0);
    assertEquals("ok", peer.integrityCheck(absent, 0));
  }
}
