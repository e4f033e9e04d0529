package org.icsqlite.cli;

import org.icsqlite.migrations.MigrationException;

/** What a refused or failed migration looks like on the error stream. */
final class MigrationFailure {

  private MigrationFailure() {}

  /**
   * The failure with both digests where digests differ.
   *
   * @param outcome what stands at the end of the message, such as that nothing was changed
   */
  static CommandFailure of(MigrationException e, String outcome) {
    Failure failure = Failure.of(e);
    String digests =
        e.expectedSha256().isPresent() && e.actualSha256().isPresent()
            ? "; expected SHA-256 " + e.expectedSha256().get() + ", found " + e.actualSha256().get()
            : "";
    return new CommandFailure(failure.message() + digests + outcome, failure.detail(), e);
  }
}
