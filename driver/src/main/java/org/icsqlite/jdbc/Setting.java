package org.icsqlite.jdbc;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.icsqlite.memory.StableMemory;

/** The keys of a {@code jdbc:icsqlite:} URL that are icsqlite's own, with what they mean. */
enum Setting {
  MODE("mode", "update", "update or query (opened read-only)", "update", "query"),
  MEMORY_ID("memory_id", "120", "virtual memory of the database, 0 to 254"),
  CREATE(
      "create",
      "true",
      "whether an absent file or database is created (mode=update only)",
      "true",
      "false"),
  BUCKET_PAGES(
      "bucket_pages",
      "128",
      "64 KiB pages a bucket of a MemoryManager that is created, 1 to 65535"),
  MAX_STABLE_PAGES(
      "max_stable_pages",
      Long.toString(StableMemory.DEFAULT_MAXIMUM_PAGES),
      "64 KiB pages beyond which the stable memory must not grow (8192000 are 500 GiB)"),
  BUSY_TIMEOUT("busy_timeout", "5000", "milliseconds to wait for another writer, 0 or more"),
  DURABILITY(
      "durability",
      null,
      "when a commit returns: full (its redo record is on disk; the default of files), relaxed"
          + " (synced within 100 ms) or none (no redo log; the default of heap memory)",
      "full",
      "relaxed",
      "none"),
  MAX_SNAPSHOT_BYTES(
      "max_snapshot_bytes",
      "67108864",
      "bytes of old pages kept for open snapshots, 0 or more; beyond, the oldest becomes invalid"),
  REDO_LOG_BYTES(
      "redo_log_bytes",
      "4194304",
      "bytes of redo log after which a checkpoint empties it, 65536 or more"),
  CACHE_SIZE_KIB("cache_size_kib", "32768", "SQLite's page cache of this connection in KiB"),
  MAX_ROWS("max_rows", null, "rows of a result, 0 or more; one more is an error"),
  MAX_RESULT_BYTES(
      "max_result_bytes",
      null,
      "bytes of a result, 0 or more: 8 for a number, the length of texts and blobs"),
  MAX_VM_STEPS(
      "max_vm_steps", null, "steps of SQLite's virtual machine by one execution, 0 or more"),
  QUERY_TIMEOUT(
      "query_timeout", null, "milliseconds that one execution may spend in SQLite, 1 or more"),
  MAX_DIRTY_PAGES(
      "max_dirty_pages", null, "pages of 16384 bytes that one transaction may change, 0 or more"),
  MAX_CHANGED_BYTES(
      "max_changed_bytes", null, "bytes of whole pages that one transaction may change, 0 or more"),
  MAX_SQL_BYTES("max_sql_bytes", null, "bytes of an SQL text, 1 or more"),
  MAX_VALUE_BYTES(
      "max_value_bytes", null, "bytes of a value or row that a statement makes, 1 or more"),
  STATEMENT_CACHE("statement_cache", "32", "compiled statements kept for reuse, 0 to 10000"),
  PROFILE(
      "profile",
      "open",
      "which SQL passes: open (all that SQLite here understands) or canister (what the SQLite in a"
          + " canister understands as well)",
      "open",
      "canister"),
  CLOCK(
      "clock",
      null,
      "profile=canister: what time it is, in milliseconds since 1970, for the whole connection (the"
          + " time of the IC in nanoseconds, divided by 1000000); the real clock unless given"),
  RANDOM_SEED(
      "random_seed",
      null,
      "profile=canister: seed of random() and randomblob(), 0 to 18446744073709551615; unless"
          + " given what a canister takes, the last transaction's number XOR the database's size"),
  DATE_CLASS(
      "date_class",
      "text",
      "how dates and times are stored: text (ISO 8601), integer (since 1970) or real (Julian day)",
      "text",
      "integer",
      "real"),
  DATE_PRECISION(
      "date_precision",
      "milliseconds",
      "the unit of date_class=integer",
      "seconds",
      "milliseconds",
      "microseconds",
      "nanoseconds"),
  DATE_STRING_FORMAT(
      "date_string_format",
      null,
      "a pattern of java.time.format.DateTimeFormatter for java.sql and java.util dates as text,"
          + " in place of ISO 8601"),
  DEFENSIVE("defensive", "true", "SQLite's defensive mode", "true", "false"),
  TRUSTED_SCHEMA(
      "trusted_schema",
      "false",
      "whether the schema may call functions that are not marked harmless",
      "true",
      "false"),
  CELL_SIZE_CHECK(
      "cell_size_check", "true", "whether SQLite checks pages as it reads them", "true", "false");

  private final String key;
  private final String defaultValue;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // never changed, and cloned on the way out
  private final String[] choices;

  Setting(String key, String defaultValue, String description, String... choices) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
    this.choices = choices;
  }

  String key() {
    return key;
  }

  /** The value that counts when none is given, or null when that depends on the URL. */
  String defaultValue() {
    return defaultValue;
  }

  String description() {
    return description;
  }

  /** The allowed values, or null when they are not a short list. */
  String[] choices() {
    return choices.length == 0 ? null : choices.clone();
  }

  static Optional<Setting> byKey(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }

  /** The boolean, number or choice in lower case. */
  static String normalise(String value) {
    return value.strip().toLowerCase(Locale.ROOT);
  }
}
