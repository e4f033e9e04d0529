package org.icsqlite.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.row.Cursor;
import org.icsqlite.row.ListedRows;
import org.icsqlite.session.BufferedCursor;
import org.icsqlite.session.CompiledStatement;
import org.icsqlite.value.Row;

/** The keys that the last execution of a statement has made. Thread-safe. */
final class GeneratedKeys {

  /** The label where none were asked for, as sqlite-jdbc has it. */
  private static final String LAST_ROWID = "last_insert_rowid()";

  private static final int MOST_KEPT = 1_024;
  private static final long[] NONE = {};

  private final List<BufferedCursor> returned = new ArrayList<>();

  /** For each of those, how many rowids came before it. */
  private final List<Integer> rowidsBefore = new ArrayList<>();

  /** Not as objects, of which a large batch would make many that nobody asks for. */
  private long[] rowids = NONE;

  private int count;

  private boolean declined;

  /** The text that was parsed last, and whether it is an INSERT. */
  private String parsed;

  private boolean insert;

  /** Whether those of the execution that begins are not wanted, as with NO_GENERATED_KEYS. */
  synchronized void setDeclined(boolean unwanted) {
    declined = unwanted;
  }

  synchronized void clear() {
    returned.clear();
    rowidsBefore.clear();
    count = 0;
    if (rowids.length > MOST_KEPT) {
      rowids = NONE;
    }
  }

  /** Adds the rows of a RETURNING clause. */
  synchronized void add(BufferedCursor rows) {
    if (!declined) {
      returned.add(rows);
      rowidsBefore.add(count);
    }
  }

  /** Adds the last rowid after a statement without RETURNING, if it is an INSERT of rows. */
  synchronized void addLastRowid(CompiledStatement statement) {
    if (!declined && statement.changes() > 0 && isInsert(statement.sql())) {
      addLastRowid(statement.lastRowid());
    }
  }

  private boolean isInsert(String sql) {
    if (!sql.equals(parsed)) {
      insert = InsertText.parse(sql) != null;
      parsed = sql;
    }
    return insert;
  }

  /**
   * Adds the last rowids after the sets of a batch of an INSERT.
   *
   * @param counts the rows that each set has inserted, of which 0 gives no key
   * @param sets how many were executed
   */
  synchronized void addLastRowids(long[] rowidsAfter, long[] counts, int sets) {
    for (int i = 0; i < sets; i++) {
      if (counts[i] > 0) {
        addLastRowid(rowidsAfter[i]);
      }
    }
  }

  private void addLastRowid(long rowid) {
    if (declined) {
      return;
    }
    if (count == rowids.length) {
      rowids = Arrays.copyOf(rowids, Math.max(4, 2 * count));
    }
    rowids[count++] = rowid;
  }

  /** Asks for the names of the columns, which the statement knows until it is closed. */
  void describe() throws SQLException {
    for (BufferedCursor rows : copy().returned) {
      rows.describe();
    }
  }

  /** Adds the keys of another execution, whose statement may be closed then. */
  void addAll(GeneratedKeys others) throws SQLException {
    others.describe();
    GeneratedKeys copy = others.copy();
    synchronized (this) {
      for (int i = 0; i < copy.returned.size(); i++) {
        returned.add(copy.returned.get(i));
        rowidsBefore.add(count + copy.rowidsBefore.get(i));
      }
      for (int i = 0; i < copy.count; i++) {
        addLastRowid(copy.rowids[i]);
      }
    }
  }

  private synchronized GeneratedKeys copy() {
    GeneratedKeys copy = new GeneratedKeys();
    copy.returned.addAll(returned);
    copy.rowidsBefore.addAll(rowidsBefore);
    copy.rowids = Arrays.copyOf(rowids, count);
    copy.count = count;
    return copy;
  }

  /** The keys in the order in which they were made; empty when there are none. */
  Cursor rows() throws SQLException {
    // SQLite may be asked for names: the connection's monitor is never taken within this one.
    return copy().copiedRows();
  }

  private Cursor copiedRows() throws SQLException {
    if (returned.isEmpty()) {
      List<Object[]> rows = new ArrayList<>(count);
      addRowids(rows, 0, count, 1);
      return ListedRows.of(List.of(LAST_ROWID), rows);
    }
    int columns = returned.get(0).columnCount();
    if (count == 0 && returned.stream().allMatch(rows -> rows.columnCount() == columns)) {
      return returned.get(0).followedBy(returned.subList(1, returned.size()));
    }
    return joined();
  }

  /**
   * Keys of several statements whose columns differ: they go by position, under the first label
   * that there is for it, and are NULL where a statement has fewer of them.
   */
  private Cursor joined() throws SQLException {
    List<String> labels = new ArrayList<>();
    if (rowidsBefore.get(0) > 0) {
      labels.add(LAST_ROWID);
    }
    for (BufferedCursor part : returned) {
      for (int i = labels.size(); i < part.columnCount(); i++) {
        labels.add(part.label(i));
      }
    }
    List<Object[]> rows = new ArrayList<>();
    int taken = 0;
    for (int i = 0; i < returned.size(); i++) {
      addRowids(rows, taken, rowidsBefore.get(i), labels.size());
      taken = rowidsBefore.get(i);
      for (BufferedCursor part = returned.get(i).again(); part.next(); ) {
        rows.add(values(part, labels.size()));
      }
    }
    addRowids(rows, taken, count, labels.size());
    return ListedRows.of(labels, rows);
  }

  private void addRowids(List<Object[]> rows, int from, int to, int columns) {
    for (int i = from; i < to; i++) {
      Object[] row = new Object[columns];
      row[0] = rowids[i];
      rows.add(row);
    }
  }

  private static Object[] values(Cursor present, int columns) throws SQLException {
    Object[] row = new Object[columns];
    for (int i = 0; i < present.columnCount(); i++) {
      row[i] =
          switch (present.type(i)) {
            case Row.INTEGER -> present.integer(i);
            case Row.REAL -> present.real(i);
            case Row.TEXT -> present.text(i);
            case Row.BLOB -> present.bytes(i);
            default -> null;
          };
    }
    return row;
  }
}
