package org.icsqlite.isolation;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.icsqlite.isolation.Content.Row;
import org.icsqlite.isolation.Expected.Refusal;
import org.icsqlite.isolation.SerialModel.Session;

/** Does steps on real connections and in the model, one after the other, and compares. */
final class Interleaving implements AutoCloseable {

  /** A connection and what the model knows of it. */
  private static final class Pair {
    JdbcSession real;
    Session model;
    Iterator<String> cursorRows;
  }

  private interface Real {
    List<String> run() throws SQLException;
  }

  private interface RealChange {
    void run() throws SQLException;
  }

  private final String url;
  private final boolean queryOnlyAllowed;
  private final SerialModel model = new SerialModel();
  private final List<Pair> pairs = new ArrayList<>();
  private int steps;
  private int refusals;

  /**
   * Begins with no row and all connections open, which make their transactions in SQL and by JDBC's
   * methods in turn.
   *
   * @param url the database, with a question mark in it
   * @param queryOnlyAllowed whether some are opened with mode=query
   */
  Interleaving(String url, int sessions, boolean queryOnlyAllowed) throws SQLException {
    this.url = url;
    this.queryOnlyAllowed = queryOnlyAllowed;
    try (JdbcSession first = new JdbcSession(url, true, false)) {
      first.exec("CREATE TABLE item(id INTEGER PRIMARY KEY, k INTEGER, pad TEXT)");
      for (int i = 0; i < sessions; i++) {
        pairs.add(new Pair());
        open(pairs.get(i), i);
      }
    }
  }

  private void open(Pair pair, int flavour) throws SQLException {
    boolean queryOnly = queryOnlyAllowed && flavour % 5 == 4;
    pair.real = new JdbcSession(url, flavour % 2 == 0, queryOnly);
    pair.model = model.new Session(queryOnly);
    if (pair.real.chained()) {
      pair.model.begin();
    }
  }

  int refusals() {
    return refusals;
  }

  int versions() {
    return model.versions();
  }

  void run(List<Step> all) throws SQLException {
    for (Step step : all) {
      steps++;
      Pair pair = pairs.get(step.session() % pairs.size());
      try {
        run(pair, step);
      } catch (SQLException | RuntimeException | AssertionError e) {
        throw new AssertionError(steps + ". " + step + ": " + e.getMessage(), e);
      }
    }
  }

  private void run(Pair pair, Step step) throws SQLException {
    if (pair.real == null) {
      if (step.kind() == Step.Kind.OPEN_OR_CLOSE) {
        open(pair, step.first());
      }
      return;
    }
    JdbcSession real = pair.real;
    Session session = pair.model;
    Row row = new Row(steps, step.length());
    switch (step.kind()) {
      case OPEN_OR_CLOSE -> close(pair);
      case BEGIN -> begin(real, session);
      case BEGIN_IMMEDIATE -> beginImmediate(real, session);
      case COMMIT -> endTransaction(real, session, session::commit, real::commit);
      case ROLLBACK -> rollback(pair);
      case SAVEPOINT -> savepoint(real, session);
      case ROLLBACK_TO, RELEASE -> endSavepoint(real, session, step);
      case READ_ALL -> compare(Expected.rows(session.read().all()), real::readAll);
      case READ_SUMS -> compare(Expected.rows(session.read().sums()), real::sums);
      case READ_BY_KEY -> {
        int least = steps * step.first() / 40;
        compare(Expected.rows(session.read().byKey(least)), () -> real.byKey(least));
      }
      case CURSOR -> cursor(pair, step.count());
      case CURSOR_CLOSE -> closeCursor(pair);
      case INSERT ->
          compare(
              session.insert(step.first(), step.count(), row),
              () -> real.insert(step.first(), step.count(), row));
      case UPDATE ->
          compare(
              session.update(step.first(), step.count(), row),
              () -> real.update(step.first(), step.count(), row));
      case DELETE ->
          compare(
              session.delete(step.first(), step.count()),
              () -> real.delete(step.first(), step.count()));
      case DELETE_ALL -> compare(session.deleteAll(), () -> real.exec("DELETE FROM item"));
      case VACUUM -> compare(session.vacuum(), () -> real.exec("VACUUM"));
      case INDEX -> index(real, session);
      case TEMP_WRITE, TEMP_COPY, TEMP_READ -> temporary(real, session, step);
      default -> throw new AssertionError(step.kind());
    }
  }

  // ---- transactions -----------------------------------------------------------------------------

  private void begin(JdbcSession real, Session session) throws SQLException {
    if (real.chained() && session.inTransaction()) {
      compare(session.commit(), real::begin);
    } else {
      compare(session.begin(), real::begin);
    }
  }

  private void beginImmediate(JdbcSession real, Session session) throws SQLException {
    if (!real.chained()) {
      compare(session.beginImmediate(), () -> real.exec("BEGIN IMMEDIATE"));
    }
  }

  private interface Prediction {
    Expected of();
  }

  private void endTransaction(
      JdbcSession real, Session session, Prediction prediction, RealChange change)
      throws SQLException {
    if (!real.chained()) {
      compare(prediction.of(), change);
    } else if (session.inTransaction()) {
      compare(prediction.of(), change);
      session.begin();
    }
  }

  /** JDBC's rollback, not that of SQL, closes the rows that are open. */
  private void rollback(Pair pair) throws SQLException {
    boolean closes = pair.real.chained() && pair.model.inTransaction() && pair.model.cursorOpen();
    if (closes) {
      pair.model.closeCursor();
    }
    endTransaction(pair.real, pair.model, pair.model::rollback, pair.real::rollback);
    if (closes) {
      if (!pair.real.cursorIsClosed()) {
        throw new AssertionError("a query is open after rollback()");
      }
      pair.real.closeCursor();
    }
  }

  private void savepoint(JdbcSession real, Session session) throws SQLException {
    if (!real.chained() || session.inTransaction()) {
      int number = session.savepoints();
      compare(session.savepoint(), () -> real.savepoint(number));
    }
  }

  private void endSavepoint(JdbcSession real, Session session, Step step) throws SQLException {
    int known = session.savepoints();
    if (known == 0 && real.chained()) {
      return;
    }
    int number = known == 0 ? 0 : step.first() % known;
    if (step.kind() == Step.Kind.RELEASE) {
      compare(session.release(number), () -> real.release(number));
    } else {
      compare(session.rollbackTo(number), () -> real.rollbackTo(number));
    }
  }

  private static void close(Pair pair) throws SQLException {
    pair.model.close();
    pair.real.close();
    pair.real = null;
    pair.cursorRows = null;
  }

  // ---- the rest ---------------------------------------------------------------------------------

  private void cursor(Pair pair, int count) throws SQLException {
    if (!pair.model.cursorOpen()) {
      pair.cursorRows = pair.model.openCursor().all().iterator();
      pair.real.openCursor();
    }
    if (!pair.model.cursorCertain()) {
      closeCursor(pair);
      return;
    }
    List<String> expected = new ArrayList<>();
    while (expected.size() < count && pair.cursorRows.hasNext()) {
      expected.add(pair.cursorRows.next());
    }
    compare(Expected.rows(expected), () -> pair.real.fetch(count));
    if (expected.size() < count) {
      pair.model.closeCursor();
    }
  }

  private static void closeCursor(Pair pair) throws SQLException {
    if (pair.model.cursorOpen()) {
      pair.model.closeCursor();
      pair.real.closeCursor();
    }
  }

  /**
   * Dropping the index would be refused while the connection itself has a query open. A query comes
   * first, as SQLite judges "already exists" by the schema that the connection has read, however
   * old it is.
   */
  private void index(JdbcSession real, Session session) throws SQLException {
    if (!session.cursorOpen()) {
      compare(Expected.rows(session.read().sums()), real::sums);
      boolean indexed = session.visible().indexed();
      compare(
          session.toggleIndex(),
          () -> real.exec(indexed ? "DROP INDEX by_key" : "CREATE INDEX by_key ON item(k)"));
    }
  }

  private void temporary(JdbcSession real, Session session, Step step) throws SQLException {
    if (session.queryOnly) {
      return;
    }
    switch (step.kind()) {
      case TEMP_WRITE -> {
        session.writeTemporary(step.first(), step.count(), steps);
        real.writeTemporary(step.first(), step.count(), steps);
      }
      case TEMP_COPY -> {
        session.copyToTemporary(step.first(), step.count());
        real.copyToTemporary(step.first(), step.count());
      }
      default -> compare(Expected.rows(session.temporary()), real::temporary);
    }
  }

  private void compare(Expected expected, RealChange change) throws SQLException {
    compare(
        expected,
        () -> {
          change.run();
          return null;
        });
  }

  private void compare(Expected expected, Real real) throws SQLException {
    Refusal refusal = expected.refusal();
    List<String> rows;
    try {
      rows = real.run();
    } catch (SQLException e) {
      if (!refusal.state.equals(e.getSQLState()) || refusal.code != e.getErrorCode()) {
        String met = e.getSQLState() + " " + e.getErrorCode() + " " + e.getMessage();
        throw new AssertionError("the model says " + refusal + ", it was refused with " + met, e);
      }
      refusals++;
      return;
    }
    if (refusal != Refusal.NONE) {
      throw new AssertionError("the model says " + refusal + ", it went through");
    }
    if (expected.rows() != null && !expected.rows().equals(rows)) {
      throw new AssertionError("the model says " + expected.rows() + ", it returned " + rows);
    }
  }

  /** What a connection sees that begins now, and that the database is sound. */
  void checkNewest() throws SQLException {
    for (Pair pair : pairs) {
      if (pair.real != null) {
        close(pair);
      }
    }
    try (JdbcSession last = new JdbcSession(url, true, false)) {
      compare(Expected.rows(model.newest().all()), last::readAll);
      compare(Expected.rows(List.of("ok")), () -> last.query("PRAGMA integrity_check"));
    }
  }

  @Override
  public void close() throws SQLException {
    for (Pair pair : pairs) {
      if (pair.real != null) {
        pair.real.close();
      }
    }
  }
}
