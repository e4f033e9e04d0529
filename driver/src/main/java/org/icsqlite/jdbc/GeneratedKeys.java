package org.icsqlite.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.row.Cursor;
import org.icsqlite.row.ListedRows;
import org.icsqlite.session.BufferedCursor;
import org.icsqlite.session.CompiledStatement;

/** The keys that the last execution of a statement has made. Thread-safe. */
final class GeneratedKeys {

  /** The label where none were asked for, as sqlite-jdbc has it. */
  private static final String LAST_ROWID = "last_insert_rowid()";

  private static final int MOST_KEPT = 1_024;
  private static final long[] NONE = {};

  private final List<BufferedCursor> returned = new ArrayList<>();

  /** Not as objects, of which a large batch would make many that nobody asks for. */
  private long[] rowids = NONE;

  private int count;

  private boolean declined;

  /** The text that was parsed last, and whether it is an INSERT. */
  private String parsed;

  private boolean insert;

  /** Whether there are none to be had, as with NO_GENERATED_KEYS. */
  synchronized void setDeclined(boolean unwanted) {
    declined = unwanted;
  }

  synchronized void clear() {
    returned.clear();
    count = 0;
    if (rowids.length > MOST_KEPT) {
      rowids = NONE;
    }
  }

  /** Adds the rows of a RETURNING clause. */
  synchronized void add(BufferedCursor rows) {
    returned.add(rows);
  }

  /** Adds the last rowid after a statement without RETURNING, if it is an INSERT of rows. */
  synchronized void addLastRowid(CompiledStatement statement) {
    if (statement.changes() > 0 && isInsert(statement.sql())) {
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

  synchronized void addLastRowid(long rowid) {
    if (count == rowids.length) {
      rowids = Arrays.copyOf(rowids, Math.max(4, 2 * count));
    }
    rowids[count++] = rowid;
  }

  /** Adds the keys of another execution. */
  synchronized void addAll(GeneratedKeys others) {
    synchronized (others) {
      returned.addAll(others.returned);
      for (int i = 0; i < others.count; i++) {
        addLastRowid(others.rowids[i]);
      }
    }
  }

  /** The keys in the order in which they were made; empty when there are none. */
  synchronized Cursor rows() {
    if (declined) {
      return ListedRows.of(List.of(LAST_ROWID), List.of());
    }
    if (returned.isEmpty()) {
      List<Object[]> rows = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        rows.add(new Object[] {rowids[i]});
      }
      return ListedRows.of(List.of(LAST_ROWID), rows);
    }
    return returned.get(0).followedBy(returned.subList(1, returned.size()));
  }
}
