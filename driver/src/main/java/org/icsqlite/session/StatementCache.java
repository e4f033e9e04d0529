package org.icsqlite.session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Compiled statements that nobody uses at the moment, by their exact text, the one used longest ago
 * leaving first. Used under the connection's monitor.
 */
final class StatementCache {

  private final LinkedHashMap<String, CompiledStatement> idle = new LinkedHashMap<>();
  private int size;

  StatementCache(int size) {
    this.size = size;
  }

  /** Takes the statement of that text out, or null. */
  CompiledStatement take(String sql) {
    return idle.remove(sql);
  }

  /** Keeps a statement; the result is the one that has to be finalized instead, or null. */
  CompiledStatement put(CompiledStatement statement) {
    if (size == 0 || idle.containsKey(statement.sql())) {
      return statement;
    }
    idle.put(statement.sql(), statement);
    if (idle.size() <= size) {
      return null;
    }
    return idle.remove(idle.keySet().iterator().next());
  }

  /** Sets how many are kept; the result has to be finalized. */
  List<CompiledStatement> resize(int wanted) {
    size = wanted;
    List<CompiledStatement> surplus = new ArrayList<>();
    while (idle.size() > size) {
      surplus.add(idle.remove(idle.keySet().iterator().next()));
    }
    return surplus;
  }

  int size() {
    return size;
  }

  int count() {
    return idle.size();
  }
}
