package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.junit.jupiter.api.Test;

class MessageTest {

  private final HeapStableMemory memory = new HeapStableMemory(4);

  @Test
  void aWriteIsCheckedAgainstTheGrownSize() {
    Message message = new Message(memory);
    StableMemoryException outside =
        assertThrows(StableMemoryException.class, () -> message.write(0, new byte[] {1}, 0, 1));
    assertEquals(Kind.WRITE_OUT_OF_BOUNDS, outside.kind());
    assertEquals(
        "stable memory write out of bounds: offset=0, len=1, size_bytes=0", outside.getMessage());
    message.growTo(1);
    message.write(65535, new byte[] {1}, 0, 1);
    assertThrows(StableMemoryException.class, () -> message.write(65535, new byte[] {1, 2}, 0, 2));
    assertThrows(
        StableMemoryException.class, () -> message.write(Long.MAX_VALUE, new byte[1], 0, 1));
    assertThrows(StableMemoryException.class, () -> message.write(-1, new byte[1], 0, 1));
    assertEquals(0, memory.sizePages());
  }

  @Test
  void aWriteOfNothingIsAllowedAnywhereAndAddsNothing() {
    Message message = new Message(memory);
    message.write(Long.MAX_VALUE, new byte[0], 0, 0);
    message.write(-5, new byte[3], 3, 0);
    assertTrue(message.isEmpty());
  }

  @Test
  void growthBeyondTheMaximumIsRefusedAndChangesNothing() {
    Message message = new Message(memory);
    message.growTo(3);
    StableMemoryException refused =
        assertThrows(StableMemoryException.class, () -> message.growTo(5));
    assertEquals(Kind.GROW_FAILED, refused.kind());
    assertEquals(
        "stable memory grow failed: current_pages=3, required_pages=5", refused.getMessage());
    assertEquals(3, message.sizePages());
    message.growTo(1);
    assertEquals(3, message.sizePages());
  }

  @Test
  void aWriteKeepsACopyOfTheBytes() {
    Message message = new Message(memory);
    message.growTo(1);
    byte[] bytes = {7, 8, 9};
    message.write(0, bytes, 1, 2);
    bytes[1] = 0;
    List<byte[]> seen = new ArrayList<>();
    message.forEachWrite(
        (offset, written, position, length) ->
            seen.add(Arrays.copyOfRange(written, position, position + length)));
    assertEquals(1, seen.size());
    assertArrayEquals(new byte[] {8, 9}, seen.get(0));
  }

  @Test
  void theListenersAreToldOnceAndInOrder() {
    Message message = new Message(memory);
    message.growTo(1);
    List<String> ran = new ArrayList<>();
    message.listen(
        new MessageListener() {
          @Override
          public void taken() {
            ran.add("taken with " + memory.sizePages() + " pages");
          }

          @Override
          public void published() {
            ran.add("published");
          }

          @Override
          public void applied() {
            ran.add("applied");
          }
        });
    assertTrue(ran.isEmpty());
    memory.commit(message);
    assertEquals(List.of("taken with 1 pages", "published", "applied"), ran);
    assertThrows(IllegalStateException.class, () -> memory.commit(message));
    assertThrows(IllegalStateException.class, () -> message.growTo(2));
  }

  @Test
  void anAbandonedMessageIsNotCommitted() {
    Message message = new Message(memory);
    message.growTo(1);
    assertFalse(message.isEmpty());
    message.abandon();
    assertThrows(IllegalStateException.class, () -> memory.commit(message));
    assertEquals(0, memory.sizePages());
  }
}
