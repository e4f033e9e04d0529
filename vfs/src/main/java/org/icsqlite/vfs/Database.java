package org.icsqlite.vfs;

import org.icsqlite.image.DatabaseImage;
import org.icsqlite.image.Image;

/**
 * One database of an {@link Engine}, shared by all connections to it: the image and the right to
 * write to it. Thread-safe.
 */
public final class Database {

  private final Image image;
  private final WriterSlot writer = new WriterSlot();

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

  WriterSlot writer() {
    return writer;
  }
}
