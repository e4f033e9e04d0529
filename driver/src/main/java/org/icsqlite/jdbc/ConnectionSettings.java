package org.icsqlite.jdbc;

import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.value.TemporalSettings;
import org.icsqlite.value.TemporalSettings.EpochUnit;
import org.icsqlite.value.TemporalSettings.Storage;

/**
 * A URL and its properties, read once and checked as a whole. Immutable.
 *
 * <p>{@code jdbc:icsqlite:PATH?key=value&…}: PATH is a stable-memory file, a canister snapshot
 * directory, {@code mem:NAME} (shared in this JVM while a connection is open) or {@code :memory:}
 * (private). {@code %XX} in PATH and values stands for that byte of UTF-8; a {@code %} that is not
 * followed by two hexadecimal digits stands for itself. A key in the properties wins over the same
 * key in the URL; its value is a String, an Integer, a Long, a Boolean or an enum constant. {@code
 * user} and {@code password} are ignored, as SQLite has neither.
 */
final class ConnectionSettings {

  static final String PREFIX = "jdbc:icsqlite:";

  private static final long LEAST_REDO_LOG_BYTES = 65_536;

  /** The last millisecond of the year 9999, where SQLite's dates end. */
  private static final long LAST_MILLISECOND = 253_402_300_799_999L;

  private static final List<Setting> LIMITS_FROM_ZERO =
      List.of(
          Setting.MAX_ROWS,
          Setting.MAX_RESULT_BYTES,
          Setting.MAX_VM_STEPS,
          Setting.MAX_DIRTY_PAGES,
          Setting.MAX_CHANGED_BYTES);

  private final String url;
  private final String location;
  private final Map<String, String> values;

  private ConnectionSettings(String url, String location, Map<String, String> values) {
    this.url = url;
    this.location = location;
    this.values = values;
  }

  static boolean accepts(String url) {
    return url != null && url.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /** Reads a URL that {@link #accepts} is true for; SQLState 08001 for what it cannot mean. */
  static ConnectionSettings parse(String url, Properties properties) throws SQLException {
    String rest = url.strip().substring(PREFIX.length());
    int question = rest.indexOf('?');
    String location = decode(url, question < 0 ? rest : rest.substring(0, question));
    if (location.isEmpty()) {
      throw invalid(
          url, "it names no file; write " + PREFIX + "PATH, " + PREFIX + "mem:NAME or :memory:");
    }
    Map<String, String> values = new TreeMap<>();
    if (question >= 0) {
      readQuery(url, rest.substring(question + 1), values);
    }
    values.putAll(readProperties(url, properties));
    ConnectionSettings settings = new ConnectionSettings(url.strip(), location, values);
    settings.checkValues();
    return settings;
  }

  private static String decode(String url, String text) throws SQLException {
    try {
      return PercentEncoding.decode(text);
    } catch (CharacterCodingException e) {
      throw invalid(url, "the bytes that %XX stand for in '" + text + "' are not UTF-8");
    }
  }

  private static Map<String, String> readProperties(String url, Properties properties)
      throws SQLException {
    Map<Object, Object> given = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      given.put(name, properties.getProperty(name));
    }
    given.putAll(properties); // once more for what is not a String, which the loop leaves out
    Map<String, String> values = new TreeMap<>();
    for (Map.Entry<Object, Object> entry : given.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw invalid(url, "the properties have a key that is no String: " + entry.getKey());
      }
      String key = name.toLowerCase(Locale.ROOT);
      if (!key.equals("user") && !key.equals("password")) {
        String value = text(url, checkedKey(url, key), entry.getValue());
        if (values.put(key, value) != null) {
          throw invalid(url, "the key " + key + " stands in the properties twice");
        }
      }
    }
    return values;
  }

  private static String text(String url, String key, Object value) throws SQLException {
    if (value instanceof String
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Boolean
        || value instanceof Enum) {
      return value.toString();
    }
    throw invalid(
        url,
        "the property "
            + key
            + " is a "
            + value.getClass().getName()
            + "; it takes a String, an Integer, a Long, a Boolean or an enum constant");
  }

  private static void readQuery(String url, String query, Map<String, String> values)
      throws SQLException {
    for (String pair : query.split("&", -1)) {
      if (pair.isBlank()) {
        continue;
      }
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw invalid(url, "'" + pair + "' has no value; write key=value");
      }
      String key = checkedKey(url, pair.substring(0, equals).strip().toLowerCase(Locale.ROOT));
      String value = decode(url, pair.substring(equals + 1));
      if (values.put(key, value) != null) {
        throw invalid(url, "the key " + key + " stands in it twice");
      }
    }
  }

  private static String checkedKey(String url, String key) throws SQLException {
    if (Setting.byKey(key).isPresent() || PassedThrough.knows(key)) {
      return key;
    }
    String nearest = Suggestion.nearest(key, allKeys());
    throw invalid(
        url,
        "unknown key '"
            + key
            + "'"
            + (nearest == null ? "" : "; did you mean '" + nearest + "'?")
            + " (keys: "
            + String.join(", ", allKeys())
            + ")");
  }

  static Iterable<String> allKeys() {
    Set<String> keys = new LinkedHashSet<>();
    for (Setting setting : Setting.values()) {
      keys.add(setting.key());
    }
    keys.addAll(new TreeSet<>(PassedThrough.SQLITE_JDBC));
    keys.addAll(new TreeSet<>(PassedThrough.PRAGMAS));
    return keys;
  }

  private void checkValues() throws SQLException {
    for (Setting setting : Setting.values()) {
      String[] choices = setting.choices();
      if (choices != null) {
        String value = value(setting);
        if (!Arrays.asList(choices).contains(value)) {
          throw invalid(
              url, setting.key() + "=" + value + "; allowed are " + String.join(", ", choices));
        }
      }
    }
    number(Setting.MEMORY_ID, 0, MemoryManager.MAXIMUM_ID);
    number(Setting.BUCKET_PAGES, 1, 65_535);
    number(Setting.MAX_STABLE_PAGES, 1, 1L << 48);
    number(Setting.BUSY_TIMEOUT, 0, Integer.MAX_VALUE);
    number(Setting.MAX_SNAPSHOT_BYTES, 0, Long.MAX_VALUE);
    number(Setting.REDO_LOG_BYTES, LEAST_REDO_LOG_BYTES, Long.MAX_VALUE);
    number(Setting.CACHE_SIZE_KIB, 1, Integer.MAX_VALUE);
    number(Setting.STATEMENT_CACHE, 0, 10_000);
    checkDateFormat();
    for (Setting limit : LIMITS_FROM_ZERO) {
      optional(limit, 0, Long.MAX_VALUE);
    }
    optional(Setting.QUERY_TIMEOUT, 1, Integer.MAX_VALUE);
    optional(Setting.MAX_SQL_BYTES, 1, Integer.MAX_VALUE);
    optional(Setting.MAX_VALUE_BYTES, 1, Integer.MAX_VALUE);
    checkCanister();
    if (heapMemory() && durability().orElse(Durability.NONE) != Durability.NONE) {
      throw invalid(
          url,
          "durability="
              + value(Setting.DURABILITY)
              + " is for files; memory in the heap ends with the process: leave the key out, or"
              + " write none");
    }
    for (Map.Entry<String, String> entry : values.entrySet()) {
      String refusal = PassedThrough.refusal(entry.getKey(), entry.getValue());
      if (refusal != null) {
        throw invalid(url, entry.getKey() + "=" + entry.getValue() + refusal);
      }
    }
  }

  private void checkCanister() throws SQLException {
    optional(Setting.CLOCK, 0, LAST_MILLISECOND);
    if (given(Setting.RANDOM_SEED).isPresent()) {
      String seed = value(Setting.RANDOM_SEED);
      try {
        Long.parseUnsignedLong(seed);
      } catch (NumberFormatException e) {
        throw invalid(
            url,
            Setting.RANDOM_SEED.key()
                + "="
                + seed
                + "; it takes a whole number from 0 to "
                + Long.toUnsignedString(-1));
      }
    }
    for (Setting setting : List.of(Setting.CLOCK, Setting.RANDOM_SEED)) {
      if (profile() != Profile.CANISTER && given(setting).isPresent()) {
        throw invalid(
            url, setting.key() + " is for profile=canister; add that or leave the key out");
      }
    }
  }

  private void checkDateFormat() throws SQLException {
    try {
      temporal();
    } catch (IllegalArgumentException e) {
      throw invalid(
          url,
          Setting.DATE_STRING_FORMAT.key()
              + "="
              + values.get(Setting.DATE_STRING_FORMAT.key())
              + "; it takes a pattern such as yyyy-MM-dd HH:mm:ss.SSS ("
              + e.getMessage()
              + ")");
    }
  }

  /** The value of a setting as it was given, in lower case but for a pattern, or its default. */
  String value(Setting setting) {
    return given(setting)
        .orElseGet(
            () -> setting == Setting.DURABILITY ? defaultDurability() : setting.defaultValue());
  }

  private String defaultDurability() {
    return heapMemory() ? "none" : "full";
  }

  private Optional<String> given(Setting setting) {
    Optional<String> value = Optional.ofNullable(values.get(setting.key()));
    return setting == Setting.DATE_STRING_FORMAT ? value : value.map(Setting::normalise);
  }

  private long number(Setting setting, long least, long most) throws SQLException {
    String value = value(setting);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message that serves both cases.
    }
    throw invalid(
        url,
        setting.key() + "=" + value + "; it takes a whole number from " + least + " to " + most);
  }

  private void optional(Setting setting, long least, long most) throws SQLException {
    if (given(setting).isPresent()) {
      number(setting, least, most);
    }
  }

  private static SQLException invalid(String url, String reason) {
    return new SQLNonTransientConnectionException(
        "The URL " + url + " cannot be used: " + reason, SqlState.CANNOT_CONNECT);
  }

  /** The URL as given. */
  String url() {
    return url;
  }

  boolean privateMemory() {
    return location.equals(":memory:");
  }

  /** The name of a shared heap memory, or null. */
  String sharedMemoryName() {
    return location.startsWith("mem:") ? location.substring("mem:".length()) : null;
  }

  /** Whether the memory lies in the heap, shared or private. */
  private boolean heapMemory() {
    return privateMemory() || sharedMemoryName() != null;
  }

  /** The file, or the directory of a canister snapshot. */
  Path path() {
    return Path.of(location);
  }

  String location() {
    return location;
  }

  Mode mode() {
    return value(Setting.MODE).equals("query") ? Mode.QUERY : Mode.UPDATE;
  }

  int memoryId() {
    return (int) known(Setting.MEMORY_ID);
  }

  boolean create() {
    return mode() == Mode.UPDATE && flag(Setting.CREATE);
  }

  int bucketPages() {
    return (int) known(Setting.BUCKET_PAGES);
  }

  long maximumStablePages() {
    return known(Setting.MAX_STABLE_PAGES);
  }

  int busyTimeoutMillis() {
    return (int) known(Setting.BUSY_TIMEOUT);
  }

  /** The durability that was asked for; empty where the engine's or the default serves. */
  Optional<Durability> durability() {
    return given(Setting.DURABILITY)
        .map(value -> Durability.valueOf(value.toUpperCase(Locale.ROOT)));
  }

  /** The bound of the pre-images in bytes, if one was given. */
  OptionalLong maxSnapshotBytes() {
    return givenNumber(Setting.MAX_SNAPSHOT_BYTES);
  }

  /** The size of the redo log in bytes after which a checkpoint follows, if one was given. */
  OptionalLong redoLogBytes() {
    return givenNumber(Setting.REDO_LOG_BYTES);
  }

  /** What every statement of the connection may take. */
  QueryBudget queryBudget() {
    QueryBudget.Builder budget = QueryBudget.unlimited().toBuilder();
    givenNumber(Setting.MAX_ROWS).ifPresent(budget::maxRows);
    givenNumber(Setting.MAX_RESULT_BYTES).ifPresent(budget::maxResultBytes);
    givenNumber(Setting.MAX_VM_STEPS).ifPresent(budget::maxVmSteps);
    givenNumber(Setting.QUERY_TIMEOUT).ifPresent(ms -> budget.timeout(Duration.ofMillis(ms)));
    givenNumber(Setting.MAX_SQL_BYTES).ifPresent(budget::maxSqlBytes);
    givenNumber(Setting.MAX_VALUE_BYTES).ifPresent(budget::maxValueBytes);
    return budget.build();
  }

  /** What every transaction of the connection may change. */
  PageAdmission pageLimits() {
    return new PageAdmission(
        givenNumber(Setting.MAX_DIRTY_PAGES).orElse(PageAdmission.UNLIMITED),
        givenNumber(Setting.MAX_CHANGED_BYTES).orElse(PageAdmission.UNLIMITED));
  }

  private OptionalLong givenNumber(Setting setting) {
    return given(setting).isPresent() ? OptionalLong.of(known(setting)) : OptionalLong.empty();
  }

  /** Which SQL passes. */
  Profile profile() {
    return value(Setting.PROFILE).equals("canister") ? Profile.CANISTER : Profile.OPEN;
  }

  /** The milliseconds since 1970 at which the clock stands, if they were given. */
  OptionalLong clock() {
    return givenNumber(Setting.CLOCK);
  }

  /** The seed of the random numbers, all 64 bits of it, if one was given. */
  OptionalLong randomSeed() {
    return given(Setting.RANDOM_SEED)
        .map(seed -> OptionalLong.of(Long.parseUnsignedLong(seed)))
        .orElseGet(OptionalLong::empty);
  }

  /** How dates and times are stored. */
  TemporalSettings temporal() {
    return new TemporalSettings(
        Storage.valueOf(value(Setting.DATE_CLASS).toUpperCase(Locale.ROOT)),
        EpochUnit.valueOf(value(Setting.DATE_PRECISION).toUpperCase(Locale.ROOT)),
        value(Setting.DATE_STRING_FORMAT));
  }

  /** deferred, immediate or exclusive. */
  String transactionMode() {
    return values.getOrDefault("transaction_mode", "deferred").strip().toLowerCase(Locale.ROOT);
  }

  /** Compiled statements that are kept for reuse. */
  int statementCache() {
    return (int) known(Setting.STATEMENT_CACHE);
  }

  int cacheSizeKib() {
    return (int) known(Setting.CACHE_SIZE_KIB);
  }

  boolean flag(Setting setting) {
    return value(setting).equals("true");
  }

  private long known(Setting setting) {
    return Long.parseLong(value(setting));
  }

  /** What sqlite-jdbc reads itself. */
  Properties sqliteJdbcProperties() {
    Properties properties = new Properties();
    for (String key : PassedThrough.SQLITE_JDBC) {
      if (values.containsKey(key)) {
        properties.setProperty(key, PassedThrough.normalise(key, values.get(key)));
      }
    }
    return properties;
  }

  /** Whether a key was given in the URL or the properties. */
  boolean gives(String key) {
    return values.containsKey(key);
  }

  /** The user's own value for a pragma, or {@code byDefault}. */
  String pragma(String name, String byDefault) {
    return values.getOrDefault(name, byDefault);
  }

  /** The pragmas that the user set. */
  Map<String, String> pragmas() {
    Map<String, String> pragmas = new TreeMap<>(values);
    pragmas.keySet().retainAll(PassedThrough.PRAGMAS);
    return pragmas;
  }
}
