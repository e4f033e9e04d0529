package org.icsqlite.session;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Parameter sets that wait for a batch, each as a record. Not thread-safe. */
public final class ParameterBatch {

  private static final int FIRST_BYTES = 1024;

  private byte[] records = new byte[FIRST_BYTES];
  private int used;
  private int sets;

  /** Adds a copy of the values. */
  public void add(Parameters parameters) {
    long end = used + parameters.recordBytes();
    if (end > Integer.MAX_VALUE - 8) {
      throw new OutOfMemoryError("the batch takes " + end + " bytes; execute it in parts");
    }
    if (end > records.length) {
      records = Arrays.copyOf(records, (int) Math.min(Integer.MAX_VALUE - 8L, end * 2));
    }
    parameters.write(ByteBuffer.wrap(records).order(ByteOrder.nativeOrder()), used);
    used = (int) end;
    sets++;
  }

  /**
   * Sets the values of one set.
   *
   * @param start where it begins; 0 for the first, and then what this returned
   * @return where the next one begins
   */
  public int load(int start, Parameters target) {
    target.read(records, start);
    return start + RecordBytes.length(records, start);
  }

  public int sets() {
    return sets;
  }

  byte[] records() {
    return records;
  }

  /** Forgets all sets. */
  public void clear() {
    used = 0;
    sets = 0;
    if (records.length > (1 << 20)) {
      records = new byte[FIRST_BYTES];
    }
  }
}
