package org.icsqlite.image;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.icsqlite.memory.StableMemoryException;

/**
 * The changes of one transaction over a snapshot, in memory until {@link DatabaseImage#commit}.
 *
 * <p>Pages are the image's pages of 16384 bytes. A page is looked up among the dirty pages, then in
 * the ranges that became zeros in this transaction, then among the clean pages kept from earlier
 * reads, then in the snapshot. Ranges become zeros where the size grows over them or is cut below
 * them. Not thread-safe.
 */
public final class Overlay {

  private static final int CLEAN_PAGES = 8;
  private static final int PAGE_BYTES = ImagePages.PAGE_BYTES;

  /** A half-open range of pages that became zeros. */
  record Extent(long start, long end) {}

  private final DatabaseSnapshot base;
  private final PageAdmission admission;
  private final Map<Long, byte[]> dirty = new LinkedHashMap<>();
  private final Map<Long, byte[]> clean = new LinkedHashMap<>();
  private final List<Extent> recorded = new ArrayList<>();
  private final ZeroExtents.Builder zeroed = new ZeroExtents.Builder(ZeroExtents.NONE);
  private long size;
  private boolean committed;

  Overlay(DatabaseSnapshot base, PageAdmission admission) {
    this.base = base;
    this.admission = admission;
    this.size = base.size();
  }

  /** The size of the database in bytes, as the transaction has it. */
  public long size() {
    return size;
  }

  /** How many pages of 16384 bytes a commit would write. */
  public int dirtyPages() {
    return dirty.size();
  }

  /** Whether there is nothing to commit. A page that was written counts, whatever its bytes. */
  public boolean isEmpty() {
    return size == base.size() && dirty.isEmpty() && recorded.isEmpty();
  }

  /**
   * Copies bytes to the start of {@code target}.
   *
   * @return the bytes read, fewer than {@code length} only at the end of the database
   */
  public int read(long offset, byte[] target, int length) {
    Objects.checkFromIndexSize(0, length, target.length);
    requireOffset(offset);
    int count = (int) Math.max(0, Math.min(length, size - offset));
    int done = 0;
    while (done < count) {
      long at = offset + done;
      int within = ImagePages.within(at);
      int part = Math.min(count - done, PAGE_BYTES - within);
      byte[] body = lookUp(ImagePages.pageOf(at));
      if (body == null) {
        Arrays.fill(target, done, done + part, (byte) 0);
      } else {
        System.arraycopy(body, within, target, done, part);
      }
      done += part;
    }
    return count;
  }

  /**
   * Writes the first {@code length} bytes of {@code source}; a gap before them reads as zeros. A
   * length of zero does nothing.
   *
   * @throws StableMemoryException OFFSET_OVERFLOW
   * @throws PageAdmission.RefusedException when more pages would become dirty than may
   */
  public void write(long offset, byte[] source, int length) {
    Objects.checkFromIndexSize(0, length, source.length);
    requireOffset(offset);
    requireOpen();
    if (length == 0) {
      return;
    }
    if (offset > Long.MAX_VALUE - length) {
      throw StableMemoryException.offsetOverflow();
    }
    if (offset + length > size) {
      extend(offset + length);
    }
    int done = 0;
    while (done < length) {
      long at = offset + done;
      int within = ImagePages.within(at);
      int part = Math.min(length - done, PAGE_BYTES - within);
      long page = ImagePages.pageOf(at);
      if (part == PAGE_BYTES) {
        replace(page, source, done);
      } else {
        System.arraycopy(source, done, makeDirty(page), within, part);
      }
      done += part;
    }
  }

  /**
   * Sets the size in bytes; a part that is added reads as zeros.
   *
   * @throws PageAdmission.RefusedException when more pages would become dirty than may
   */
  public void truncate(long newSize) {
    requireOffset(newSize);
    requireOpen();
    if (newSize > size) {
      extend(newSize);
    } else if (newSize < size) {
      record(ImagePages.covering(newSize), ImagePages.covering(size));
      size = newSize;
      long firstCut = ImagePages.covering(newSize);
      dirty.keySet().removeIf(page -> page >= firstCut);
      clean.keySet().removeIf(page -> page >= firstCut);
    }
    if (!ImagePages.aligned(newSize)) {
      byte[] last = makeDirty(ImagePages.pageOf(newSize));
      Arrays.fill(last, ImagePages.within(newSize), PAGE_BYTES, (byte) 0);
    }
  }

  private void extend(long newSize) {
    record(ImagePages.covering(size), ImagePages.covering(newSize));
    long oldLast = ImagePages.pageOf(size);
    long newLast = ImagePages.pageOf(newSize);
    if (!ImagePages.aligned(size)) {
      int to = newLast == oldLast ? ImagePages.within(newSize) : PAGE_BYTES;
      Arrays.fill(makeDirty(oldLast), ImagePages.within(size), to, (byte) 0);
    }
    if (!ImagePages.aligned(newSize) && newLast != oldLast) {
      Arrays.fill(makeDirty(newLast), 0, ImagePages.within(newSize), (byte) 0);
    }
    size = newSize;
  }

  private void record(long start, long end) {
    if (start < end) {
      recorded.add(new Extent(start, end));
      zeroed.add(start, end);
    }
  }

  /** The body of a page, or null when it is zeros; not to be changed. */
  private byte[] lookUp(long page) {
    byte[] body = dirty.get(page);
    if (body != null) {
      return body;
    }
    if (!recorded.isEmpty() && zeroed.contains(page)) {
      return null;
    }
    body = clean.get(page);
    if (body == null && base.superblock().stores(page)) {
      body = new byte[PAGE_BYTES];
      base.readStoredPage(page, 0, body, 0, PAGE_BYTES);
      keepClean(page, body);
    }
    return body;
  }

  private void keepClean(long page, byte[] body) {
    if (clean.size() == CLEAN_PAGES) {
      clean.remove(clean.keySet().iterator().next());
    }
    clean.put(page, body);
  }

  private byte[] makeDirty(long page) {
    byte[] body = dirty.get(page);
    if (body == null) {
      admission.admit(dirty.size());
      byte[] now = lookUp(page);
      body = now == null ? new byte[PAGE_BYTES] : now;
      clean.remove(page);
      dirty.put(page, body);
    }
    return body;
  }

  /** Replaces all bytes of a page. */
  private void replace(long page, byte[] source, int from) {
    byte[] body = dirty.get(page);
    if (body == null) {
      admission.admit(dirty.size());
      if (!clean.isEmpty()) {
        clean.remove(page);
      }
      // A copy, unlike a new array, is not filled with zeros first.
      dirty.put(page, Arrays.copyOfRange(source, from, from + PAGE_BYTES));
    } else {
      System.arraycopy(source, from, body, 0, PAGE_BYTES);
    }
  }

  private static void requireOffset(long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("offset must not be negative: " + offset);
    }
  }

  /** Refuses an overlay that was committed. */
  void requireOpen() {
    if (committed) {
      throw new IllegalStateException("the transaction was committed");
    }
  }

  /** Refuses an overlay that lacks a page which was not admitted. */
  void requireWhole() {
    admission.requireNoneRefused();
  }

  DatabaseSnapshot base() {
    return base;
  }

  /** Dirty pages in the order in which they first became dirty. */
  Map<Long, byte[]> dirtyBodies() {
    return dirty;
  }

  /** The bodies belong to the memory from now on. */
  void markCommitted() {
    requireOpen();
    committed = true;
    admission.committed(dirty.size());
  }

  /**
   * The list of zero extents after a commit.
   *
   * @throws StableMemoryException ZERO_EXTENT_LIMIT_EXCEEDED
   */
  ZeroExtents committedExtents() {
    Superblock old = base.superblock();
    long oldPages = ImagePages.covering(old.databaseSize());
    long newPages = ImagePages.covering(size);
    if (size == old.databaseSize() && recorded.isEmpty() && !touches(old.zeroExtents())) {
      return old.zeroExtents();
    }
    long dirtyInside = dirty.keySet().stream().filter(page -> page < newPages).count();
    long room = ZeroExtents.LIMIT + dirtyInside;
    ZeroExtents.Builder list = new ZeroExtents.Builder(old.zeroExtents());
    if (size > old.databaseSize()) {
      addWithin(room, list, oldPages, newPages);
    }
    if (size < old.databaseSize()) {
      addWithin(room, list, newPages, oldPages);
    }
    for (Extent extent : recorded) {
      addWithin(room, list, extent.start(), extent.end());
    }
    for (long page : dirty.keySet()) {
      if (page < newPages) {
        list.subtract(page, page + 1);
      }
    }
    if (list.count() > ZeroExtents.LIMIT) {
      throw StableMemoryException.zeroExtentLimitExceeded(ZeroExtents.LIMIT);
    }
    return list.build();
  }

  /** Whether a page that was written lies in one of the ranges. */
  private boolean touches(ZeroExtents extents) {
    if (extents.count() > 0) {
      for (long page : dirty.keySet()) {
        if (extents.contains(page)) {
          return true;
        }
      }
    }
    return false;
  }

  private static void addWithin(long room, ZeroExtents.Builder list, long start, long end) {
    list.add(start, end);
    if (list.count() > room) {
      throw StableMemoryException.zeroExtentLimitExceeded(ZeroExtents.LIMIT);
    }
  }
}
