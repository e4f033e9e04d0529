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
 * <p>A rollback closes all rows that are open, since they may be of what is undone; a commit those
 * whose statement wants it. Rows in lists, such as generated keys, stay.
 *
 * <p>A COMMIT or ROLLBACK that the user ran as SQL ends the transaction as well, and the next
 * statement begins another; it closes no rows. Used under the connection's monitor.
 */
public final class Transactions {

  private final NativeConnection natives;
  private final TransactionState state;
  private final OwnStatements own;
  private final CompiledStatements statements;
  private final Supplier<String> beginText;

  /**
   * @param beginText the BEGIN of the next transaction
   */
  Transactions(
      NativeConnection natives,
      TransactionState state,
      OwnStatements own,
      CompiledStatements statements,
      Supplier<String> beginText) {
    this.natives = natives;
    this.state = state;
    this.own = own;
    this.statements = statements;
    this.beginText = beginText;
  }

  public boolean autoCommit() {
    return state.autoCommit();
  }

  /** Whether a transaction without auto-commit has begun. */
  public boolean open() {
    return state.open();
  }

  /** Whether SQLite has rolled it back, and nobody called {@link #rollback} yet. */
  public boolean rolledBack() {
    return state.rolledBack();
  }

  /** Begins a transaction if one is due; SQLState 25P02 when SQLite has rolled it back. */
  void beforeStatement() throws SQLException {
    if (state.rolledBack()) {
      throw new SQLNonTransientException(
          "The transaction was rolled back by an earlier error; call rollback() before going on",
          SqlState.ROLLED_BACK);
    }
    if (state.due()) {
      own.run(beginText.get());
      state.begun();
    }
  }

  /** As the other, for an owner that may have what is due wait. */
  void beforeStatement(CallOwner owner) throws SQLException {
    if (!state.due() || !owner.staysOutsideTransaction()) {
      beforeStatement();
    }
  }

  /** The number of the transaction without auto-commit that began last. */
  public long number() {
    return state.number();
  }

  /** Switches auto-commit; an open transaction is committed first. */
  public void setAutoCommit(boolean wanted) throws SQLException {
    if (wanted == state.autoCommit()) {
      return;
    }
    if (wanted) {
      endByCommit();
      state.switchOn();
    } else {
      state.switchOff(natives.outsideTransaction());
    }
  }

  /** Commits; SQLState 25001 with auto-commit, 25P02 when SQLite has rolled back before. */
  public void commit() throws SQLException {
    requireManual();
    endByCommit();
  }

  private void endByCommit() throws SQLException {
    end("commit");
    statements.closeRows(CompiledStatement::rowsEndAtCommit);
  }

  /** Rolls back; SQLState 25001 with auto-commit. */
  public void rollback() throws SQLException {
    requireManual();
    closeAllRows();
    if (state.rolledBack()) {
      state.ended();
    } else {
      end("rollback");
    }
  }

  /** Rolls back what is open, also a BEGIN of the user's own, and commits by itself from now on. */
  void reset() throws SQLException {
    closeAllRows();
    if (!natives.outsideTransaction()) {
      own.run("rollback");
    }
    state.switchOn();
  }

  private void closeAllRows() throws SQLException {
    statements.closeRows(statement -> true);
  }

  private void end(String text) throws SQLException {
    if (state.due()) {
      return;
    }
    beforeStatement();
    own.run(text);
    state.ended();
  }

  /** Fails with SQLState 25001 when the connection commits by itself. */
  public void requireManual() throws SQLException {
    if (state.autoCommit()) {
      throw new SQLNonTransientException(
          "The connection commits by itself; call setAutoCommit(false) first",
          SqlState.ACTIVE_TRANSACTION);
    }
  }
}
