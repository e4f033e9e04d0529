package org.icsqlite.result;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.icsqlite.row.Cursor;

/**
 * The labels of a result by name. Case does not count, and of equal labels the first one is meant,
 * also where a later one is spelled exactly as asked. Immutable.
 */
final class ColumnLabels {

  private final Map<String, Integer> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** The spellings of the result itself, which are what most callers use. */
  private final Map<String, Integer> asSpelled = new HashMap<>();

  ColumnLabels(Cursor cursor) throws SQLException {
    int count = cursor.columnCount();
    for (int column = 0; column < count; column++) {
      String label = cursor.label(column);
      anyCase.putIfAbsent(label, column + 1);
      asSpelled.put(label, anyCase.get(label));
    }
  }

  /** The index from 1 of the column, or 42S22. */
  int find(String label) throws SQLException {
    Integer column = asSpelled.get(label);
    if (column == null && label != null) {
      column = anyCase.get(label);
    }
    if (column == null) {
      throw ResultErrors.noSuchLabel(label, known());
    }
    return column;
  }

  private String known() {
    return anyCase.isEmpty() ? "no columns" : String.join(", ", anyCase.keySet());
  }
}
