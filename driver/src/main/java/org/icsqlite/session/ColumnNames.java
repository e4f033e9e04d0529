package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.row.ColumnOrigin;

/**
 * What the columns of a statement are called and where they come from; asked of SQLite when first
 * needed, and kept.
 */
final class ColumnNames {

  private final Session session;
  private CompiledStatement statement;
  private String[] labels;
  private ColumnOrigin[] origins;

  ColumnNames(Session session, CompiledStatement statement) {
    this.session = session;
    this.statement = statement;
  }

  String label(int column) throws SQLException {
    if (labels == null) {
      labels = session.labels(asked());
    }
    return labels[column];
  }

  ColumnOrigin origin(int column) throws SQLException {
    if (origins == null) {
      origins = session.origins(asked());
    }
    return origins[column];
  }

  /** Asks for everything now, for a statement that is not kept. */
  void load() throws SQLException {
    labels = session.labels(asked());
    origins = session.origins(asked());
  }

  private CompiledStatement asked() throws SQLException {
    if (statement == null) {
      throw SqlErrors.statementClosed();
    }
    return statement;
  }

  /** The statement is about to be finalized, or has other columns now. */
  void detach() {
    statement = null;
  }
}
