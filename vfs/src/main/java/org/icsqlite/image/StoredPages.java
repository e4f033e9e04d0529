package org.icsqlite.image;

import java.util.Arrays;
import org.icsqlite.memory.StableMemory;
import org.icsqlite.memory.StableMemoryException;
import org.icsqlite.memory.StableMemoryException.Kind;
import org.icsqlite.memory.VirtualMemory;

/**
 * The bodies of an image's pages, wherever they are: in the heap, as {@link PageVersions} has them,
 * or in place in the memory. Thread-safe.
 */
final class StoredPages {

  private static final byte[] NOTHING_YET = new byte[ImagePages.PAGE_BYTES];

  private final VirtualMemory memory;
  private final PageVersions versions;

  StoredPages(VirtualMemory memory, PageVersions versions) {
    this.memory = memory;
    this.versions = versions;
  }

  /** Pages that are in the heap would be served even when the memory has failed or is closed. */
  void requireUsable() {
    memory.manager().backing().sizePages();
  }

  /** The newest body of a page; not to be changed. */
  byte[] newest(long base, long page) {
    byte[] body = versions.head(page);
    if (body == null && ends(base, page)) {
      return NOTHING_YET;
    }
    if (body == null) {
      body = new byte[ImagePages.PAGE_BYTES];
      readInPlace(base + ImagePages.startOf(page), body, 0, body.length);
    }
    return body;
  }

  /** Whether the memory ends before a page, which a commit is about to add. */
  private boolean ends(long base, long page) {
    return memory.sizePages() * StableMemory.PAGE_BYTES <= base + ImagePages.startOf(page);
  }

  /**
   * Reads part of a page as a version sees it, given that the version stores the page.
   *
   * @throws StableMemoryException SNAPSHOT_TOO_OLD
   */
  void read(
      long version,
      Superblock superblock,
      long page,
      int within,
      byte[] target,
      int position,
      int length) {
    requireUsable();
    byte[] body = versions.find(page, version);
    if (body == null) {
      long offset = superblock.baseOffset() + ImagePages.startOf(page) + within;
      readInPlace(offset, target, position, length);
      // A commit that overwrote the page meanwhile has left the body here before.
      body = versions.find(page, version);
    }
    if (versions.givenUp(version)) {
      throw tooOld();
    }
    if (body != null) {
      System.arraycopy(body, within, target, position, length);
    }
  }

  private StableMemoryException tooOld() {
    return new StableMemoryException(
        Kind.SNAPSHOT_TOO_OLD,
        "snapshot too old: the pages that later commits replaced would take more than "
            + versions.limitBytes()
            + " bytes (max_snapshot_bytes); end the transaction and read again");
  }

  /** The last page may end behind the memory when the base is not a whole number of pages. */
  private void readInPlace(long offset, byte[] target, int position, int length) {
    long available = memory.sizePages() * StableMemory.PAGE_BYTES - offset;
    int inside = (int) Math.max(0, Math.min(length, available));
    memory.readInPlace(offset, target, position, inside);
    Arrays.fill(target, position + inside, position + length, (byte) 0);
  }
}
