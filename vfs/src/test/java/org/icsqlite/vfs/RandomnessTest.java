package org.icsqlite.vfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RandomnessTest {

  private static String seeded(long seed) {
    byte[] bytes = new byte[16];
    Randomness.seeded(seed).fill(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void aSeedGivesTheBytesOfTheCrateAtEveryCall() {
    assertEquals("aa1f1f32ff9e7c57bf2d2b89e584f701", seeded(0));
    assertEquals("bde1feb08f4feae4c9385c58d82ef1ab", seeded(1 ^ 114688));
    assertEquals(seeded(7), seeded(7));
  }

  @Test
  void theSystemFillsEveryByteDifferently() {
    byte[] first = new byte[64];
    byte[] second = new byte[64];
    Randomness.system().fill(first);
    Randomness.system().fill(second);
    assertFalse(Arrays.equals(first, second));
  }
}
