package org.icsqlite.cli.verify;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What has been done so far. Thread-safe. */
final class Figures {

  /** Something that is counted. */
  enum Count {
    ROUND,
    KILL,
    KILL_OPENING,
    KILL_CLOSING,
    CLEAN_END,
    SNAPSHOT,
    READ,
    TOO_OLD,
    VACUUM,
    CHECKPOINT
  }

  private final Map<Count, AtomicLong> counts = new EnumMap<>(Count.class);
  private final AtomicLong childHeap = new AtomicLong();
  private final AtomicLong childResident = new AtomicLong();

  Figures() {
    for (Count count : Count.values()) {
      counts.put(count, new AtomicLong());
    }
  }

  void add(Count count, long number) {
    counts.get(count).addAndGet(number);
  }

  long get(Count count) {
    return counts.get(count).get();
  }

  /** Takes note of what a child uses. */
  void childUses(long heapBytes, long residentBytes) {
    childHeap.accumulateAndGet(heapBytes, Math::max);
    childResident.accumulateAndGet(residentBytes, Math::max);
  }

  /** The most that any child's heap used, in bytes. */
  long childHeapBytes() {
    return childHeap.get();
  }

  /** The most that any child used in all, in bytes; 0 where the system does not tell. */
  long childResidentBytes() {
    return childResident.get();
  }
}
