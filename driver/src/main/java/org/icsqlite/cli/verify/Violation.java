package org.icsqlite.cli.verify;

/** Something was found that must not be. */
public final class Violation extends Exception {

  private static final long serialVersionUID = 1L;

  Violation(String message) {
    super(message);
  }

  Violation(String message, Throwable cause) {
    super(message, cause);
  }

  /** Throws when something does not hold. */
  static void unless(boolean holds, String message) throws Violation {
    if (!holds) {
      throw new Violation(message);
    }
  }
}
