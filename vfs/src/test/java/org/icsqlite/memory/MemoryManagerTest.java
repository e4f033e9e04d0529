package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;

class MemoryManagerTest {

  private static final int OWNERS = 2080;

  private static MemoryManager managerWith(HeapStableMemory memory, int bucketPages) {
    return MemoryManager.open(memory, bucketPages);
  }

  private static long grow(MemoryManager manager, int id, long pages) {
    Message message = new Message(manager.backing());
    long old = manager.grow(message, id, pages);
    manager.backing().commit(message);
    return old;
  }

  /** Two buckets of one page for id 7, one for id 3. */
  private static byte[] validImage() {
    HeapStableMemory memory = new HeapStableMemory();
    MemoryManager manager = managerWith(memory, 1);
    grow(manager, 7, 1);
    grow(manager, 3, 1);
    grow(manager, 7, 1);
    return memory.toBytes();
  }

  private static void assertRefused(Kind kind, String text, Consumer<ByteBuffer> damage) {
    byte[] bytes = validImage();
    damage.accept(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    assertRefused(kind, text, bytes);
  }

  private static void assertRefused(Kind kind, String text, byte[] bytes) {
    HeapStableMemory memory = HeapStableMemory.of(bytes);
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> MemoryManager.open(memory));
    assertEquals(text, refused.getMessage());
    assertEquals(kind, refused.kind());
    assertArrayEquals(bytes, memory.toBytes());
  }

  @Test
  void aFreshManagerIsAHeaderAndATableOf255() {
    HeapStableMemory memory = new HeapStableMemory();
    MemoryManager manager = MemoryManager.open(memory);
    assertEquals(0, memory.sizePages());
    assertFalse(manager.created());
    Message message = new Message(memory);
    manager.create(message);
    manager.create(message);
    assertEquals(0, memory.sizePages());
    memory.commit(message);
    assertTrue(manager.created());
    byte[] expected = new byte[65536];
    byte[] start = {0x4d, 0x47, 0x52, 1, 0, 0, (byte) 0x80, 0};
    System.arraycopy(start, 0, expected, 0, start.length);
    Arrays.fill(expected, OWNERS, OWNERS + 32768, (byte) 255);
    assertArrayEquals(expected, memory.toBytes());
  }

  @Test
  void growthAddsOwnersInOrderAndRewritesTheHeader() {
    byte[] bytes = validImage();
    assertEquals(4 * 65536, bytes.length);
    byte[] expected = new byte[bytes.length];
    ByteBuffer header = ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN);
    header.put(new byte[] {'M', 'G', 'R', 1}).putShort((short) 3).putShort((short) 1);
    header.putLong(40 + 8 * 7, 2).putLong(40 + 8 * 3, 1);
    Arrays.fill(expected, OWNERS, OWNERS + 32768, (byte) 255);
    expected[OWNERS] = 7;
    expected[OWNERS + 1] = 3;
    expected[OWNERS + 2] = 7;
    assertArrayEquals(expected, bytes);
    MemoryManager manager = MemoryManager.open(HeapStableMemory.of(bytes));
    assertEquals(1, manager.bucketPages());
    assertEquals(3, manager.allocatedBuckets());
    assertArrayEquals(new int[] {7, 3, 7}, manager.owners());
    assertArrayEquals(new int[] {0, 2}, manager.buckets(7));
    assertEquals(2, manager.sizePages(7));
    assertEquals(0, manager.sizePages(254));
  }

  @Test
  void oneVirtualPageCosts129RawPagesWithDefaults() {
    HeapStableMemory memory = new HeapStableMemory();
    MemoryManager manager = MemoryManager.open(memory);
    assertEquals(0, grow(manager, 120, 1));
    assertEquals(129, memory.sizePages());
    assertEquals(1, grow(manager, 120, 127));
    assertEquals(129, memory.sizePages());
    assertEquals(128, grow(manager, 120, 1));
    assertEquals(257, memory.sizePages());
  }

  @Test
  void growingByNothingStillRewritesTheHeader() {
    byte[] bytes = validImage();
    bytes[8] = 1;
    bytes[39] = 2;
    HeapStableMemory memory = HeapStableMemory.of(bytes);
    MemoryManager manager = MemoryManager.open(memory);
    assertEquals(2, grow(manager, 7, 0));
    assertArrayEquals(validImage(), memory.toBytes());
  }

  @Test
  void theArgumentIsCheckedBeforeTheMemory() {
    HeapStableMemory foreign = HeapStableMemory.of(new byte[65536]);
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> MemoryManager.open(foreign, 0));
    assertEquals(Kind.BUCKET_SIZE_IS_ZERO, refused.kind());
    assertEquals("bucket size must be greater than zero", refused.getMessage());
    assertThrows(IllegalArgumentException.class, () -> MemoryManager.open(foreign, 65536));
    assertThrows(IllegalArgumentException.class, () -> MemoryManager.open(foreign, -1));
  }

  @Test
  void everyFaultOfALayoutHasItsText() {
    assertRefused(
        Kind.NON_MEMORY_MANAGER_LAYOUT,
        "non-empty memory does not contain a MemoryManager layout",
        image -> image.put(2, (byte) 'X'));
    assertRefused(Kind.INVALID_LAYOUT, "Unsupported version.", image -> image.put(3, (byte) 2));
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager header: allocated buckets exceeds maximum",
        image -> image.putShort(4, (short) 32769));
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager header: bucket size is zero",
        image -> image.putShort(6, (short) 0));
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager header: memory 254 size overflows bytes",
        image -> image.putLong(40 + 8 * 254, 1L << 48));
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager header: memory 0 size overflows bytes",
        image -> image.putLong(40, -1));
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager allocation table: allocated bucket has no owner",
        image -> image.put(OWNERS + 1, (byte) 255));
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager allocation table: unallocated bucket has owner",
        image -> image.put(OWNERS + 32767, (byte) 3));
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager layout: memory 3 size and buckets mismatch",
        image -> image.putLong(40 + 8 * 3, 2));
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager layout: backing memory truncated",
        Arrays.copyOf(validImage(), 3 * 65536));
    byte[] sizeWithoutOverflow = validImage();
    ByteBuffer.wrap(sizeWithoutOverflow).order(ByteOrder.LITTLE_ENDIAN).putLong(40, (1L << 48) - 1);
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager layout: memory 0 size and buckets mismatch",
        sizeWithoutOverflow);
  }

  @Test
  void theFirstFaultInTheCratesOrderIsNamed() {
    byte[] bytes = new byte[65536];
    assertRefused(
        Kind.NON_MEMORY_MANAGER_LAYOUT,
        "non-empty memory does not contain a MemoryManager layout",
        bytes);
    // Everything below is wrong at once; each step mends the fault that was named.
    ByteBuffer image = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    image.put(0, new byte[] {'M', 'G', 'R', 9}).putShort(4, (short) -1).putLong(40, -1);
    assertRefused(Kind.INVALID_LAYOUT, "Unsupported version.", bytes);
    image.put(3, (byte) 1);
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager header: allocated buckets exceeds maximum",
        bytes);
    image.putShort(4, (short) 1);
    image.put(OWNERS, (byte) 255);
    assertRefused(Kind.INVALID_LAYOUT, "invalid memory manager header: bucket size is zero", bytes);
    image.putShort(6, (short) 5);
    assertRefused(
        Kind.INVALID_LAYOUT, "invalid memory manager header: memory 0 size overflows bytes", bytes);
    image.putLong(40, 6);
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager allocation table: allocated bucket has no owner",
        bytes);
    image.put(OWNERS, (byte) 0);
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager allocation table: unallocated bucket has owner",
        bytes);
    Arrays.fill(bytes, OWNERS + 1, OWNERS + 32768, (byte) 255);
    assertRefused(
        Kind.INVALID_LAYOUT,
        "invalid memory manager layout: memory 0 size and buckets mismatch",
        bytes);
    image.putLong(40, 5);
    assertRefused(
        Kind.INVALID_LAYOUT, "invalid memory manager layout: backing memory truncated", bytes);
  }

  @Test
  void reservedBytesAndBytesBehindTheTableAreNotChecked() {
    byte[] bytes = validImage();
    Arrays.fill(bytes, 8, 40, (byte) 0x55);
    Arrays.fill(bytes, OWNERS + 32768, 65536, (byte) 0x55);
    assertEquals(2, MemoryManager.open(HeapStableMemory.of(bytes)).sizePages(7));
  }

  @Test
  void anAbandonedMessageLeavesTheManagerAsItWas() {
    HeapStableMemory memory = new HeapStableMemory();
    MemoryManager manager = managerWith(memory, 2);
    Message abandoned = new Message(memory);
    manager.grow(abandoned, 5, 3);
    assertEquals(3, manager.memory(5).sizePages(abandoned));
    assertEquals(0, manager.memory(5).sizePages());
    assertEquals(0, manager.allocatedBuckets());
    assertEquals(0, grow(manager, 6, 1));
    assertEquals(0, manager.sizePages(5));
    assertEquals(1, manager.sizePages(6));
    assertThrows(IllegalStateException.class, () -> memory.commit(abandoned));
    assertEquals(3, memory.sizePages());
  }

  @Test
  void refusedGrowthNamesTheVirtualSizesAndChangesNothing() {
    HeapStableMemory memory = new HeapStableMemory(1 + 2 * 4);
    MemoryManager manager = managerWith(memory, 4);
    grow(manager, 1, 8);
    byte[] before = memory.toBytes();
    Message message = new Message(memory);
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> manager.grow(message, 2, 1));
    assertEquals(Kind.GROW_FAILED, refused.kind());
    assertEquals(
        "stable memory grow failed: current_pages=0, required_pages=1", refused.getMessage());
    assertTrue(message.isEmpty());
    assertEquals(8, manager.grow(message, 1, 0));
    memory.commit(message);
    assertArrayEquals(before, memory.toBytes());
    assertThrows(
        StableMemoryException.class, () -> manager.grow(new Message(memory), 1, Long.MAX_VALUE));
  }

  @Test
  void exactly32768BucketsCanBeUsed() {
    HeapStableMemory memory = new HeapStableMemory();
    MemoryManager manager = managerWith(memory, 1);
    assertEquals(0, grow(manager, 254, 32768));
    assertEquals(32769, memory.sizePages());
    assertThrows(StableMemoryException.class, () -> manager.grow(new Message(memory), 254, 1));
    MemoryManager reopened = MemoryManager.open(memory);
    assertEquals(32768, reopened.allocatedBuckets());
    assertEquals(32768, reopened.sizePages(254));
  }

  @Test
  void bucketsOf65535PagesWork() {
    HeapStableMemory memory = new HeapStableMemory();
    MemoryManager manager = managerWith(memory, 65535);
    grow(manager, 0, 65536);
    Message message = new Message(memory);
    manager.memory(0).write(message, 65535L * 65536 - 1, new byte[] {1, 2}, 0, 2);
    memory.commit(message);
    MemoryManager reopened = MemoryManager.open(memory);
    assertEquals(65535, reopened.bucketPages());
    byte[] read = new byte[2];
    reopened.memory(0).read(65535L * 65536 - 1, read, 0, 2);
    assertArrayEquals(new byte[] {1, 2}, read);
    memory.read(65536 + 65535L * 65536, read, 0, 1);
    assertEquals(2, read[0]);
  }

  @Test
  void idsOutside0To254AreRefused() {
    MemoryManager manager = MemoryManager.open(new HeapStableMemory());
    for (int id : new int[] {-1, 255, 256}) {
      StableMemoryException refused =
          assertThrows(StableMemoryException.class, () -> manager.memory(id));
      assertEquals(Kind.INVALID_MEMORY_ID, refused.kind());
      assertEquals("memory id must be 0..254, not " + id, refused.getMessage());
    }
    assertEquals(254, manager.memory(254).id());
  }

  @Test
  void virtualAccessIsCheckedAndSplitOverBuckets() {
    HeapStableMemory memory = HeapStableMemory.of(validImage());
    VirtualMemory seven = MemoryManager.open(memory).memory(7);
    Message message = new Message(memory);
    seven.write(message, 65535, new byte[] {1, 2}, 0, 2);
    memory.commit(message);
    byte[] raw = memory.toBytes();
    assertEquals(1, raw[65536 + 65535]);
    assertEquals(2, raw[65536 + 2 * 65536]);
    byte[] read = new byte[2];
    seven.read(65535, read, 0, 2);
    assertArrayEquals(new byte[] {1, 2}, read);
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> seven.read(131071, read, 0, 2));
    assertEquals(Kind.VIRTUAL_READ_OUT_OF_BOUNDS, refused.kind());
    assertEquals("MemoryId(7): read out of bounds", refused.getMessage());
    refused =
        assertThrows(
            StableMemoryException.class,
            () -> seven.write(new Message(memory), Long.MAX_VALUE, read, 0, 2));
    assertEquals(Kind.VIRTUAL_WRITE_OUT_OF_BOUNDS, refused.kind());
    assertEquals("MemoryId(7): write out of bounds", refused.getMessage());
    seven.read(Long.MAX_VALUE, read, 2, 0);
    seven.write(new Message(memory), -1, read, 0, 0);
  }
}
