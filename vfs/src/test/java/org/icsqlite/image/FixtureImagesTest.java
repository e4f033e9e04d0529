package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.icsqlite.Fixtures;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the real crate wrote, and what it said about it. */
class FixtureImagesTest {

  private static final String WRAPPING = "stable memory error: ";

  static List<String> names() {
    return Fixtures.all().stream().map(one -> one.get("name").getAsString()).toList();
  }

  static List<String> namesWithManager() {
    return Fixtures.all().stream()
        .filter(one -> one.has("manager"))
        .map(one -> one.get("name").getAsString())
        .toList();
  }

  static List<String> namesOfRefused() {
    return Fixtures.all().stream()
        .filter(one -> one.toString().contains("\"result\":\"error\""))
        .map(one -> one.get("name").getAsString())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("namesOfRefused")
  void aRefusedFileKeepsItsBytesAndItsTime(String name, @TempDir Path directory) throws Exception {
    byte[] raw = Fixtures.bytes(name);
    Path path = Files.write(directory.resolve("stable_memory.bin"), raw);
    FileTime time = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(path, time);
    try (FileStableMemory memory = FileStableMemory.open(path, FileStableMemory.Mode.CREATE)) {
      assertThrows(
          StableMemoryException.class,
          () -> DatabaseImage.openOrCreate(MemoryManager.open(memory), 120));
    }
    assertEquals(time, Files.getLastModifiedTime(path));
    assertArrayEquals(raw, Files.readAllBytes(path));
  }

  private static String without(String prefix, String text) {
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }

  /** The 8 bytes of a number that the manifest has as a number or as a string. */
  private static long u64(JsonObject object, String field) {
    return Long.parseUnsignedLong(object.get(field).getAsString());
  }

  @ParameterizedTest
  @MethodSource("names")
  void opensOrIsRefusedAsTheManifestSays(String name) throws Exception {
    JsonObject fixture = Fixtures.named(name);
    byte[] raw = Fixtures.bytes(fixture);
    assertEquals(fixture.get("raw_bytes").getAsLong(), raw.length);
    String sha256 = fixture.get("raw_sha256").getAsString();
    assertEquals(sha256, Fixtures.sha256(raw));
    HeapStableMemory memory = HeapStableMemory.of(raw);
    for (JsonElement element : fixture.getAsJsonArray("databases")) {
      JsonObject database = element.getAsJsonObject();
      if (database.get("result").getAsString().equals("error")) {
        StableMemoryException refused =
            assertThrows(
                StableMemoryException.class, () -> open(memory, database.get("id").getAsInt()));
        assertEquals(without(WRAPPING, database.get("error").getAsString()), refused.getMessage());
      } else if (database.has("superblock") && raw.length > 0) {
        check(database, open(memory, database.get("id").getAsInt()));
      }
    }
    assertEquals(sha256, Fixtures.sha256(memory.toBytes()));
  }

  private static DatabaseImage open(HeapStableMemory memory, int id) {
    MemoryManager manager = MemoryManager.open(memory);
    assertEquals(ImageFormat.IC_SQLITE_VFS, ImageFormat.detect(manager, id));
    return DatabaseImage.open(manager, id);
  }

  private static void check(JsonObject database, DatabaseImage image) throws Exception {
    JsonObject expected = database.getAsJsonObject("superblock");
    Superblock block = image.superblock();
    assertEquals(u64(expected, "sqlite_page_size"), block.sqlitePageSize());
    assertEquals(u64(expected, "db_size"), block.databaseSize());
    assertEquals(u64(expected, "schema_version"), block.schemaVersion());
    assertEquals(u64(expected, "last_tx_id"), block.lastTransactionId());
    assertEquals(u64(expected, "flags"), block.flags());
    assertEquals(u64(expected, "checksum"), block.checksum());
    assertEquals(u64(expected, "import_expected_checksum"), block.importExpectedChecksum());
    assertEquals(u64(expected, "import_written_until"), block.importWrittenUntil());
    assertEquals(u64(expected, "import_total_size"), block.importTotalSize());
    assertEquals(u64(expected, "import_base_offset"), block.importBaseOffset());
    assertEquals(u64(expected, "checksum_refresh_offset"), block.refreshOffset());
    assertEquals(u64(expected, "checksum_refresh_hash"), block.refreshHash());
    assertEquals(u64(expected, "checksum_refresh_tx_id"), block.refreshTransactionId());
    assertEquals(u64(expected, "db_base_offset"), block.baseOffset());
    assertEquals(u64(expected, "page_table_offset"), block.pageTableOffset());
    assertEquals(u64(expected, "page_count"), block.pageCount());
    assertEquals(u64(expected, "layout_version"), block.layoutVersion());
    assertEquals(u64(expected, "meta_checksum"), block.metaChecksum());
    JsonArray extents = expected.getAsJsonArray("zero_extents");
    assertEquals(extents.size(), block.zeroExtents().count());
    for (int i = 0; i < extents.size(); i++) {
      JsonArray extent = extents.get(i).getAsJsonArray();
      assertEquals(extent.get(0).getAsLong(), block.zeroExtents().start(i));
      assertEquals(extent.get(1).getAsLong(), block.zeroExtents().end(i));
    }
    assertEquals(u64(expected, "virtual_pages"), image.memory().sizePages());
    assertEquals(u64(expected, "active_bytes"), image.activeBytes());
    assertEquals(u64(expected, "allocated_bytes"), image.allocatedBytes());
    assertEquals(u64(expected, "orphan_bytes_estimate"), image.orphanBytesEstimate());
    assertEquals(u64(expected, "orphan_ratio_basis_points"), image.orphanRatioBasisPoints());
    if (database.has("image_checksum")) {
      assertEquals(u64(database, "image_checksum"), image.checksum());
    }
    if (database.has("logical_sha256") && !block.importing()) {
      try (Snapshot snapshot = image.snapshot()) {
        assertEquals(database.get("logical_sha256").getAsString(), logicalSha256(snapshot));
        assertEquals(image.checksum(), ChecksumScan.all(snapshot, ScanListener.NONE));
      }
    }
  }

  private static String logicalSha256(Snapshot snapshot) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] part = new byte[10_000];
    long offset = 0;
    for (int count; (count = snapshot.read(offset, part, part.length)) > 0; offset += count) {
      digest.update(part, 0, count);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  @ParameterizedTest
  @MethodSource("namesWithManager")
  void theManagerIsDecodedAsTheManifestSays(String name) {
    JsonObject fixture = Fixtures.named(name);
    JsonObject expected = fixture.getAsJsonObject("manager");
    HeapStableMemory memory = HeapStableMemory.of(Fixtures.bytes(fixture));
    MemoryManager manager = MemoryManager.open(memory, 1);
    assertEquals(expected.get("raw_pages").getAsLong(), memory.sizePages());
    assertEquals(expected.get("allocated_buckets").getAsInt(), manager.allocatedBuckets());
    assertEquals(expected.get("bucket_size_in_pages").getAsInt(), manager.bucketPages());
    Map<String, Long> sizes = new TreeMap<>();
    for (int id = 0; id <= MemoryManager.MAXIMUM_ID; id++) {
      if (manager.sizePages(id) > 0) {
        sizes.put(Integer.toString(id), manager.sizePages(id));
      }
    }
    Map<String, Long> expectedSizes = new TreeMap<>();
    expected
        .getAsJsonObject("memory_sizes")
        .entrySet()
        .forEach(entry -> expectedSizes.put(entry.getKey(), entry.getValue().getAsLong()));
    assertEquals(expectedSizes, sizes);
    JsonArray owners = expected.getAsJsonArray("bucket_owners");
    int[] expectedOwners = new int[owners.size()];
    for (int i = 0; i < expectedOwners.length; i++) {
      expectedOwners[i] = owners.get(i).getAsInt();
    }
    assertArrayEquals(expectedOwners, manager.owners());
  }

  @Test
  void anotherStructuresMemoryIsForeign() {
    HeapStableMemory memory = HeapStableMemory.of(Fixtures.bytes("07a-two-dbs"));
    MemoryManager manager = MemoryManager.open(memory);
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> ImageFormat.detect(manager, 5));
    assertEquals(Kind.FOREIGN_STABLE_MEMORY_IMAGE, refused.kind());
    assertEquals(
        "non-empty stable memory does not contain an ic-sqlite-vfs image", refused.getMessage());
    assertThrows(StableMemoryException.class, () -> DatabaseImage.openOrCreate(manager, 5));
  }

  @Test
  void anImageWithAnUnfinishedImportOpensButIsNotUsed() {
    HeapStableMemory memory = HeapStableMemory.of(Fixtures.bytes("11c-importing"));
    DatabaseImage image = DatabaseImage.openOrCreate(MemoryManager.open(memory), 120);
    assertEquals(
        "database import is in progress",
        assertThrows(StableMemoryException.class, image::snapshot).getMessage());
    assertEquals(
        "import session already started",
        assertThrows(StableMemoryException.class, () -> image.beginUpdate(null)).getMessage());
  }

  @Test
  void creatingInAnEmptyMemoryGivesTheCratesBytes() {
    HeapStableMemory memory = new HeapStableMemory();
    DatabaseImage.openOrCreate(MemoryManager.open(memory), 120);
    assertArrayEquals(Fixtures.bytes("01-empty"), memory.toBytes());
  }

  @Test
  void creatingBesideAnExistingManagerGivesTheCratesBytes() {
    HeapStableMemory memory = HeapStableMemory.of(Fixtures.bytes("01b-manager-only"));
    DatabaseImage.openOrCreate(MemoryManager.open(memory), 120);
    assertArrayEquals(Fixtures.bytes("01-empty"), memory.toBytes());
  }

  @Test
  void theLimitOfExtentsHoldsForTheCratesImage() {
    HeapStableMemory memory = HeapStableMemory.of(Fixtures.bytes("04d-extents-1024"));
    DatabaseImage image = DatabaseImage.open(MemoryManager.open(memory), 120);
    String before = Fixtures.sha256(memory.toBytes());
    try (Snapshot base = image.snapshot()) {
      Overlay overlay = image.beginUpdate(base);
      overlay.write(2051L * TestImages.PAGE, TestImages.random(100, 1), 100);
      StableMemoryException refused =
          assertThrows(StableMemoryException.class, () -> image.commit(overlay));
      assertEquals("zero extent limit exceeded: limit=1024", refused.getMessage());
    }
    assertEquals(before, Fixtures.sha256(memory.toBytes()));
  }

  @Test
  void aCommitOnTheCratesImageTouchesNothingButItsPagesAndTheSuperblock() {
    byte[] before = Fixtures.bytes("07a-two-dbs");
    HeapStableMemory memory = HeapStableMemory.of(before);
    DatabaseImage image = DatabaseImage.open(MemoryManager.open(memory), 121);
    long transactions = image.superblock().lastTransactionId();
    byte[] logical = TestImages.bytes(image);
    // Page 700 lies in the second bucket of id 121, which is bucket 5.
    byte[] page = TestImages.random(TestImages.PAGE, 9);
    long offset = 700L * TestImages.PAGE;
    TestImages.update(image, overlay -> overlay.write(offset, page, page.length));
    System.arraycopy(page, 0, logical, (int) offset, page.length);
    assertArrayEquals(logical, TestImages.bytes(TestImages.reopen(image)));
    byte[] expected = before.clone();
    byte[] block = image.superblock().encode();
    assertEquals(transactions + 1, image.superblock().lastTransactionId());
    assertTrue((image.superblock().flags() & Superblock.CHECKSUM_STALE) != 0);
    int bucketBytes = 128 * 65536;
    System.arraycopy(block, 0, expected, 65536 + bucketBytes, block.length);
    int at = (int) (65536 + 5L * bucketBytes + (65536 + offset - bucketBytes));
    System.arraycopy(page, 0, expected, at, page.length);
    assertArrayEquals(expected, memory.toBytes());
  }
}
