package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.memory.VirtualMemory;
import org.junit.jupiter.api.Test;

class PlainSqliteImageTest {

  private static final int ID = 120;

  /** A file of which only the header fields that tell its length are real. */
  private static byte[] file(int pageSize, int pageCount, int changes, int validFor, int length) {
    byte[] bytes = TestImages.random(length, 1);
    ByteBuffer header = ByteBuffer.wrap(bytes);
    header.put(0, PlainSqliteImage.SQLITE_MAGIC);
    header.putShort(16, (short) (pageSize == 65536 ? 1 : pageSize));
    header.putInt(24, changes).putInt(28, pageCount).putInt(92, validFor);
    return bytes;
  }

  private static VirtualMemory inVirtualMemory(byte[] file) {
    HeapStableMemory memory = new HeapStableMemory();
    MemoryManager manager = MemoryManager.open(memory, 1);
    VirtualMemory target = manager.memory(ID);
    Message message = new Message(memory);
    target.grow(message, (file.length + 65535) / 65536);
    target.write(message, 0, file, 0, file.length);
    memory.commit(message);
    return target;
  }

  private static HeapStableMemory behindLength(byte[] file, long length) {
    byte[] raw = new byte[(file.length + 8 + 65535) / 65536 * 65536];
    ByteBuffer.wrap(raw).putLong(length).put(file);
    return HeapStableMemory.of(raw);
  }

  @Test
  void theLengthInAVirtualMemoryComesFromTheHeader() {
    byte[] file = file(4096, 18, 7, 7, 18 * 4096);
    VirtualMemory memory = inVirtualMemory(file);
    assertEquals(ImageFormat.IC_RUSQLITE, ImageFormat.detect(memory));
    PlainSqliteImage image = PlainSqliteImage.inVirtualMemory(memory);
    assertEquals("ic-rusqlite", image.layoutName());
    assertEquals(ID, image.memoryId());
    assertFalse(image.writable());
    Snapshot snapshot = image.snapshot();
    assertArrayEquals(file, TestImages.bytes(snapshot));
    assertEquals(10, snapshot.read(file.length - 10, new byte[50], 50));
    snapshot.close();
    snapshot.close();
    assertEquals(
        Kind.CLOSED,
        assertThrows(StableMemoryException.class, () -> snapshot.read(0, new byte[1], 1)).kind());
  }

  @Test
  void withoutAValidPageCountAllWholePagesCount() {
    assertEquals(
        131072,
        PlainSqliteImage.inVirtualMemory(inVirtualMemory(file(4096, 18, 8, 7, 18 * 4096))).size());
    assertEquals(
        131072,
        PlainSqliteImage.inVirtualMemory(inVirtualMemory(file(65536, 0, 7, 7, 70_000))).size());
    // Not a page size: SQLite will say so; nothing is cut off here.
    assertEquals(
        131072,
        PlainSqliteImage.inVirtualMemory(inVirtualMemory(file(1000, 1, 7, 7, 70_000))).size());
  }

  @Test
  void aHeaderThatClaimsMoreThanTheMemoryIsRefused() {
    for (int pageCount : new int[] {33, -1, Integer.MIN_VALUE}) {
      StableMemoryException refused =
          assertThrows(
              StableMemoryException.class,
              () ->
                  PlainSqliteImage.inVirtualMemory(
                      inVirtualMemory(file(4096, pageCount, 7, 7, 70_000))));
      assertEquals(Kind.DATABASE_OUT_OF_BOUNDS, refused.kind());
    }
  }

  @Test
  void theLengthInRawMemoryStandsBeforeTheFile() {
    byte[] file = file(4096, 1, 1, 1, 20 * 4096);
    HeapStableMemory memory = behindLength(file, file.length);
    assertTrue(ImageFormat.isIcSqlite(memory));
    assertEquals(ImageFormat.IC_SQLITE, ImageFormat.detect(memory, 128, ID));
    PlainSqliteImage image = PlainSqliteImage.behindLength(memory);
    assertEquals("ic-sqlite", image.layoutName());
    assertEquals(-1, image.memoryId());
    try (Snapshot snapshot = image.snapshot()) {
      assertArrayEquals(file, TestImages.bytes(snapshot));
    }
  }

  @Test
  void aLengthOfMoreThanTheMemoryIsRefused() {
    byte[] file = file(4096, 1, 1, 1, 4096);
    assertEquals(65528, PlainSqliteImage.behindLength(behindLength(file, 65528)).size());
    for (long length : new long[] {65529, Long.MAX_VALUE, -1}) {
      StableMemoryException refused =
          assertThrows(
              StableMemoryException.class,
              () -> PlainSqliteImage.behindLength(behindLength(file, length)));
      assertEquals(Kind.DATABASE_OUT_OF_BOUNDS, refused.kind());
    }
  }

  @Test
  void otherContentIsForeign() {
    VirtualMemory zeros = inVirtualMemory(new byte[100]);
    assertEquals(
        Kind.FOREIGN_STABLE_MEMORY_IMAGE,
        assertThrows(StableMemoryException.class, () -> ImageFormat.detect(zeros)).kind());
    assertThrows(StableMemoryException.class, () -> PlainSqliteImage.inVirtualMemory(zeros));
    HeapStableMemory raw = HeapStableMemory.of(new byte[65536]);
    assertFalse(ImageFormat.isIcSqlite(raw));
    assertThrows(StableMemoryException.class, () -> PlainSqliteImage.behindLength(raw));
    assertThrows(
        StableMemoryException.class, () -> PlainSqliteImage.behindLength(new HeapStableMemory()));
  }

  @Test
  void anEmptyMemoryIsEmptyAndStaysSo() {
    HeapStableMemory memory = new HeapStableMemory();
    assertEquals(ImageFormat.EMPTY, ImageFormat.detect(memory, 128, ID));
    assertEquals(0, memory.sizePages());
  }

  @Test
  void aManagerIsNotMistakenForIcSqlite() {
    byte[] raw = behindLength(file(4096, 1, 1, 1, 4096), 4096).toBytes();
    byte[] manager = raw.clone();
    System.arraycopy(new byte[] {'M', 'G', 'R', 1}, 0, manager, 0, 4);
    assertFalse(ImageFormat.isIcSqlite(HeapStableMemory.of(manager)));
    byte[] superblock = raw.clone();
    System.arraycopy(Superblock.MAGIC, 0, superblock, 0, 8);
    assertFalse(ImageFormat.isIcSqlite(HeapStableMemory.of(superblock)));
    assertTrue(ImageFormat.isIcSqlite(HeapStableMemory.of(Arrays.copyOf(raw, raw.length))));
  }
}
