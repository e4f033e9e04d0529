package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class Fnv1a64Test {

  @Test
  void knownValues() {
    assertEquals(0xcbf29ce484222325L, Fnv1a64.of(new byte[0], 0, 0));
    byte[] a = "a".getBytes(StandardCharsets.US_ASCII);
    assertEquals(0xaf63dc4c8601ec8cL, Fnv1a64.of(a, 0, 1));
  }

  @Property(tries = 100)
  void zerosByCountAndPartsGiveTheValueOfTheWhole(
      @ForAll byte[] head, @ForAll @IntRange(max = 5000) int zeros, @ForAll byte[] tail) {
    byte[] whole = new byte[head.length + zeros + tail.length];
    System.arraycopy(head, 0, whole, 0, head.length);
    System.arraycopy(tail, 0, whole, head.length + zeros, tail.length);
    Fnv1a64 parts = new Fnv1a64();
    parts.update(head, 0, head.length);
    parts.updateZeros(zeros);
    Fnv1a64 continued = new Fnv1a64(parts.value());
    continued.update(tail, 0, tail.length);
    assertEquals(Fnv1a64.of(whole, 0, whole.length), continued.value());
  }
}
