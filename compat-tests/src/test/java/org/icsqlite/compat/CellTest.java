package org.icsqlite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class CellTest {
  @Test
  void aWrittenCellEqualsTheCellOfItsJdbcValue() {
    assertEquals(Cell.of(-7), Cell.parse("i:-7"));
    assertEquals(Cell.of(Long.MIN_VALUE), Cell.parse("i:-9223372036854775808"));
    assertEquals(Cell.of(1e300), Cell.parse("r:1e300"));
    assertEquals(Cell.of(Double.NEGATIVE_INFINITY), Cell.parse("r:-inf"));
    assertEquals(Cell.of("n"), Cell.parse("t:n"));
    assertEquals(Cell.of(new byte[] {0, -1}), Cell.parse("b:00FF"));
    assertEquals(Cell.of(new byte[0]), Cell.parse("b:"));
    assertEquals(Cell.of(null), Cell.parse("n"));
  }

  @Test
  void cellsOfOtherStorageClassesOrBitsDiffer() {
    assertNotEquals(Cell.of(1), Cell.of(1.0));
    assertNotEquals(Cell.of("1"), Cell.of(1));
    assertNotEquals(Cell.of(0.0), Cell.of(-0.0));
    assertNotEquals(Cell.of(""), Cell.of(null));
  }

  @Test
  void whatIsNoCellIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Cell.parse("x:1"));
    assertThrows(IllegalArgumentException.class, () -> Cell.parse(""));
    assertThrows(IllegalArgumentException.class, () -> Cell.of(new Object()));
  }
}
