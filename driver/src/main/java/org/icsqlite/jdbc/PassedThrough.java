package org.icsqlite.jdbc;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The keys that sqlite-jdbc or SQLite itself understands and that are handed on as they are. */
final class PassedThrough {

  private static final String ENCODING = "encoding";
  private static final String PAGE_SIZE = "page_size";

  /** First what a database begins with: others write a page, and then it is settled. */
  static final Comparator<String> PRAGMA_ORDER =
      Comparator.comparing((String pragma) -> !pragma.equals(ENCODING) && !pragma.equals(PAGE_SIZE))
          .thenComparing(Comparator.naturalOrder());

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
   * nothing here: connections to a file share its memory, whatever they ask for, and some pragmas
   * have no meaning in SQLite any more.
   */
  static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "empty_result_callback",
          "enable_load_extension",
          "fullsync",
          "hexkey_mode",
          "jdbc.explicit_readonly",
          "legacy_file_format",
          OpenMode.KEY,
          "shared_cache");

  /** Run as a pragma when the connection opens. */
  static final Set<String> PRAGMAS =
      Set.of(
          "application_id",
          "automatic_index",
          "cache_size",
          "cache_spill",
          "case_sensitive_like",
          "count_changes",
          "default_cache_size",
          "defer_foreign_keys",
          ENCODING,
          "foreign_keys",
          "full_column_names",
          "incremental_vacuum",
          "journal_mode",
          "journal_size_limit",
          "legacy_alter_table",
          "locking_mode",
          "max_page_count",
          "mmap_size",
          PAGE_SIZE,
          "read_uncommitted",
          "recursive_triggers",
          "reverse_unordered_selects",
          "secure_delete",
          "short_column_names",
          "synchronous",
          "temp_store",
          "user_version",
          "wal_autocheckpoint");

  private static final List<String> BOOLEAN = List.of("true", "false");

  private static final Map<String, List<String>> CHOICES =
      Map.of(
          "empty_result_callback", BOOLEAN,
          "enable_load_extension", List.of("false"),
          "fullsync", BOOLEAN,
          "hexkey_mode", List.of("none"),
          "jdbc.explicit_readonly", BOOLEAN,
          "jdbc.get_generated_keys", BOOLEAN,
          "legacy_file_format", BOOLEAN,
          "shared_cache", BOOLEAN,
          "transaction_mode", List.of("deferred", "immediate", "exclusive"));

  /** What SQLite calls the encodings, by what is left of other spellings. */
  private static final Map<String, String> ENCODINGS =
      Map.of(
          "UTF8", "'UTF-8'",
          "UTF16", "'UTF-16'",
          "UTF16LE", "'UTF-16le'",
          "UTF16LITTLEENDIAN", "'UTF-16le'",
          "UTF16BE", "'UTF-16be'",
          "UTF16BIGENDIAN", "'UTF-16be'");

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

  /** The form in which a pragma of SQLite's takes a value that was not refused. */
  static String pragmaValue(String pragma, String value) {
    return pragma.equals(ENCODING) ? ENCODINGS.get(bareEncoding(value)) : value;
  }

  private static String bareEncoding(String value) {
    return value.replaceAll("[-_'\" ]", "").toUpperCase(Locale.ROOT);
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
    if (key.equals(ENCODING)) {
      return ENCODINGS.containsKey(bareEncoding(value))
          ? null
          : "; allowed are UTF-8, UTF-16, UTF-16le, UTF-16be";
    }
    return PRAGMAS.contains(key) && !value.matches("[A-Za-z0-9_' +-]+")
        ? " is not a plain value"
        : null;
  }
}
