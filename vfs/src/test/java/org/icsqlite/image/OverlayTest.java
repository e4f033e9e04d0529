package org.icsqlite.image;

import static org.icsqlite.image.TestImages.PAGE;
import static org.icsqlite.image.TestImages.bytes;
import static org.icsqlite.image.TestImages.filled;
import static org.icsqlite.image.TestImages.fresh;
import static org.icsqlite.image.TestImages.random;
import static org.icsqlite.image.TestImages.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OverlayTest {

  private final DatabaseImage image = fresh();
  private Snapshot base;
  private Overlay overlay;

  @BeforeEach
  void begin() {
    update(image, work -> work.write(0, filled(2 * PAGE + 100, 5), 2 * PAGE + 100));
    base = image.snapshot();
    overlay = image.beginUpdate(base);
  }

  @AfterEach
  void close() {
    base.close();
  }

  private List<Long> dirty() {
    return List.copyOf(overlay.dirtyBodies().keySet());
  }

  @Test
  void readsGoThroughToTheSnapshot() {
    assertArrayEquals(filled(2 * PAGE + 100, 5), bytes(overlay));
    assertTrue(overlay.isEmpty());
    assertEquals(0, overlay.read(Long.MAX_VALUE, new byte[1], 1));
  }

  @Test
  void aWriteInsideIsSeenAndDirtiesItsPagesInOrder() {
    overlay.write(2 * PAGE + 10, random(5, 1), 5);
    overlay.write(PAGE - 2, random(4, 2), 4);
    byte[] expected = filled(2 * PAGE + 100, 5);
    System.arraycopy(random(5, 1), 0, expected, 2 * PAGE + 10, 5);
    System.arraycopy(random(4, 2), 0, expected, PAGE - 2, 4);
    assertArrayEquals(expected, bytes(overlay));
    assertEquals(List.of(2L, 0L, 1L), dirty());
    assertArrayEquals(filled(2 * PAGE + 100, 5), bytes(base));
  }

  @Test
  void extendingZeroesTheOldTailAndMasksThePagesBetween() {
    overlay.write(5 * PAGE + 7, new byte[] {1}, 1);
    byte[] expected = Arrays.copyOf(filled(2 * PAGE + 100, 5), 5 * PAGE + 8);
    expected[5 * PAGE + 7] = 1;
    assertArrayEquals(expected, bytes(overlay));
    assertEquals(List.of(2L, 5L), dirty());
    assertEquals("[[3,5)]", overlay.committedExtents().toString());
  }

  @Test
  void extendingWithinTheLastPageRecordsNoExtent() {
    overlay.truncate(2 * PAGE + 200);
    assertEquals(List.of(2L), dirty());
    assertEquals(0, overlay.committedExtents().count());
    assertArrayEquals(Arrays.copyOf(filled(2 * PAGE + 100, 5), 2 * PAGE + 200), bytes(overlay));
  }

  @Test
  void cuttingDropsDirtyPagesAndZeroesTheTailOfTheLastOne() {
    overlay.write(2 * PAGE, filled(50, 8), 50);
    overlay.truncate(PAGE + 3);
    assertEquals(List.of(1L), dirty());
    overlay.truncate(2 * PAGE + 10);
    byte[] expected = Arrays.copyOf(filled(PAGE + 3, 5), 2 * PAGE + 10);
    assertArrayEquals(expected, bytes(overlay));
    assertEquals(List.of(1L, 2L), dirty());
  }

  @Test
  void truncatingToTheSameUnalignedSizeDirtiesTheLastPage() {
    overlay.truncate(2 * PAGE + 100);
    assertEquals(List.of(2L), dirty());
    assertFalse(overlay.isEmpty());
  }

  @Test
  void truncatingToTheSameAlignedSizeDoesNothing() {
    overlay.truncate(2 * PAGE);
    image.commit(overlay).snapshot().close();
    base.close();
    base = image.snapshot();
    overlay = image.beginUpdate(base);
    overlay.truncate(2 * PAGE);
    assertTrue(overlay.isEmpty());
  }

  @Test
  void cuttingAndGrowingBackIsNotNothing() {
    overlay.truncate(PAGE);
    overlay.truncate(2 * PAGE);
    overlay.truncate(2 * PAGE + 100);
    assertFalse(overlay.isEmpty());
    byte[] expected = Arrays.copyOf(filled(PAGE, 5), 2 * PAGE + 100);
    assertArrayEquals(expected, bytes(overlay));
    image.commit(overlay).snapshot().close();
    assertEquals("[[1,2)]", image.superblock().zeroExtents().toString());
    assertArrayEquals(expected, bytes(image));
  }

  @Test
  void pagesOfSqliteLargerAndSmallerThanTheImagesWork() {
    overlay.write(65536, random(65536, 1), 65536);
    overlay.write(512, random(512, 2), 512);
    byte[] expected = Arrays.copyOf(filled(2 * PAGE + 100, 5), 131072);
    System.arraycopy(random(65536, 1), 0, expected, 65536, 65536);
    System.arraycopy(random(512, 2), 0, expected, 512, 512);
    assertArrayEquals(expected, bytes(overlay));
    byte[] part = new byte[65536];
    assertEquals(65536, overlay.read(32768, part, 65536));
    assertArrayEquals(Arrays.copyOfRange(expected, 32768, 98304), part);
    image.commit(overlay).snapshot().close();
    assertArrayEquals(expected, bytes(image));
  }

  @Test
  void moreCleanPagesThanTheCacheHoldsAreReadAgain() {
    update(image, work -> work.write(0, random(30 * PAGE, 4), 30 * PAGE));
    try (Snapshot now = image.snapshot()) {
      Overlay reader = image.beginUpdate(now);
      assertArrayEquals(random(30 * PAGE, 4), bytes(reader));
      assertArrayEquals(random(30 * PAGE, 4), bytes(reader));
      assertTrue(reader.isEmpty());
    }
  }
}
