package org.icsqlite.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;

/** The manager against a model of plain byte arrays. */
class MemoryManagerPropertyTest {

  private static final int[] IDS = {0, 5, 120, 254};

  enum Kind {
    GROW,
    WRITE,
    COMMIT,
    ABANDON,
    REOPEN
  }

  /** One step; a grow takes {@code amount} as an index into the interesting sizes. */
  record Step(Kind kind, int memory, int amount, int position, int seed) {}

  /** Memories as arrays and owners as a list: what the bytes mean, without the bytes. */
  private static final class Model {
    final byte[][] memories = new byte[IDS.length][];
    final List<Integer> owners = new ArrayList<>();

    Model() {
      Arrays.fill(memories, new byte[0]);
    }

    Model copy() {
      Model copy = new Model();
      for (int i = 0; i < memories.length; i++) {
        copy.memories[i] = memories[i].clone();
      }
      copy.owners.addAll(owners);
      return copy;
    }

    void grow(int memory, int pages, int bucketPages) {
      byte[] old = memories[memory];
      memories[memory] = Arrays.copyOf(old, old.length + pages * 65536);
      long owned = owners.stream().filter(owner -> owner == IDS[memory]).count();
      while (owned * bucketPages * 65536 < memories[memory].length) {
        owners.add(IDS[memory]);
        owned++;
      }
    }

    byte[] raw(int bucketPages, int rawPages) {
      byte[] raw = new byte[rawPages * 65536];
      if (rawPages == 0) {
        return raw;
      }
      ByteBuffer header = ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN);
      header.put(new byte[] {'M', 'G', 'R', 1});
      header.putShort((short) owners.size()).putShort((short) bucketPages);
      Arrays.fill(raw, 2080, 2080 + 32768, (byte) 255);
      for (int i = 0; i < IDS.length; i++) {
        header.putLong(40 + 8 * IDS[i], memories[i].length / 65536);
        int from = 0;
        for (int bucket = 0; bucket < owners.size(); bucket++) {
          if (owners.get(bucket) == IDS[i]) {
            raw[2080 + bucket] = (byte) IDS[i];
            int count = Math.min(bucketPages * 65536, memories[i].length - from);
            System.arraycopy(memories[i], from, raw, 65536 + bucket * bucketPages * 65536, count);
            from += count;
          }
        }
      }
      return raw;
    }
  }

  @Provide
  Arbitrary<Integer> bucketPages() {
    return Arbitraries.of(1, 2, 7, 128);
  }

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(
            Arbitraries.frequency(
                Tuple.of(6, Kind.GROW),
                Tuple.of(8, Kind.WRITE),
                Tuple.of(4, Kind.COMMIT),
                Tuple.of(2, Kind.ABANDON),
                Tuple.of(1, Kind.REOPEN)),
            Arbitraries.integers().between(0, IDS.length - 1),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(0, 1 << 20),
            Arbitraries.integers())
        .as(Step::new);
  }

  @Property(tries = 60)
  void theManagerDoesWhatTheModelDoes(
      @ForAll("bucketPages") int bucketPages,
      @ForAll @Size(max = 40) List<@From("steps") Step> steps) {
    HeapStableMemory memory = new HeapStableMemory(600);
    MemoryManager manager = MemoryManager.open(memory, bucketPages);
    Model committed = new Model();
    Model pending = new Model();
    boolean created = false;
    Message message = new Message(memory);
    for (Step step : steps) {
      VirtualMemory target = manager.memory(IDS[step.memory()]);
      switch (step.kind()) {
        case GROW -> {
          int pages =
              new int[] {0, 1, bucketPages - 1, bucketPages, bucketPages + 1}[step.amount()];
          Model grown = pending.copy();
          grown.grow(step.memory(), pages, bucketPages);
          long old = pending.memories[step.memory()].length / 65536;
          if (1 + grown.owners.size() * bucketPages > 600) {
            Message current = message;
            assertThrows(StableMemoryException.class, () -> target.grow(current, pages));
          } else {
            assertEquals(old, target.grow(message, pages));
            pending = grown;
          }
        }
        case WRITE -> {
          byte[] bytes = new byte[step.position() % 5 == 0 ? 70_000 : 100];
          new Random(step.seed()).nextBytes(bytes);
          byte[] model = pending.memories[step.memory()];
          long offset = model.length == 0 ? 0 : (step.position() * 4099L) % model.length;
          if (offset + bytes.length > model.length) {
            Message current = message;
            assertThrows(
                StableMemoryException.class,
                () -> target.write(current, offset, bytes, 0, bytes.length));
          } else {
            target.write(message, offset, bytes, 0, bytes.length);
            System.arraycopy(bytes, 0, model, (int) offset, bytes.length);
          }
        }
        case COMMIT -> {
          created |= message.sizePages() > 0;
          memory.commit(message);
          committed = pending.copy();
          message = new Message(memory);
        }
        case ABANDON -> {
          pending = committed.copy();
          message = new Message(memory);
        }
        case REOPEN -> {
          manager = MemoryManager.open(memory, created ? 1 + step.amount() : bucketPages);
          pending = committed.copy();
          message = new Message(memory);
        }
        default -> throw new IllegalStateException();
      }
      for (int i = 0; i < IDS.length; i++) {
        assertEquals(committed.memories[i].length / 65536, manager.sizePages(IDS[i]));
      }
      if (step.kind() != Kind.WRITE) {
        compareBytes(memory, manager, committed);
      }
    }
    int rawPages = created ? 1 + committed.owners.size() * bucketPages : 0;
    assertArrayEquals(committed.raw(bucketPages, rawPages), memory.toBytes());
  }

  private static void compareBytes(HeapStableMemory memory, MemoryManager manager, Model model) {
    assertEquals(model.owners.size(), manager.allocatedBuckets());
    for (int i = 0; i < IDS.length; i++) {
      byte[] bytes = new byte[model.memories[i].length];
      manager.memory(IDS[i]).read(0, bytes, 0, bytes.length);
      assertArrayEquals(model.memories[i], bytes);
    }
    if (memory.sizePages() > 0) {
      assertEquals(1 + (long) model.owners.size() * manager.bucketPages(), memory.sizePages());
    }
  }
}
