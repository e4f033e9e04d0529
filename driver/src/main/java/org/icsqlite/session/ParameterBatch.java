package org.icsqlite.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.icsqlite.error.SqlErrors;
import org.icsqlite.natives.Exchange;

/**
 * Parameter sets that wait for a batch. They are kept as the records that the extension reads, in
 * parts, of which one call takes one: as many sets as an exchange holds together with their
 * results, or a single one that is longer. Thread-safe, so that who adds while a batch is executed
 * adds to the next one.
 */
public final class ParameterBatch {

  /** Bytes of what a call answers for each set. */
  static final int RESULT_BYTES = 16;

  private static final int PART_BYTES = Exchange.USUAL_BYTES - Exchange.HEADER;
  private static final int FIRST_BYTES = 1024;

  /** Parts that an empty batch keeps for the next sets, at most 1 MiB. */
  private static final int MOST_IDLE_PARTS = 16;

  /** Records that go into one call. */
  static final class Part {

    private byte[] records;
    private int used;
    private int sets;

    private Part(int bytes) {
      records = new byte[bytes];
    }

    private boolean holds(long length) {
      return sets == 0 || used + length + RESULT_BYTES * (sets + 1L) <= PART_BYTES;
    }

    private void add(Parameters parameters, int length) {
      int end = used + length;
      if (end > records.length) {
        records = Arrays.copyOf(records, Math.max(end, Math.min(2 * end, PART_BYTES)));
      }
      parameters.write(records, used, length);
      used = end;
      sets++;
    }

    private void clear() {
      used = 0;
      sets = 0;
    }

    int sets() {
      return sets;
    }

    int used() {
      return used;
    }

    byte[] records() {
      return records;
    }
  }

  private final List<Part> parts = new ArrayList<>();
  private Part last;
  private int filled;
  private int sets;

  /**
   * Adds a copy of the values.
   *
   * @throws SQLException SQLState HY010 when another thread was seen to set values meanwhile
   */
  public synchronized void add(Parameters parameters) throws SQLException {
    long length = parameters.recordBytes();
    if (length > Integer.MAX_VALUE - Exchange.USUAL_BYTES) {
      throw new OutOfMemoryError("a set of parameters takes " + length + " bytes");
    }
    if (last == null || !last.holds(length)) {
      last = nextPart();
    }
    try {
      last.add(parameters, (int) length);
    } catch (IndexOutOfBoundsException e) {
      throw SqlErrors.changedMeanwhile(e);
    }
    sets++;
  }

  /** Takes all sets out, to be given to {@link #reuse} when they were executed. */
  public synchronized ParameterBatch take() {
    ParameterBatch taken = new ParameterBatch();
    taken.parts.addAll(parts);
    taken.filled = filled;
    taken.sets = sets;
    parts.clear();
    last = null;
    filled = 0;
    sets = 0;
    return taken;
  }

  /** Keeps the room of sets that were executed. */
  public synchronized void reuse(ParameterBatch executed) {
    if (parts.isEmpty()) {
      executed.clear();
      parts.addAll(executed.parts);
    }
  }

  private Part nextPart() {
    if (filled == parts.size()) {
      parts.add(new Part(filled == 0 ? FIRST_BYTES : PART_BYTES));
    }
    return parts.get(filled++);
  }

  public int sets() {
    return sets;
  }

  /** Those that hold sets, in order. */
  List<Part> parts() {
    return parts.subList(0, filled);
  }

  /** Goes through the sets in the order they were added; nothing is added meanwhile. */
  public final class Reader {

    private int part;
    private int from;

    private Reader() {}

    /**
     * Sets the values of the next set; there are as many as {@link #sets()}.
     *
     * @throws SQLException SQLState HY010 when they were set by several threads at once
     */
    public void next(Parameters target) throws SQLException {
      if (from == parts.get(part).used) {
        part++;
        from = 0;
      }
      byte[] records = parts.get(part).records();
      try {
        target.read(records, from);
        from += RecordBytes.length(records, from);
      } catch (IndexOutOfBoundsException e) {
        throw SqlErrors.changedMeanwhile(e);
      }
    }
  }

  /** A reader at the first set. */
  public Reader reader() {
    return new Reader();
  }

  /** Forgets all sets. */
  public synchronized void clear() {
    if (filled > MOST_IDLE_PARTS) {
      parts.subList(MOST_IDLE_PARTS, filled).clear();
    }
    parts.removeIf(part -> part.records.length > PART_BYTES);
    parts.forEach(Part::clear);
    last = null;
    filled = 0;
    sets = 0;
  }
}
