package org.icsqlite.jdbc;

import org.icsqlite.session.Session;
import org.sqlite.SQLiteCommitListener;

/** As {@link ContainedUpdateListener}. */
record ContainedCommitListener(SQLiteCommitListener listener, Session session)
    implements SQLiteCommitListener {

  @Override
  public void onCommit() {
    call(listener::onCommit);
  }

  @Override
  public void onRollback() {
    call(listener::onRollback);
  }

  private void call(Runnable told) {
    try {
      told.run();
    } catch (Throwable e) {
      session.keepListenerFailure(e);
    }
  }
}
