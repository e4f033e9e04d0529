package org.icsqlite.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {

  @ParameterizedTest
  @CsvSource({
    "abc, abc, true",
    "ABC, abc, true",
    "abc, abcd, false",
    "a%, abc, true",
    "%c, abc, true",
    "%b%, abc, true",
    "%bc%c, abcbcc, true",
    "%bd%, abc, false",
    "a_c, abc, true",
    "a_c, abbc, false",
    "a_c, a😀c, true",
    "__, 😀, false",
    "a\\_c, a_c, true",
    "a\\_c, abc, false",
    "100\\%, 100%, true",
    "100\\%, 1000, false",
    "a\\\\b, a\\b, true",
    "a\\b, a\\b, true",
    "a\\, a\\, true",
    "É, é, false",
    "%%, x, true",
  })
  void matches(String pattern, String name, boolean expected) {
    assertEquals(expected, NamePattern.of(pattern).matches(name));
  }

  @Test
  void nullMatchesEveryNameAndTheEmptyTextOnlyTheEmptyName() {
    assertTrue(NamePattern.of(null).matches("x"));
    assertTrue(NamePattern.of(null).matches(""));
    assertTrue(NamePattern.of("").matches(""));
    assertFalse(NamePattern.of("").matches("x"));
  }

  @Property(tries = 200)
  void anEscapedNameMatchesItself(@ForAll String name) {
    String escaped = name.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    assertTrue(NamePattern.of(escaped).matches(name));
    assertFalse(NamePattern.of(escaped).matches(name + "x"));
  }
}
