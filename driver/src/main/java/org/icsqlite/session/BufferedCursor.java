package org.icsqlite.session;

import java.sql.SQLException;
import java.util.List;
import org.icsqlite.error.SqlErrors;

/** Rows that were all fetched when the statement ran: those of a RETURNING clause. */
public final class BufferedCursor extends RecordCursor {

  private final int rows;

  private BufferedCursor(BufferedCursor like, byte[] records, int rows) {
    super(like.columnCount(), like.names());
    this.rows = rows;
    show(records, rows);
  }

  BufferedCursor(CompiledStatement statement, byte[] records, int rows) {
    super(statement.columns(), statement.names());
    this.rows = rows;
    show(records, rows);
  }

  /** The columns of a statement, without rows. */
  public static BufferedCursor withoutRows(CompiledStatement statement) {
    return new BufferedCursor(statement, new byte[0], 0);
  }

  /** A fresh cursor over all these rows and those of the others, which have the same columns. */
  public BufferedCursor followedBy(List<BufferedCursor> others) {
    RecordBuffer all = new RecordBuffer();
    addTo(all);
    for (BufferedCursor other : others) {
      other.addTo(all);
    }
    return new BufferedCursor(this, all.records(), all.count());
  }

  /** A fresh cursor over all these rows. */
  public BufferedCursor again() {
    return new BufferedCursor(this, records, rows);
  }

  /** Asks for labels and origins now, for the statement may end before somebody needs them. */
  public void describe() throws SQLException {
    label(0);
    origin(0);
  }

  private void addTo(RecordBuffer buffer) {
    for (int i = 0, at = 0; i < rows; i++, at += RecordBytes.length(records, at)) {
      buffer.add(records, at);
    }
  }

  /** How many rows there are. */
  public int rows() {
    return rows;
  }

  @Override
  public boolean next() throws SQLException {
    if (isClosed()) {
      throw SqlErrors.statementClosed();
    }
    if (left == 0) {
      return false;
    }
    advance();
    return true;
  }

  @Override
  public boolean isLast() {
    return left == 0;
  }

  @Override
  public void close() {
    markClosed();
  }
}
