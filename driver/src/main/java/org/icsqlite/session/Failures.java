package org.icsqlite.session;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.function.Function;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.SqliteApi;
import org.icsqlite.vfs.Mount;
import org.icsqlite.vfs.ResultCode;
import org.icsqlite.vfs.VfsException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.core.DB;

/** Makes SQLExceptions of what SQLite and the VFS report. Used under the connection's monitor. */
final class Failures {

  private final SerializedCalls calls;
  private final TransactionState transaction;
  private final ListenerFailures listeners;
  private final SqliteApi api;
  private final long handle;
  private final Policy policy;
  private final Mount mount;
  private Function<PageAdmission, SQLException> pageFailures =
      pages -> new SQLNonTransientException(pages.refusal().toString(), SqlState.TOO_BIG);

  Failures(
      NativeConnection natives,
      SerializedCalls calls,
      TransactionState transaction,
      ListenerFailures listeners) {
    this.calls = calls;
    this.transaction = transaction;
    this.listeners = listeners;
    this.api = natives.api();
    this.handle = natives.handle();
    this.policy = natives.policy();
    this.mount = natives.mount();
  }

  /**
   * Says what makes the failure of a transaction of which a page was refused.
   *
   * @return what made it before
   */
  Function<PageAdmission, SQLException> ofPages(Function<PageAdmission, SQLException> wanted) {
    Function<PageAdmission, SQLException> before = pageFailures;
    pageFailures = wanted;
    return before;
  }

  /**
   * The failure of the call that has just ended.
   *
   * @param outside whether no BEGIN is open any more
   * @param place where in the SQL it is, or null
   * @param owner who may have been asked to stop, or null
   */
  SQLException of(int code, boolean outside, String place, CallOwner owner) {
    return claimListeners(plain(code, outside, place, owner));
  }

  /** Lets a failure of the call that runs carry what listeners have thrown within it. */
  <T extends Throwable> T claimListeners(T failure) {
    return listeners.claim(failure);
  }

  /** Whether listeners have thrown something in the call that runs. */
  boolean listenersFailed() {
    return listeners.pending();
  }

  private SQLException plain(int code, boolean outside, String place, CallOwner owner) {
    if (code == Exchange.MALFORMED) {
      return SqlErrors.changedMeanwhile(null);
    }
    String message = api.errmsg(handle);
    transaction.afterFailure(outside);
    mount.takeLostCommit();
    SQLException refused = pagesRefused(DB.newSQLException(code, message));
    if (refused != null) {
      return refused;
    }
    if (owner != null && owner.asked() && isInterrupt(code)) {
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

  static boolean isInterrupt(int code) {
    return (code & 0xff) == SQLiteErrorCode.SQLITE_INTERRUPT.code;
  }

  /** Why a statement's cursor gives no more rows: another thread has ended one of the two. */
  SQLException closedCursor(CompiledStatement statement) {
    return calls.isClosed() || statement.finalized() ? closedStatement() : SqlErrors.rowsClosed();
  }

  SQLException closedStatement() {
    return calls.isClosed() ? SqlErrors.closed() : SqlErrors.statementClosed();
  }

  /** What sqlite-jdbc has thrown, as the driver throws it. */
  SQLException translate(SQLException thrown) {
    return claimListeners(translate(thrown, mount.takeFailure()));
  }

  private SQLException translate(SQLException thrown, Throwable failure) {
    if (calls.isClosed()) {
      SQLException closed = SqlErrors.closed();
      closed.initCause(thrown);
      return closed;
    }
    SQLException refused = pagesRefused(thrown);
    return refused != null ? refused : SqlErrors.translate(policy.explain(thrown), failure);
  }

  /** Whatever SQLite says, a transaction that lacks a page failed because of that. */
  private SQLException pagesRefused(SQLException thrown) {
    PageAdmission pages = mount.pages();
    if (pages == null || pages.refusal() == null) {
      return null;
    }
    mount.takeFailure();
    SQLException refused = pageFailures.apply(pages);
    if (refused.getCause() == null) {
      refused.initCause(thrown);
    }
    if (api.getAutocommit(handle)) {
      mount.forgetPages();
    }
    return refused;
  }

  void throwLostCommit() throws SQLException {
    SQLException lost = takeLostCommit();
    if (lost != null) {
      throw lost;
    }
  }

  /** The failure of an automatic commit that nobody was told of, or null. */
  SQLException takeLostCommit() {
    VfsException lost = mount.takeLostCommit();
    if (lost == null) {
      return null;
    }
    mount.takeFailure();
    return claimListeners(SqlErrors.lostCommit(lost));
  }
}
