package org.icsqlite.cli.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryTrendTest {

  private static final long MIB = 1 << 20;

  private final MemoryTrend trend = new MemoryTrend();

  @Test
  void aLeakUnderTheSawToothOfCollectionsIsSeen() {
    for (long i = 0; i < 400; i++) {
      trend.add(30 * MIB + i * MIB + i % 10 * 8 * MIB);
    }
    assertTrue(trend.growsSteadily(), () -> trend.floors().toString());
  }

  @Test
  void aSawToothAloneIsFlat() {
    for (long i = 0; i < 400; i++) {
      trend.add(30 * MIB + i % 10 * 30 * MIB);
    }
    assertFalse(trend.growsSteadily(), () -> trend.floors().toString());
    assertEquals(300 * MIB, trend.largest());
  }

  @Test
  void whatGrowsOnlyAtTheBeginningIsWarmUp() {
    for (long i = 0; i < 400; i++) {
      trend.add(Math.min(i, 90) * 4 * MIB);
    }
    assertFalse(trend.growsSteadily(), () -> trend.floors().toString());
  }

  @Test
  void aLittleGrowthIsAllowed() {
    for (long i = 0; i < 400; i++) {
      trend.add(100 * MIB + i * MIB / 16);
    }
    assertFalse(trend.growsSteadily(), () -> trend.floors().toString());
  }

  @Test
  void aFewSamplesTellNothing() {
    for (long i = 0; i < MemoryTrend.LEAST_SAMPLES - 1; i++) {
      trend.add(i * 100 * MIB);
    }
    assertEquals(List.of(), trend.floors());
    assertFalse(trend.growsSteadily());
  }

  @Test
  void aLongRunIsThinnedOutAndStillJudged() {
    for (int i = 0; i < 100_000; i++) {
      trend.add(i * MIB);
    }
    assertTrue(trend.growsSteadily());
    assertEquals(99_999 * MIB, trend.largest());
  }
}
