package org.icsqlite.compat;

import static org.icsqlite.compat.Agreement.assertBothReadTheSame;
import static org.icsqlite.compat.Agreement.assertSameContent;
import static org.icsqlite.compat.Agreement.assertSameTables;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images go to the Rust crate and come back. */
class RustExchangeTest {
  private static final int ID = 120;

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

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "3, 7", "4, 128", "5, 1", "6, 7"})
  void anImageWrittenByRustHasTheSameRowsHere(long seed, int bucketPages) throws Exception {
    Path image = directory.resolve("image.bin");
    peer.create(image, bucketPages, ID, 7);
    peer.workload(image, ID, seed, 60);
    peer.workload(image, 7, seed + 1000, 40);
    String before = Fixtures.sha256(image);
    assertBothReadTheSame(peer, image, ID);
    assertBothReadTheSame(peer, image, 7);
    assertEquals(before, Fixtures.sha256(image), "reading changed the file");
  }

  @ParameterizedTest
  @CsvSource({"11, 1", "12, 2", "13, 7", "14, 128", "15, 1", "16, 7"})
  void anImageWrittenHereHasTheSameRowsInRust(long seed, int bucketPages) throws Exception {
    Path image = directory.resolve("image.bin");
    int[] ids = {ID, 0, 254};
    List<RandomWorkload> workloads = new ArrayList<>();
    for (int id : ids) {
      try (JdbcImage here = JdbcImage.create(image, id, bucketPages)) {
        here.execute(RandomWorkload.TABLES);
      }
      workloads.add(new RandomWorkload(seed + id));
    }
    for (int round = 0; round < 4; round++) {
      for (int index = 0; index < ids.length; index++) {
        try (JdbcImage here = JdbcImage.update(image, ids[index])) {
          for (RandomWorkload.Step step : workloads.get(index).withVacuum(15)) {
            here.run(step);
          }
          if (round == 2) {
            here.execute(List.of("ANALYZE", "VACUUM", "REINDEX"));
          }
        }
      }
    }
    for (int id : ids) {
      assertBothReadTheSame(peer, image, id);
    }
    assertEquals(bucketPages, RawImage.read(image).bucketPages());
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23})
  void theSameStatementsGiveTheSameContentOnBothSides(long seed) throws Exception {
    Path here = directory.resolve("here.bin");
    Path there = directory.resolve("there.bin");
    peer.create(there, 2, ID);
    peer.exec(there, ID, String.join(";\n", RandomWorkload.TABLES));
    RandomWorkload workload = new RandomWorkload(seed);
    try (JdbcImage image = JdbcImage.create(here, ID, 2)) {
      image.execute(RandomWorkload.TABLES);
      for (int step = 0; step < 80; step++) {
        RandomWorkload.Step next = workload.next();
        image.run(next);
        assertEquals(
            next.kind() == RandomWorkload.Kind.UPDATE, runsInRust(there, next), next::toString);
      }
    }
    Dump ours = assertBothReadTheSame(peer, here, ID);
    assertSameContent(peer.dump(there, ID), ours);
  }

  @ParameterizedTest
  @CsvSource({"31, 1", "32, 2", "33, 7", "34, 128"})
  void oneFileGoesBackAndForth(long seed, int bucketPages) throws Exception {
    Path image = directory.resolve("image.bin");
    peer.create(image, bucketPages, ID);
    Random random = new Random(seed);
    RandomWorkload workload = new RandomWorkload(seed);
    long lastTransaction = 0;
    for (int round = 0; round < 40; round++) {
      if (random.nextInt(3) == 0) {
        peer.refreshChecksum(image, ID);
      }
      if (round % 2 == 0) {
        try (JdbcImage here = JdbcImage.update(image, ID)) {
          here.execute(RandomWorkload.TABLES);
          for (RandomWorkload.Step step : workload.withVacuum(1 + random.nextInt(8))) {
            here.run(step);
          }
          // A step may find nothing to change.
          here.execute(List.of("PRAGMA user_version = " + round));
        }
      } else {
        peer.workload(image, ID, seed + round, 1 + random.nextInt(8));
      }
      assertBothReadTheSame(peer, image, ID);
      RawImage.Database raw = RawImage.read(image).database(ID);
      assertTrue(raw.lastTransaction() >= lastTransaction, "last_tx_id went back");
      lastTransaction = raw.lastTransaction();
    }
  }

  static Stream<Fixtures.Fixture> updatableFixtures() {
    return Fixtures.all().stream()
        .filter(
            fixture ->
                fixture.databases().stream()
                    .anyMatch(database -> database.integrityCheck().isPresent()));
  }

  @ParameterizedTest
  @MethodSource("updatableFixtures")
  void aFixtureUpdatedHereHasTheSameRowsInRust(Fixtures.Fixture fixture) throws Exception {
    Path image = Fixtures.unpack(fixture, directory);
    for (Fixtures.Database database : fixture.databases()) {
      int id = database.memoryId();
      Dump before = peer.dump(image, id);
      RawImage.Database old = RawImage.read(image).database(id);
      try (JdbcImage here = JdbcImage.update(image, id)) {
        here.execute(
            List.of(
                "CREATE TABLE added(id INTEGER PRIMARY KEY, name TEXT, body BLOB)",
                "INSERT INTO added VALUES(1, 'one', zeroblob(100000)), (2, 'two', x'00ff')",
                "UPDATE added SET name = upper(name) WHERE id = 2",
                "DELETE FROM added WHERE id = 1",
                "CREATE INDEX added_name ON added(name)"));
      }
      Dump updated = assertBothReadTheSame(peer, image, id);
      assertSameTables(before.tables(), updated.tables());
      assertUpdated(old, RawImage.read(image).database(id), 5);

      List<String> copies = new ArrayList<>();
      try (JdbcImage here = JdbcImage.update(image, id)) {
        for (Dump.Table table : before.tables()) {
          String copy = "copy_" + copies.size();
          copies.add(copy);
          here.execute(
              List.of(
                  "CREATE TABLE %s AS %s".formatted(copy, table.sql()),
                  "INSERT INTO %1$s SELECT * FROM %1$s".formatted(copy),
                  "DELETE FROM %s WHERE rowid %% 3 = 1".formatted(copy)));
        }
        here.execute(List.of("VACUUM"));
      }
      assertSameTables(before.tables(), assertBothReadTheSame(peer, image, id).tables());

      try (JdbcImage here = JdbcImage.update(image, id)) {
        for (String copy : copies) {
          here.execute(List.of("DROP TABLE " + copy));
        }
        here.execute(List.of("DROP TABLE added", "VACUUM"));
      }
      assertSameContent(before, assertBothReadTheSame(peer, image, id));
    }
  }

  @Test
  void theManagerAloneAndTheEmptyFileTakeADatabase() throws Exception {
    for (String name : List.of("01b-manager-only", "08z-empty-file")) {
      Path image = Fixtures.unpack(Fixtures.named(name), directory);
      try (JdbcImage here = JdbcImage.create(image, ID, 128)) {
        here.execute(List.of("CREATE TABLE t(a)", "INSERT INTO t VALUES(1)"));
      }
      Dump dump = assertBothReadTheSame(peer, image, ID);
      assertEquals(1, dump.tables().size());
    }
  }

  @Test
  void aNewDatabaseBesideOthersLeavesThem() throws Exception {
    Path image = Fixtures.unpack(Fixtures.named("07a-two-dbs"), directory);
    byte[] unrelated = RawImage.read(image).memory(5);
    Dump before = peer.dump(image, ID);
    try (JdbcImage here = JdbcImage.create(image, 200, 1)) {
      here.execute(RandomWorkload.TABLES);
      RandomWorkload workload = new RandomWorkload(41);
      for (int step = 0; step < 30; step++) {
        here.run(workload.next());
      }
    }
    assertBothReadTheSame(peer, image, 200);
    assertEquals(before, assertBothReadTheSame(peer, image, ID));
    assertArrayEquals(unrelated, RawImage.read(image).memory(5));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 128})
  void bigBlobsArriveInRust(int bucketPages) throws Exception {
    Path image = directory.resolve("image.bin");
    byte[] body = new byte[5_000_000];
    new Random(51).nextBytes(body);
    try (JdbcImage here = JdbcImage.create(image, ID, bucketPages)) {
      here.execute(List.of("CREATE TABLE blob(id INTEGER PRIMARY KEY, body BLOB)"));
      try (PreparedStatement insert =
          here.connection().prepareStatement("INSERT INTO blob VALUES(?, ?)")) {
        for (int id = 1; id <= 4; id++) {
          insert.setInt(1, id);
          insert.setBytes(2, body);
          assertEquals(1, insert.executeUpdate());
        }
      }
      here.execute(List.of("DELETE FROM blob WHERE id = 2"));
    }
    assertBothReadTheSame(peer, image, ID);
    assertEquals(
        List.of(List.of(new Cell.IntegerCell(15_000_000))),
        peer.query(image, ID, "SELECT sum(length(body)) FROM blob"));
  }

  @Test
  void aFullTextTableWrittenHereAnswersInRust() throws Exception {
    Path image = directory.resolve("image.bin");
    try (JdbcImage here = JdbcImage.create(image, ID, 1)) {
      here.execute(
          List.of(
              "CREATE VIRTUAL TABLE page USING fts5(title, body)",
              "INSERT INTO page VALUES('stable', 'a memory of pages'), ('heap', 'not kept')",
              "DELETE FROM page WHERE title = 'heap'",
              "INSERT INTO page VALUES('log', 'pages before commit')"));
    }
    assertBothReadTheSame(peer, image, ID);
    assertEquals(
        List.of(List.of(new Cell.TextCell("log")), List.of(new Cell.TextCell("stable"))),
        peer.query(image, ID, "SELECT title FROM page WHERE page MATCH 'pages' ORDER BY title"));
  }

  @Test
  void anImageMigratedByRustIsReadAndExtendedHere() throws Exception {
    Path scripts = Files.createDirectory(directory.resolve("scripts"));
    Files.writeString(scripts.resolve("V1__create.sql"), "CREATE TABLE t(a)");
    Path image = directory.resolve("image.bin");
    peer.create(image, 2, ID);
    peer.migrate(image, ID, scripts);
    try (JdbcImage here = JdbcImage.update(image, ID)) {
      here.execute(List.of("INSERT INTO t VALUES(1)"));
    }
    Files.writeString(scripts.resolve("V2__fill.sql"), "INSERT INTO t VALUES(2)");
    peer.migrate(image, ID, scripts);
    assertBothReadTheSame(peer, image, ID);
    assertEquals(2, RawImage.read(image).database(ID).schemaVersion());
  }

  @Test
  void anUpdateHereMakesTheChecksumThatRustStoredStale() throws Exception {
    Path image = directory.resolve("image.bin");
    peer.create(image, 1, ID);
    peer.exec(image, ID, "CREATE TABLE t(a)");
    long stored = peer.refreshChecksum(image, ID);
    RawImage.Database before = RawImage.read(image).database(ID);
    assertEquals(0, before.flags());
    try (JdbcImage here = JdbcImage.update(image, ID)) {
      here.execute(List.of("INSERT INTO t VALUES(1)"));
    }
    RawImage.Database after = RawImage.read(image).database(ID);
    assertUpdated(before, after, 1);
    assertEquals(stored, after.storedChecksum());
    assertNotEquals(stored, peer.checksum(image, ID));
  }

  private boolean runsInRust(Path image, RandomWorkload.Step step) {
    try {
      peer.exec(image, ID, String.join(";\n", step.statements()));
      return true;
    } catch (RustPeer.Refused refused) {
      assertTrue(refused.getMessage().startsWith("sqlite constraint failed"), refused::getMessage);
      return false;
    }
  }

  private static void assertUpdated(
      RawImage.Database before, RawImage.Database after, long transactions) {
    assertEquals(before.lastTransaction() + transactions, after.lastTransaction(), "last_tx_id");
    assertEquals(
        RawImage.Database.CHECKSUM_STALE,
        after.flags() & RawImage.Database.CHECKSUM_STALE,
        "checksum stale");
    assertEquals(before.schemaVersion(), after.schemaVersion(), "schema_version");
  }
}
