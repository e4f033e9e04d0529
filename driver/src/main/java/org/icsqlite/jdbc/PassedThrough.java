package org.icsqlite.jdbc;

import java.util.Set;

/** The keys that sqlite-jdbc or SQLite itself understands and that are handed on as they are. */
final class PassedThrough {

  /** Read by sqlite-jdbc's own configuration. */
  static final Set<String> SQLITE_JDBC =
      Set.of(
          "date_class",
          "date_precision",
          "date_string_format",
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

  /** Run as a pragma when the connection opens. */
  static final Set<String> PRAGMAS =
      Set.of(
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
          "temp_store");

  private PassedThrough() {}

  static boolean knows(String key) {
    return SQLITE_JDBC.contains(key) || PRAGMAS.contains(key);
  }
}
