package org.icsqlite.damage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.icsqlite.memory.HeapStableMemory;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.PendingCommit;
import org.icsqlite.testing.ForwardingMemory;

/**
 * A heap memory that knows what it has to hold: its bytes at the start and the messages that were
 * committed since. It notes every request outside its bounds, also one that is refused: nothing
 * above should ever ask. It can be opened again after it was closed.
 */
final class CheckedMemory extends ForwardingMemory {

  private static final class Write {
    final long offset;
    final byte[] bytes;

    Write(long offset, byte[] bytes) {
      this.offset = offset;
      this.bytes = bytes;
    }
  }

  private final HeapStableMemory memory;
  private final SparseBytes expected;
  private final Set<Long> attempted = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();
  private final byte[] page = new byte[PAGE_BYTES];
  private int commits;
  private boolean open;

  CheckedMemory(SparseBytes bytes) {
    this(bytes.toMemory(), bytes.copy());
  }

  private CheckedMemory(HeapStableMemory memory, SparseBytes expected) {
    super(memory);
    this.memory = memory;
    this.expected = expected;
  }

  CheckedMemory openWith(long maximumPages) {
    memory.setMaximumPages(maximumPages);
    open = true;
    return this;
  }

  boolean isOpen() {
    return open;
  }

  /** How many messages were committed. */
  int commits() {
    return commits;
  }

  /** What was noted since the last call. */
  List<String> takeFaults() {
    List<String> taken = List.copyOf(faults);
    faults.clear();
    return taken;
  }

  @Override
  public void read(long offset, byte[] target, int position, int length) {
    requireOpen("read");
    if (length < 0 || offset < 0 || offset > memory.sizePages() * PAGE_BYTES - length) {
      faults.add("read of " + length + " at " + offset + " of " + memory.sizePages() + " pages");
    }
    memory.read(offset, target, position, length);
  }

  @Override
  public PendingCommit submit(Message message) {
    requireOpen("commit");
    long pages = Math.max(memory.sizePages(), message.sizePages());
    List<Write> writes = new ArrayList<>();
    message.forEachWrite(
        (offset, bytes, position, length) -> {
          if (length < 0 || offset < 0 || offset > pages * PAGE_BYTES - length) {
            faults.add("write of " + length + " at " + offset + " of " + pages + " pages");
          } else {
            writes.add(new Write(offset, Arrays.copyOfRange(bytes, position, position + length)));
            for (long at = offset / PAGE_BYTES; at <= (offset + length) / PAGE_BYTES; at++) {
              attempted.add(at);
            }
          }
        });
    PendingCommit pending = memory.submit(message);
    commits++;
    expected.setLength(pages * PAGE_BYTES);
    for (Write write : writes) {
      expected.write(write.offset, write.bytes, write.bytes.length);
    }
    return pending;
  }

  private void requireOpen(String operation) {
    if (!open) {
      faults.add(operation + " after close");
    }
  }

  /**
   * Compares the memory with what it has to hold.
   *
   * @param everything all pages, not only those that held or should hold something
   * @return what differs, or null
   */
  String difference(boolean everything) {
    if (memory.sizePages() * PAGE_BYTES != expected.length()) {
      return memory.sizePages() + " pages instead of " + expected.length() / PAGE_BYTES;
    }
    if (everything && memory.sizePages() < 2000) {
      for (long index = 0; index < memory.sizePages(); index++) {
        attempted.add(index);
      }
    }
    for (long index : expected.pageNumbers()) {
      attempted.add(index);
    }
    for (long index : attempted) {
      if (index < memory.sizePages()) {
        memory.read(index * PAGE_BYTES, page, 0, PAGE_BYTES);
        int at = Arrays.mismatch(page, expected.page(index));
        if (at >= 0) {
          return "byte " + (index * PAGE_BYTES + at) + " changed without a commit";
        }
      }
    }
    return null;
  }

  @Override
  public void close() {
    open = false;
  }
}
