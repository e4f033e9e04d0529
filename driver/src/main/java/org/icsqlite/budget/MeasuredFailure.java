package org.icsqlite.budget;

import java.util.Optional;

/**
 * Carries the metrics of a call that failed for another reason than its budget, as a suppressed
 * exception of that failure.
 */
public final class MeasuredFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient ExecutionMetrics metrics;

  MeasuredFailure(ExecutionMetrics metrics) {
    super("until then: " + metrics, null, false, false);
    this.metrics = metrics;
  }

  /** Not null but after the exception was serialized. */
  public ExecutionMetrics metrics() {
    return metrics;
  }

  /** Adds metrics to a failure that has none. */
  static <T extends Throwable> T in(T failure, ExecutionMetrics metrics) {
    if (metricsOf(failure).isEmpty()) {
      failure.addSuppressed(new MeasuredFailure(metrics));
    }
    return failure;
  }

  /** Those of a failure itself. */
  static Optional<ExecutionMetrics> metricsOf(Throwable failure) {
    if (failure instanceof BudgetFailure exceeded) {
      return Optional.ofNullable(exceeded.metrics());
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed instanceof MeasuredFailure measured) {
        return Optional.ofNullable(measured.metrics());
      }
    }
    return Optional.empty();
  }
}
