package org.icsqlite.session;

import org.icsqlite.natives.Exchange;

/**
 * Counts what may have changed the schema on a connection: statements, and rollbacks of those. Of
 * what other connections do, only {@link CompiledStatement#reprepares} tells. To be used under the
 * connection's monitor.
 */
public final class SchemaChanges {

  private int count;

  /** Whether the present transaction may have changed it, so that a rollback does so too. */
  private boolean uncommitted;

  public int count() {
    return count;
  }

  /** Notes that a statement has ended, or failed. */
  void after(CompiledStatement statement, Exchange exchange) {
    boolean outside = exchange.autocommit();
    if (!statement.readOnly() && !statement.countsRows()) {
      count++;
      uncommitted |= !outside;
    }
    if (outside || (statement.readOnly() && statement.columns() == 0)) {
      afterControl(exchange);
    }
  }

  /** Notes that what may be a rollback, also one to a savepoint, has ended. */
  void afterControl(Exchange exchange) {
    if (uncommitted) {
      count++;
      uncommitted = !exchange.autocommit();
    }
  }
}
