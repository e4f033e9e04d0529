package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;

class HeapStableMemoryTest {

  @Test
  void aReadOutsideTheMemoryIsRefusedAndDoesNotGrowIt() {
    HeapStableMemory memory = new HeapStableMemory();
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> memory.read(0, new byte[1], 0, 1));
    assertEquals(Kind.READ_OUT_OF_BOUNDS, refused.kind());
    assertEquals(
        "stable memory read out of bounds: offset=0, len=1, size_bytes=0", refused.getMessage());
    assertEquals(0, memory.sizePages());
    memory.read(Long.MAX_VALUE, new byte[0], 0, 0);
  }

  @Test
  void aReadOverThreePagesSeesWhatWasWrittenAndZerosElsewhere() {
    HeapStableMemory memory = new HeapStableMemory();
    Message message = new Message(memory);
    message.growTo(3);
    message.write(65534, new byte[] {1, 2, 3, 4}, 0, 4);
    memory.commit(message);
    byte[] all = memory.toBytes();
    assertEquals(3 * 65536, all.length);
    byte[] expected = new byte[3 * 65536];
    expected[65534] = 1;
    expected[65535] = 2;
    expected[65536] = 3;
    expected[65537] = 4;
    assertArrayEquals(expected, all);
  }

  @Test
  void aMemoryOf500GibTakesHeapOnlyForWhatIsWritten() {
    HeapStableMemory memory = new HeapStableMemory();
    Message message = new Message(memory);
    message.growTo(memory.maximumPages());
    long last = 500L * 1024 * 1024 * 1024 - 1;
    message.write(last, new byte[] {42}, 0, 1);
    memory.commit(message);
    assertEquals(8_192_000, memory.sizePages());
    byte[] read = new byte[2];
    memory.read(last - 1, read, 0, 2);
    assertArrayEquals(new byte[] {0, 42}, read);
    assertThrows(StableMemoryException.class, () -> memory.read(last, read, 0, 2));
  }

  @Test
  void zerosOverwriteWhatWasThere() {
    HeapStableMemory memory = HeapStableMemory.of(filled(65536, 9));
    Message message = new Message(memory);
    message.write(10, new byte[20], 0, 20);
    memory.commit(message);
    byte[] expected = filled(65536, 9);
    Arrays.fill(expected, 10, 30, (byte) 0);
    assertArrayEquals(expected, memory.toBytes());
  }

  @Test
  void aMaximumThatWasLoweredMeanwhileRefusesTheWholeMessage() {
    HeapStableMemory memory = HeapStableMemory.of(new byte[65536]);
    Message message = new Message(memory);
    message.growTo(3);
    message.write(0, new byte[] {1}, 0, 1);
    memory.setMaximumPages(2);
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> memory.commit(message));
    assertEquals(Kind.GROW_FAILED, refused.kind());
    assertArrayEquals(new byte[65536], memory.toBytes());
  }

  @Test
  void bytesThatAreNotWholePagesAreRefused() {
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> HeapStableMemory.of(new byte[65535]));
    assertEquals(Kind.RAGGED_FILE, refused.kind());
  }

  @Test
  void aClosedMemorySaysSo() {
    HeapStableMemory memory = new HeapStableMemory();
    memory.close();
    memory.close();
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> memory.read(0, new byte[1], 0, 1));
    assertEquals(Kind.CLOSED, refused.kind());
  }

  private static byte[] filled(int length, int value) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }
}
