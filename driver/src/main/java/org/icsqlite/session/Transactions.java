package org.icsqlite.session;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.function.Supplier;
import org.icsqlite.error.SqlState;

/**
 * JDBC's transactions on a connection: with auto-commit every statement is one; without, one begins
 * with the first statement and ends with {@link #commit} or {@link #rollback}. When SQLite rolled
 * it back by itself, nothing runs until {@link #rollback}.
 *
 * <p>A COMMIT or ROLLBACK that the user ran as SQL ends the transaction as well, and the next
 * statement begins another. Used under the session's monitor.
 */
public final class Transactions {

  private final Session session;
  private final Supplier<String> beginText;
  private boolean autoCommit = true;
  private boolean beginPending;
  private boolean open;
  private boolean rolledBack;
  private long number;

  /**
   * @param beginText the BEGIN of the next transaction
   */
  Transactions(Session session, Supplier<String> beginText) {
    this.session = session;
    this.beginText = beginText;
  }

  public boolean autoCommit() {
    return autoCommit;
  }

  /** Whether a transaction without auto-commit has begun. */
  public boolean open() {
    return open;
  }

  /** Whether SQLite has rolled it back, and nobody called {@link #rollback} yet. */
  public boolean rolledBack() {
    return rolledBack;
  }

  /** Begins a transaction if one is due; SQLState 25P02 when SQLite has rolled it back. */
  void beforeStatement() throws SQLException {
    if (rolledBack) {
      throw new SQLNonTransientException(
          "The transaction was rolled back by an earlier error; call rollback() before going on",
          SqlState.ROLLED_BACK);
    }
    if (beginPending) {
      session.runOwn(beginText.get());
      beginPending = false;
      open = true;
      number++;
    }
  }

  /** The number of the transaction without auto-commit that began last. */
  public long number() {
    return number;
  }

  /**
   * Notes how the connection stands after a call.
   *
   * @param outside whether no BEGIN is open in SQLite
   */
  void after(boolean outside) {
    if (!autoCommit && outside != beginPending) {
      beginPending = outside;
      open = !outside;
    }
  }

  /** As {@link #after}, when the call failed: a transaction that has vanished was rolled back. */
  void afterFailure(boolean outside) {
    if (!autoCommit && open && outside) {
      open = false;
      rolledBack = true;
    }
  }

  /** Switches auto-commit; an open transaction is committed first. */
  public void setAutoCommit(boolean wanted) throws SQLException {
    if (wanted == autoCommit) {
      return;
    }
    if (wanted) {
      end("commit");
      autoCommit = true;
      beginPending = false;
    } else {
      autoCommit = false;
      boolean outside = session.outsideTransaction();
      beginPending = outside;
      open = !outside;
      number++;
    }
  }

  /** Commits; SQLState 25001 with auto-commit, 25P02 when SQLite has rolled back before. */
  public void commit() throws SQLException {
    requireManual();
    end("commit");
  }

  /** Rolls back; SQLState 25001 with auto-commit. */
  public void rollback() throws SQLException {
    requireManual();
    if (rolledBack) {
      rolledBack = false;
      beginPending = true;
    } else {
      end("rollback");
    }
  }

  /** Rolls back what is open, also a BEGIN of the user's own, and commits by itself from now on. */
  void reset() throws SQLException {
    if (!session.outsideTransaction()) {
      session.runOwn("rollback");
    }
    autoCommit = true;
    beginPending = false;
    open = false;
    rolledBack = false;
  }

  private void end(String text) throws SQLException {
    if (beginPending) {
      return;
    }
    beforeStatement();
    session.runOwn(text);
    open = false;
    beginPending = true;
  }

  /** Fails with SQLState 25001 when the connection commits by itself. */
  public void requireManual() throws SQLException {
    if (autoCommit) {
      throw new SQLNonTransientException(
          "The connection commits by itself; call setAutoCommit(false) first",
          SqlState.ACTIVE_TRANSACTION);
    }
  }
}
