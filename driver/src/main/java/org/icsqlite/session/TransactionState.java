package org.icsqlite.session;

/**
 * How JDBC's transaction on a connection stands, as calls report it. Without auto-commit one is
 * due, open, or was rolled back by SQLite. Used under the connection's monitor.
 */
final class TransactionState {

  private boolean autoCommit = true;
  private boolean due;
  private boolean open;
  private boolean rolledBack;
  private long number;

  boolean autoCommit() {
    return autoCommit;
  }

  /** Whether one begins with the next statement. */
  boolean due() {
    return due;
  }

  /** Whether one has begun without auto-commit. */
  boolean open() {
    return open;
  }

  /** Whether SQLite has rolled it back, and nobody has taken notice yet. */
  boolean rolledBack() {
    return rolledBack;
  }

  /** The number of the transaction without auto-commit that began last. */
  long number() {
    return number;
  }

  /**
   * Notes how the connection stands after a call.
   *
   * @param outside whether no BEGIN is open in SQLite
   */
  void after(boolean outside) {
    if (!autoCommit && outside != due) {
      due = outside;
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

  /** The one that was due has begun. */
  void begun() {
    due = false;
    open = true;
    number++;
  }

  /** It was committed or rolled back, and the next one is due. */
  void ended() {
    open = false;
    rolledBack = false;
    due = true;
  }

  /**
   * Auto-commit is off from now on.
   *
   * @param outside whether no BEGIN is open in SQLite
   */
  void switchOff(boolean outside) {
    autoCommit = false;
    due = outside;
    open = !outside;
    number++;
  }

  /** Auto-commit is on from now on, and no transaction is open. */
  void switchOn() {
    autoCommit = true;
    due = false;
    open = false;
    rolledBack = false;
  }
}
