package org.icsqlite.budget;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.icsqlite.error.SqlState;

/** The words of budgets. */
final class BudgetText {

  private BudgetText() {}

  static String exceeded(String what, BudgetLimit limit) {
    return what + " budget exceeded: " + limit.kind();
  }

  static String of(BudgetLimit limit, long value, long observed) {
    return limit.key()
        + " is "
        + value
        + (limit == BudgetLimit.TIME ? " ms" : "")
        + (observed == BudgetFailure.UNKNOWN
            ? ""
            : ", it came to " + observed + " " + limit.unit());
  }

  static SQLException invalid(String what, String reason) {
    return new SQLDataException(
        "invalid " + what + " budget: " + reason, SqlState.INVALID_ARGUMENT);
  }

  static SQLException noInstructions() {
    return new SQLFeatureNotSupportedException(
        "IC instruction budgets require wasm32 execution; here max_vm_steps limits the steps of"
            + " SQLite's machine",
        SqlState.FEATURE_NOT_SUPPORTED);
  }
}
