package org.icsqlite.isolation;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.icsqlite.isolation.Content.Row;
import org.icsqlite.isolation.Expected.Refusal;

/**
 * What several connections to one database have to see: a list of committed versions, at most one
 * writer, and for each session the version that it reads and the version that it writes.
 *
 * <p>A session takes the newest version at its first read or write of a transaction and keeps it to
 * the end, or to the end of the last open query, whichever is later. To write, its version has to
 * be the newest and nobody else a writer.
 */
final class SerialModel {

  private final List<Content> versions = new ArrayList<>(List.of(Content.EMPTY));
  private Session writer;

  /** One connection. */
  final class Session {

    private record Save(Content content, SortedMap<Integer, Integer> temporary) {}

    final boolean queryOnly;
    private boolean inTransaction;
    private boolean begunBySavepoint;
    private int version = -1;
    private Content written;
    private boolean dirty;
    private boolean cursorOpen;
    private boolean cursorCertain;
    private NavigableMap<Integer, Integer> temporary = new TreeMap<>();
    private SortedMap<Integer, Integer> temporaryAtBegin = temporary;
    private final List<Save> saves = new ArrayList<>();

    Session(boolean queryOnly) {
      this.queryOnly = queryOnly;
    }

    boolean inTransaction() {
      return inTransaction;
    }

    int savepoints() {
      return saves.size();
    }

    boolean cursorOpen() {
      return cursorOpen;
    }

    /** Whether nothing happened that leaves open what an open query goes on to return. */
    boolean cursorCertain() {
      return cursorCertain;
    }

    Content visible() {
      if (written != null) {
        return written;
      }
      return version >= 0 ? versions.get(version) : newest();
    }

    // ---- transactions -------------------------------------------------------------------------

    Expected begin() {
      if (inTransaction) {
        return Expected.refused(Refusal.MISUSE);
      }
      inTransaction = true;
      temporaryAtBegin = new TreeMap<>(temporary);
      return Expected.DONE;
    }

    /** SQLite takes the lock first and looks for a transaction that is open already afterwards. */
    Expected beginImmediate() {
      if (queryOnly) {
        read();
        return Expected.refused(Refusal.READ_ONLY);
      }
      Refusal refusal = startWriting();
      return refusal == Refusal.NONE ? begin() : Expected.refused(refusal);
    }

    Expected commit() {
      if (!inTransaction) {
        return Expected.refused(Refusal.MISUSE);
      }
      publish();
      end();
      return Expected.DONE;
    }

    Expected rollback() {
      if (!inTransaction) {
        return Expected.refused(Refusal.MISUSE);
      }
      temporary = new TreeMap<>(temporaryAtBegin);
      dropWritten();
      end();
      return Expected.DONE;
    }

    private void end() {
      inTransaction = false;
      begunBySavepoint = false;
      saves.clear();
      letGo();
    }

    Expected savepoint() {
      if (!inTransaction) {
        begin();
        begunBySavepoint = true;
      }
      saves.add(new Save(written, new TreeMap<>(temporary)));
      return Expected.DONE;
    }

    Expected rollbackTo(int number) {
      if (number >= saves.size()) {
        return Expected.refused(Refusal.NO_SAVEPOINT);
      }
      Save save = saves.get(number);
      saves.subList(number + 1, saves.size()).clear();
      temporary = new TreeMap<>(save.temporary());
      if (written != null) {
        written = save.content() != null ? save.content() : versions.get(version);
        cursorCertain = false;
      }
      return Expected.DONE;
    }

    Expected release(int number) {
      if (number >= saves.size()) {
        return Expected.refused(Refusal.NO_SAVEPOINT);
      }
      saves.subList(number, saves.size()).clear();
      return number == 0 && begunBySavepoint ? commit() : Expected.DONE;
    }

    /** The connection is gone, with whatever it had not committed. */
    void close() {
      cursorOpen = false;
      dropWritten();
      end();
    }

    private void pinVersion() {
      if (version < 0) {
        version = versions.size() - 1;
      }
    }

    private void letGo() {
      if (!inTransaction && !cursorOpen) {
        version = -1;
      }
    }

    private Refusal startWriting() {
      if (queryOnly) {
        return Refusal.READ_ONLY;
      }
      if (written != null) {
        return Refusal.NONE;
      }
      boolean stale = version >= 0 && version != versions.size() - 1;
      if (stale || writer != null) {
        return version >= 0 ? Refusal.STALE : Refusal.LOCKED;
      }
      pinVersion();
      written = newest();
      writer = this;
      return Refusal.NONE;
    }

    private void publish() {
      if (written != null && dirty) {
        versions.add(written);
        version = versions.size() - 1;
      }
      stopWriting();
    }

    private void dropWritten() {
      if (written != null) {
        cursorCertain = false;
      }
      stopWriting();
    }

    private void stopWriting() {
      written = null;
      dirty = false;
      if (writer == this) {
        writer = null;
      }
    }

    // ---- reading ------------------------------------------------------------------------------

    Content read() {
      pinVersion();
      Content content = visible();
      letGo();
      return content;
    }

    Content openCursor() {
      cursorOpen = true;
      cursorCertain = true;
      return read();
    }

    void closeCursor() {
      cursorOpen = false;
      letGo();
    }

    // ---- writing ------------------------------------------------------------------------------

    Expected insert(int first, int count, Row row) {
      Refusal refusal = startWriting();
      if (refusal == Refusal.NONE) {
        SortedMap<Integer, Row> taken = written.range(first, count);
        if (!taken.isEmpty()) {
          dirty |= taken.firstKey() != first;
          cursorCertain = false;
          endStatement(false);
          return Expected.refused(Refusal.EXISTS);
        }
      }
      return write(refusal, written == null ? null : written.with(first, count, row), true);
    }

    Expected update(int first, int count, Row row) {
      Refusal refusal = startWriting();
      Content changed = written == null ? null : written.updated(first, count, row);
      return write(refusal, changed, changed != null && !changed.equals(written));
    }

    Expected delete(int first, int count) {
      Refusal refusal = startWriting();
      Content changed = written == null ? null : written.without(first, count);
      return write(refusal, changed, changed != null && !changed.equals(written));
    }

    /** SQLite clears the table at once, and writes its root page even where there are no rows. */
    Expected deleteAll() {
      Refusal refusal = startWriting();
      return write(refusal, written == null ? null : written.without(0, Integer.MAX_VALUE), true);
    }

    Expected toggleIndex() {
      Refusal refusal = startWriting();
      return write(refusal, written == null ? null : written.withIndex(!written.indexed()), true);
    }

    Expected vacuum() {
      if (inTransaction || cursorOpen) {
        return Expected.refused(Refusal.MISUSE);
      }
      Refusal refusal = startWriting();
      return write(refusal, written, true);
    }

    private Expected write(Refusal refusal, Content changed, boolean changes) {
      if (refusal != Refusal.NONE) {
        return Expected.refused(refusal);
      }
      written = changed;
      dirty |= changes;
      cursorCertain = false;
      endStatement(true);
      return Expected.DONE;
    }

    private void endStatement(boolean succeeded) {
      if (!inTransaction) {
        if (succeeded) {
          publish();
        } else {
          dropWritten();
        }
        letGo();
      }
    }

    // ---- the session's own temporary table ----------------------------------------------------

    void writeTemporary(int first, int count, int key) {
      for (int id = first; id < first + count; id++) {
        temporary.put(id, key);
      }
    }

    void copyToTemporary(int first, int count) {
      read().range(first, count).forEach((id, row) -> temporary.put(id, row.key()));
    }

    List<String> temporary() {
      List<String> lines = new ArrayList<>();
      temporary.forEach((id, key) -> lines.add(id + " " + key));
      return lines;
    }
  }

  Content newest() {
    return versions.get(versions.size() - 1);
  }

  int versions() {
    return versions.size();
  }
}
