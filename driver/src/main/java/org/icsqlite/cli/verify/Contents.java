package org.icsqlite.cli.verify;

import java.util.Arrays;

/** What a file must hold once each writer has come to a certain transaction. Not thread-safe. */
final class Contents {

  private final Workload workload;
  private final long[] high;
  private final long[] low;
  private final long[] balances = new long[Workload.ACCOUNTS];

  /**
   * The contents before any transaction.
   *
   * @param writers how many there are; they are numbered from 1
   */
  Contents(Workload workload, int writers) {
    this.workload = workload;
    this.high = new long[writers + 1];
    this.low = new long[writers + 1];
    Arrays.fill(low, 1);
    Arrays.fill(balances, Workload.OPENING_BALANCE);
  }

  int writers() {
    return high.length - 1;
  }

  /** The newest transaction of a writer, 0 before the first. */
  long high(int writer) {
    return high[writer];
  }

  /** The oldest transaction of a writer that is kept. */
  long low(int writer) {
    return low[writer];
  }

  long balance(int account) {
    return balances[account];
  }

  /** Goes on to a later transaction of a writer. */
  void advance(int writer, long number) {
    while (high[writer] < number) {
      Workload.Transaction next = workload.transaction(writer, ++high[writer]);
      low[writer] = next.low(low[writer]);
      balances[next.payer()] -= next.amount();
      balances[next.payee()] += next.amount();
    }
  }
}
