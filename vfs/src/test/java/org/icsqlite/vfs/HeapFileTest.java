package org.icsqlite.vfs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A temporary file behaves like an array of bytes that grows and shrinks. */
class HeapFileTest {

  private static final int MOST = 300_000;

  /** A write of {@code length} bytes at {@code offset}, or a truncation to {@code offset}. */
  record Step(boolean write, int offset, int length, byte value) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> offsets =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, MOST),
            Arbitraries.of(0, 1, 65535, 65536, 65537, 131072));
    return Combinators.combine(
            Arbitraries.of(true, true, false),
            offsets,
            Arbitraries.integers().between(0, 140_000),
            Arbitraries.bytes().between((byte) 1, (byte) 127))
        .as(Step::new)
        .list()
        .ofMaxSize(20);
  }

  @Property(tries = 300)
  void itReadsAsAnArrayWould(@ForAll("steps") List<Step> steps) {
    HeapFile file = new HeapFile(() -> {});
    byte[] model = new byte[MOST + 150_000];
    int size = 0;
    for (Step step : steps) {
      if (step.write()) {
        byte[] bytes = new byte[step.length()];
        Arrays.fill(bytes, step.value());
        file.write(step.offset(), bytes, bytes.length);
        System.arraycopy(bytes, 0, model, step.offset(), bytes.length);
        size = Math.max(size, step.offset() + bytes.length);
      } else {
        file.truncate(step.offset());
        if (step.offset() < size) {
          Arrays.fill(model, step.offset(), size, (byte) 0);
        }
        size = step.offset();
      }
      assertEquals(size, file.size());
      byte[] all = new byte[size + 10];
      assertEquals(size, file.read(0, all, all.length));
      assertArrayEquals(Arrays.copyOf(model, size), Arrays.copyOf(all, size));
      byte[] tail = new byte[100];
      assertEquals(Math.min(100, size - size / 2), file.read(size / 2, tail, 100));
      assertEquals(0, file.read(size + 5L, tail, 100));
    }
    file.close();
  }
}
