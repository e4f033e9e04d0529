package org.icsqlite.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.row.Cursor;
import org.icsqlite.row.ListedRows;
import org.icsqlite.session.BufferedCursor;
import org.icsqlite.session.CompiledStatement;

/** The keys that the last execution of a statement has made. Not thread-safe. */
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

  /** Whether those of the execution that begins are not wanted, as with NO_GENERATED_KEYS. */
  void setDeclined(boolean unwanted) {
    declined = unwanted;
  }

  void clear() {
    returned.clear();
    count = 0;
    if (rowids.length > MOST_KEPT) {
      rowids = NONE;
    }
  }

  /** Adds the rows of a RETURNING clause. */
  void add(BufferedCursor rows) {
    if (!declined) {
      returned.add(rows);
    }
  }

  /** Adds the last rowid after a statement without RETURNING, if it is an INSERT of rows. */
  void addLastRowid(CompiledStatement statement) {
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

  void addLastRowid(long rowid) {
    if (declined) {
      return;
    }
    if (count == rowids.length) {
      rowids = Arrays.copyOf(rowids, Math.max(4, 2 * count));
    }
    rowids[count++] = rowid;
  }

  /** Adds the keys of another execution. */
  void addAll(GeneratedKeys others) {
    returned.addAll(others.returned);
    for (int i = 0; i < others.count; i++) {
      addLastRowid(others.rowids[i]);
    }
  }

  /** The keys in the order in which they were made; empty when there are none. */
  Cursor rows() {
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
