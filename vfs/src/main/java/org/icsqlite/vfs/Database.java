package org.icsqlite.vfs;

import java.util.concurrent.locks.ReentrantLock;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Image;
import org.icsqlite.image.ImageStatistics;
import org.icsqlite.memory.CheckpointResult;
import org.icsqlite.memory.CommitStatistics;
import org.icsqlite.memory.Durability;
import org.icsqlite.memory.FileStableMemory;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;

/**
 * One database of an {@link Engine}, shared by all connections to it: the image and the right to
 * write to it. Thread-safe.
 */
public final class Database {

  private final Image image;
  private final StableMemory memory;
  private final WriterQueue writer = new WriterQueue();

  Database(Image image, StableMemory memory) {
    this.image = image;
    this.memory = memory;
  }

  /** The image, whatever its layout. */
  public Image image() {
    return image;
  }

  /** The image to write to; an {@link IllegalStateException} for a layout that is only read. */
  DatabaseImage writableImage() {
    if (image instanceof DatabaseImage writable) {
      return writable;
    }
    throw new IllegalStateException(image.layoutName() + " images are opened for queries only");
  }

  WriterQueue writer() {
    return writer;
  }

  /** Figures of this moment; each is exact, but they are not all read at the same instant. */
  public EngineStatistics statistics() {
    return EngineStatistics.of(
        image instanceof DatabaseImage writable ? writable.statistics() : ImageStatistics.FIXED,
        memory instanceof FileStableMemory file ? file.statistics() : CommitStatistics.NONE,
        writer.waits(),
        failure() != null);
  }

  /** Why every call fails until the memory is opened again; null while none does. */
  public StableMemoryException failure() {
    return memory instanceof FileStableMemory file ? file.failure() : null;
  }

  /**
   * Brings everything that was committed to disk in the memory file itself, after which the redo
   * log begins anew. Does nothing for a memory in the heap.
   *
   * @throws StableMemoryException READ_ONLY, POISONED, CLOSED
   */
  public CheckpointResult checkpoint() {
    return memory instanceof FileStableMemory file ? file.checkpoint() : new CheckpointResult(0, 0);
  }

  /**
   * Changes what the commits of all connections to the memory promise, from the next one on.
   *
   * @throws StableMemoryException HARD_LINKED, POISONED, CLOSED; an {@link
   *     IllegalArgumentException} for a memory in the heap, whose durability is NONE
   */
  public void setDurability(Durability durability) {
    if (memory instanceof FileStableMemory file) {
      // A commit that has begun is one of the old kind to the end.
      ReentrantLock commits = writableImage().memory().manager().commitLock();
      commits.lock();
      try {
        file.setDurability(durability);
      } finally {
        commits.unlock();
      }
    } else if (durability != Durability.NONE) {
      throw new IllegalArgumentException("a memory in the heap has no other durability than NONE");
    }
  }
}
