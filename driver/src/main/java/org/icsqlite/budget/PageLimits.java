package org.icsqlite.budget;

import java.sql.SQLException;
import java.util.function.Supplier;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.vfs.ResultCode;

/** Failures of transactions that would have changed too many pages. */
public final class PageLimits {

  private PageLimits() {}

  /** The failure of a transaction of an ordinary connection. */
  public static SQLException exceeded(PageAdmission pages) {
    return exceeded(pages, () -> UpdateMetrics.of(QueryMetrics.NONE, pages, 0));
  }

  static SQLException exceeded(PageAdmission pages, Supplier<UpdateMetrics> metrics) {
    PageAdmission.Refusal refusal = pages.refusal();
    BudgetLimit limit =
        refusal.limit() == PageAdmission.Limit.DIRTY_PAGES
            ? BudgetLimit.DIRTY_PAGES
            : BudgetLimit.CHANGED_BYTES;
    return new BudgetExceededException(
        BudgetText.exceeded("update", limit),
        limit,
        refusal.value(),
        refusal.observed(),
        ResultCode.IOERR_WRITE,
        metrics.get());
  }
}
