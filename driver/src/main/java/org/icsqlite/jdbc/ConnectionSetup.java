package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Map;
import org.icsqlite.error.OpenErrors;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.natives.SqliteApi;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * Brings a fresh SQLite connection into the state that the crate's connections have, but for
 * locking_mode, which stays NORMAL so that a connection sees the commits of others.
 */
final class ConnectionSetup {

  /** SQLITE_DBCONFIG_DEFENSIVE and SQLITE_DBCONFIG_TRUSTED_SCHEMA. */
  private static final int DBCONFIG_DEFENSIVE = 1010;

  private static final int DBCONFIG_TRUSTED_SCHEMA = 1017;

  private final ConnectionSettings settings;
  private final InternalSql sql;
  private final boolean empty;

  /**
   * The set-up of one connection.
   *
   * @param empty whether the database has no page yet
   */
  ConnectionSetup(ConnectionSettings settings, InternalSql sql, boolean empty) {
    this.settings = settings;
    this.sql = sql;
    this.empty = empty;
  }

  void apply(SqliteApi api, long handle) throws SQLException {
    configure(api, handle, DBCONFIG_DEFENSIVE, settings.flag(Setting.DEFENSIVE));
    configure(api, handle, DBCONFIG_TRUSTED_SCHEMA, settings.flag(Setting.TRUSTED_SCHEMA));
    sql.runUnrestricted(withoutSchema());
    for (Map.Entry<String, String> pragma : settings.pragmas().entrySet()) {
      sql.run("PRAGMA " + pragma.getKey() + "=" + pragma.getValue());
    }
    try {
      sql.runUnrestricted(withSchema());
    } catch (SQLiteException e) {
      // A damaged database still opens; its queries say what is wrong with it.
      if (!damaged(e)) {
        throw e;
      }
    }
  }

  private static void configure(SqliteApi api, long handle, int option, boolean on)
      throws SQLException {
    int wanted = on ? 1 : 0;
    if (api.dbConfig(handle, option, wanted) != wanted) {
      throw new SQLNonTransientConnectionException(
          "SQLite refused sqlite3_db_config " + option, SqlState.CANNOT_CONNECT);
    }
  }

  /** A connection that SQLite did not protect as asked is not handed out. */
  static void require(int resultCode, String function) throws SQLException {
    if (resultCode != 0) {
      throw OpenErrors.cannotSetUp(function, resultCode);
    }
  }

  /** Pragmas that SQLite runs without reading the database. */
  private String withoutSchema() {
    boolean query = settings.mode() == Mode.QUERY;
    StringBuilder pragmas = new StringBuilder(256);
    pragmas.append("PRAGMA query_only=").append(query ? "ON" : "OFF");
    // Temporary files are in memory, whatever is said here. Only where SQLite takes them for files
    // does it sort in parts; a sort of any size would be one step else, which nothing can stop.
    pragmas.append(";PRAGMA temp_store=").append(settings.pragma("temp_store", "DEFAULT"));
    pragmas.append(";PRAGMA foreign_keys=").append(settings.pragma("foreign_keys", "ON"));
    pragmas.append(";PRAGMA cell_size_check=").append(settings.flag(Setting.CELL_SIZE_CHECK));
    if (!query && empty) {
      // Of an existing database it would change the page size at the next VACUUM.
      pragmas.append(";PRAGMA page_size=").append(settings.pragma("page_size", "16384"));
    }
    return pragmas.toString();
  }

  /** Pragmas that read the schema first. */
  private String withSchema() {
    StringBuilder pragmas = new StringBuilder(128);
    // In memory all the same: the extension keeps the journal. The user is told "memory".
    pragmas.append("PRAGMA journal_mode=TRUNCATE");
    if (settings.pragma("synchronous", null) == null) {
      pragmas.append(";PRAGMA synchronous=OFF");
    }
    if (settings.pragma("cache_size", null) == null) {
      pragmas.append(";PRAGMA cache_size=-").append(settings.cacheSizeKib());
    }
    return pragmas.toString();
  }

  private static boolean damaged(SQLiteException e) {
    int primary = e.getResultCode().code & 0xff;
    return primary == SQLiteErrorCode.SQLITE_CORRUPT.code
        || primary == SQLiteErrorCode.SQLITE_NOTADB.code
        || SqlErrors.isUnsupportedFormat(String.valueOf(e.getMessage()));
  }
}
