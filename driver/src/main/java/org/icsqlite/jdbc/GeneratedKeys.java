package org.icsqlite.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.icsqlite.row.Cursor;
import org.icsqlite.row.ListedRows;
import org.icsqlite.session.BufferedCursor;
import org.icsqlite.session.CompiledStatement;

/** The keys that the last execution of a statement has made. Not thread-safe. */
final class GeneratedKeys {

  /** The label where none were asked for, as sqlite-jdbc has it. */
  private static final String LAST_ROWID = "last_insert_rowid()";

  private final List<BufferedCursor> returned = new ArrayList<>();
  private final List<Object[]> rowids = new ArrayList<>();

  void clear() {
    returned.clear();
    rowids.clear();
  }

  /** Adds the rows of a RETURNING clause. */
  void add(BufferedCursor rows) {
    returned.add(rows);
  }

  /** Adds the last rowid after a statement without RETURNING, if it is an INSERT of rows. */
  void addLastRowid(CompiledStatement statement) {
    if (statement.changes() > 0 && InsertText.parse(statement.sql()) != null) {
      addLastRowid(statement.lastRowid());
    }
  }

  void addLastRowid(long rowid) {
    rowids.add(new Object[] {rowid});
  }

  /** Adds the keys of another execution. */
  void addAll(GeneratedKeys others) {
    returned.addAll(others.returned);
    rowids.addAll(others.rowids);
  }

  /** The keys in the order in which they were made; empty when there are none. */
  Cursor rows() {
    if (returned.isEmpty()) {
      return ListedRows.of(List.of(LAST_ROWID), List.copyOf(rowids));
    }
    return returned.get(0).followedBy(returned.subList(1, returned.size()));
  }
}
