package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.Mount;
import org.icsqlite.vfs.ResultCode;
import org.icsqlite.vfs.VfsException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.DB;

/** Makes SQLExceptions of what SQLite and the VFS report. Used under the session's monitor. */
final class Failures {

  /** What the policy of a budgeted update lets pass. */
  static final String ONE_UPDATE =
      "budgeted updates require a write statement without transaction, PRAGMA, ATTACH, DETACH or"
          + " temporary-database operations";

  private final Session session;
  private final DB database;
  private final SqliteApi api;
  private final long handle;
  private final long policy;
  private final Mount mount;

  Failures(Session session, DB database, SqliteApi api, long handle, long policy, Mount mount) {
    this.session = session;
    this.database = database;
    this.api = api;
    this.handle = handle;
    this.policy = policy;
    this.mount = mount;
  }

  /**
   * The failure of the call that has just ended.
   *
   * @param outside whether no BEGIN is open any more
   * @param place where in the SQL it is, or null
   * @param owner who may have been asked to stop, or null
   */
  SQLException of(int code, boolean outside, String place, CallOwner owner) {
    String message = api.errmsg(handle);
    session.transactions().afterFailure(outside);
    mount.takeLostCommit();
    SQLException refused = pagesRefused(DB.newSQLException(code, message));
    if (refused != null) {
      return refused;
    }
    if (owner != null && owner.asked() && Session.isInterrupt(code)) {
      mount.takeFailure();
      return stopped(owner, code, message);
    }
    Throwable failure = mount.takeFailure();
    if (owner != null && owner.timedOut() && endedWaiting(failure)) {
      return stopped(owner, code, message);
    }
    return translate(
        DB.newSQLException(code, place == null ? message : message + ", at " + place), failure);
  }

  private static SQLException stopped(CallOwner owner, int code, String message) {
    SQLException stopped = owner.stopped();
    stopped.initCause(DB.newSQLException(code, message));
    return stopped;
  }

  /** The wait for the write lock leaves SQLite with SQLITE_BUSY, whatever ended it. */
  private static boolean endedWaiting(Throwable failure) {
    return failure instanceof VfsException told && told.resultCode() == ResultCode.INTERRUPT;
  }

  SQLException translate(SQLException thrown) {
    return translate(thrown, mount.takeFailure());
  }

  private SQLException translate(SQLException thrown, Throwable failure) {
    if (session.isClosed()) {
      SQLException closed = SqlErrors.closed();
      closed.initCause(thrown);
      return closed;
    }
    SQLException refused = pagesRefused(thrown);
    return refused != null ? refused : SqlErrors.translate(explainRefusal(thrown), failure);
  }

  /** Whatever SQLite says, a transaction that lacks a page failed because of that. */
  private SQLException pagesRefused(SQLException thrown) {
    PageAdmission pages = mount.pages();
    if (pages == null || pages.refusal() == null) {
      return null;
    }
    mount.takeFailure();
    SQLException refused = session.pagesRefused(pages);
    if (refused.getCause() == null) {
      refused.initCause(thrown);
    }
    if (session.outsideTransaction()) {
      mount.forgetPages();
    }
    return refused;
  }

  private SQLException explainRefusal(SQLException thrown) {
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
    String name = api.deniedName(policy);
    if (api.deniedBy(policy) == SqliteApi.ONE_UPDATE) {
      SQLException explained = SqlErrors.refused(api.errmsg(handle) + "; " + ONE_UPDATE);
      explained.initCause(thrown);
      return explained;
    }
    SQLException explained =
        SqlErrors.refused(
            api.deniedAction(policy) == SqliteApi.ACTION_PRAGMA
                ? "PRAGMA " + name + " is refused with another schema than main"
                : "ATTACH of '"
                    + name
                    + "' is refused: a connection has one database; open another by its own URL");
    explained.initCause(thrown);
    return explained;
  }

  /** What the session's restriction says of it, or null. */
  private SQLException restricted(SQLiteException thrown) {
    Restriction restriction = session.restriction();
    if (restriction == null) {
      return null;
    }
    int deniedBy = api.deniedBy(policy);
    boolean pragma = deniedBy == SqliteApi.OTHER_PRAGMA;
    if ((pragma || deniedBy == SqliteApi.OTHER_FUNCTION) && denied(thrown)) {
      return restriction.refused(pragma, api.deniedName(policy), thrown);
    }
    return restriction.explain(thrown);
  }

  /** A function that is denied leaves SQLite with the code of any error. */
  private static boolean denied(SQLiteException thrown) {
    return thrown.getResultCode() == SQLiteErrorCode.SQLITE_AUTH
        || (thrown.getResultCode() == SQLiteErrorCode.SQLITE_ERROR
            && String.valueOf(thrown.getMessage()).contains("not authorized to use function"));
  }

  void throwLostCommit() throws SQLException {
    SQLException lost = takeLostCommit();
    if (lost != null) {
      throw lost;
    }
  }

  SQLException takeLostCommit() {
    VfsException lost = mount.takeLostCommit();
    if (lost == null) {
      return null;
    }
    mount.takeFailure();
    return SqlErrors.lostCommit(lost);
  }
}
