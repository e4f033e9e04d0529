package org.icsqlite.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.MemoryManager;
import org.icsqlite.value.TemporalSettings;
import org.icsqlite.value.TemporalSettings.EpochUnit;
import org.icsqlite.value.TemporalSettings.Storage;

/** What a URL and its properties mean, checked as a whole. Immutable. */
final class ConnectionSettings {

  private static final String LIMIT_LENGTH = "limit_length";
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

  private final ConnectionUrl url;

  private ConnectionSettings(ConnectionUrl url) {
    this.url = url;
  }

  /** Reads a URL that is one of icsqlite's; SQLState 08001 for what it cannot mean. */
  static ConnectionSettings parse(String url, Properties properties) throws SQLException {
    ConnectionSettings settings = new ConnectionSettings(ConnectionUrl.parse(url, properties));
    settings.checkValues();
    return settings;
  }

  private void checkValues() throws SQLException {
    for (Setting setting : Setting.values()) {
      String[] choices = setting.choices();
      if (choices != null) {
        String value = value(setting);
        if (!Arrays.asList(choices).contains(value)) {
          throw url.invalid(
              setting.key() + "=" + value + "; allowed are " + String.join(", ", choices));
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
      throw url.invalid(
          "durability="
              + value(Setting.DURABILITY)
              + " is for files; memory in the heap ends with the process: leave the key out, or"
              + " write none");
    }
    for (Map.Entry<String, String> entry : url.values().entrySet()) {
      String refusal = PassedThrough.refusal(entry.getKey(), entry.getValue());
      if (refusal != null) {
        throw url.invalid(entry.getKey() + "=" + entry.getValue() + refusal);
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
        throw url.invalid(
            Setting.RANDOM_SEED.key()
                + "="
                + seed
                + "; it takes a whole number from 0 to "
                + Long.toUnsignedString(-1));
      }
    }
    for (Setting setting : List.of(Setting.CLOCK, Setting.RANDOM_SEED)) {
      if (profile() != Profile.CANISTER && given(setting).isPresent()) {
        throw url.invalid(
            setting.key() + " is for profile=canister; add that or leave the key out");
      }
    }
  }

  private void checkDateFormat() throws SQLException {
    try {
      temporal();
    } catch (IllegalArgumentException e) {
      throw url.invalid(
          Setting.DATE_STRING_FORMAT.key()
              + "="
              + url.values().get(Setting.DATE_STRING_FORMAT.key())
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
    Optional<String> value = Optional.ofNullable(url.values().get(setting.key()));
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
    throw url.invalid(
        setting.key() + "=" + value + "; it takes a whole number from " + least + " to " + most);
  }

  private void optional(Setting setting, long least, long most) throws SQLException {
    if (given(setting).isPresent()) {
      number(setting, least, most);
    }
  }

  /** The URL as given. */
  String url() {
    return url.text();
  }

  boolean privateMemory() {
    return url.location().equals(":memory:");
  }

  /** The name of a shared heap memory, or null. */
  String sharedMemoryName() {
    return url.location().startsWith("mem:") ? url.location().substring("mem:".length()) : null;
  }

  /** Whether the memory lies in the heap, shared or private. */
  boolean heapMemory() {
    return privateMemory() || sharedMemoryName() != null;
  }

  /** The file, or the directory of a canister snapshot. */
  Path path() {
    return Path.of(url.location());
  }

  String location() {
    return url.location();
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

  /** Bytes of the largest value as the user limits it, or more than SQLite can hold. */
  int maxLength() {
    return Integer.parseInt(
        PassedThrough.normalise(
            LIMIT_LENGTH, pragma(LIMIT_LENGTH, Integer.toString(Integer.MAX_VALUE))));
  }

  /** deferred, immediate or exclusive. */
  String transactionMode() {
    return url.values()
        .getOrDefault("transaction_mode", "deferred")
        .strip()
        .toLowerCase(Locale.ROOT);
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
      if (url.values().containsKey(key)) {
        properties.setProperty(key, PassedThrough.normalise(key, url.values().get(key)));
      }
    }
    return properties;
  }

  /** Whether a key was given in the URL or the properties. */
  boolean gives(String key) {
    return url.values().containsKey(key);
  }

  /** The user's own value for a pragma, or {@code byDefault}. */
  String pragma(String name, String byDefault) {
    return url.values().getOrDefault(name, byDefault);
  }

  /** The pragmas that the user set, in the order in which they have to be run. */
  Map<String, String> pragmas() {
    Map<String, String> pragmas = new TreeMap<>(PassedThrough.PRAGMA_ORDER);
    pragmas.putAll(url.values());
    pragmas.keySet().retainAll(PassedThrough.PRAGMAS);
    pragmas.replaceAll(PassedThrough::pragmaValue);
    return pragmas;
  }
}
