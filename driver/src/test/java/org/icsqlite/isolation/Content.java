package org.icsqlite.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rows of one version and whether the index is there. Immutable; a row's text follows from its
 * key and length.
 */
record Content(NavigableMap<Integer, Row> rows, boolean indexed) {

  record Row(int key, int length) {

    String text() {
      return text(key, length);
    }

    static String text(int key, int length) {
      String word = key + "-";
      return word.repeat(length / word.length() + 1).substring(0, length);
    }
  }

  static final Content EMPTY = new Content(new TreeMap<>(), false);

  Content with(int first, int count, Row row) {
    NavigableMap<Integer, Row> changed = new TreeMap<>(rows);
    for (int id = first; id < first + count; id++) {
      changed.put(id, row);
    }
    return new Content(changed, indexed);
  }

  /** As {@link #with}, for the rows that exist. */
  Content updated(int first, int count, Row row) {
    NavigableMap<Integer, Row> changed = new TreeMap<>(rows);
    changed.subMap(first, first + count).replaceAll((id, old) -> row);
    return new Content(changed, indexed);
  }

  Content without(int first, int count) {
    NavigableMap<Integer, Row> changed = new TreeMap<>(rows);
    changed.subMap(first, first + count).clear();
    return new Content(changed, indexed);
  }

  Content withIndex(boolean present) {
    return new Content(rows, present);
  }

  SortedMap<Integer, Row> range(int first, int count) {
    return rows.subMap(first, first + count);
  }

  /** The rows in the order of their ids. */
  List<String> all() {
    List<String> lines = new ArrayList<>();
    rows.forEach((id, row) -> lines.add(line(id, row.key(), row.text())));
    return lines;
  }

  List<String> sums() {
    long keys = rows.values().stream().mapToLong(Row::key).sum();
    long lengths = rows.values().stream().mapToLong(Row::length).sum();
    return List.of(rows.size() + " " + keys + " " + lengths);
  }

  /** The ids whose key is at least {@code least}, by key and id. */
  List<String> byKey(int least) {
    return rows.entrySet().stream()
        .filter(entry -> entry.getValue().key() >= least)
        .sorted(
            Map.Entry.<Integer, Row>comparingByValue((a, b) -> Integer.compare(a.key(), b.key()))
                .thenComparing(Map.Entry.comparingByKey()))
        .map(entry -> entry.getValue().key() + " " + entry.getKey())
        .toList();
  }

  static String line(int id, int key, String text) {
    return id + " " + key + " " + text.length() + " " + text.hashCode();
  }
}
