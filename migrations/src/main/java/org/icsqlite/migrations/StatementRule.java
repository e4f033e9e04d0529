package org.icsqlite.migrations;

import java.util.List;
import java.util.Set;
import org.icsqlite.sql.ScriptStatement;

/** What a migration's SQL may not contain, because all migrations share one transaction. */
final class StatementRule {

  /** Pragmas that only read, or that change what the transaction takes back when it fails. */
  private static final Set<String> PRAGMAS =
      Set.of(
          "APPLICATION_ID",
          "COLLATION_LIST",
          "COMPILE_OPTIONS",
          "DATABASE_LIST",
          "DEFER_FOREIGN_KEYS",
          "ENCODING",
          "FOREIGN_KEY_CHECK",
          "FOREIGN_KEY_LIST",
          "FREELIST_COUNT",
          "FUNCTION_LIST",
          "INCREMENTAL_VACUUM",
          "INDEX_INFO",
          "INDEX_LIST",
          "INDEX_XINFO",
          "INTEGRITY_CHECK",
          "MODULE_LIST",
          "OPTIMIZE",
          "PAGE_COUNT",
          "PRAGMA_LIST",
          "QUICK_CHECK",
          "TABLE_INFO",
          "TABLE_LIST",
          "TABLE_XINFO",
          "USER_VERSION");

  private StatementRule() {}

  /** Why a statement is refused, or null. */
  static String refusal(ScriptStatement statement) {
    List<String> words = statement.words();
    String first = words.isEmpty() ? "" : words.get(0);
    return switch (first) {
      case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE" ->
          first + " cannot stand in a migration: all migrations run in one transaction";
      case "VACUUM" -> "VACUUM cannot stand in a migration: it cannot run in a transaction";
      case "ATTACH", "DETACH" -> first + " cannot stand in a migration: it is about one database";
      // sqlite-jdbc reads these as commands of its own.
      case "BACKUP", "RESTORE" -> first + " cannot stand in a migration: it is no SQL";
      case "PRAGMA" -> pragmaRefusal(words);
      default -> null;
    };
  }

  private static String pragmaRefusal(List<String> words) {
    // PRAGMA name ..., or PRAGMA schema . name ...
    String name = words.size() > 1 ? words.get(1) : "?";
    boolean qualified = name.equals("MAIN") || name.equals("TEMP");
    if (qualified && words.size() > 3) {
      name = words.get(3);
    }
    return PRAGMAS.contains(name)
        ? null
        : "PRAGMA"
            + (name.equals("?") ? "" : " " + name.toLowerCase(java.util.Locale.ROOT))
            + " cannot stand in a migration: it has no effect in a transaction, or one that"
            + " outlives it";
  }
}
