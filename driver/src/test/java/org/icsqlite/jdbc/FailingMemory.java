package org.icsqlite.jdbc;

import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.PendingCommit;
import org.icsqlite.testing.ForwardingMemory;

/** A heap memory that fails when told to, and counts what is asked of it. */
final class FailingMemory extends ForwardingMemory {

  private final HeapStableMemory memory;
  private int readsUntilFailure = -1;
  private int commitsUntilFailure = -1;
  private Throwable failure;
  private RuntimeException waitFailure;
  private long reads;

  FailingMemory(HeapStableMemory memory) {
    super(memory);
    this.memory = memory;
  }

  /** The read after {@code count} more reads throws, and only that one. */
  void failRead(int count, Throwable thrown) {
    readsUntilFailure = count;
    failure = thrown;
  }

  /** The commit after {@code count} more commits throws, and only that one. */
  void failCommit(int count, Throwable thrown) {
    commitsUntilFailure = count;
    failure = thrown;
  }

  /** From now on whoever waits for a commit gets this, as from a disk that fails late. */
  void failWaits(RuntimeException thrown) {
    waitFailure = thrown;
  }

  boolean failurePending() {
    return readsUntilFailure >= 0 || commitsUntilFailure >= 0;
  }

  long reads() {
    return reads;
  }

  byte[] bytes() {
    return memory.toBytes();
  }

  @Override
  public void read(long offset, byte[] target, int position, int length) {
    reads++;
    if (readsUntilFailure >= 0 && readsUntilFailure-- == 0) {
      FailingMemory.<RuntimeException>sneak(failure);
    }
    super.read(offset, target, position, length);
  }

  @Override
  public PendingCommit submit(Message message) {
    if (commitsUntilFailure >= 0 && commitsUntilFailure-- == 0) {
      FailingMemory.<RuntimeException>sneak(failure);
    }
    PendingCommit pending = super.submit(message);
    RuntimeException late = waitFailure;
    return late == null
        ? pending
        : () -> {
          throw late;
        };
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
