package org.icsqlite.crash;

/** A state from which recovery did not lead to an image it may lead to. */
final class CrashViolation extends AssertionError {

  private static final long serialVersionUID = 1L;

  CrashViolation(String message, Throwable cause) {
    super(message, cause);
  }
}
