package org.icsqlite.jdbc;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.ShardingKeyBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.CommonDataSource;
import org.icsqlite.error.SqlState;
import org.icsqlite.memory.Durability;

/**
 * What the data sources have in common: one database in stable memory, set up by a URL, by
 * properties, or both; a property wins over the same key in the URL. Values are checked when a
 * connection is opened. The getters answer what a connection would get from both; while a value is
 * not valid they answer from the property alone, or else the default.
 *
 * <p>Set it up first, then share it: connections may be asked for by many threads, the setters may
 * not be called meanwhile.
 */
public abstract class IcSqliteCommonDataSource implements CommonDataSource {

  private static final String ANY_FILE = ConnectionUrl.PREFIX + "stable_memory.bin";

  private String url;
  private final Properties properties = new Properties();
  private PrintWriter logWriter;
  private int loginTimeout;

  IcSqliteCommonDataSource(String url) {
    this.url = url;
  }

  /** Opens a connection; SQLState 08001 when URL or properties are wrong or the image is. */
  final IcSqliteConnection open() throws SQLException {
    if (!ConnectionUrl.accepts(url)) {
      throw new SQLNonTransientConnectionException(
          "The data source needs a url that begins with " + ConnectionUrl.PREFIX + ", not " + url,
          SqlState.CANNOT_CONNECT);
    }
    return IcSqliteConnection.open(ConnectionSettings.parse(url, properties));
  }

  /** The URL, or null when none was set. */
  public String getUrl() {
    return url;
  }

  /** Sets the URL, for example {@code jdbc:icsqlite:stable_memory.bin?memory_id=120}. */
  public void setUrl(String url) {
    this.url = url;
  }

  /** The URL under the name that some pools use. */
  public String getURL() {
    return url;
  }

  /** As {@link #setUrl}, under the name that some pools use. */
  public void setURL(String url) {
    this.url = url;
  }

  /** The URL under the name that Spring Boot uses. */
  public String getJdbcUrl() {
    return url;
  }

  /** As {@link #setUrl}, under the name that Spring Boot uses. */
  public void setJdbcUrl(String url) {
    this.url = url;
  }

  /** What the connections may do; {@link Mode#UPDATE} unless set, or set in the URL. */
  public Mode getMode() {
    return Mode.valueOf(get(Setting.MODE).toUpperCase(Locale.ROOT));
  }

  /** Sets what the connections may do. */
  public void setMode(Mode mode) {
    put(Setting.MODE, mode.name().toLowerCase(Locale.ROOT));
  }

  /** Whether {@link #getMode()} is {@link Mode#QUERY}. */
  public boolean isReadOnly() {
    return getMode() == Mode.QUERY;
  }

  /** True sets {@link Mode#QUERY}, false {@link Mode#UPDATE}. */
  public void setReadOnly(boolean readOnly) {
    setMode(readOnly ? Mode.QUERY : Mode.UPDATE);
  }

  /** The virtual memory of the database, 0..254; 120 unless set. */
  public int getMemoryId() {
    return Integer.parseInt(get(Setting.MEMORY_ID));
  }

  /** Sets the virtual memory of the database, 0..254. */
  public void setMemoryId(int memoryId) {
    put(Setting.MEMORY_ID, memoryId);
  }

  /** Whether an absent file or database is created in {@link Mode#UPDATE}; true unless set. */
  public boolean isCreate() {
    return Boolean.parseBoolean(get(Setting.CREATE));
  }

  /** Sets whether an absent file or database is created. */
  public void setCreate(boolean create) {
    put(Setting.CREATE, create);
  }

  /** 64 KiB pages in a bucket of a MemoryManager that is created, 1..65535; 128 unless set. */
  public int getBucketPages() {
    return Integer.parseInt(get(Setting.BUCKET_PAGES));
  }

  /** Sets the pages in a bucket, 1..65535; an existing MemoryManager keeps its own. */
  public void setBucketPages(int bucketPages) {
    put(Setting.BUCKET_PAGES, bucketPages);
  }

  /** 64 KiB pages beyond which the stable memory does not grow. */
  public long getMaxStablePages() {
    return Long.parseLong(get(Setting.MAX_STABLE_PAGES));
  }

  /** Sets the pages beyond which the stable memory does not grow, 1 or more. */
  public void setMaxStablePages(long pages) {
    put(Setting.MAX_STABLE_PAGES, pages);
  }

  /** Milliseconds that a writer waits for another one; 5000 unless set. */
  public int getBusyTimeout() {
    return Integer.parseInt(get(Setting.BUSY_TIMEOUT));
  }

  /** Sets the milliseconds that a writer waits for another one, 0 or more. */
  public void setBusyTimeout(int milliseconds) {
    put(Setting.BUSY_TIMEOUT, milliseconds);
  }

  /** Rows of a result; one more is an error; null unless set, for any number. */
  public Long getMaxRows() {
    return limit(Setting.MAX_ROWS);
  }

  /** Sets rows of a result, 0 or more; null for any number. */
  public void setMaxRows(Long maxRows) {
    setLimit(Setting.MAX_ROWS, maxRows);
  }

  /** Bytes of a result, 8 for a number; null unless set, for any number. */
  public Long getMaxResultBytes() {
    return limit(Setting.MAX_RESULT_BYTES);
  }

  /** Sets bytes of a result, 8 for a number, 0 or more; null for any number. */
  public void setMaxResultBytes(Long maxResultBytes) {
    setLimit(Setting.MAX_RESULT_BYTES, maxResultBytes);
  }

  /** Steps of SQLite's virtual machine by one execution; null unless set, for any number. */
  public Long getMaxVmSteps() {
    return limit(Setting.MAX_VM_STEPS);
  }

  /** Sets steps of SQLite's virtual machine by one execution, 0 or more; null for any number. */
  public void setMaxVmSteps(Long maxVmSteps) {
    setLimit(Setting.MAX_VM_STEPS, maxVmSteps);
  }

  /** Milliseconds that one execution may spend in SQLite; null unless set, for any number. */
  public Long getQueryTimeout() {
    return limit(Setting.QUERY_TIMEOUT);
  }

  /** Sets milliseconds that one execution may spend in SQLite, 1 or more; null for any number. */
  public void setQueryTimeout(Long queryTimeout) {
    setLimit(Setting.QUERY_TIMEOUT, queryTimeout);
  }

  /** Pages of 16384 bytes that one transaction may change; null unless set, for any number. */
  public Long getMaxDirtyPages() {
    return limit(Setting.MAX_DIRTY_PAGES);
  }

  /** Sets pages of 16384 bytes that one transaction may change, 0 or more; null for any number. */
  public void setMaxDirtyPages(Long maxDirtyPages) {
    setLimit(Setting.MAX_DIRTY_PAGES, maxDirtyPages);
  }

  /** Bytes of whole pages that one transaction may change; null unless set, for any number. */
  public Long getMaxChangedBytes() {
    return limit(Setting.MAX_CHANGED_BYTES);
  }

  /** Sets bytes of whole pages that one transaction may change, 0 or more; null for any number. */
  public void setMaxChangedBytes(Long maxChangedBytes) {
    setLimit(Setting.MAX_CHANGED_BYTES, maxChangedBytes);
  }

  /** Bytes of an SQL text in UTF-8; null unless set, for any number. */
  public Long getMaxSqlBytes() {
    return limit(Setting.MAX_SQL_BYTES);
  }

  /** Sets bytes of an SQL text in UTF-8, 1 or more; null for any number. */
  public void setMaxSqlBytes(Long maxSqlBytes) {
    setLimit(Setting.MAX_SQL_BYTES, maxSqlBytes);
  }

  /** Bytes of a value or row that a statement makes; null unless set, for any number. */
  public Long getMaxValueBytes() {
    return limit(Setting.MAX_VALUE_BYTES);
  }

  /** Sets bytes of a value or row that a statement makes, 1 or more; null for any number. */
  public void setMaxValueBytes(Long maxValueBytes) {
    setLimit(Setting.MAX_VALUE_BYTES, maxValueBytes);
  }

  /**
   * What a commit promises; unless set, {@link Durability#FULL} for a file and {@link
   * Durability#NONE} for memory in the heap.
   */
  public Durability getDurability() {
    return Durability.valueOf(get(Setting.DURABILITY).toUpperCase(Locale.ROOT));
  }

  /**
   * Sets what a commit promises; null leaves it to the URL or the default. Memory in the heap takes
   * {@link Durability#NONE} only. All connections to a file share one setting: one that asks for
   * another than the first connection is refused.
   */
  public void setDurability(Durability durability) {
    setProperty(
        Setting.DURABILITY.key(),
        durability == null ? null : durability.name().toLowerCase(Locale.ROOT));
  }

  /** Bytes of old pages that are kept for open snapshots; 67108864 (64 MiB) unless set. */
  public long getMaxSnapshotBytes() {
    return Long.parseLong(get(Setting.MAX_SNAPSHOT_BYTES));
  }

  /**
   * Sets the bytes of old pages that are kept for open snapshots, 0 or more; beyond them the oldest
   * snapshot becomes invalid. All connections to a file share the value of the first.
   */
  public void setMaxSnapshotBytes(long bytes) {
    put(Setting.MAX_SNAPSHOT_BYTES, bytes);
  }

  /** Bytes of redo log after which a checkpoint empties it; 4194304 (4 MiB) unless set. */
  public long getRedoLogBytes() {
    return Long.parseLong(get(Setting.REDO_LOG_BYTES));
  }

  /**
   * Sets the bytes of redo log after which a checkpoint empties it, 65536 or more. All connections
   * to a file share the value of the first.
   */
  public void setRedoLogBytes(long bytes) {
    put(Setting.REDO_LOG_BYTES, bytes);
  }

  /** KiB of SQLite's page cache of each connection; 32768 unless set. */
  public int getCacheSizeKib() {
    return Integer.parseInt(get(Setting.CACHE_SIZE_KIB));
  }

  /** Sets the KiB of SQLite's page cache of each connection, 1 or more. */
  public void setCacheSizeKib(int kib) {
    put(Setting.CACHE_SIZE_KIB, kib);
  }

  /** Which SQL the connections let pass; {@link Profile#OPEN} unless set, or set in the URL. */
  public Profile getProfile() {
    return Profile.valueOf(get(Setting.PROFILE).toUpperCase(Locale.ROOT));
  }

  /** Sets which SQL the connections let pass. */
  public void setProfile(Profile profile) {
    put(Setting.PROFILE, profile.name().toLowerCase(Locale.ROOT));
  }

  /**
   * Milliseconds since 1970-01-01T00:00:00Z at which the clock of each connection stands under
   * {@link Profile#CANISTER}; null unless set, for the real clock.
   */
  public Long getClock() {
    return limit(Setting.CLOCK);
  }

  /**
   * Sets what time it is for SQL, under {@link Profile#CANISTER} only.
   *
   * @param unixMillis milliseconds since 1970-01-01T00:00:00Z, 0 to 253402300799999, which are the
   *     nanoseconds of the IC's time divided by 1,000,000; null for the real clock
   */
  public void setClock(Long unixMillis) {
    setLimit(Setting.CLOCK, unixMillis);
  }

  /**
   * The seed of random() and randomblob() under {@link Profile#CANISTER}, all 64 bits of it; null
   * unless set, for what a canister takes: the number of the last transaction XOR the size of the
   * database in bytes when the connection is opened.
   */
  public Long getRandomSeed() {
    return find(Setting.RANDOM_SEED).map(Long::parseUnsignedLong).orElse(null);
  }

  /**
   * Sets the seed of random() and randomblob(), under {@link Profile#CANISTER} only.
   *
   * @param seed any value; a negative one stands for the unsigned number with its 64 bits; null for
   *     what a canister takes
   */
  public void setRandomSeed(Long seed) {
    setProperty(Setting.RANDOM_SEED.key(), seed == null ? null : Long.toUnsignedString(seed));
  }

  /** Any key of the URL, by name; null removes it. An unknown key fails at the next connection. */
  public void setProperty(String key, String value) {
    removeProperty(key);
    if (value != null) {
      properties.setProperty(key, value);
    }
  }

  /** A copy of the properties that were set. */
  public Properties getProperties() {
    return flatten(properties);
  }

  /** Replaces all properties that were set before; the defaults of the new ones count too. */
  public void setProperties(Properties replacement) {
    Properties flat = flatten(replacement);
    properties.clear();
    properties.putAll(flat);
  }

  /** A copy in which the defaults are entries like the others. */
  private static Properties flatten(Properties source) {
    Properties flat = new Properties();
    for (String name : source.stringPropertyNames()) {
      flat.setProperty(name, source.getProperty(name));
    }
    flat.putAll(source);
    return flat;
  }

  private String get(Setting setting) {
    return find(setting).orElseThrow();
  }

  private Optional<String> find(Setting setting) {
    Properties alone = new Properties();
    for (Map.Entry<Object, Object> entry : properties.entrySet()) {
      if (isKey(entry.getKey(), setting.key())) {
        alone.put(setting.key(), entry.getValue());
      }
    }
    return valid(url, properties, setting)
        .or(() -> valid(ANY_FILE, alone, setting))
        .or(() -> valid(ANY_FILE, new Properties(), setting));
  }

  private Long limit(Setting setting) {
    return find(setting).map(Long::valueOf).orElse(null);
  }

  private void setLimit(Setting setting, Long value) {
    setProperty(setting.key(), value == null ? null : value.toString());
  }

  /** The value, unless something is invalid: getConnection says what, a getter goes on. */
  private static Optional<String> valid(String url, Properties properties, Setting setting) {
    if (!ConnectionUrl.accepts(url)) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(ConnectionSettings.parse(url, properties).value(setting));
    } catch (SQLException e) {
      return Optional.empty();
    }
  }

  private void put(Setting setting, Object value) {
    setProperty(setting.key(), value.toString());
  }

  private void removeProperty(String key) {
    properties.keySet().removeIf(given -> isKey(given, key));
  }

  /** Keys are the same in upper and lower case. */
  private static boolean isKey(Object given, String key) {
    return given instanceof String name && name.equalsIgnoreCase(key);
  }

  @Override
  public PrintWriter getLogWriter() {
    return logWriter;
  }

  @Override
  public void setLogWriter(PrintWriter writer) {
    logWriter = writer;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeout;
  }

  /** Kept for callers that set it; opening waits for nobody. */
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeout = seconds;
  }

  @Override
  public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
    throw Refusals.notSupported("a ShardingKey: a database is one image");
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("org.icsqlite");
  }
}
