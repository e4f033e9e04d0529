package org.icsqlite.session;

import java.sql.SQLException;
import org.icsqlite.error.SqlErrors;

/**
 * A statement that SQLite has compiled, and what its last execution reported, for one user of it.
 * Belongs to {@link CompiledStatements}, which finalizes it; used under the connection's monitor.
 */
public final class CompiledStatement {

  private final String sql;
  private final int end;
  private final int parameterCount;
  private final boolean readOnly;
  private final boolean explain;
  private final boolean explainsWrite;
  private final boolean countsRows;
  private long address;
  private int columns;
  private int reprepares;
  private ColumnNames names; // set by withNames at once
  private long boundBytes;
  private NativeCursor cursor;
  private RecordCursor shown;
  private boolean rowsEndAtCommit;
  private boolean busy;
  private boolean unwanted;
  private Boolean sorts;
  private long changes;
  private long lastRowid;

  CompiledStatement(
      String sql,
      int end,
      long address,
      int parameterCount,
      int columns,
      boolean readOnly,
      boolean explain) {
    this.sql = sql;
    this.end = end;
    this.address = address;
    this.parameterCount = parameterCount;
    this.columns = columns;
    this.readOnly = readOnly || explain;
    this.explain = explain;
    this.explainsWrite = explain && !readOnly; // SQLite tells of what is explained
    this.countsRows = !this.readOnly && SqlText.changesRows(sql);
  }

  /**
   * What goes on as this statement when its user has given it back. This one is over, so that a
   * call of the former user's that comes late finds it closed.
   */
  CompiledStatement handOver() {
    CompiledStatement next =
        new CompiledStatement(
            sql, end, address, parameterCount, columns, readOnly && !explainsWrite, explain);
    next.reprepares = reprepares;
    next.boundBytes = boundBytes;
    next.sorts = sorts;
    next.names = names.of(next);
    forgetAddress();
    return next;
  }

  /** Lets the names be asked for; apart from the constructor, which must not hand this out. */
  CompiledStatement withNames(ColumnNames fresh) {
    names = fresh;
    return this;
  }

  /** The text that it was compiled from. */
  public String sql() {
    return sql;
  }

  /** Bytes of that text in UTF-8 that SQLite took, with the first semicolon. */
  int end() {
    return end;
  }

  /** The number of the last parameter. */
  public int parameterCount() {
    return parameterCount;
  }

  /** Columns of its rows; 0 for a statement that gives none. */
  public int columns() {
    return columns;
  }

  /** Whether it writes to no database itself. */
  public boolean readOnly() {
    return readOnly;
  }

  public boolean explain() {
    return explain;
  }

  /** Whether it is the EXPLAIN of a statement that writes. */
  public boolean explainsWrite() {
    return explainsWrite;
  }

  /** Whether it changes rows and tells of them: INSERT, UPDATE or DELETE with RETURNING. */
  public boolean returning() {
    return columns > 0 && !readOnly;
  }

  /**
   * Whether it changes rows of the user's. CREATE VIRTUAL TABLE and its kin change those of a
   * module's own tables, which SQLite counts.
   */
  boolean countsRows() {
    return countsRows;
  }

  /** Rows inserted, updated or deleted by the last execution that ended. */
  public long changes() {
    return changes;
  }

  /** The connection's last rowid after the last execution. */
  public long lastRowid() {
    return lastRowid;
  }

  /** Bytes of the values that SQLite has copied for it, and keeps until others are bound. */
  long boundBytes() {
    return boundBytes;
  }

  void setBoundBytes(long bytes) {
    boundBytes = bytes;
  }

  ColumnNames names() {
    return names;
  }

  long address() {
    return address;
  }

  boolean finalized() {
    return address == 0;
  }

  void forgetAddress() {
    names.detach();
    address = 0;
  }

  NativeCursor cursor() {
    return cursor;
  }

  void setCursor(NativeCursor cursor) {
    this.cursor = cursor;
  }

  /** The rows of the last execution, whether there are more or not. */
  void setShown(RecordCursor cursorShown) {
    shown = cursorShown;
  }

  /** Notes whose execution begins. */
  void setOwner(CallOwner owner) {
    rowsEndAtCommit = owner.rowsEndAtCommit();
  }

  /** Whether a commit closes the rows of the last execution. */
  boolean rowsEndAtCommit() {
    return rowsEndAtCommit;
  }

  /** Closes the rows of the last execution, for a connection that ends. */
  void abandonRows() {
    if (cursor != null) {
      cursor.abandon();
      cursor = null;
    }
    closeShown();
  }

  /** Closes the rows that the last execution has fetched. */
  void closeShown() {
    if (shown != null) {
      shown.markClosed();
      shown = null;
    }
  }

  /** Whether SQLite is within a call for it; a function that it calls must leave it alone. */
  boolean busy() {
    return busy;
  }

  /** Fails with SQLState HY010 when it was given back; under the monitor. */
  void requireOpen() throws SQLException {
    if (finalized()) {
      throw SqlErrors.statementClosed();
    }
  }

  /** Fails with SQLState HY010 within a function that SQLite calls for this very statement. */
  public void requireIdle() throws SQLException {
    if (busy) {
      throw SqlErrors.usedFromWithin();
    }
  }

  void setBusy(boolean within) {
    busy = within;
  }

  /** Whether it was given back while SQLite was within a call for it. */
  boolean unwanted() {
    return unwanted;
  }

  void setUnwanted() {
    unwanted = true;
  }

  /** Whether its program opens a sorter; null as long as nobody has looked. */
  Boolean sorts() {
    return sorts;
  }

  void setSorts(boolean found) {
    sorts = found;
  }

  /** Notes what SQLite says after a call. */
  void note(int columnsNow, int repreparesNow, ColumnNames fresh) {
    columns = columnsNow;
    reprepares = repreparesNow;
    sorts = null;
    names.detach();
    names = fresh;
  }

  /** How often SQLite has compiled it anew, as it does when the schema has changed. */
  public int reprepares() {
    return reprepares;
  }

  void ended(long changed, long rowid) {
    changes = countsRows ? changed : 0;
    lastRowid = rowid;
  }
}
