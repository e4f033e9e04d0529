package org.icsqlite.jdbc;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The keys that sqlite-jdbc or SQLite itself understands and that are handed on as they are. */
final class PassedThrough {

  /** Read by sqlite-jdbc's own configuration. */
  static final Set<String> SQLITE_JDBC =
      Set.of(
          "transaction_mode",
          "jdbc.get_generated_keys",
          "limit_length",
          "limit_sql_length",
          "limit_column",
          "limit_expr_depth",
          "limit_compound_select",
          "limit_vdbe_op",
          "limit_function_arg",
          "limit_attached",
          "limit_like_pattern_length",
          "limit_variable_number",
          "limit_trigger_depth",
          "limit_worker_threads",
          "limit_page_count");

  /**
   * Taken since the properties of an {@code org.sqlite.SQLiteConfig} hold them. Their values change
   * nothing here: connections to a file share its memory, whatever they ask for.
   */
  static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "enable_load_extension",
          "hexkey_mode",
          "jdbc.explicit_readonly",
          OpenMode.KEY,
          "shared_cache");

  /** Run as a pragma when the connection opens. */
  static final Set<String> PRAGMAS =
      Set.of(
          "application_id",
          "automatic_index",
          "cache_size",
          "case_sensitive_like",
          "defer_foreign_keys",
          "encoding",
          "foreign_keys",
          "journal_mode",
          "journal_size_limit",
          "legacy_alter_table",
          "locking_mode",
          "max_page_count",
          "mmap_size",
          "page_size",
          "read_uncommitted",
          "recursive_triggers",
          "reverse_unordered_selects",
          "secure_delete",
          "synchronous",
          "temp_store",
          "user_version");

  private static final Map<String, List<String>> CHOICES =
      Map.of(
          "enable_load_extension", List.of("false"),
          "hexkey_mode", List.of("none"),
          "jdbc.explicit_readonly", List.of("true", "false"),
          "jdbc.get_generated_keys", List.of("true", "false"),
          "shared_cache", List.of("true", "false"),
          "transaction_mode", List.of("deferred", "immediate", "exclusive"));

  private PassedThrough() {}

  static boolean knows(String key) {
    return SQLITE_JDBC.contains(key) || PRAGMAS.contains(key) || WITHOUT_EFFECT.contains(key);
  }

  /** The form in which sqlite-jdbc, or SQLite, takes a value of the key. */
  static String normalise(String key, String value) {
    if (CHOICES.containsKey(key)) {
      return value.strip().toUpperCase(Locale.ROOT);
    }
    return key.startsWith("limit_") ? value.strip() : value;
  }

  /** What is allowed for the key where the value is not, for the end of a message; or null. */
  static String refusal(String key, String value) {
    List<String> choices = CHOICES.get(key);
    if (choices != null) {
      return choices.contains(value.strip().toLowerCase(Locale.ROOT))
          ? null
          : "; allowed are " + String.join(", ", choices);
    }
    if (key.startsWith("limit_")) {
      return value.strip().matches("[0-9]{1,10}")
              && Long.parseLong(value.strip()) <= Integer.MAX_VALUE
          ? null
          : "; it takes a whole number from 0 to " + Integer.MAX_VALUE;
    }
    return PRAGMAS.contains(key) && !value.matches("[A-Za-z0-9_' +-]+")
        ? " is not a plain value"
        : null;
  }
}
