package org.icsqlite.vfs;

/**
 * An answer to a pragma that replaces SQLite's own.
 *
 * @param refused true: preparing the statement fails with {@code text} as SQLite's error message;
 *     false: {@code text} is the single value of the result
 * @param text the message or the value; null gives an empty result
 */
public record PragmaReply(boolean refused, String text) {

  /** The pragma fails with this message. */
  public static PragmaReply refuse(String reason) {
    return new PragmaReply(true, reason);
  }

  /** The pragma yields this one value. */
  public static PragmaReply answer(String value) {
    return new PragmaReply(false, value);
  }
}
