package org.icsqlite.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ZeroExtentsTest {

  record Step(boolean add, int start, int length) {}

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(
            Arbitraries.of(true, true, false),
            Arbitraries.integers().between(0, 120),
            Arbitraries.integers().between(0, 12))
        .as(Step::new);
  }

  @Property(tries = 400)
  void rangesBehaveLikeASetOfPages(@ForAll @Size(max = 40) List<@From("steps") Step> steps) {
    BitSet model = new BitSet();
    ZeroExtents extents = ZeroExtents.NONE;
    for (Step step : steps) {
      int end = step.start() + step.length();
      if (step.add()) {
        extents = extents.add(step.start(), end);
        model.set(step.start(), end);
      } else {
        extents = extents.subtract(step.start(), end);
        model.clear(step.start(), end);
      }
      int at = 0;
      for (int i = 0; i < extents.count(); i++) {
        int start = model.nextSetBit(at);
        at = model.nextClearBit(start);
        assertEquals(start, extents.start(i));
        assertEquals(at, extents.end(i));
      }
      assertEquals(-1, model.nextSetBit(at));
      for (int page = 0; page < 140; page++) {
        assertEquals(model.get(page), extents.contains(page));
      }
    }
  }

  @Test
  void touchingRangesAreMergedAndEmptyOnesIgnored() {
    ZeroExtents extents = ZeroExtents.NONE.add(2, 3).add(5, 9).add(4, 4).add(7, 6);
    assertEquals("[[2,3), [5,9)]", extents.toString());
    assertEquals("[[2,9)]", extents.add(3, 5).toString());
    assertEquals("[[2,3), [5,6), [7,9)]", extents.subtract(6, 7).toString());
    assertEquals(extents, extents.subtract(3, 5));
    assertEquals(0, extents.subtract(0, -1).count());
  }

  @Test
  void pagesAreUnsigned() {
    ZeroExtents extents = ZeroExtents.NONE.add(Long.MAX_VALUE, -1);
    assertTrue(extents.contains(Long.MIN_VALUE));
    assertFalse(extents.contains(-1));
    assertFalse(extents.contains(0));
    assertEquals("[[9223372036854775807,18446744073709551615)]", extents.toString());
  }

  @Test
  void storedRangesMustBeNormalised() {
    assertNull(ZeroExtents.ofNormalised(new long[] {2, 3}, new long[] {3, 5}));
    assertNull(ZeroExtents.ofNormalised(new long[] {2}, new long[] {2}));
    assertNull(ZeroExtents.ofNormalised(new long[] {5, 2}, new long[] {6, 3}));
    ZeroExtents extents = ZeroExtents.ofNormalised(new long[] {2, 4}, new long[] {3, 5});
    assertEquals(ZeroExtents.NONE.add(4, 5).add(2, 3), extents);
  }
}
