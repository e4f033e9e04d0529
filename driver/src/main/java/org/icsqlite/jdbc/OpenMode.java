package org.icsqlite.jdbc;

import java.util.Map;
import org.sqlite.SQLiteOpenMode;

/**
 * The key {@code open_mode}, SQLite's flags for opening a file as one number, which the properties
 * of an {@code org.sqlite.SQLiteConfig} always hold. Two of them have a meaning here.
 */
final class OpenMode {

  static final String KEY = "open_mode";

  private static final int WITHOUT_EFFECT =
      SQLiteOpenMode.READWRITE.flag
          | SQLiteOpenMode.OPEN_URI.flag
          | SQLiteOpenMode.MAIN_DB.flag
          | SQLiteOpenMode.NOMUTEX.flag
          | SQLiteOpenMode.FULLMUTEX.flag
          | SQLiteOpenMode.PRIVATECACHE.flag;

  private OpenMode() {}

  /**
   * Puts {@code mode} and {@code create} in its place, where they are not given.
   *
   * @return what is wrong with the value, for the end of a message; or null
   */
  static String replace(Map<String, String> values) {
    String value = values.remove(KEY);
    if (value == null) {
      return null;
    }
    int flags;
    try {
      flags = Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      return "; it takes SQLite's flags as one number";
    }
    int readOnly = SQLiteOpenMode.READONLY.flag;
    int create = SQLiteOpenMode.CREATE.flag;
    int others = flags & ~(WITHOUT_EFFECT | readOnly | create);
    if (others != 0) {
      return "; the flags " + others + " of it have no meaning for stable memory";
    }
    if ((flags & readOnly) != 0) {
      values.putIfAbsent(Setting.MODE.key(), "query");
    } else if ((flags & create) == 0) {
      values.putIfAbsent(Setting.CREATE.key(), "false");
    }
    return null;
  }
}
