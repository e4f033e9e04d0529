package org.icsqlite.jdbc;

import org.icsqlite.session.Session;
import org.sqlite.SQLiteUpdateListener;

/** A listener of the user's that lets nothing out into SQLite. Equal where the listeners are. */
record ContainedUpdateListener(SQLiteUpdateListener listener, Session session)
    implements SQLiteUpdateListener {

  @Override
  public void onUpdate(Type type, String database, String table, long rowid) {
    try {
      listener.onUpdate(type, database, table, rowid);
    } catch (Throwable e) {
      session.keepListenerFailure(e);
    }
  }
}
