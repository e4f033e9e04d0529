package org.icsqlite.jdbc;

import java.lang.ref.Cleaner;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.session.Session;
import org.sqlite.core.DB;

/**
 * How a connection ends: no call begins any more, its transaction is rolled back, the native handle
 * freed, and the write lock, the snapshot and the engine are given back. That happens once, by
 * {@link #close} in time, which may come after {@link Session#abort}, or by {@link #run} when
 * nobody can reach a connection any more that nobody closed.
 *
 * <p>The latter runs when the connection is phantom reachable, so no statement or result set of it
 * is reachable either and no call of it runs; every call keeps the connection reachable to its end.
 * Nothing here may refer to the connection. The native handle is closed under the same monitor as
 * ever. What it cannot catch is a connection that SQLite itself keeps reachable, through a
 * function, a collation or a listener that refers to it.
 */
final class ConnectionEnd implements Runnable {

  private static final Cleaner CLEANER = Cleaner.create();
  private static final Logger LOGGER = Logger.getLogger("org.icsqlite");

  private final String url;
  private final DB database;
  private final Session session;
  private final Resources resources;
  private final AtomicBoolean done = new AtomicBoolean();
  private Cleaner.Cleanable watch;

  private ConnectionEnd(String url, DB database, Session session, Resources resources) {
    this.url = url;
    this.database = database;
    this.session = session;
    this.resources = resources;
  }

  /** The end of a connection, which is watched from now on. */
  static ConnectionEnd of(
      TransactionalConnection connection, DB database, Session session, Resources resources) {
    ConnectionEnd end = new ConnectionEnd(connection.settings.url(), database, session, resources);
    end.watch = CLEANER.register(connection, end);
    return end;
  }

  /**
   * Closes in time; again, it does nothing.
   *
   * @throws SQLException when an automatic commit that was still due failed, or something could not
   *     be given back; closed all the same. SQLState 25000 within a function that SQLite calls, and
   *     then nothing was done
   */
  void close() throws SQLException {
    session.beginClosing();
    if (!done.compareAndSet(false, true)) {
      return;
    }
    watch.clean();
    SQLException failure = null;
    try {
      session.finalizeAll();
      database.close();
      session.free();
      failure = session.takeLostCommit();
    } catch (SQLException e) {
      failure = SqlErrors.translate(e, resources.mount().takeFailure());
    }
    try {
      resources.close();
    } catch (SQLException e) {
      if (failure == null) {
        failure = e;
      } else {
        failure.addSuppressed(e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void run() {
    if (!done.compareAndSet(false, true)) {
      return;
    }
    LOGGER.warning(
        () -> "A connection to " + url + " was never closed; what it had not committed is undone");
    try {
      session.beginClosing();
      session.finalizeAll();
      if (!database.isClosed()) {
        database.close();
      }
      session.free();
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
