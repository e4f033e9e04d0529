package org.icsqlite.session;

/**
 * How JDBC's transaction on a connection stands, as calls report it. Used under the connection's
 * monitor.
 *
 * <pre>
 * AUTOMATIC    every statement is a transaction; the only one with auto-commit
 * DUE          one begins with the next statement
 * OPEN         one has begun
 * ROLLED_BACK  SQLite has rolled it back by itself; nothing but a rollback leads out of here
 * </pre>
 */
final class TransactionState {

  private enum Stage {
    AUTOMATIC,
    DUE,
    OPEN,
    ROLLED_BACK
  }

  private Stage stage = Stage.AUTOMATIC;
  private long number;

  boolean autoCommit() {
    return stage == Stage.AUTOMATIC;
  }

  boolean due() {
    return stage == Stage.DUE;
  }

  boolean open() {
    return stage == Stage.OPEN;
  }

  boolean rolledBack() {
    return stage == Stage.ROLLED_BACK;
  }

  /** The number of the transaction without auto-commit that began last. */
  long number() {
    return number;
  }

  /**
   * Notes how the connection stands after a call: the user may have run BEGIN, COMMIT or ROLLBACK.
   *
   * @param outside whether no BEGIN is open in SQLite
   */
  void after(boolean outside) {
    if (stage == Stage.OPEN && outside) {
      stage = Stage.DUE;
    } else if (stage == Stage.DUE && !outside) {
      stage = Stage.OPEN;
    }
  }

  /** As {@link #after}, when the call failed: a transaction that has vanished was rolled back. */
  void afterFailure(boolean outside) {
    if (stage == Stage.OPEN && outside) {
      stage = Stage.ROLLED_BACK;
    }
  }

  /** The one that was due has begun. */
  void begun() {
    stage = Stage.OPEN;
    number++;
  }

  /** It was committed or rolled back, and the next one is due. */
  void ended() {
    stage = Stage.DUE;
  }

  /**
   * Auto-commit is off from now on.
   *
   * @param outside whether no BEGIN is open in SQLite
   */
  void switchOff(boolean outside) {
    stage = outside ? Stage.DUE : Stage.OPEN;
    number++;
  }

  /** Auto-commit is on from now on, and no transaction is open. */
  void switchOn() {
    stage = Stage.AUTOMATIC;
  }
}
