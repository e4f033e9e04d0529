package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.SqliteApi;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.DB;

/**
 * What a connection refuses, and how a refusal reads. SQLite's authorizer asks it whenever a
 * statement is compiled; its native memory is freed with its {@link NativeConnection}. Used under
 * the connection's monitor.
 */
final class Policy {

  /** What the policy of a budgeted update lets pass. */
  static final String ONE_UPDATE =
      "budgeted updates require a write statement without transaction, PRAGMA, ATTACH, DETACH or"
          + " temporary-database operations";

  /** What is refused on every connection. */
  private static final int ALWAYS = SqliteApi.REFUSE_ATTACH | SqliteApi.REFUSE_PRAGMA_ELSEWHERE;

  /** The column of a list of tables that says so. */
  private static final int STRICT = 5;

  private final DB database;
  private final SqliteApi api;
  private final long handle;
  private final long address;
  private Restriction restriction;
  private boolean oneUpdate;

  Policy(DB database, SqliteApi api, long handle) {
    this.database = database;
    this.api = api;
    this.handle = handle;
    this.address = api.newPolicy(ALWAYS);
  }

  /** Puts it in place; the result is SQLite's. */
  int install() {
    return api.setPolicy(handle, address);
  }

  void free() {
    api.freePolicy(address);
  }

  /** Refuses more from now on; for a connection that nobody has used. */
  void restrict(Restriction added) {
    restriction = added;
    api.setPolicyLists(address, added.functions(), added.pragmas());
  }

  /** Looks at a text that is about to be compiled. */
  void check(SqlText text) throws SQLException {
    if (restriction != null) {
      restriction.check(text.rest());
    }
  }

  /**
   * Looks at what a statement calls that was compiled, and at what SQLite prepares when it runs.
   *
   * @return SQLite's result of looking
   * @throws SQLException when it calls what is refused
   */
  int checkCalls(long statement, String sql) throws SQLException {
    if (restriction == null) {
      return Exchange.OK;
    }
    int code = api.checkCalls(address, statement);
    AddedColumn added = code == Exchange.OK ? AddedColumn.in(sql) : null;
    if (added != null && (added.checked() || isStrict(added))) {
      code = checkCallsOf(added);
    }
    if (code != SQLiteErrorCode.SQLITE_AUTH.code) {
      return code;
    }
    String name = api.deniedName(address);
    throw restriction.refused(
        false,
        name,
        DB.newSQLException(SQLiteErrorCode.SQLITE_ERROR.code, "unknown function: " + name + "()"));
  }

  private boolean isStrict(AddedColumn added) {
    long listing = api.prepare(handle, added.listing());
    if (listing == 0) {
      return false;
    }
    boolean strict = false;
    while (api.step(listing) == Exchange.ROW) {
      strict |= api.columnInt64(listing, STRICT) != 0;
    }
    api.finalizeStatement(listing);
    return strict;
  }

  private int checkCallsOf(AddedColumn added) {
    long check = api.prepare(handle, added.check());
    if (check == 0) {
      return Exchange.OK;
    }
    int code = api.checkCalls(address, check);
    api.finalizeStatement(check);
    return code;
  }

  // ---- budgeted updates -----------------------------------------------------------------------

  /** Says whether all but one write statement is refused. */
  void setOneUpdate(boolean wanted) {
    oneUpdate = wanted;
    api.setPolicyFlags(address, ALWAYS | (wanted ? SqliteApi.ONE_UPDATE : 0));
  }

  /** Whether it is refused. */
  boolean oneUpdate() {
    return oneUpdate;
  }

  /** Forgets what was seen; for before a statement is compiled. */
  void clearSeen() {
    api.clearSeen(address);
  }

  /** Whether a statement was compiled since then that changes the schema. */
  boolean schemaActionSeen() {
    return api.schemaActionSeen(address);
  }

  // ---- refusals -------------------------------------------------------------------------------

  /** The refusal behind what SQLite has failed with, or that itself when it was none. */
  SQLException explain(SQLException thrown) {
    if (!(thrown instanceof SQLiteException sqlite) || database.isClosed()) {
      return thrown;
    }
    SQLException restricted = restricted(sqlite);
    if (restricted != null) {
      return restricted;
    }
    if (sqlite.getResultCode() != SQLiteErrorCode.SQLITE_AUTH) {
      return thrown;
    }
    SQLException explained = SqlErrors.refused(reason());
    explained.initCause(thrown);
    return explained;
  }

  private String reason() {
    if (api.deniedBy(address) == SqliteApi.ONE_UPDATE) {
      return api.errmsg(handle) + "; " + ONE_UPDATE;
    }
    String name = api.deniedName(address);
    if (api.deniedAction(address) == SqliteApi.ACTION_PRAGMA) {
      return "PRAGMA " + name + " is refused with another schema than main";
    }
    return name.isEmpty()
        ? "ATTACH of a name that is no literal is refused: nobody can tell whether it is that of a"
            + " file; ':memory:' can be attached"
        : "ATTACH of '"
            + name
            + "' is refused: a connection has one database; open another by its own URL";
  }

  /** What the restriction says of it, or null. */
  private SQLException restricted(SQLiteException thrown) {
    if (restriction == null) {
      return null;
    }
    int deniedBy = api.deniedBy(address);
    boolean pragma = deniedBy == SqliteApi.OTHER_PRAGMA;
    if ((pragma || deniedBy == SqliteApi.OTHER_FUNCTION) && denied(thrown)) {
      return restriction.refused(pragma, api.deniedName(address), thrown);
    }
    return restriction.explain(thrown);
  }

  /** A function that is denied leaves SQLite with the code of any error. */
  private static boolean denied(SQLiteException thrown) {
    return thrown.getResultCode() == SQLiteErrorCode.SQLITE_AUTH
        || (thrown.getResultCode() == SQLiteErrorCode.SQLITE_ERROR
            && String.valueOf(thrown.getMessage()).contains("not authorized to use function"));
  }
}
