package org.icsqlite.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.icsqlite.memory.Message;
import org.icsqlite.memory.PendingCommit;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.testing.ForwardingMemory;

/**
 * Hands every call on to a memory, and keeps the image that the memory must have after each message
 * it has taken, worked out from the messages alone.
 */
final class RecordedMemory extends ForwardingMemory {

  /** The images so far, and which message each thread submitted last. Outlives a memory. */
  static final class Images {
    private final List<Content> images = new ArrayList<>();
    private final ThreadLocal<Integer> last = ThreadLocal.withInitial(() -> 0);

    /** Begins with no bytes, as message 0. */
    Images() {
      images.add(new Content(0));
    }

    synchronized List<Content> all() {
      return new ArrayList<>(images);
    }

    /** The image after the newest message. */
    synchronized Content last() {
      return images.get(images.size() - 1);
    }

    synchronized int newest() {
      return images.size() - 1;
    }

    /** The message that this thread submitted last, 0 for none. */
    int lastOfThread() {
      return last.get();
    }

    /** The writes of a message, which the memory takes out of it. */
    private static List<Consumer<Content>> changes(Message message) {
      List<Consumer<Content>> changes = new ArrayList<>();
      long length = message.sizePages() * PAGE_BYTES;
      changes.add(content -> content.setLength(Math.max(length, content.length())));
      message.forEachWrite(
          (offset, bytes, position, count) ->
              changes.add(content -> content.write(offset, bytes, position, count)));
      return changes;
    }

    private synchronized void taken(List<Consumer<Content>> changes) {
      Content next = images.get(images.size() - 1).copy();
      changes.forEach(change -> change.accept(next));
      images.add(next);
      last.set(images.size() - 1);
    }
  }

  private final StableMemory memory;
  private final Images images;

  RecordedMemory(StableMemory memory, Images images) {
    super(memory);
    this.memory = memory;
    this.images = images;
  }

  @Override
  public PendingCommit submit(Message message) {
    List<Consumer<Content>> changes = Images.changes(message);
    PendingCommit pending = super.submit(message);
    images.taken(changes);
    return pending;
  }

  @Override
  public boolean wantsBefore() {
    return memory.wantsBefore();
  }

  @Override
  public void readInPlace(long offset, byte[] target, int position, int length) {
    memory.readInPlace(offset, target, position, length);
  }
}
