package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.icsqlite.Fixtures;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Refreshes that the real crate has done, begun, or made stale. */
class ChecksumFixturesTest {

  private static HeapStableMemory memory(String name) {
    return HeapStableMemory.of(Fixtures.bytes(name));
  }

  private static DatabaseImage open(HeapStableMemory memory) {
    return DatabaseImage.open(MemoryManager.open(memory), 120);
  }

  @Test
  void theCratesFreshChecksumIsVerified() {
    ChecksumVerification found =
        open(memory("06a-checksum-fresh")).verifyChecksum(ScanListener.NONE);
    assertEquals(ChecksumVerification.Outcome.MATCH, found.outcome());
    assertEquals(7845842855378335123L, found.computed());
    assertEquals(new ChecksumState(7845842855378335123L, false, false, 0, 81920, 1), found.state());
  }

  @Test
  void twoChunksGiveTheCratesBytes() {
    HeapStableMemory memory = memory("02-kv");
    ChecksumRefresh refresh = new ChecksumRefresh(open(memory));
    refresh.chunk(10_000, ScanListener.NONE);
    ChecksumProgress second = refresh.chunk(10_000, ScanListener.NONE).progress();
    assertEquals(
        new ChecksumProgress(false, Long.parseUnsignedLong("16487626254410535580"), 20_000, 81_920),
        second);
    assertArrayEquals(Fixtures.bytes("06b-checksum-refreshing"), memory.toBytes());
  }

  @Test
  void theCratesUnfinishedRefreshIsFinishedAndGivesTheBytesOfOneInOneGo() {
    HeapStableMemory memory = memory("06b-checksum-refreshing");
    DatabaseImage image = open(memory);
    assertEquals(new ChecksumState(0, true, true, 20_000, 81_920, 1), image.checksumState());
    ChecksumRefresh refresh = new ChecksumRefresh(image);
    ChecksumProgress progress = refresh.chunk(10_000, ScanListener.NONE).progress();
    assertEquals(30_000, progress.scannedBytes());
    while (!progress.complete()) {
      progress = refresh.chunk(10_000, ScanListener.NONE).progress();
    }
    assertEquals(7845842855378335123L, progress.checksum());
    assertArrayEquals(Fixtures.bytes("06a-checksum-fresh"), memory.toBytes());
  }

  @Test
  void aRefreshInOneGoGivesTheCratesBytes() {
    HeapStableMemory memory = memory("02-kv");
    new ChecksumRefresh(open(memory)).all(ScanListener.NONE);
    assertArrayEquals(Fixtures.bytes("06a-checksum-fresh"), memory.toBytes());
  }

  @Test
  void theCratesStaleChecksumProvesNothing() {
    ChecksumVerification found = open(memory("06c-stale-again")).verifyChecksum(ScanListener.NONE);
    assertEquals(ChecksumVerification.Outcome.NOT_CURRENT, found.outcome());
    assertEquals(Long.parseUnsignedLong("14473828710575948766"), found.computed());
    assertEquals(new ChecksumState(7845842855378335123L, true, false, 0, 81920, 2), found.state());
  }

  /** A database of which the manifest knows the checksum. */
  record Known(String fixture, int memoryId, long checksum) {}

  static List<Known> known() {
    List<Known> known = new ArrayList<>();
    for (JsonObject fixture : Fixtures.all()) {
      for (JsonElement element : fixture.getAsJsonArray("databases")) {
        JsonObject database = element.getAsJsonObject();
        if (database.has("image_checksum")
            && !fixture.get("name").getAsString().equals("11c-importing")) {
          known.add(
              new Known(
                  fixture.get("name").getAsString(),
                  database.get("id").getAsInt(),
                  Long.parseUnsignedLong(database.get("image_checksum").getAsString())));
        }
      }
    }
    return known;
  }

  @ParameterizedTest
  @MethodSource("known")
  void aRefreshInChunksGivesTheCratesValue(Known known) {
    HeapStableMemory memory = memory(known.fixture());
    DatabaseImage image = DatabaseImage.openOrCreate(MemoryManager.open(memory), known.memoryId());
    long size = image.superblock().databaseSize();
    long maximum = Math.max(1, size / 3 + 1);
    ChecksumProgress progress = new ChecksumProgress(false, 0, 0, size);
    while (!progress.complete()) {
      // Each chunk by another image object, as by another process.
      DatabaseImage next = DatabaseImage.open(MemoryManager.open(memory), known.memoryId());
      progress = new ChecksumRefresh(next).chunk(maximum, ScanListener.NONE).progress();
    }
    assertEquals(known.checksum(), progress.checksum());
    Superblock block = TestImages.reopen(image).superblock();
    assertEquals(known.checksum(), block.checksum());
    assertEquals(0, block.flags());
  }
}
