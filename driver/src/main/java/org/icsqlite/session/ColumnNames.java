package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.natives.Exchange;
import org.icsqlite.natives.StackHeadroom;
import org.icsqlite.row.ColumnOrigin;

/**
 * What the columns of a statement are called and where they come from; asked of SQLite when first
 * needed, and kept. SQLite answers with a record for each column, as drawn at {@link
 * Exchange#describe}.
 */
final class ColumnNames {

  private static final int LABEL = 0;
  private static final int SCHEMA = 1;
  private static final int TABLE = 2;
  private static final int COLUMN = 3;
  private static final int DECLARED_TYPE = 4;
  private static final int FLAGS = 5;

  private final SerializedCalls calls;
  private final Failures failures;
  private CompiledStatement statement;
  private String[] labels;
  private ColumnOrigin[] origins;

  ColumnNames(SerializedCalls calls, Failures failures, CompiledStatement statement) {
    this.calls = calls;
    this.failures = failures;
    this.statement = statement;
  }

  /** What is known already, for the statement that goes on in the place of this one. */
  ColumnNames of(CompiledStatement next) {
    ColumnNames names = new ColumnNames(calls, failures, next);
    names.labels = labels;
    names.origins = origins;
    return names;
  }

  String label(int column) throws SQLException {
    if (labels == null) {
      labels = askLabels();
    }
    return labels[column];
  }

  ColumnOrigin origin(int column) throws SQLException {
    if (origins == null) {
      origins = askOrigins();
    }
    return origins[column];
  }

  /** The statement is about to be finalized, or has other columns now. */
  void detach() {
    statement = null;
  }

  private String[] askLabels() throws SQLException {
    byte[][] records = new byte[1][];
    int count = ask(true, records);
    String[] asked = new String[count];
    for (int i = 0, at = 0; i < count; i++, at += RecordBytes.length(records[0], at)) {
      asked[i] = RecordBytes.text(records[0], at, LABEL);
    }
    return asked;
  }

  private ColumnOrigin[] askOrigins() throws SQLException {
    byte[][] records = new byte[1][];
    int count = ask(false, records);
    ColumnOrigin[] asked = new ColumnOrigin[count];
    for (int i = 0, at = 0; i < count; i++, at += RecordBytes.length(records[0], at)) {
      long flags = RecordBytes.value(records[0], at, FLAGS);
      asked[i] =
          new ColumnOrigin(
              RecordBytes.textOrNull(records[0], at, SCHEMA),
              RecordBytes.textOrNull(records[0], at, TABLE),
              RecordBytes.textOrNull(records[0], at, COLUMN),
              RecordBytes.textOrNull(records[0], at, DECLARED_TYPE),
              (flags & 1) != 0,
              (flags & 2) != 0,
              (flags & 4) != 0);
    }
    return asked;
  }

  private int ask(boolean labelsOnly, byte[][] records) throws SQLException {
    CompiledStatement asked = statement;
    if (asked == null) {
      throw SqlErrors.statementClosed();
    }
    StackHeadroom.require();
    synchronized (calls.monitor()) {
      if (asked.finalized()) {
        throw failures.closedStatement();
      }
      Exchange exchange = calls.enter();
      try {
        exchange.describe(asked.address(), labelsOnly);
        while (exchange.needed() > 0) {
          exchange.require(2 * exchange.needed());
          exchange.describe(asked.address(), labelsOnly);
        }
        if (exchange.code() != Exchange.OK) {
          throw failures.of(exchange.code(), exchange.autocommit(), null, null);
        }
        records[0] = new byte[exchange.used()];
        exchange.block().get(Exchange.HEADER, records[0]);
        return exchange.rows();
      } finally {
        calls.leave(exchange);
      }
    }
  }
}
