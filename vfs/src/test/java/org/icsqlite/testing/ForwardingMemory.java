package org.icsqlite.testing;

import org.icsqlite.memory.Message;
import org.icsqlite.memory.PendingCommit;
import org.icsqlite.memory.StableMemory;

/** Hands every call on to another memory; tests override what they watch. */
public class ForwardingMemory implements StableMemory {

  private final StableMemory memory;

  protected ForwardingMemory(StableMemory memory) {
    this.memory = memory;
  }

  @Override
  public long sizePages() {
    return memory.sizePages();
  }

  @Override
  public void read(long offset, byte[] target, int position, int length) {
    memory.read(offset, target, position, length);
  }

  @Override
  public PendingCommit submit(Message message) {
    return memory.submit(message);
  }

  @Override
  public boolean readOnly() {
    return memory.readOnly();
  }

  @Override
  public long maximumPages() {
    return memory.maximumPages();
  }

  @Override
  public void force() {
    memory.force();
  }

  @Override
  public void close() {
    memory.close();
  }
}
