package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.Mount;
import org.icsqlite.vfs.ResultCode;
import org.icsqlite.vfs.VfsException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.core.DB;

/** Makes SQLExceptions of what SQLite and the VFS report. Used under the session's monitor. */
final class Failures {

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
    if (owner != null && owner.asked() && Session.isInterrupt(code)) {
      mount.takeFailure();
      return stopped(owner.timedOut(), code, message);
    }
    Throwable failure = mount.takeFailure();
    if (owner != null && owner.timedOut() && endedWaiting(failure)) {
      return stopped(true, code, message);
    }
    return translate(
        DB.newSQLException(code, place == null ? message : message + ", at " + place), failure);
  }

  private static SQLException stopped(boolean timeout, int code, String message) {
    SQLException stopped = SqlErrors.stopped(timeout);
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
    return SqlErrors.translate(explainRefusal(thrown), failure);
  }

  private SQLException explainRefusal(SQLException thrown) {
    if (!(thrown instanceof SQLiteException sqlite)
        || sqlite.getResultCode() != SQLiteErrorCode.SQLITE_AUTH
        || database.isClosed()) {
      return thrown;
    }
    String name = api.deniedName(policy);
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
