package org.icsqlite.damage;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.icsqlite.memory.StableMemoryException;

/** What became of many cases: how often which end was seen, and what must not be. */
final class Outcome {

  private final Map<String, Long> counts = new TreeMap<>();
  private final List<String> findings = new ArrayList<>();

  void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  /** Counts an error by the most exact name it has. */
  void countError(String step, SQLException thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof StableMemoryException stable) {
        count(step + " " + stable.kind());
        return;
      }
    }
    count(step + " " + thrown.getSQLState());
  }

  void finding(String text) {
    findings.add(text);
  }

  void finding(String text, Throwable thrown) {
    findings.add(text + "\n" + Faults.trace(thrown));
  }

  Map<String, Long> counts() {
    return counts;
  }

  /** The findings since the last call. */
  List<String> takeFindings() {
    List<String> taken = List.copyOf(findings);
    findings.clear();
    return taken;
  }
}
