package org.icsqlite.jdbc;

import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.icsqlite.budget.QueryBudget;
import org.icsqlite.error.SqlState;

/**
 * A URL and its properties, taken apart: the location and the value of each key as it was given.
 *
 * <p>{@code jdbc:icsqlite:PATH?key=value&…}: PATH is a stable-memory file, a canister snapshot
 * directory, {@code mem:NAME} (shared in this JVM while a connection is open) or {@code :memory:}
 * (private), which an empty PATH means as well. {@code %XX} in PATH and values stands for that byte
 * of UTF-8; a {@code %} that is not followed by two hexadecimal digits stands for itself. A key in
 * the properties wins over the same key in the URL; its value is a String, an Integer, a Long, a
 * Boolean or an enum constant. {@code user} and {@code password} are ignored, as SQLite has
 * neither.
 *
 * @param text the URL as given
 * @param location what PATH stands for
 * @param values of the known keys, which are in lower case
 */
record ConnectionUrl(String text, String location, Map<String, String> values) {

  static final String PREFIX = "jdbc:icsqlite:";

  static boolean accepts(String url) {
    return url != null && url.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /** Reads a URL that {@link #accepts} is true for; SQLState 08001 for what it cannot mean. */
  static ConnectionUrl parse(String url, Properties properties) throws SQLException {
    String rest = url.strip().substring(PREFIX.length());
    int question = rest.indexOf('?');
    String location = decode(url, question < 0 ? rest : rest.substring(0, question));
    if (location.isEmpty()) {
      location = ":memory:";
    }
    checkLocation(url, location);
    Map<String, String> values = new TreeMap<>();
    if (question >= 0) {
      readQuery(url, rest.substring(question + 1), values);
    }
    values.putAll(readProperties(url, properties));
    String openMode = values.get(OpenMode.KEY);
    String refusal = OpenMode.replace(values);
    if (refusal != null) {
      throw invalid(url, OpenMode.KEY + "=" + openMode + refusal);
    }
    return new ConnectionUrl(url.strip(), location, values);
  }

  /** Refuses what sqlite-jdbc or SQLite takes for something else than the name of a file. */
  private static void checkLocation(String url, String location) throws SQLException {
    if (location.startsWith(":") && !location.equals(":memory:")) {
      throw invalid(
          url,
          "'"
              + location
              + "' is no file, and a database is opened where it lies; write ./"
              + location
              + " for a file of this name");
    }
    if (location.regionMatches(true, 0, "file:", 0, "file:".length())) {
      throw invalid(
          url, "it takes no URI; write the path, or " + PREFIX + "mem:NAME for shared memory");
    }
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
    if (key.equals("max_instructions")) {
      QueryBudget.builder().maxInstructions(1).build().check();
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

  private static Iterable<String> allKeys() {
    Set<String> keys = new LinkedHashSet<>();
    for (Setting setting : Setting.values()) {
      keys.add(setting.key());
    }
    keys.addAll(new TreeSet<>(PassedThrough.SQLITE_JDBC));
    keys.addAll(new TreeSet<>(PassedThrough.PRAGMAS));
    keys.addAll(new TreeSet<>(PassedThrough.WITHOUT_EFFECT));
    return keys;
  }

  /** The URL cannot be used; SQLState 08001. */
  SQLException invalid(String reason) {
    return invalid(text, reason);
  }

  private static SQLException invalid(String url, String reason) {
    return new SQLNonTransientConnectionException(
        "The URL " + url + " cannot be used: " + reason, SqlState.CANNOT_CONNECT);
  }
}
