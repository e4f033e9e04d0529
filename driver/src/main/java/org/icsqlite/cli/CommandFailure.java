package org.icsqlite.cli;

/** A command that failed for a reason the user can act on. */
final class CommandFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final String detail;

  CommandFailure(String message) {
    this(message, "", null);
  }

  CommandFailure(String message, Throwable cause) {
    this(message, "", cause);
  }

  /**
   * @param detail what stands in parentheses behind the message, such as a SQLState; may be empty
   */
  CommandFailure(String message, String detail, Throwable cause) {
    super(message, cause);
    this.detail = detail;
  }

  String detail() {
    return detail;
  }
}
