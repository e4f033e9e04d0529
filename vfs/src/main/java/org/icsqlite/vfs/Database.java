package org.icsqlite.vfs;

import java.time.Duration;
import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Image;
import org.icsqlite.memory.Durability;

/**
 * One database of an {@link Engine}, shared by all connections to it: the image and the right to
 * write to it. Thread-safe.
 */
public final class Database {

  private final Image image;
  private final WriterQueue writer = new WriterQueue();

  Database(Image image) {
    this.image = image;
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
    WriterQueue.Waits waits = writer.waits();
    long version = image instanceof DatabaseImage writable ? writable.version() : 1;
    return new EngineStatistics(
        version,
        version,
        0,
        Duration.ZERO,
        0,
        Long.MAX_VALUE,
        0,
        0,
        0,
        version - 1,
        0,
        0,
        waits.waits(),
        waits.timeouts(),
        Duration.ofNanos(waits.totalNanos()),
        Duration.ofNanos(waits.longestNanos()),
        waits.waiting(),
        Durability.NONE,
        false);
  }
}
