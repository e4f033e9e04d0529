package org.icsqlite.jdbc;

import java.lang.ref.Cleaner;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.icsqlite.session.Session;
import org.sqlite.core.DB;

/**
 * Closes a connection that nobody closed and nobody can reach any more: rolls its transaction back,
 * frees the native handle, and gives the write lock, the snapshot and the engine back.
 *
 * <p>It runs when the connection is phantom reachable, so no statement or result set of it is
 * reachable either and no call of it runs; every call keeps the connection reachable to its end.
 * Nothing here may refer to the connection. The native handle is closed under the same monitor as
 * ever, and once: {@link #disarm} by a close in time, or this. What it cannot catch is a connection
 * that SQLite itself keeps reachable, through a function, a collation or a listener that refers to
 * it.
 */
final class AbandonedConnection implements Runnable {

  private static final Cleaner CLEANER = Cleaner.create();
  private static final Logger LOGGER = Logger.getLogger("org.icsqlite");

  private final String url;
  private final DB database;
  private final Session session;
  private final Resources resources;
  private final AtomicBoolean done = new AtomicBoolean();

  AbandonedConnection(String url, DB database, Session session, Resources resources) {
    this.url = url;
    this.database = database;
    this.session = session;
    this.resources = resources;
  }

  /** Watches a connection; the result's {@code clean} ends that. */
  Cleaner.Cleanable watch(IcSqliteConnection connection) {
    return CLEANER.register(connection, this);
  }

  /** Leaves the closing to the caller. */
  void disarm() {
    done.set(true);
  }

  @Override
  public void run() {
    if (!done.compareAndSet(false, true)) {
      return;
    }
    LOGGER.warning(
        () -> "A connection to " + url + " was never closed; what it had not committed is undone");
    try {
      if (session.beginClosing()) {
        session.finalizeAll();
        if (!database.isClosed()) {
          database.close();
        }
        session.free();
      }
    } catch (SQLException | RuntimeException e) {
      LOGGER.log(Level.WARNING, "closing it failed", e);
    } finally {
      giveBack();
    }
  }

  private void giveBack() {
    try {
      resources.close();
    } catch (SQLException | RuntimeException e) {
      LOGGER.log(Level.WARNING, "giving its resources back failed", e);
    }
  }
}
