package org.icsqlite.crash;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The rows after each message, put together from what each message changed. Thread-safe. */
final class RowHistory {

  private record Change(int memoryId, String table, Rows rows) {}

  private final Map<Integer, Change> changes = new HashMap<>();

  /** After the message a database holds exactly these rows. */
  synchronized void database(int message, int memoryId, Rows rows) {
    changes.put(message, new Change(memoryId, null, rows.copy()));
  }

  /** After the message one table of a database holds these rows, the others what they held. */
  synchronized void table(int message, int memoryId, String table, Rows rows) {
    changes.put(message, new Change(memoryId, table, rows.copy()));
  }

  /** The rows of each database after each message, from 0. */
  synchronized Map<Integer, Map<Integer, Rows>> all(int messages) {
    Map<Integer, Map<Integer, Rows>> all = new HashMap<>();
    Map<Integer, Rows> current = new TreeMap<>();
    for (int message = 0; message <= messages; message++) {
      Change change = changes.get(message);
      if (change != null && change.table() == null) {
        current.put(change.memoryId(), change.rows());
      } else if (change != null) {
        Rows next = current.get(change.memoryId()).copy();
        next.tables().put(change.table(), change.rows().table(change.table()));
        current.put(change.memoryId(), next);
      }
      all.put(message, new TreeMap<>(current));
    }
    return all;
  }
}
