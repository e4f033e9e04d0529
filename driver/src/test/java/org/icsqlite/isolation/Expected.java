package org.icsqlite.isolation;

import java.util.List;

/**
 * What the model says that an operation gives: a refusal, or rows, or neither.
 *
 * @param rows the rows it returns, or null when it returns none or they are not determined
 */
record Expected(Refusal refusal, List<String> rows) {

  /** The errors that isolation has, by SQLState and SQLite's code. */
  enum Refusal {
    NONE("", 0),
    LOCKED("HYT00", 5),
    STALE("40001", 517),
    READ_ONLY("25006", 8),
    EXISTS("23505", 1555),
    MISUSE("HY000", 1),
    NO_SAVEPOINT("42000", 1);

    final String state;
    final int code;

    Refusal(String state, int code) {
      this.state = state;
      this.code = code;
    }
  }

  static final Expected DONE = new Expected(Refusal.NONE, null);

  static Expected rows(List<String> rows) {
    return new Expected(Refusal.NONE, rows);
  }

  static Expected refused(Refusal refusal) {
    return new Expected(refusal, null);
  }
}
