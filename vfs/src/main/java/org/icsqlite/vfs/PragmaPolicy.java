package org.icsqlite.vfs;

import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Which pragmas a connection may set. A pragma that would break the model of one message a
 * transaction and a snapshot a reader is refused with the reason; reading its value is always
 * allowed.
 */
final class PragmaPolicy {

  private PragmaPolicy() {}

  /**
   * Decides about one pragma.
   *
   * @param pageSize bytes of a page of the database as the connection sees it; 0 while it has none
   * @param argument the value to set, or null when the pragma is only read
   * @return null when SQLite may run the pragma itself
   */
  static PragmaReply reply(Mount mount, LongSupplier pageSize, String name, String argument) {
    String pragma = name.toLowerCase(Locale.ROOT);
    if (pragma.equals("busy_timeout")) {
      return busyTimeout(mount, argument);
    }
    if (mount.internal()) {
      return null;
    }
    if (pragma.equals("journal_mode")) {
      return journalMode(pragma, argument);
    }
    if (argument == null) {
      return null;
    }
    String value = argument.strip().toLowerCase(Locale.ROOT);
    return switch (pragma) {
      case "locking_mode" ->
          refuseUnless(
              value.equals("normal"),
              pragma,
              argument,
              "with an exclusive lock a connection would never see the commits of another");
      case "page_size" ->
          refuseUnless(
              mayBe(argument, pageSize.getAsLong()),
              pragma,
              argument,
              "the page size of an existing image stays as it is");
      case "mmap_size" ->
          refuseUnless(
              value.equals("0"), pragma, argument, "stable memory cannot be mapped by SQLite");
      case "query_only" ->
          PragmaReply.refuse(
              "PRAGMA query_only is refused: use Connection.setReadOnly, or mode=query in the URL");
      default -> null;
    };
  }

  /**
   * The journal is in memory, as the answer says. To SQLite it is a file (journal_mode=TRUNCATE),
   * which the extension keeps in one piece of memory for all transactions of a connection.
   */
  private static PragmaReply journalMode(String pragma, String argument) {
    PragmaReply refusal =
        refuseUnless(
            argument == null || argument.strip().equalsIgnoreCase("memory"),
            pragma,
            argument,
            "stable memory takes a transaction as one message, which needs journal_mode=MEMORY");
    return refusal == null ? PragmaReply.answer("memory") : refusal;
  }

  private static PragmaReply refuseUnless(
      boolean allowed, String pragma, String argument, String reason) {
    return allowed
        ? null
        : PragmaReply.refuse("PRAGMA " + pragma + "=" + argument + " is refused: " + reason);
  }

  /** A new database may have any page size, an existing one has its own. */
  private static boolean mayBe(String wanted, long pageSize) {
    return pageSize == 0 || wanted.strip().equals(Long.toString(pageSize));
  }

  private static PragmaReply busyTimeout(Mount mount, String argument) {
    if (argument != null) {
      try {
        mount.setBusyTimeoutMillis(Math.max(0, Integer.parseInt(argument.strip())));
      } catch (NumberFormatException e) {
        return PragmaReply.refuse("PRAGMA busy_timeout takes milliseconds, not " + argument);
      }
    }
    return PragmaReply.answer(Long.toString(mount.busyTimeoutMillis()));
  }
}
