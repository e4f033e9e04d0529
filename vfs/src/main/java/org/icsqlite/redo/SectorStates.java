package org.icsqlite.redo;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.icsqlite.storage.StorageFile;

/**
 * The states that the sectors of the memory file can be in, by the checks of all records. A disk
 * writes a sector whole or not at all, so whatever a crash left, a sector is in the state before
 * its first record or after any of them; another state means another file.
 *
 * <p>A sector is left out when a record touches it without a check, or when its checks are of
 * different bytes, and when there are too many states to keep. Not thread-safe.
 */
final class SectorStates {

  private static final int MAXIMUM_STATES = 1 << 20;
  private static final int MAXIMUM_LEFT_OUT = 1 << 16;

  private final Map<Long, Chain> chains = new TreeMap<>();
  private final Map<Long, Chain> inRecord = new HashMap<>();
  private Set<Long> leftOut = new HashSet<>();
  private int leftOutShift;
  private int states;

  /** Whether a check of these bytes can be one. */
  static boolean withinSector(long offset, int length) {
    return offset >= 0
        && length > 0
        && length <= StorageFile.SECTOR_BYTES - offset % StorageFile.SECTOR_BYTES;
  }

  private static long sector(long offset) {
    return offset / StorageFile.SECTOR_BYTES;
  }

  /** Adds the record that comes next. */
  void add(RecordReader record) throws IOException {
    inRecord.clear();
    record.checks(
        (offset, length, before, after) -> {
          Chain twice = inRecord.put(sector(offset), new Chain(offset, length, before, after));
          if (twice != null) {
            leaveOut(sector(offset));
          }
        });
    record.ranges(
        (offset, length, position) -> {
          long last = sector(offset + length - 1);
          for (long sector = sector(offset); sector <= last; sector++) {
            if (!inRecord.containsKey(sector)) {
              leaveOut(sector);
            }
          }
        });
    for (Map.Entry<Long, Chain> entry : inRecord.entrySet()) {
      long sector = entry.getKey();
      Chain added = entry.getValue();
      Chain chain = chains.get(sector);
      if (isLeftOut(sector)) {
        continue;
      }
      if (states >= MAXIMUM_STATES
          || (chain != null && (chain.offset != added.offset || chain.length != added.length))) {
        leaveOut(sector);
      } else if (chain == null) {
        chains.put(sector, added);
        states += 2;
      } else {
        chain.append(added.last());
        states++;
      }
    }
  }

  private void leaveOut(long sector) {
    leftOut.add(sector >> leftOutShift);
    while (leftOut.size() > MAXIMUM_LEFT_OUT) {
      Set<Long> coarser = new HashSet<>();
      for (long number : leftOut) {
        coarser.add(number >> 1);
      }
      leftOut = coarser;
      leftOutShift++;
    }
  }

  private boolean isLeftOut(long sector) {
    return leftOut.contains(sector >> leftOutShift);
  }

  /**
   * Compares a memory file.
   *
   * @return the offset of the first bytes that are in none of their states, or -1
   */
  long firstStranger(MemoryBytes memory) throws IOException {
    for (Map.Entry<Long, Chain> entry : chains.entrySet()) {
      Chain chain = entry.getValue();
      if (!isLeftOut(entry.getKey()) && !chain.contains(memory.crc(chain.offset, chain.length))) {
        return chain.offset;
      }
    }
    return -1;
  }

  /** Whether every touched sector is known, and as the last record leaves it. */
  boolean isLast(MemoryBytes memory) throws IOException {
    if (!leftOut.isEmpty()) {
      return false;
    }
    for (Chain chain : chains.values()) {
      if (chain.last() != memory.crc(chain.offset, chain.length)) {
        return false;
      }
    }
    return true;
  }

  private static final class Chain {

    private final long offset;
    private final int length;
    private int[] crcs;
    private int count = 2;

    Chain(long offset, int length, int before, int after) {
      this.offset = offset;
      this.length = length;
      this.crcs = new int[] {before, after};
    }

    void append(int after) {
      if (count == crcs.length) {
        crcs = Arrays.copyOf(crcs, count * 2);
      }
      crcs[count++] = after;
    }

    int last() {
      return crcs[count - 1];
    }

    boolean contains(int crc) {
      for (int i = 0; i < count; i++) {
        if (crcs[i] == crc) {
          return true;
        }
      }
      return false;
    }
  }
}
