package org.icsqlite.image;

import static org.icsqlite.image.TestImages.ID;
import static org.icsqlite.image.TestImages.PAGE;
import static org.icsqlite.image.TestImages.bytes;
import static org.icsqlite.image.TestImages.filled;
import static org.icsqlite.image.TestImages.fresh;
import static org.icsqlite.image.TestImages.random;
import static org.icsqlite.image.TestImages.reopen;
import static org.icsqlite.image.TestImages.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.testing.ForwardingMemory;
import org.junit.jupiter.api.Test;

class DatabaseImageTest {

  private final HeapStableMemory memory = new HeapStableMemory();

  private static StableMemoryException refused(Runnable action) {
    return assertThrows(StableMemoryException.class, action::run);
  }

  /** Rewrites the superblock of an image, as another program would have. */
  private static DatabaseImage withSuperblock(DatabaseImage image, Superblock block) {
    Message message = new Message(image.memory().manager().backing());
    byte[] encoded = block.encode();
    image.memory().write(message, 0, encoded, 0, encoded.length);
    image.memory().manager().backing().commit(message);
    return reopen(image);
  }

  private static Superblock block(long size, long base, long flags, ZeroExtents extents) {
    return new Superblock(PAGE, size, 0, 5, flags, 9, 0, 0, 0, 0, 0, 0, 0, base, 0, 0, 8, extents);
  }

  @Test
  void aMemoryWithoutPagesHoldsNoDatabase() {
    StableMemoryException refused =
        refused(() -> DatabaseImage.open(MemoryManager.open(memory), ID));
    assertEquals(Kind.NO_DATABASE, refused.kind());
    assertEquals("memory 120 is empty, it holds no database", refused.getMessage());
    assertEquals(0, memory.sizePages());
  }

  @Test
  void aNewDatabaseIsOnePageWithAFreshSuperblock() {
    DatabaseImage image = fresh(memory, 128);
    assertEquals(Superblock.fresh(), image.superblock());
    assertEquals(1, image.memory().sizePages());
    assertEquals(129, memory.sizePages());
    assertEquals(65536, image.activeBytes());
    assertEquals(65536, image.allocatedBytes());
    assertEquals(0, image.orphanBytesEstimate());
    assertEquals(Fnv1a64.BASIS, image.checksum());
    assertEquals(0, bytes(image).length);
  }

  @Test
  void aCommitWritesPagesThenTheSuperblockAndNothingElse() {
    DatabaseImage image = fresh(memory, 4);
    byte[] before = memory.toBytes();
    byte[] pages = random(2 * PAGE, 1);
    update(image, overlay -> overlay.write(0, pages, pages.length));
    byte[] expected = before.clone();
    System.arraycopy(pages, 0, expected, 2 * 65536, pages.length);
    byte[] block = block(2 * PAGE, 65536, 2, ZeroExtents.NONE).encode();
    Superblock after = reopen(image).superblock();
    assertEquals(1, after.lastTransactionId());
    assertEquals(2, after.pageCount());
    assertEquals(Superblock.CHECKSUM_STALE, after.flags());
    System.arraycopy(after.encode(), 0, expected, 65536, block.length);
    expected[40 + 8 * ID] = 2;
    assertArrayEquals(expected, memory.toBytes());
    assertEquals(after, image.superblock());
  }

  @Test
  void nothingToCommitWritesNothingAndKeepsTheVersion() {
    DatabaseImage image = fresh(memory, 1);
    byte[] before = memory.toBytes();
    try (Snapshot base = image.snapshot()) {
      Overlay overlay = image.beginUpdate(base);
      overlay.write(100, new byte[0], 0);
      overlay.truncate(0);
      assertTrue(overlay.isEmpty());
      try (Snapshot same = image.commit(overlay).snapshot()) {
        assertEquals(base.version(), same.version());
      }
      assertThrows(IllegalStateException.class, () -> image.commit(overlay));
    }
    assertArrayEquals(before, memory.toBytes());
    assertEquals(0, image.openSnapshots());
  }

  @Test
  void aDirtyPageCountsEvenWithUnchangedBytes() {
    DatabaseImage image = fresh(memory, 1);
    update(image, overlay -> overlay.write(0, filled(PAGE, 1), PAGE));
    update(image, overlay -> overlay.write(5, filled(3, 1), 3));
    assertEquals(2, image.superblock().lastTransactionId());
  }

  @Test
  void aGapReadsAsZerosAndLeavesNoExtentWhereEveryPageWasWritten() {
    DatabaseImage image = fresh(memory, 1);
    update(image, overlay -> overlay.write(0, random(4, 1), 4));
    update(image, overlay -> overlay.truncate(1));
    update(image, overlay -> overlay.write(PAGE + 3, random(4, 2), 4));
    byte[] expected = new byte[PAGE + 7];
    expected[0] = random(4, 1)[0];
    System.arraycopy(random(4, 2), 0, expected, PAGE + 3, 4);
    assertArrayEquals(expected, bytes(image));
    assertArrayEquals(expected, bytes(reopen(image)));
    assertEquals(65536, image.superblock().baseOffset());
    assertEquals(0, image.superblock().zeroExtents().count());
  }

  @Test
  void aSkippedPageIsExactlyOneExtent() {
    DatabaseImage image = fresh(memory, 1);
    update(image, overlay -> overlay.write(0, random(2 * PAGE, 1), 2 * PAGE));
    update(image, overlay -> overlay.truncate(1));
    update(image, overlay -> overlay.write(2 * PAGE + 2, random(1, 2), 1));
    assertEquals("[[1,2)]", image.superblock().zeroExtents().toString());
    assertEquals(65536, image.superblock().baseOffset());
    byte[] expected = new byte[2 * PAGE + 3];
    expected[0] = random(2 * PAGE, 1)[0];
    expected[2 * PAGE + 2] = random(1, 2)[0];
    assertArrayEquals(expected, bytes(reopen(image)));
    assertEquals(Fnv1a64.of(expected, 0, expected.length), image.checksum());
  }

  @Test
  void oldBytesNeverComeBackAfterATruncation() {
    DatabaseImage image = fresh(memory, 1);
    update(image, overlay -> overlay.write(0, filled(4 * PAGE, 0xee), 4 * PAGE));
    update(image, overlay -> overlay.truncate(PAGE + 100));
    assertEquals("[[2,4)]", image.superblock().zeroExtents().toString());
    update(image, overlay -> overlay.truncate(4 * PAGE));
    byte[] expected = Arrays.copyOf(filled(PAGE + 100, 0xee), 4 * PAGE);
    assertArrayEquals(expected, bytes(image));
    assertArrayEquals(expected, bytes(reopen(image)));
  }

  @Test
  void growingByTruncateAloneGrowsTheMemoryWithoutWritingAPage() {
    DatabaseImage image = fresh(memory, 1);
    update(
        image,
        overlay -> {
          overlay.truncate(10 * 65536);
          assertEquals(0, overlay.dirtyPages());
        });
    assertEquals(11, image.memory().sizePages());
    assertEquals("[[0,40)]", image.superblock().zeroExtents().toString());
    assertArrayEquals(new byte[10 * 65536], bytes(image));
  }

  /** 1024 extents: every second page behind the first is written. */
  private DatabaseImage with1024Extents() {
    DatabaseImage image = fresh(memory, 128);
    update(
        image,
        overlay -> {
          for (int page = 0; page <= 2048; page += 2) {
            overlay.write((long) page * PAGE, random(PAGE, page), PAGE);
          }
        });
    assertEquals(1024, image.superblock().zeroExtents().count());
    return image;
  }

  @Test
  void at1024ExtentsAnAppendedPagePasses() {
    DatabaseImage image = with1024Extents();
    update(image, overlay -> overlay.write(2049L * PAGE, random(PAGE, 1), PAGE));
    assertEquals(1024, image.superblock().zeroExtents().count());
    assertEquals(2050L * PAGE, reopen(image).superblock().databaseSize());
  }

  @Test
  void at1024ExtentsAPageThatIsOnlyTruncatedInIsRefusedAndNothingChanges() {
    DatabaseImage image = with1024Extents();
    byte[] before = memory.toBytes();
    Superblock block = image.superblock();
    try (Snapshot base = image.snapshot()) {
      Overlay overlay = image.beginUpdate(base);
      overlay.truncate(2050L * PAGE);
      StableMemoryException refused = refused(() -> image.commit(overlay));
      assertEquals(Kind.ZERO_EXTENT_LIMIT_EXCEEDED, refused.kind());
      assertEquals("zero extent limit exceeded: limit=1024", refused.getMessage());
    }
    assertEquals(block, image.superblock());
    assertArrayEquals(before, memory.toBytes());
    assertEquals(0, image.openSnapshots());
    assertEquals(0, image.preImageBytes());
  }

  @Test
  void refusedGrowthChangesNothingAndTheOverlayCanBeCommittedLater() {
    DatabaseImage image = fresh(memory, 1);
    memory.setMaximumPages(3);
    byte[] before = memory.toBytes();
    byte[] big = random(5 * 65536, 1);
    try (Snapshot base = image.snapshot()) {
      Overlay overlay = image.beginUpdate(base);
      overlay.write(0, big, big.length);
      StableMemoryException refused = refused(() -> image.commit(overlay));
      assertEquals(Kind.GROW_FAILED, refused.kind());
      assertEquals(
          "stable memory grow failed: current_pages=1, required_pages=6", refused.getMessage());
      assertArrayEquals(before, memory.toBytes());
      assertEquals(1, image.version());
      assertTrue(image.isCurrent(base));
      memory.setMaximumPages(100);
      image.commit(overlay).snapshot().close();
    }
    assertArrayEquals(big, bytes(image));
  }

  @Test
  void sizesBeyondAllMemoryAreRefused() {
    DatabaseImage image = fresh(memory, 1);
    try (Snapshot base = image.snapshot()) {
      Overlay overlay = image.beginUpdate(base);
      StableMemoryException overflow = refused(() -> overlay.write(Long.MAX_VALUE, new byte[1], 1));
      assertEquals("offset overflow", overflow.getMessage());
      overlay.truncate(1L << 60);
      assertEquals(Kind.GROW_FAILED, refused(() -> image.commit(overlay)).kind());
      overlay.truncate(Long.MAX_VALUE);
      assertEquals(Kind.OFFSET_OVERFLOW, refused(() -> image.commit(overlay)).kind());
      overlay.truncate(0);
      image.commit(overlay).snapshot().close();
    }
    assertEquals(0, image.superblock().databaseSize());
  }

  @Test
  void anUpdateOnAnOldSnapshotIsRefused() {
    DatabaseImage image = fresh(memory, 1);
    try (Snapshot old = image.snapshot()) {
      Overlay late = image.beginUpdate(old);
      late.write(0, filled(PAGE, 1), PAGE);
      update(image, overlay -> overlay.write(0, filled(PAGE, 2), PAGE));
      assertFalse(image.isCurrent(old));
      StableMemoryException refused = refused(() -> image.commit(late));
      assertEquals(Kind.SNAPSHOT_STALE, refused.kind());
      assertEquals("version 1 is not the newest, 2 is", refused.getMessage());
      assertEquals(Kind.SNAPSHOT_STALE, refused(() -> image.beginUpdate(old)).kind());
    }
    assertArrayEquals(filled(PAGE, 2), bytes(image));
  }

  @Test
  void whileAnImportIsUnfinishedNothingIsReadOrWritten() {
    DatabaseImage image =
        withSuperblock(fresh(memory, 1), block(0, 65536, Superblock.IMPORTING, ZeroExtents.NONE));
    StableMemoryException query = refused(image::snapshot);
    assertEquals(Kind.IMPORT_IN_PROGRESS, query.kind());
    assertEquals("database import is in progress", query.getMessage());
    StableMemoryException updating = refused(image::requireUpdatable);
    assertEquals(Kind.IMPORT_ALREADY_STARTED, updating.kind());
    assertEquals("import session already started", updating.getMessage());
  }

  @Test
  void aDatabaseThatWouldLeaveItsMemoryIsRefused() {
    DatabaseImage image = fresh(memory, 4);
    update(image, overlay -> overlay.write(0, random(PAGE, 1), PAGE));
    long[][] sizeAndBase = {
      {0, 0},
      {0, 65535},
      {65537, 65536},
      {-1, 65536},
      {PAGE, -1},
      {0, 131073},
      {-65536, 65536},
      {Long.MAX_VALUE, 65536}
    };
    for (long[] bad : sizeAndBase) {
      byte[] before = memory.toBytes();
      StableMemoryException refused =
          refused(() -> withSuperblock(image, block(bad[0], bad[1], 0, ZeroExtents.NONE)));
      assertEquals(Kind.DATABASE_OUT_OF_BOUNDS, refused.kind());
      assertEquals(before.length, memory.toBytes().length);
    }
    assertEquals(
        65536,
        withSuperblock(image, block(65536, 65536, 0, ZeroExtents.NONE))
            .superblock()
            .databaseSize());
  }

  @Test
  void aBaseThatIsNoWholePageMayHaveItsLastPageEndBehindTheMemory() {
    DatabaseImage image = fresh(memory, 4);
    update(image, overlay -> overlay.write(0, filled(4 * PAGE, 7), 4 * PAGE));
    long base = 65536 + 3 * PAGE + 10_000;
    DatabaseImage odd = withSuperblock(image, block(PAGE - 10_000, base, 0, ZeroExtents.NONE));
    assertArrayEquals(filled(PAGE - 10_000, 7), bytes(odd));
    update(odd, overlay -> overlay.write(PAGE - 10_000, filled(1, 9), 1));
    byte[] expected = filled(PAGE - 10_000 + 1, 7);
    expected[PAGE - 10_000] = 9;
    assertArrayEquals(expected, bytes(odd));
    assertArrayEquals(expected, bytes(reopen(odd)));
  }

  @Test
  void extentsFarBeyondTheEndAreKept() {
    ZeroExtents far = ZeroExtents.NONE.add(100, 200).add(Long.MIN_VALUE, -1);
    DatabaseImage image = withSuperblock(fresh(memory, 1), block(0, 65536, 0, far));
    update(image, overlay -> overlay.write(0, filled(PAGE, 1), PAGE));
    assertEquals(far, image.superblock().zeroExtents());
  }

  @Test
  void severalImagesOfOneManagerCommitIndependently() {
    MemoryManager manager = MemoryManager.open(memory, 2);
    DatabaseImage one = DatabaseImage.openOrCreate(manager, 10);
    DatabaseImage two = DatabaseImage.openOrCreate(manager, 11);
    try (Snapshot baseOne = one.snapshot();
        Snapshot baseTwo = two.snapshot()) {
      Overlay first = one.beginUpdate(baseOne);
      Overlay second = two.beginUpdate(baseTwo);
      first.write(0, random(200_000, 1), 200_000);
      second.write(0, random(300_000, 2), 300_000);
      two.commit(second).snapshot().close();
      one.commit(first).snapshot().close();
    }
    MemoryManager reopened = MemoryManager.open(memory);
    assertArrayEquals(random(200_000, 1), bytes(DatabaseImage.open(reopened, 10)));
    assertArrayEquals(random(300_000, 2), bytes(DatabaseImage.open(reopened, 11)));
  }

  @Test
  void openingALargeImageReadsItsTablesOnly() {
    DatabaseImage image = fresh(memory, 128);
    update(image, overlay -> overlay.truncate(4L << 30));
    long[] read = {0};
    ForwardingMemory counted =
        new ForwardingMemory(memory) {
          @Override
          public void read(long offset, byte[] target, int position, int length) {
            read[0] += length;
            super.read(offset, target, position, length);
          }
        };
    MemoryManager manager = MemoryManager.open(counted);
    assertEquals(ImageFormat.IC_SQLITE_VFS, ImageFormat.detect(manager, ID));
    assertEquals(4L << 30, DatabaseImage.open(manager, ID).superblock().databaseSize());
    assertEquals(34_848 + 16 + 33 * 512, read[0]);
  }

  @Test
  void bytesBehindTheEndThatAnotherProgramLeftAreHiddenWhenTheDatabaseGrows() {
    DatabaseImage image = fresh(memory, 4);
    update(image, overlay -> overlay.write(0, filled(PAGE, 7), PAGE));
    DatabaseImage shorter = withSuperblock(image, block(100, 65536, 0, ZeroExtents.NONE));
    update(shorter, overlay -> overlay.write(200, filled(1, 9), 1));
    byte[] expected = Arrays.copyOf(filled(100, 7), 201);
    expected[200] = 9;
    assertArrayEquals(expected, bytes(shorter));
    update(shorter, overlay -> overlay.truncate(2 * PAGE));
    assertArrayEquals(Arrays.copyOf(expected, 2 * PAGE), bytes(shorter));
  }

  @Test
  void aCutZeroesTheRestOfTheLastPageInTheMemory() {
    DatabaseImage image = fresh(memory, 4);
    update(image, overlay -> overlay.write(0, filled(PAGE, 7), PAGE));
    update(image, overlay -> overlay.truncate(100));
    byte[] page = new byte[PAGE];
    image.memory().read(65536, page, 0, PAGE);
    assertArrayEquals(Arrays.copyOf(filled(100, 7), PAGE), page);
  }
}
