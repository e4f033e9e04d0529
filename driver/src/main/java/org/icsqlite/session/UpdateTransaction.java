package org.icsqlite.session;

import java.sql.SQLException;
import java.sql.SQLNonTransientException;
import java.util.function.Function;
import org.icsqlite.error.SqlState;
import org.icsqlite.image.PageAdmission;
import org.icsqlite.vfs.Mount;

/**
 * One write statement in a transaction of its own, with limits on the pages that it changes. What
 * the statement may not do is refused when it is compiled. {@link #close} rolls back what was not
 * committed and takes everything back. Used under the connection's monitor from the beginning to
 * the end.
 */
public final class UpdateTransaction implements AutoCloseable {

  /** What a budgeted update may be, as the crate says it. */
  public static final String ONE_UPDATE = Policy.ONE_UPDATE;

  private final Session session;
  private final NativeConnection natives;
  private final OwnStatements own;
  private final Mount mount;
  private final Policy policy;
  private final PageAdmission limits;
  private final PageAdmission outerLimits;
  private Function<PageAdmission, SQLException> outerFailures;
  private boolean begun;
  private boolean restricted;

  /** One with these limits; under the monitor. */
  public UpdateTransaction(Session session, PageAdmission limits) {
    this.session = session;
    this.natives = session.natives();
    this.own = session.own();
    this.mount = natives.mount();
    this.policy = natives.policy();
    this.limits = limits;
    this.outerLimits = mount.pageLimits();
  }

  /**
   * Begins.
   *
   * @param failures makes the failure of a transaction of which a page was refused
   * @throws SQLException SQLState 25001 inside a transaction, or without auto-commit
   */
  public void begin(Function<PageAdmission, SQLException> failures) throws SQLException {
    if (!session.transactions().autoCommit() || !natives.outsideTransaction()) {
      throw new SQLNonTransientException(
          "a budgeted update is a transaction of its own and needs auto-commit outside of any"
              + " other; commit or roll back and call setAutoCommit(true) first",
          SqlState.ACTIVE_TRANSACTION);
    }
    mount.forgetPages();
    begun = true;
    outerFailures = session.limitPages(limits, failures);
    own.run("BEGIN");
    restrict(true);
    policy.clearSeen();
  }

  private void restrict(boolean wanted) {
    if (wanted != restricted) {
      restricted = wanted;
      policy.setOneUpdate(wanted);
    }
  }

  /** Compiles the statement, never from the cache: what was compiled before was not authorized. */
  public CompiledStatement compile(SqlText text, CallOwner owner) throws SQLException {
    return session.statements().compile(text, false, owner);
  }

  /** Whether the statement changes the schema; rows that it changes by that are not counted. */
  public boolean changesSchema() {
    return policy.schemaActionSeen();
  }

  /** The pages of the transaction, or null when it has not begun to write. */
  public PageAdmission pages() {
    return mount.pages();
  }

  /** Commits, once the statement was released. */
  public void commit() throws SQLException {
    restrict(false);
    own.run("COMMIT");
  }

  @Override
  public void close() {
    if (!begun) {
      return;
    }
    restrict(false);
    session.limitPages(outerLimits, outerFailures);
    if (!session.isClosed() && !natives.outsideTransaction()) {
      try {
        own.run("ROLLBACK");
      } catch (SQLException e) {
        // SQLite has rolled back by itself; what made it do so is being thrown.
        return;
      }
    }
  }
}
