package org.icsqlite.metadata;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rows of one answer while they are gathered. */
final class Listing {

  private final List<String> labels;
  private final List<Object[]> rows = new ArrayList<>();

  Listing(String... labels) {
    this.labels = List.of(labels);
  }

  /** Adds a row, one value for each label. */
  void add(Object... values) {
    if (values.length != labels.size()) {
      throw new IllegalArgumentException(values.length + " values for " + labels.size());
    }
    rows.add(values);
  }

  /** Sorts by these columns: null first, numbers by value, texts by their UTF-16 units. */
  Listing sortedBy(String... columns) {
    for (int last = columns.length - 1; last >= 0; last--) {
      int at = labels.indexOf(columns[last]);
      rows.sort((left, right) -> compare(left[at], right[at]));
    }
    return this;
  }

  private static int compare(Object left, Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left != null, right != null);
    }
    return left instanceof Integer number
        ? number.compareTo((Integer) right)
        : left.toString().compareTo(right.toString());
  }

  ResultSet in(ResultSets resultSets) throws SQLException {
    return resultSets.of(labels, List.copyOf(rows));
  }
}
