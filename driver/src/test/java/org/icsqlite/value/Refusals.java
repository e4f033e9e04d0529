package org.icsqlite.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import org.junit.jupiter.api.function.Executable;

/** Asserts how something is refused. */
final class Refusals {

  private Refusals() {}

  static void assertRefused(String state, Executable refused) {
    assertRefused(state, "", refused);
  }

  static void assertRefused(String state, String part, Executable refused) {
    SQLException thrown = assertThrows(SQLException.class, refused);
    assertEquals(state, thrown.getSQLState(), thrown.getMessage());
    assertTrue(thrown.getMessage().contains(part), thrown.getMessage());
  }
}
