package org.icsqlite.image;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.icsqlite.memory.StableMemoryException;

/**
 * A snapshot of a {@link DatabaseImage}: masks by its own superblock, then takes a pre-image where
 * a later commit overwrote a page, else the page in place.
 */
final class DatabaseSnapshot implements Snapshot {

  private final DatabaseImage image;
  private final long version;
  private final Superblock superblock;
  private final AtomicBoolean closed = new AtomicBoolean();

  DatabaseSnapshot(DatabaseImage image, long version, Superblock superblock) {
    this.image = image;
    this.version = version;
    this.superblock = superblock;
  }

  @Override
  public long version() {
    return version;
  }

  @Override
  public long size() {
    return superblock.databaseSize();
  }

  Superblock superblock() {
    return superblock;
  }

  DatabaseImage image() {
    return image;
  }

  @Override
  public int read(long offset, byte[] target, int length) {
    Objects.checkFromIndexSize(0, length, target.length);
    if (offset < 0) {
      throw new IllegalArgumentException("offset must not be negative: " + offset);
    }
    requireOpen();
    int count = (int) Math.max(0, Math.min(length, size() - offset));
    int done = 0;
    while (done < count) {
      long at = offset + done;
      int within = ImagePages.within(at);
      int part = Math.min(count - done, ImagePages.PAGE_BYTES - within);
      long page = ImagePages.pageOf(at);
      if (superblock.zeroExtents().contains(page)) {
        Arrays.fill(target, done, done + part, (byte) 0);
      } else {
        readStoredPage(page, within, target, done, part);
      }
      done += part;
    }
    return count;
  }

  /** Reads part of a page that the superblock stores, including what lies behind the size. */
  void readStoredPage(long page, int within, byte[] target, int position, int length) {
    requireOpen();
    image.pages().read(version, superblock, page, within, target, position, length);
    // A close in the meantime may have dropped the pre-image, and then the bytes are too new.
    requireOpen();
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new StableMemoryException(StableMemoryException.Kind.CLOSED, "the snapshot is closed");
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      image.release(version);
    }
  }
}
